//! One walk over a game that asks every rule where its hooks say.

mod checked_file;
mod hooks;
mod lines_of_play;
mod whole_file;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use scoresheet_grammar::ast::{self, Tag};
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Fault, GameView, NodeKind, Parser, TokenKind, Tree};

use crate::configuration::{Configuration, Setting};
use crate::digest::{self, Hash};
use crate::file_view::{FileOptions, GameDigest};
use crate::finding::{Applicability, Finding, Level};
use crate::move_numbers::{Count, Fit};
use crate::nag;
use crate::replay::notes::Notes;
use crate::replay::{Outcome, Replay, Step};
use crate::results;
use crate::root_cause::{self, Candidate};
use crate::rule::{Hook, Rule};
use crate::rules::RULES;
use crate::suppression::{FileAllowances, UsedAllowances};

pub use checked_file::{CheckedChunk, CheckedFile, Near, Shown, ShownGame};
use hooks::Hooks;
pub use lines_of_play::{Annotation, MOST_ANNOTATIONS, SinceMove, VariationEnd};
pub use whole_file::CheckedGame;

/// The rules to ask, sorted by where they want to be asked. Made once, used for every game.
pub struct Linter {
    lowest: Level,
    /// The rules that are asked.
    asked: BTreeSet<&'static str>,
    /// The levels that the configuration gives to their findings.
    levels: BTreeMap<&'static str, Level>,
    hooks: Hooks,
    file_options: FileOptions,
}

/// What a rule sees of the walk.
pub struct Walk<'game> {
    /// The game.
    pub game: GameView<'game>,
    /// The tag pairs so far, in text order.
    pub tags: Vec<Tag<'game>>,
    /// The replay; it stands after the move that a hook is called for.
    pub replay: Replay<'game>,
    /// How the game counts its moves up to here.
    pub(crate) count: Count,
    /// Whether slips that explained what did not read have been undone in this text.
    pub is_repaired: bool,
    /// What stands behind the last move of the line.
    pub since_move: SinceMove,
    /// The annotations of the last move of the line, in text order; the first [`MOST_ANNOTATIONS`] of them.
    pub annotations: Vec<Annotation>,
    /// Whether the movetext is over.
    is_over: bool,
    open_variations: Vec<VariationEnd>,
    /// Variations that have ended and may have another one beside them, the innermost last.
    ended_variations: Vec<VariationEnd>,
    /// Whether anything may have a slip behind it that is not where it shows.
    has_trouble: bool,
    /// The moves of the main line so far, where a rule about whole files asks for them.
    moves: Hash,
    /// Whether any line may allow something.
    has_escape_line: bool,
}

/// What a rule is told at the end of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEnd {
    /// How many moves the main line has.
    pub moves: usize,
    /// How many moves of the main line are not one legal move.
    pub failed: usize,
    /// The termination marker of the main line.
    pub termination: Option<Range<usize>>,
    /// Moves, numbers and markers after the termination marker.
    pub after_end: Option<Range<usize>>,
    /// The end of the last token of the movetext, or of the tag section where there is no movetext.
    pub last_token_end: usize,
    /// Whether there is anything but text, comments and escape lines: a comment at the top of a file is no game.
    pub is_game: bool,
}

/// What the walk has learnt besides findings.
struct Walked {
    /// Whether anything may have a slip behind it.
    has_trouble: bool,
    /// Whether any line may allow something.
    has_escape_line: bool,
    /// What is kept of the game, where a rule about whole files asks for it.
    digest: Option<GameDigest>,
}

impl Linter {
    /// A linter that asks `rules` for findings of level `lowest` and above. Rules that never reach it cost nothing.
    pub fn new<'rules>(rules: impl IntoIterator<Item = &'rules &'static Rule>, lowest: Level) -> Linter {
        Linter::of(rules.into_iter().filter(|rule| rule.level >= lowest).map(|rule| (*rule, None)), lowest)
    }

    /// A linter that asks the rules that are on in `configuration`, and gives their findings the levels that it says.
    pub fn configured(configuration: &Configuration) -> Linter {
        let asked = RULES.iter().filter(|rule| configuration.level(rule) >= Some(configuration.lowest));
        let with_level = asked.map(|rule| match configuration.setting(rule) {
            Setting::At(level) => (*rule, Some(level)),
            Setting::On | Setting::Off => (*rule, None),
        });
        Linter::of(with_level, configuration.lowest).with_file_options(configuration.file_options)
    }

    /// The same linter, looking for what `options` say where it looks at a whole file.
    pub fn with_file_options(self, options: FileOptions) -> Linter {
        Linter { file_options: options, ..self }
    }

    fn of(rules: impl Iterator<Item = (&'static Rule, Option<Level>)>, lowest: Level) -> Linter {
        let rules: Vec<_> = rules.collect();
        Linter {
            lowest,
            asked: rules.iter().map(|(rule, _)| rule.name).collect(),
            levels: rules.iter().filter_map(|(rule, level)| Some((rule.name, (*level)?))).collect(),
            hooks: Hooks::of(rules.iter().map(|(rule, _)| *rule)),
            file_options: FileOptions::default(),
        }
    }

    /// What the rules say of a game in a file with these allowances at its top; whether it is the file's first.
    pub fn check_in_file(&self, game: GameView, is_first: bool, file: &FileAllowances) -> CheckedGame {
        let mut findings = Vec::new();
        let mut walked = self.ask_about_faults_and_walk(game, false, &mut findings);
        if walked.has_trouble
            && !self.hooks.slip.is_empty()
            && let Some((slips, text)) = root_cause::find(game, &|slip, text| self.speaks_of(slip, text))
        {
            findings.clear();
            walked.digest = self.check_repaired(game.text, &slips, &text, &mut findings).or(walked.digest);
        }
        self.hooks.text.iter().for_each(|ask| ask(game, &mut findings));
        let mut used = UsedAllowances::default();
        if walked.has_escape_line || !(file.is_empty() || findings.is_empty()) {
            used = self.suppress(game, is_first, file, &mut findings);
        }
        self.set_levels(&mut findings);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        CheckedGame { findings, used, digest: walked.digest.unwrap_or_default() }
    }

    /// Whether [`Linter::check_file`] can have anything to say; if not, digests are empty.
    pub fn has_file_rules(&self) -> bool {
        !self.hooks.file.is_empty()
    }

    /// Whether a rule that is asked has something to say of a slip.
    fn speaks_of(&self, slip: &Candidate, text: &str) -> bool {
        let mut findings = Vec::new();
        self.hooks.slip.iter().for_each(|ask| ask(slip, text, &mut findings));
        !findings.is_empty()
    }

    /// The findings of a game in which slips explain what does not read: the slips, and what is left once they are undone.
    /// Returns the digest of the game without them.
    fn check_repaired(
        &self,
        original: &str,
        slips: &[Candidate],
        text: &str,
        findings: &mut Vec<Finding>,
    ) -> Option<GameDigest> {
        for slip in slips {
            self.hooks.slip.iter().for_each(|ask| ask(slip, original, findings));
        }
        let mut digest = None;
        let mut tree = Tree::default();
        if Parser::new(text).next_game(&mut tree).is_some() {
            let from = findings.len();
            digest = self.ask_about_faults_and_walk(GameView { text, tree: &tree }, true, findings).digest;
            // What the slip itself stands in the way of is for when it has been undone.
            let repaired = root_cause::repaired_places(slips);
            let is_apart = |range: &Range<usize>| {
                repaired.iter().all(|place| range.end <= place.start || place.end <= range.start)
            };
            let others = findings.split_off(from).into_iter().filter(|finding| is_apart(&finding.range));
            findings.extend(others.map(|mut finding| {
                finding.fixes.retain(|fix| fix.edits.iter().all(|edit| is_apart(&edit.range)));
                finding
            }));
            let place = |range: &mut Range<usize>| {
                *range = root_cause::in_original(range.start, slips)..root_cause::in_original(range.end, slips);
            };
            for finding in &mut findings[from..] {
                finding.move_ranges(place);
                // What is found behind a guess is a guess.
                finding.fixes.iter_mut().for_each(|fix| fix.applicability = Applicability::Unsafe);
            }
        }
        digest
    }

    /// Ask every rule but those about slips, escape lines, the text and the file, of a game in which slips were undone if
    /// it `is_repaired`.
    fn ask_about_faults_and_walk(&self, game: GameView, is_repaired: bool, findings: &mut Vec<Finding>) -> Walked {
        let mut walk = Walk {
            game,
            tags: Vec::with_capacity(16),
            replay: Replay::new(game),
            count: Count::default(),
            is_repaired,
            since_move: SinceMove::at_line_start(),
            annotations: Vec::new(),
            is_over: false,
            open_variations: Vec::new(),
            ended_variations: Vec::new(),
            has_trouble: game.tree.faults().iter().any(|fault| root_cause::is_among_moves(fault.kind)),
            moves: Hash::START,
            has_escape_line: false,
        };
        if !self.hooks.comment.is_empty() {
            walk.replay.keep_positions();
        }
        let mut end = GameEnd::default();
        let mut tags_are_known = false;
        while let Some((step, range)) = walk.replay.advance() {
            if !tags_are_known
                && !matches!(step, Step::Enter(NodeKind::TagSection | NodeKind::Tag))
                && is_after_tags(step)
            {
                tags_are_known = true;
                self.hooks.tags.iter().for_each(|ask| ask(&walk, findings));
            }
            match step {
                Step::Move => self.at_move(range, &mut walk, &mut end, findings),
                Step::Token(kind) => self.at_token(kind, range, &mut walk, &mut end, findings),
                Step::Enter(NodeKind::Tag) => self.at_tag(range.start, &mut walk, &mut end, findings),
                Step::Enter(NodeKind::Variation) => walk.enter_variation(range.start),
                Step::Leave(NodeKind::Variation) => self.leave_variation(range.end, &mut walk, findings),
                Step::Leave(NodeKind::Movetext) => walk.is_over = true,
                Step::Enter(NodeKind::TagSection | NodeKind::Movetext) | Step::Leave(_) => {}
            }
        }
        if !tags_are_known && end.is_game {
            self.hooks.tags.iter().for_each(|ask| ask(&walk, findings));
        }
        for fault in game.tree.faults() {
            for hook in &self.hooks.faults {
                if let Hook::Fault(kind, ask) = hook
                    && *kind == fault.kind
                {
                    ask(fault, &walk, findings);
                }
            }
        }
        self.hooks.end.iter().for_each(|ask| ask(&end, &walk, findings));
        let digest = self.has_file_rules().then(|| digest::digest(game, &walk.tags, walk.moves, &end));
        Walked { has_trouble: walk.has_trouble, has_escape_line: walk.has_escape_line, digest }
    }

    fn at_tag(&self, start: usize, walk: &mut Walk, end: &mut GameEnd, findings: &mut Vec<Finding>) {
        let tag = walk.replay.tag(start);
        end.is_game = true;
        end.last_token_end = tag.range.end;
        if !walk.replay.is_in_movetext() {
            self.hooks.tag.iter().for_each(|ask| ask(&tag, walk, findings));
            let of_this_length = self.hooks.named_tags.get(tag.name.len()).into_iter().flatten();
            of_this_length.filter(|(name, _)| *name == tag.name).for_each(|(_, ask)| ask(&tag, walk, findings));
            walk.tags.push(tag);
        }
    }

    #[inline]
    fn at_move(&self, range: Range<usize>, walk: &mut Walk, end: &mut GameEnd, findings: &mut Vec<Finding>) {
        if walk.is_over {
            walk.has_trouble = true;
            return end.after(range);
        }
        end.is_game = true;
        end.last_token_end = range.end;
        match walk.open_variations.last_mut() {
            Some(variation) => variation.add_move(&walk.replay.ply().outcome),
            None => {
                end.moves += 1;
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
            Outcome::Ambiguous { .. } | Outcome::Illegal { .. } => {
                end.failed += usize::from(!walk.is_in_variation());
                walk.has_trouble = true;
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
    fn at_token(
        &self,
        kind: TokenKind,
        range: Range<usize>,
        walk: &mut Walk,
        end: &mut GameEnd,
        findings: &mut Vec<Finding>,
    ) {
        if walk.is_over {
            if kind == TokenKind::MoveNumber || kind.is_termination() {
                end.after(range);
            } else if kind == TokenKind::Text {
                walk.has_trouble |= root_cause::is_end_of_comment(&walk.game.text[range]);
            }
            walk.has_escape_line |= kind == TokenKind::EscapeLine;
            return;
        }
        end.is_game |= walk.replay.is_in_movetext() && !kind.is_comment() && kind != TokenKind::EscapeLine;
        end.last_token_end = range.end;
        match kind {
            TokenKind::MoveNumber => self.at_number(range.clone(), walk, findings),
            TokenKind::BraceComment | TokenKind::UnclosedComment => {
                if let Some(variation) = walk.open_variations.last_mut() {
                    variation.comments += 1;
                }
                walk.since_move.add_comment(range.clone());
                self.at_comment(range.clone(), walk, findings);
            }
            TokenKind::LineComment => {
                walk.since_move.add_comment(range.clone());
                if let Some(variation) = walk.open_variations.last_mut() {
                    variation.comments += 1;
                }
            }
            TokenKind::Termination | TokenKind::OddTermination if walk.open_variations.is_empty() => {
                end.termination = Some(range.clone());
            }
            _ if kind.is_annotation() => self.at_annotation(kind, range.clone(), walk, findings),
            _ => {}
        }
        if self.hooks.token_kinds & 1 << kind as u8 != 0 {
            walk.has_escape_line |= kind == TokenKind::EscapeLine;
            for (wanted, ask) in &self.hooks.tokens {
                if *wanted == kind {
                    ask(range.clone(), walk, findings);
                }
            }
        }
    }

    /// A number is right if it is that of the move to come; after a wrong one, also if it goes on counting from there.
    #[inline]
    fn at_number(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let number = ast::move_number(&walk.game.text[range.clone()]);
        let mut count = walk.count;
        let fit = count.check(number, walk.replay.number(), walk.replay.turn(), walk.replay.setup().has_fen);
        if matches!(fit, Fit::Wrong | Fit::BeginsOwnCount) {
            walk.has_trouble |= fit == Fit::Wrong;
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
        let annotation = Annotation { range, nag };
        self.hooks.annotation.iter().for_each(|ask| ask(&annotation, walk, findings));
        if walk.annotations.len() < MOST_ANNOTATIONS {
            walk.annotations.push(annotation);
        }
    }

    #[inline]
    fn at_comment(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        walk.has_trouble |= root_cause::is_suspicious_comment(&walk.game.text[range.clone()]);
        self.hooks.comment.iter().for_each(|ask| ask(range.clone(), walk, findings));
        if !self.hooks.command.is_empty() {
            for command in commands(&walk.game.text[range.clone()], range.start) {
                self.hooks.command.iter().for_each(|ask| ask(&command, walk, findings));
            }
        }
    }

    fn leave_variation(&self, end: usize, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let Some(variation) = walk.end_variation(end) else { return };
        self.hooks.variation.iter().for_each(|ask| ask(&variation, walk, findings));
        walk.leave_variation(variation);
    }
}

impl<'game> Walk<'game> {
    /// The text of a range.
    pub fn text(&self, range: Range<usize>) -> &'game str {
        &self.game.text[range]
    }

    /// The text of the last move.
    pub fn move_text(&self) -> &'game str {
        self.text(self.replay.ply().range.clone())
    }

    /// The first tag pair of this name.
    pub fn tag(&self, name: &str) -> Option<&Tag<'game>> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The tag pair that byte `offset` of the game is part of. Logarithmic in the number of tag pairs.
    pub fn tag_at(&self, offset: usize) -> Option<&Tag<'game>> {
        let after = self.tags.partition_point(|tag| tag.range.start <= offset);
        self.tags.get(after.checked_sub(1)?).filter(|tag| offset < tag.range.end)
    }

    /// The syntax faults that begin in `range`. Logarithmic in the number of faults.
    pub fn faults_in(&self, range: Range<usize>) -> &'game [Fault] {
        let faults = self.game.tree.faults();
        let place = |offset: usize| faults.partition_point(|fault| fault.span().start < offset);
        faults.get(place(range.start)..place(range.end)).unwrap_or(&[])
    }

    /// The last syntax fault that begins before byte `offset`. Logarithmic in the number of faults.
    pub fn fault_before(&self, offset: usize) -> Option<&'game Fault> {
        self.faults_in(0..offset).last()
    }

    /// Whether the next thing to come is a move: none stands before here on the line, or a number does.
    pub fn is_before_move(&self) -> bool {
        !self.replay.has_moved() || self.since_move.number.is_some()
    }

    /// Whether the game has no syntax fault. Where it has one, its numbers may be what tells where the slip is.
    pub fn reads_cleanly(&self) -> bool {
        self.game.tree.faults().is_empty()
    }

    /// Whether anything up to here may have a slip behind it that is not where it shows. A comment with a `{` always has.
    pub fn has_trouble(&self) -> bool {
        self.has_trouble
    }

    /// Whether a variation is open.
    pub fn is_in_variation(&self) -> bool {
        !self.open_variations.is_empty()
    }
}

impl GameEnd {
    /// The result that the termination marker states, or the Result tag where there is none, and where it does.
    pub fn stated_result(&self, walk: &Walk) -> Option<(&'static str, Range<usize>)> {
        let place = self.termination.clone().or_else(|| Some(walk.tag("Result")?.inner_range()))?;
        Some((results::canonical(walk.text(place.clone()))?, place))
    }

    fn after(&mut self, range: Range<usize>) {
        let start = self.after_end.as_ref().map_or(range.start, |after| after.start);
        self.after_end = Some(start..range.end);
    }
}

/// Whether a step shows that the tag section is over.
fn is_after_tags(step: Step) -> bool {
    matches!(step, Step::Leave(NodeKind::TagSection) | Step::Enter(NodeKind::Movetext))
}
