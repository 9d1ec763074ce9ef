//! One walk over a game that calls the hooks of all rules.

#[cfg(test)]
mod every_event_tests;
mod hooks;
mod neighbours;
mod ordinary;
mod plain_line;
mod whole_file;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem::Discriminant;
use std::ops::Range;

use scoresheet_grammar::ast::{self};
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Event, GameView, NodeKind, Parser, TokenKind, Tree};

use crate::configuration::{Configuration, Setting};
use crate::digest::{self};
use crate::explanation::{self, Candidate, Effort, Explanation, Part, Repaired, Search, Slip};
use crate::file_view::{FileOptions, GameDigest};
use crate::finding::{Applicability, Edit, Finding, Level};
use crate::rule::{Hook, KnownRules, Rule, ids};
use crate::rule_id::RuleId;
use crate::suppression::{FileAllowances, UsedAllowances};
use crate::suspicious_comment::is_suspicious_comment;
use crate::walk::{Annotation, MOST_ANNOTATIONS, SinceMove, Walk};
use scoresheet_chess::move_numbers::Fit;
use scoresheet_chess::nag;
use scoresheet_chess::piece_letters;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{Outcome, Setup, Step};

use hooks::Hooks;
use neighbours::keep_apart;
use ordinary::{is_ordinary_comment, is_ordinary_nag};
pub use whole_file::CheckedGame;

/// The active rules, sorted by their hooks. Built once, used for every game.
pub struct Linter {
    /// All rules; escape lines refer to them by name.
    known: KnownRules,
    pub(crate) ids: Vec<RuleId>,
    pub(crate) lowest: Level,
    /// The lowest level of findings that rules report; the configuration may raise a finding above its rule's level.
    lowest_reported: Level,
    /// The names of the active rules.
    pub(crate) asked: BTreeSet<&'static str>,
    /// The levels that the configuration gives to findings, by rule.
    pub(crate) levels: BTreeMap<&'static str, Level>,
    pub(crate) hooks: Hooks,
    pub(crate) file_options: FileOptions,
    /// Whether the walk skips runs of canonical moves and correct move numbers, as no active rule looks at every one.
    passes_over_moves: bool,
    /// Whether such runs include ordinary comments and NAGs.
    passes_over_remarks: bool,
    effort: Effort,
}

/// The result of a walk besides its findings.
#[derive(Default)]
struct Walked {
    /// The byte offset in the game of the first thing that may be the consequence of a slip elsewhere.
    trouble: Option<usize>,
    /// Whether the game has an escape line, which may suppress findings.
    has_escape_line: bool,
    /// The digest of the game, if a rule about whole files is active.
    digest: Option<GameDigest>,
}

impl Linter {
    /// Creates a linter with those of the `known` rules for which `is_active` holds, for findings of level `lowest` and above. Rules that
    /// never reach that level cost nothing.
    pub fn new(known: KnownRules, is_active: impl Fn(&Rule) -> bool, lowest: Level) -> Linter {
        let active = known.iter().filter(|rule| rule.level >= lowest && is_active(rule));
        Linter::of(known, active.map(|rule| (*rule, None)), lowest)
    }

    /// Creates a linter with those of the `known` rules that `configuration` turns on, at the levels that it sets.
    pub fn configured(known: KnownRules, configuration: &Configuration) -> Linter {
        let active = known.iter().filter(|rule| configuration.level(rule) >= Some(configuration.lowest));
        let with_level = active.map(|rule| match configuration.setting(rule.id()) {
            Setting::At(level) => (*rule, Some(level)),
            Setting::On | Setting::Off => (*rule, None),
        });
        Linter::of(known, with_level, configuration.lowest).with_file_options(configuration.file_options)
    }

    /// Returns the suppressions at the top of a file with this text. Reads no further than the first game.
    pub fn file_allowances(&self, text: &str) -> FileAllowances {
        FileAllowances::of_text(text, &self.ids)
    }

    /// Returns the same linter with these options of the rules about whole files.
    pub fn with_file_options(self, options: FileOptions) -> Linter {
        Linter { file_options: options, ..self }
    }

    /// Returns the same linter, which shares the work on explanations with all others that have a clone of this effort.
    pub fn with_effort(self, effort: Effort) -> Linter {
        Linter { effort, ..self }
    }

    fn of(known: KnownRules, rules: impl Iterator<Item = (&'static Rule, Option<Level>)>, lowest: Level) -> Linter {
        let rules: Vec<_> = rules.collect();
        let levels: BTreeMap<_, _> = rules.iter().filter_map(|(rule, level)| Some((rule.name, (*level)?))).collect();
        // Rules do not know which levels the configuration raises.
        let lowest_reported = if levels.is_empty() { lowest } else { Level::Hint };
        let hooks = Hooks::of(rules.iter().map(|(rule, _)| *rule));
        Linter {
            known,
            ids: ids(known),
            lowest,
            lowest_reported,
            asked: rules.iter().map(|(rule, _)| rule.name).collect(),
            levels,
            file_options: FileOptions::default(),
            passes_over_moves: hooks.can_skip_plain_moves(),
            passes_over_remarks: hooks.can_skip_plain_remarks(),
            effort: Effort::default(),
            hooks,
        }
    }

    /// Checks a game of a file with the suppressions `file` at its top. `is_first` means that the game is the file's first.
    pub fn check_in_file(&self, game: GameView, is_first: bool, file: &FileAllowances) -> CheckedGame {
        let mut findings = Vec::new();
        let walked = self.check_game(game, &mut findings);
        self.complete(game, is_first, file, walked, findings)
    }

    /// The same for a game that reads; nothing for one in which slips are to be searched.
    pub fn check_readable(&self, game: GameView, is_first: bool, file: &FileAllowances) -> Option<CheckedGame> {
        let mut findings = Vec::new();
        let walked = self.check_faults_and_walk(game, None, &mut findings);
        let is_readable = walked.trouble.is_none() || self.hooks.slip.is_empty();
        is_readable.then(|| self.complete(game, is_first, file, walked, findings))
    }

    /// The same without a search for slips: faults are reported where they show.
    pub fn check_unexplained(&self, game: GameView, is_first: bool, file: &FileAllowances) -> CheckedGame {
        let mut findings = Vec::new();
        let walked = self.check_faults_and_walk(game, None, &mut findings);
        self.complete(game, is_first, file, walked, findings)
    }

    /// Adds the findings of the rules that depend on the walk or on slips.
    fn check_game(&self, game: GameView, findings: &mut Vec<Finding>) -> Walked {
        let walked = self.check_faults_and_walk(game, None, findings);
        let Some(trouble) = walked.trouble.filter(|_| !self.hooks.slip.is_empty()) else { return walked };
        let mut digest = None;
        self.search(game, trouble, |explanation| {
            let repaired = Repaired::of(game.text, explanation);
            let mut of_repaired = Vec::new();
            let again = self.check_repaired(&repaired, &mut of_repaired)?;
            digest = again.digest;
            findings.clear();
            self.map_back(game, &repaired, of_repaired, findings);
            again.trouble.map(|place| repaired.in_game(place..place).start)
        });
        Walked { digest: digest.or(walked.digest), ..walked }
    }

    /// Checks a game with its slips undone, if it still is one game.
    fn check_repaired(&self, repaired: &Repaired, findings: &mut Vec<Finding>) -> Option<Walked> {
        let mut tree = Tree::default();
        let range = Parser::new(&repaired.text).next_game(&mut tree);
        let view = GameView { text: &repaired.text, tree: &tree };
        (range == Some(0..repaired.text.len())).then(|| self.check_faults_and_walk(view, Some(repaired), findings))
    }

    /// Searches for what explains a game whose first trouble is at byte `trouble`. Hands explanations to `check`, each of more than the
    /// one before, which returns the first trouble that is left once it is undone.
    fn search(&self, game: GameView, trouble: usize, mut check: impl FnMut(Explanation) -> Option<usize>) {
        let reported: RefCell<HashMap<Discriminant<Slip>, bool>> = RefCell::default();
        let is_reported = |slip: &Candidate| {
            let kind = std::mem::discriminant(&slip.slip);
            *reported.borrow_mut().entry(kind).or_insert_with(|| self.reports_slip(slip, game.text))
        };
        let budget = self.effort.of_game(game.text.len());
        if budget == 0 {
            return self.effort.cut();
        }
        let Some(mut search) = Search::new(game, trouble, &is_reported, budget) else { return };
        let mut trouble = Some(trouble);
        while let Some(place) = trouble {
            search.explain(place);
            let explanation = search.explanation();
            let explains = !explanation.slips.is_empty() || !explanation.meanings.is_empty();
            let left = if explains { check(explanation) } else { None };
            // Trouble that was read before is left without an explanation.
            trouble = left.filter(|place| search.read_up_to().is_some_and(|end| end <= *place));
        }
        self.effort.spend(budget - search.budget());
        if search.budget() == 0 {
            self.effort.cut();
        }
    }

    /// Calls the rules about the text, and removes suppressed findings.
    fn complete(
        &self,
        game: GameView,
        is_first: bool,
        file: &FileAllowances,
        walked: Walked,
        mut findings: Vec<Finding>,
    ) -> CheckedGame {
        // Moves that do not read, without tags, may be part of a comment or a text around them.
        if walked.trouble.is_some() && !has_tags(game) {
            let fixes = findings.iter_mut().flat_map(|finding| &mut finding.fixes);
            fixes.for_each(|fix| fix.applicability = Applicability::Unsafe);
        }
        self.hooks.text.iter().for_each(|ask| ask(game, &mut findings));
        let mut used = UsedAllowances::default();
        if walked.has_escape_line || !file.is_empty() && !findings.is_empty() {
            used = self.suppress(game, is_first, file, &mut findings);
        }
        for fix in findings.iter_mut().flat_map(|finding| &mut finding.fixes) {
            keep_apart(game.text, fix);
        }
        self.set_levels(&mut findings);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        CheckedGame { findings, used, digest: walked.digest.unwrap_or_default() }
    }

    /// Whether a rule about whole files is active, so that [`Linter::check_file`] may report something. If not, digests are empty.
    pub fn has_file_rules(&self) -> bool {
        !self.hooks.file.is_empty()
    }

    /// What explains a game that does not read, slip by slip in text order; nothing where it reads, or nothing explains it.
    pub fn explain_slips(&self, game: GameView) -> Vec<Part> {
        let mut parts = Vec::new();
        let Some(trouble) = self.check_faults_and_walk(game, None, &mut Vec::new()).trouble else { return parts };
        self.search(game, trouble, |explanation| {
            parts.clone_from(&explanation.parts);
            let repaired = Repaired::of(game.text, explanation);
            let again = self.check_repaired(&repaired, &mut Vec::new())?;
            again.trouble.map(|place| repaired.in_game(place..place).start)
        });
        parts
    }

    /// Whether an active rule reports a slip.
    fn reports_slip(&self, slip: &Candidate, text: &str) -> bool {
        let mut findings = Vec::new();
        self.hooks.slip.iter().for_each(|ask| ask(slip, text, &mut findings));
        !findings.is_empty()
    }

    /// Adds the findings of a game in which slips explain the faults: the slips themselves and the findings `of_repaired`, which remain
    /// once the slips are undone, mapped back to `game` as it is.
    ///
    /// Another text may be explained otherwise, and a fix that is safe where a game reads may take away the evidence. So fixes are unsafe,
    /// but for those before the only move that does not read, and of tags that say nothing about the start of the game.
    fn map_back(&self, game: GameView, repaired: &Repaired, of_repaired: Vec<Finding>, findings: &mut Vec<Finding>) {
        for slip in &repaired.slips {
            self.hooks.slip.iter().for_each(|ask| ask(slip, game.text, findings));
        }
        let movetext = explanation::movetext_start(game).unwrap_or(0);
        let tags_differ = repaired.slips.iter().any(|slip| slip.edit.range.start < movetext);
        // In another language than English, the letters of all moves say which piece a garbled one moves.
        let languages = Setup::of(game).languages;
        let is_foreign = languages.iter().any(|language| *language != piece_letters::english());
        // Which moves were left out is a guess; what comes after them rests on it.
        let is_guess =
            |slip: &&Candidate| matches!(slip.slip, Slip::MissingPair { .. }) && !slip.edit.text.contains("--");
        let guess = repaired.slips.iter().find(is_guess).map_or(usize::MAX, |slip| slip.edit.range.start);
        // A finding that overlaps a slip is reported once the user has repaired the slip.
        for mut finding in of_repaired.into_iter().filter(|finding| repaired.is_apart(&finding.range)) {
            finding.fixes.retain(|fix| fix.edits.iter().all(|edit| repaired.is_apart_from(edit)));
            finding.move_ranges(|range| *range = repaired.in_game(range.clone()));
            // Where they are to be inserted depends on the tags that are there.
            finding.fixes.retain(|fix| !tags_differ || fix.edits.iter().all(|edit| edit.range.start > movetext));
            finding.fixes.retain(|fix| fix.edits.iter().all(|edit| edit.range.end <= guess));
            for fix in &mut finding.fixes {
                let is_before = |edit: &Edit| !is_foreign && repaired.begins_after(edit.range.end);
                if !fix.edits.iter().all(|edit| is_before(edit) || is_of_other_tags(edit, &game.text[..movetext])) {
                    fix.applicability = Applicability::Unsafe;
                }
            }
            findings.push(finding);
        }
    }

    /// Calls every rule but those about slips, escape lines, the text and the file. `repaired` is the game with its slips undone, if it
    /// is that.
    fn check_faults_and_walk(
        &self,
        game: GameView,
        repaired: Option<&Repaired>,
        findings: &mut Vec<Finding>,
    ) -> Walked {
        let is_repaired = repaired.is_some_and(|repaired| !repaired.slips.is_empty());
        let mut walk = self.begin(game, is_repaired);
        if let Some(repaired) = repaired {
            walk.replay.know_meanings(&repaired.meanings);
        }
        let faults = game.tree.faults().iter().filter(|fault| explanation::is_among_moves(fault.kind));
        walk.trouble = faults.map(|fault| fault.span().start).min();
        self.walk_on(&mut walk, findings);
        let walked = self.finish(&walk, findings);
        walk.give_back();
        walked
    }

    /// Starts a walk at the beginning of the game.
    #[inline(always)]
    fn begin<'game>(&self, game: GameView<'game>, is_repaired: bool) -> Walk<'game> {
        let mut walk = Walk::new(game, is_repaired);
        walk.lowest_reported = self.lowest_reported;
        if !self.hooks.comment.every.is_empty() {
            walk.replay.keep_positions();
        }
        walk
    }

    /// Walks to the end of the game.
    #[inline]
    fn walk_on(&self, walk: &mut Walk, findings: &mut Vec<Finding>) {
        loop {
            if self.passes_over_moves && walk.replay.may_walk_on_plainly() {
                self.walk_on_plainly(walk, findings);
            }
            let Some((step, range)) = walk.replay.advance() else { return };
            if !walk.tags_are_known
                && !matches!(step, Step::Enter(NodeKind::TagSection | NodeKind::Tag))
                && is_after_tags(step)
            {
                walk.tags_are_known = true;
                self.hooks.tags.iter().for_each(|ask| ask(walk, findings));
            }
            match step {
                Step::Move => self.at_move(range, walk, findings),
                Step::Token(kind) => self.at_token(kind, range, walk, findings),
                Step::Enter(NodeKind::Tag) => self.at_tag(range.start, walk, findings),
                Step::Enter(NodeKind::Variation) => walk.enter_variation(range.start),
                Step::Leave(NodeKind::Variation) => self.leave_variation(range.end, walk, findings),
                Step::Leave(NodeKind::Movetext) => walk.is_over = true,
                Step::Enter(NodeKind::TagSection | NodeKind::Movetext) | Step::Leave(_) => {}
            }
        }
    }

    /// Calls the hooks that come after the walk.
    fn finish(&self, walk: &Walk, findings: &mut Vec<Finding>) -> Walked {
        let Walk { game, end, .. } = walk;
        if !walk.tags_are_known && end.is_game {
            self.hooks.tags.iter().for_each(|ask| ask(walk, findings));
        }
        for fault in game.tree.faults() {
            for hook in &self.hooks.faults {
                if let Hook::Fault(kind, ask) = hook
                    && *kind == fault.kind
                {
                    ask(fault, walk, findings);
                }
            }
        }
        self.hooks.end.iter().for_each(|ask| ask(end, walk, findings));
        let digest = self.has_file_rules().then(|| digest::digest(*game, &walk.tags, walk.moves, end));
        let Walk { trouble, has_escape_line, .. } = *walk;
        Walked { trouble, has_escape_line, digest }
    }

    fn at_tag(&self, start: usize, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let tag = walk.replay.tag(start);
        walk.end.is_game = true;
        walk.end.last_token_end = tag.range.end;
        if !walk.replay.is_in_movetext() {
            self.hooks.tag.iter().for_each(|ask| ask(&tag, walk, findings));
            let of_this_length = self.hooks.named_tags.get(tag.name.len()).into_iter().flatten();
            of_this_length.filter(|(name, _)| *name == tag.name).for_each(|(_, ask)| ask(&tag, walk, findings));
            walk.tags.push(tag);
        }
    }

    #[inline]
    fn at_move(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        if walk.is_over {
            walk.add_trouble(range.start);
            return walk.end.after(range);
        }
        walk.end.is_game = true;
        walk.end.last_token_end = range.end;
        let start = range.start;
        match walk.open_variations.last_mut() {
            Some(variation) => variation.add_move(&walk.replay.ply().outcome),
            None => {
                walk.end.moves += 1;
                if self.has_file_rules() {
                    walk.moves.add_move(&walk.replay.ply().outcome, walk.game.text, range);
                }
            }
        }
        self.hooks.moves.iter().for_each(|ask| ask(walk, findings));
        walk.since_move = SinceMove::default();
        walk.annotations.clear();
        match &walk.replay.ply().outcome {
            Outcome::Played { notes, .. } if notes.is_empty() => {}
            Outcome::Played { notes, .. } => self.at_played(*notes, walk, findings),
            Outcome::Null { notes } => {
                self.hooks.null_move.iter().for_each(|ask| ask(walk, findings));
                self.at_played(*notes, walk, findings);
            }
            Outcome::Ambiguous { .. } | Outcome::Illegal(_) => {
                walk.end.failed += usize::from(!walk.is_in_variation());
                walk.add_trouble(start);
                self.hooks.failed.iter().for_each(|ask| ask(walk, findings));
            }
            Outcome::Unchecked => {}
        }
    }

    fn at_played(&self, notes: Notes, walk: &Walk, findings: &mut Vec<Finding>) {
        for (interest, ask) in &self.hooks.played {
            if notes.has_any(*interest) {
                ask(notes, walk, findings);
            }
        }
    }

    #[inline]
    fn at_token(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        if walk.is_over {
            if kind == TokenKind::MoveNumber || kind.is_termination() {
                walk.end.after(range);
            } else if kind == TokenKind::Text && explanation::is_end_of_comment(&walk.game.text[range.clone()]) {
                walk.add_trouble(range.start);
            }
            walk.has_escape_line |= kind == TokenKind::EscapeLine;
            return;
        }
        walk.end.is_game |= walk.replay.is_in_movetext() && !kind.is_comment() && kind != TokenKind::EscapeLine;
        walk.end.last_token_end = range.end;
        match kind {
            TokenKind::MoveNumber => self.at_number(range.clone(), walk, findings),
            TokenKind::BraceComment | TokenKind::UnclosedComment => {
                if let Some(variation) = walk.open_variations.last_mut() {
                    variation.comments += 1;
                }
                walk.since_move.add_comment(range.clone());
                self.at_comment(kind, range.clone(), walk, findings);
            }
            TokenKind::LineComment => {
                walk.since_move.add_comment(range.clone());
                if let Some(variation) = walk.open_variations.last_mut() {
                    variation.comments += 1;
                }
            }
            TokenKind::Termination | TokenKind::OddTermination if walk.open_variations.is_empty() => {
                walk.end.termination = Some(range.clone());
            }
            _ if kind.is_annotation() => self.at_annotation(kind, range.clone(), walk, findings),
            _ => {}
        }
        if self.hooks.token_kinds & 1 << kind as u8 != 0 {
            walk.has_escape_line |= kind == TokenKind::EscapeLine;
            let of_this_kind = self.hooks.tokens.get(kind as usize).into_iter().flatten();
            of_this_kind.for_each(|ask| ask(range.clone(), walk, findings));
        }
    }

    /// A move number is correct if it is that of the next move or, after a wrong one, if it continues counting from there.
    #[inline]
    fn at_number(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let number = ast::move_number(&walk.game.text[range.clone()]);
        let mut count = walk.count;
        let fit = count.check(number, walk.replay.number(), walk.replay.turn(), walk.replay.setup().has_fen);
        if matches!(fit, Fit::Wrong | Fit::BeginsOwnCount) {
            if fit == Fit::Wrong {
                walk.add_trouble(range.start);
            }
            self.hooks.wrong_number.iter().for_each(|ask| ask(range.clone(), walk, findings));
        }
        walk.count = count;
        walk.since_move.number = Some((range, fit));
    }

    fn at_annotation(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let text = &walk.game.text[range.clone()];
        let white_moved = walk.replay.turn().is_black();
        let nag = match kind {
            TokenKind::Nag => Some(ast::nag_number(text)),
            TokenKind::Entity => nag::from_entity(text, white_moved).map(u32::from),
            _ => nag::from_glyph(text, white_moved).map(u32::from),
        };
        let is_first = walk.annotations.is_empty() && walk.since_move.comment.is_none() && !walk.is_before_move();
        let is_ordinary = is_first && kind == TokenKind::Nag && is_ordinary_nag(text);
        let annotation = Annotation { range, nag };
        self.hooks.annotation.at(is_ordinary).for_each(|ask| ask(&annotation, walk, findings));
        if walk.annotations.len() < MOST_ANNOTATIONS {
            walk.annotations.push(annotation);
        }
    }

    #[inline]
    fn at_comment(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let text = &walk.game.text[range.clone()];
        let is_ordinary = is_ordinary_comment(text);
        if !is_ordinary && is_suspicious_comment(text) {
            walk.add_trouble(range.start);
        }
        if kind == TokenKind::BraceComment {
            self.hooks.comment.at(is_ordinary).for_each(|ask| ask(range.clone(), walk, findings));
        }
        if self.hooks.command.at(is_ordinary).next().is_some() {
            for command in commands(text, range.start) {
                self.hooks.command.at(is_ordinary).for_each(|ask| ask(&command, walk, findings));
            }
        }
    }

    fn leave_variation(&self, end: usize, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let Some(variation) = walk.end_variation(end) else { return };
        self.hooks.variation.iter().for_each(|ask| ask(&variation, walk, findings));
        walk.leave_variation(variation);
    }
}

/// Whether a step shows that the tag section is over.
fn is_after_tags(step: Step) -> bool {
    matches!(step, Step::Leave(NodeKind::TagSection) | Step::Enter(NodeKind::Movetext))
}

fn has_tags(game: GameView) -> bool {
    game.tree.events().any(|(event, _)| event == Event::Enter(NodeKind::TagSection))
}

/// Whether an edit changes only tags that say nothing about the start of a game; `tags` is the text before the movetext.
fn is_of_other_tags(edit: &Edit, tags: &str) -> bool {
    let says_nothing = |text: &str| {
        let text = text.to_ascii_lowercase();
        !["fen", "setup", "variant"].iter().any(|name| text.contains(name))
    };
    tags.get(edit.range.clone()).is_some_and(says_nothing) && says_nothing(&edit.text)
}
