//! One walk over a game that calls the hooks of all rules.

#[cfg(test)]
mod every_event_tests;
mod explained;
mod hooks;
mod kept_moves;
mod neighbours;
mod ordinary;
mod plain_line;
mod renumbered;
mod whole_file;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use scoresheet_grammar::ast::{self};
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

use crate::configuration::{Configuration, Setting};
use crate::digest::{self};
use crate::explanation::{self, Effort, Repaired};
use crate::file_view::{FileOptions, GameDigest};
use crate::finding::{Applicability, Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, KnownRules, Rule, ids};
use crate::rule_id::RuleId;
use crate::suppression::{FileAllowances, UsedAllowances};
use crate::suspicious_comment::is_suspicious_comment;
use crate::walk::{Annotation, MOST_ANNOTATIONS, SinceMove, Walk};
use scoresheet_chess::evaluation::Engine;
use scoresheet_chess::move_numbers::{Fit, follows_dollar};
use scoresheet_chess::nag;
use scoresheet_chess::pasted::is_emphasised_result;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{Outcome, Step};

use explained::hides_moves;
use hooks::Hooks;
use neighbours::{doubt_fixes_beside_unreadable, doubt_fixes_of_parts_of_words, keep_apart};
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
    pub(crate) asked: Arc<BTreeSet<&'static str>>,
    /// The levels that the configuration gives to findings, by rule.
    pub(crate) levels: Arc<BTreeMap<&'static str, Level>>,
    pub(crate) hooks: Hooks,
    pub(crate) file_options: FileOptions,
    engine: Option<Engine>,
    /// Whether the walk skips runs of canonical moves and correct move numbers, as no active rule looks at every one.
    passes_over_moves: bool,
    /// Whether such runs include ordinary comments and NAGs.
    passes_over_remarks: bool,
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

/// What is found in a game that does not read, where faults are reported where they show.
#[derive(Debug)]
pub struct Unexplained {
    /// What is found.
    pub found: CheckedGame,
    /// See [`Walked`].
    trouble: usize,
    has_escape_line: bool,
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
        let linter = Linter::of(known, with_level, configuration.lowest);
        linter.with_file_options(configuration.file_options).with_engine(configuration.engine.clone())
    }

    /// Returns the suppressions at the top of a file with this text. Reads no further than the first game.
    pub fn file_allowances(&self, text: &str) -> FileAllowances {
        FileAllowances::of_text(text, &self.ids)
    }

    /// Returns the same linter with these options of the rules about whole files.
    pub fn with_file_options(self, options: FileOptions) -> Linter {
        Linter { file_options: options, ..self }
    }

    /// Returns the same linter with this engine for the rules that ask one.
    pub fn with_engine(self, engine: Option<Engine>) -> Linter {
        Linter { engine, ..self }
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
            asked: Arc::new(rules.iter().map(|(rule, _)| rule.name).collect()),
            levels: Arc::new(levels),
            file_options: FileOptions::default(),
            engine: None,
            passes_over_moves: hooks.can_skip_plain_moves(),
            passes_over_remarks: hooks.can_skip_plain_remarks(),
            hooks,
        }
    }

    /// Checks a game of a file with the suppressions `file` at its top. `is_first` means that the game is the file's first. As much is read for
    /// explanations as is left of `effort`.
    pub fn check_in_file(&self, game: GameView, is_first: bool, file: &FileAllowances, effort: &Effort) -> CheckedGame {
        match self.check_unexplained(game, is_first, file) {
            Ok(checked) => checked,
            Err(unexplained) => self.explain(game, is_first, file, unexplained, effort),
        }
    }

    /// The same without a search for slips.
    ///
    /// # Errors
    ///
    /// What is found in a game that does not read, if slips are to be searched in it; [`Linter::explain`] searches.
    pub fn check_unexplained(
        &self,
        game: GameView,
        is_first: bool,
        file: &FileAllowances,
    ) -> Result<CheckedGame, Unexplained> {
        let (walked, findings) = self.check_faults_and_walk(game, None);
        let Walked { trouble, has_escape_line, .. } = walked;
        let found = self.complete(game, is_first, file, walked, findings);
        match trouble.filter(|_| !self.hooks.slip.is_empty()) {
            Some(trouble) => Err(Unexplained { found, trouble, has_escape_line }),
            None => Ok(found),
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
        doubt_fixes_beside_unreadable(game, &mut findings);
        doubt_fixes_of_parts_of_words(game, &mut findings);
        let mut of_text = Findings::in_game();
        self.hooks.text.iter().for_each(|ask| ask(game, &mut of_text));
        if let Some(engine) = self.engine.as_ref().filter(|_| walked.trouble.is_none()) {
            self.hooks.evaluated.iter().for_each(|ask| ask(game, &**engine, &mut of_text));
        }
        findings.append(&mut of_text.into_vec());
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

    /// Calls every rule but those about slips, escape lines, the text and the file. `repaired` is the game with its slips undone, if it
    /// is that.
    fn check_faults_and_walk(&self, game: GameView, repaired: Option<&Repaired>) -> (Walked, Vec<Finding>) {
        let is_repaired = repaired.is_some_and(|repaired| !repaired.slips.is_empty());
        let mut walk = self.begin(game, is_repaired);
        if let Some(repaired) = repaired {
            walk.replay.know_meanings(&repaired.meanings);
        }
        let faults = game.tree.faults().iter().filter(|fault| explanation::is_among_moves(fault, game.text));
        walk.trouble = faults.map(|fault| fault.span().start).min();
        let setup = walk.replay.setup();
        // Moves without a start position are not checked: what is wrong with the tag is a slip, too.
        if setup.has_fen && setup.start.is_none() && setup.variant.rules().is_some() {
            walk.add_trouble(0);
        }
        let mut findings = Findings::in_game();
        self.walk_on(&mut walk, &mut findings);
        let walked = self.finish(&mut walk, &mut findings);
        walk.give_back();
        (walked, findings.into_vec())
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
    fn walk_on(&self, walk: &mut Walk, findings: &mut Findings) {
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
    fn finish(&self, walk: &mut Walk, findings: &mut Findings) -> Walked {
        if !walk.tags_are_known && walk.end.is_game {
            self.hooks.tags.iter().for_each(|ask| ask(walk, findings));
        }
        for fault in walk.game.tree.faults() {
            for hook in &self.hooks.faults {
                if let Hook::Fault(kind, ask) = hook
                    && *kind == fault.kind
                {
                    ask(fault, walk, findings);
                }
            }
        }
        let walk = &*walk;
        self.hooks.end.iter().for_each(|ask| ask(&walk.end, walk, findings));
        let digest = self.has_file_rules().then(|| digest::digest(walk));
        let Walk { trouble, has_escape_line, .. } = *walk;
        Walked { trouble, has_escape_line, digest }
    }

    fn at_tag(&self, start: usize, walk: &mut Walk, findings: &mut Findings) {
        let tag = walk.replay.tag(start);
        walk.end.is_game = true;
        walk.end.last_token_end = tag.range.end;
        if !walk.replay.is_in_movetext() {
            self.hooks.tag.iter().for_each(|ask| ask(&tag, walk, findings));
            let of_this_length = self.hooks.named_tags.get(tag.name.len()).into_iter().flatten();
            let mut of_this_name = of_this_length.filter(|(name, _)| *name == tag.name).peekable();
            if of_this_name.peek().is_some() && !walk.has_unclear_value(&tag) {
                of_this_name.for_each(|(_, ask)| ask(&tag, walk, findings));
            }
            walk.tags.push(tag);
        }
    }

    #[inline]
    fn at_move(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Findings) {
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

    fn at_played(&self, notes: Notes, walk: &Walk, findings: &mut Findings) {
        for (interest, ask) in &self.hooks.played {
            if notes.has_any(*interest) {
                ask(notes, walk, findings);
            }
        }
    }

    #[inline]
    fn at_token(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Findings) {
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
                if hides_moves(&range, walk) {
                    walk.add_trouble(range.start);
                }
                walk.since_move.add_comment(range.clone());
                if let Some(variation) = walk.open_variations.last_mut() {
                    variation.comments += 1;
                }
            }
            TokenKind::Termination | TokenKind::OddTermination if walk.open_variations.is_empty() => {
                if is_emphasised_result(&walk.game.text[range.start..]) {
                    walk.add_trouble(range.start);
                }
                walk.end.termination = Some(range.clone());
            }
            // Perhaps the result of the game, in parentheses.
            TokenKind::Termination | TokenKind::OddTermination
                if walk.open_variations.last().is_some_and(|variation| variation.moves == 0) =>
            {
                walk.add_trouble(range.start);
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
    fn at_number(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Findings) {
        let number = ast::move_number(&walk.game.text[range.clone()]);
        let mut count = walk.count;
        let fit = count.check(number, walk.replay.number(), walk.replay.turn(), walk.replay.setup().has_fen);
        if matches!(fit, Fit::Wrong | Fit::BeginsOwnCount) {
            if fit == Fit::Wrong {
                walk.add_trouble(range.start);
            }
            self.hooks.wrong_number.iter().for_each(|ask| ask(range.clone(), walk, findings));
            // A NAG with a space begins no count.
            if follows_dollar(walk.game.text, range.start) {
                count = walk.count;
            }
        }
        walk.count = count;
        walk.since_move.number = Some((range, fit));
    }

    fn at_annotation(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Findings) {
        let text = &walk.game.text[range.clone()];
        let white_moved = walk.replay.turn().is_black();
        let nag = match kind {
            TokenKind::Nag => Some(ast::nag_number(text)),
            TokenKind::Entity => nag::from_entity(text, white_moved).map(u32::from),
            _ => nag::from_glyph(text, white_moved).map(u32::from),
        };
        if kind == TokenKind::Entity && nag::is_unknown_entity(text) {
            walk.add_trouble(range.start);
        }
        let is_first = walk.annotations.is_empty() && walk.since_move.comment.is_none() && !walk.is_before_move();
        let is_ordinary = is_first && kind == TokenKind::Nag && is_ordinary_nag(text);
        let annotation = Annotation { range, nag };
        self.hooks.annotation.at(is_ordinary).for_each(|ask| ask(&annotation, walk, findings));
        if walk.annotations.len() < MOST_ANNOTATIONS {
            walk.annotations.push(annotation);
        }
    }

    #[inline]
    fn at_comment(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Findings) {
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

    fn leave_variation(&self, end: usize, walk: &mut Walk, findings: &mut Findings) {
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
