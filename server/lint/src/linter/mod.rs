//! One walk over a game that calls the hooks of all rules.

#[cfg(test)]
mod every_event_tests;
mod hooks;
mod large_game;
mod ordinary;
mod plain_line;
mod whole_file;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use scoresheet_grammar::ast::{self};
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{GameView, NodeKind, Parser, TokenKind, Tree};

use crate::configuration::{Configuration, Setting};
use crate::digest::{self};
use crate::file_view::{FileOptions, GameDigest};
use crate::finding::{Applicability, Finding, Level};
use crate::root_cause::{self, Candidate};
use crate::rule::{Hook, KnownRules, Rule, ids};
use crate::rule_id::RuleId;
use crate::suppression::{FileAllowances, UsedAllowances};
use crate::walk::{Annotation, MOST_ANNOTATIONS, SinceMove, Walk};
use scoresheet_chess::move_numbers::Fit;
use scoresheet_chess::nag;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{Outcome, Step};

use hooks::Hooks;
use large_game::LARGE;
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
    /// The size in bytes from which a game is large; tests lower it.
    large: usize,
    /// Whether the walk skips runs of canonical moves and correct move numbers, as no active rule looks at every one.
    passes_over_moves: bool,
    /// Whether such runs include ordinary comments and NAGs.
    passes_over_remarks: bool,
}

/// The result of a walk besides its findings.
#[derive(Default)]
struct Walked {
    /// Whether anything may be the consequence of a slip elsewhere.
    has_trouble: bool,
    /// The places of the first such troubles: byte offsets in ascending order.
    troubles: Vec<usize>,
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
            large: LARGE,
            passes_over_moves: hooks.can_skip_plain_moves(),
            passes_over_remarks: hooks.can_skip_plain_remarks(),
            hooks,
        }
    }

    /// Returns the same linter with another size from which a game is large.
    #[cfg(test)]
    fn with_large_games_from(self, large: usize) -> Linter {
        Linter { large, ..self }
    }

    /// Checks a game of a file with the suppressions `file` at its top. `is_first` means that the game is the file's first.
    pub fn check_in_file(&self, game: GameView, is_first: bool, file: &FileAllowances) -> CheckedGame {
        let mut findings = Vec::new();
        let walked = match game.text.len() >= self.large {
            true => self.check_large(game, &mut findings),
            false => self.check_small(game, &mut findings),
        };
        self.complete(game, is_first, file, walked, findings)
    }

    /// Adds the findings of the rules that depend on the walk or on slips.
    fn check_small(&self, game: GameView, findings: &mut Vec<Finding>) -> Walked {
        let mut walked = self.check_faults_and_walk(game, false, findings);
        if walked.has_trouble
            && !self.hooks.slip.is_empty()
            && let Some((slips, text)) = root_cause::find(game, &|slip, text| self.reports_slip(slip, text))
        {
            findings.clear();
            let mut tree = Tree::default();
            let mut of_repaired = Vec::new();
            if Parser::new(&text).next_game(&mut tree).is_some() {
                let repaired = GameView { text: &text, tree: &tree };
                let digest = self.check_faults_and_walk(repaired, true, &mut of_repaired).digest;
                walked.digest = digest.or(walked.digest);
            }
            self.map_back(game.text, &slips, of_repaired, findings);
        }
        walked
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
        self.hooks.text.iter().for_each(|ask| ask(game, &mut findings));
        let mut used = UsedAllowances::default();
        if walked.has_escape_line || !file.is_empty() && !findings.is_empty() {
            used = self.suppress(game, is_first, file, &mut findings);
        }
        self.set_levels(&mut findings);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        CheckedGame { findings, used, digest: walked.digest.unwrap_or_default() }
    }

    /// Whether a rule about whole files is active, so that [`Linter::check_file`] may report something. If not, digests are empty.
    pub fn has_file_rules(&self) -> bool {
        !self.hooks.file.is_empty()
    }

    /// Whether an active rule reports a slip.
    fn reports_slip(&self, slip: &Candidate, text: &str) -> bool {
        let mut findings = Vec::new();
        self.hooks.slip.iter().for_each(|ask| ask(slip, text, &mut findings));
        !findings.is_empty()
    }

    /// Adds the findings of a game in which slips explain the faults: the slips themselves and the findings `of_repaired`, which remain
    /// once the slips are undone, mapped back to the text `original`.
    fn map_back(&self, original: &str, slips: &[Candidate], of_repaired: Vec<Finding>, findings: &mut Vec<Finding>) {
        for slip in slips {
            self.hooks.slip.iter().for_each(|ask| ask(slip, original, findings));
        }
        // A finding that overlaps a slip is reported once the user has repaired the slip.
        let repaired = root_cause::repaired_places(slips);
        let is_apart =
            |range: &Range<usize>| repaired.iter().all(|place| range.end <= place.start || place.end <= range.start);
        let place = |range: &mut Range<usize>| {
            *range = root_cause::range_in_original(range.clone(), slips, &repaired);
        };
        for mut finding in of_repaired.into_iter().filter(|finding| is_apart(&finding.range)) {
            finding.fixes.retain(|fix| fix.edits.iter().all(|edit| is_apart(&edit.range)));
            finding.move_ranges(place);
            // These findings depend on a guess.
            finding.fixes.iter_mut().for_each(|fix| fix.applicability = Applicability::Unsafe);
            findings.push(finding);
        }
    }

    /// Calls every rule but those about slips, escape lines, the text and the file. `is_repaired` means that slips have been undone in
    /// the game.
    fn check_faults_and_walk(&self, game: GameView, is_repaired: bool, findings: &mut Vec<Finding>) -> Walked {
        let mut walk = self.begin(game, is_repaired);
        walk.has_trouble = game.tree.faults().iter().any(|fault| root_cause::is_among_moves(fault.kind));
        self.walk_on(&mut walk, findings);
        let troubles = std::mem::take(&mut walk.troubles);
        let walked = Walked { troubles, ..self.finish(&walk, findings) };
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
        let Walk { has_trouble, has_escape_line, .. } = *walk;
        Walked { has_trouble, troubles: Vec::new(), has_escape_line, digest }
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
            walk.note_trouble(range.start);
            return walk.end.after(range);
        }
        walk.end.is_game = true;
        walk.end.last_token_end = range.end;
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
                walk.note_trouble(walk.replay.ply().range.start);
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
            } else if kind == TokenKind::Text && root_cause::is_end_of_comment(&walk.game.text[range.clone()]) {
                walk.note_trouble(range.start);
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
                walk.note_trouble(range.start);
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
        if !is_ordinary && root_cause::is_suspicious_comment(text) {
            walk.note_trouble(range.start);
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
