//! One walk over a game that asks every rule where its hooks say.

mod lines_of_play;

use std::ops::Range;

use scoresheet_grammar::ast::{self, Tag};
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Fault, GameView, NodeKind, Parser, TokenKind, Tree};

use crate::finding::{Applicability, Finding, Level};
use crate::move_numbers::{Count, Fit};
use crate::nag;
use crate::replay::notes::Notes;
use crate::replay::{Outcome, Replay, Step};
use crate::results;
use crate::root_cause::{self, Candidate};
use crate::rule::{AskAboutNotes, AskAboutRange, AskAboutTag, Hook, Rule};

pub use lines_of_play::{Annotation, SinceMove, VariationEnd};

/// The rules to ask, sorted by where they want to be asked. Made once, used for every game.
pub struct Linter {
    lowest: Level,
    faults: Vec<Hook>,
    tag: Vec<AskAboutTag>,
    /// By the length of the name, so that a tag which nobody asks for costs next to nothing.
    named_tags: Vec<Vec<(&'static str, AskAboutTag)>>,
    tags: Vec<fn(&Walk, &mut Vec<Finding>)>,
    played: Vec<(Notes, AskAboutNotes)>,
    null_move: Vec<fn(&Walk, &mut Vec<Finding>)>,
    moves: Vec<fn(&Walk, &mut Vec<Finding>)>,
    annotation: Vec<fn(&Annotation, &Walk, &mut Vec<Finding>)>,
    comment: Vec<AskAboutRange>,
    failed: Vec<fn(&Walk, &mut Vec<Finding>)>,
    wrong_number: Vec<AskAboutRange>,
    tokens: Vec<(TokenKind, AskAboutRange)>,
    command: Vec<fn(&scoresheet_grammar::command::Command, &Walk, &mut Vec<Finding>)>,
    variation: Vec<fn(&VariationEnd, &Walk, &mut Vec<Finding>)>,
    slip: Vec<fn(&Candidate, &str, &mut Vec<Finding>)>,
    end: Vec<fn(&GameEnd, &Walk, &mut Vec<Finding>)>,
    /// Bit `kind as u8` is set where a rule asks for tokens of that kind.
    token_kinds: u64,
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
    /// The annotations of the last move of the line, in text order.
    pub annotations: Vec<Annotation>,
    /// Whether the movetext is over.
    is_over: bool,
    open_variations: Vec<VariationEnd>,
    /// Variations that have ended and may have another one beside them, the innermost last.
    ended_variations: Vec<VariationEnd>,
    /// Whether anything may have a slip behind it that is not where it shows.
    has_trouble: bool,
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

impl Linter {
    /// A linter that asks `rules` for findings of level `lowest` and above. Rules that never reach it cost nothing.
    pub fn new<'rules>(rules: impl IntoIterator<Item = &'rules &'static Rule>, lowest: Level) -> Linter {
        let mut linter = Linter {
            lowest,
            faults: Vec::new(),
            tag: Vec::new(),
            named_tags: Vec::new(),
            tags: Vec::new(),
            played: Vec::new(),
            null_move: Vec::new(),
            moves: Vec::new(),
            annotation: Vec::new(),
            comment: Vec::new(),
            failed: Vec::new(),
            wrong_number: Vec::new(),
            tokens: Vec::new(),
            command: Vec::new(),
            variation: Vec::new(),
            slip: Vec::new(),
            end: Vec::new(),
            token_kinds: 0,
        };
        rules
            .into_iter()
            .filter(|rule| rule.level >= lowest)
            .flat_map(|rule| rule.hooks)
            .for_each(|hook| linter.add(*hook));
        linter
    }

    /// What the rules say of a game, ordered by place. Ranges are relative to the game.
    pub fn check(&self, game: GameView) -> Vec<Finding> {
        let mut findings = Vec::new();
        let has_trouble = self.ask_about_faults_and_walk(game, false, &mut findings);
        if has_trouble
            && !self.slip.is_empty()
            && let Some((slips, text)) = root_cause::find(game)
        {
            findings = self.check_repaired(game.text, &slips, &text);
        }
        findings.retain(|finding| finding.level >= self.lowest);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        findings
    }

    /// The findings of a game in which slips explain what does not read: the slips, and what is left once they are undone.
    fn check_repaired(&self, original: &str, slips: &[Candidate], text: &str) -> Vec<Finding> {
        let mut findings = Vec::new();
        for slip in slips {
            self.slip.iter().for_each(|ask| ask(slip, original, &mut findings));
        }
        let mut tree = Tree::default();
        if Parser::new(text).next_game(&mut tree).is_some() {
            let from = findings.len();
            self.ask_about_faults_and_walk(GameView { text, tree: &tree }, true, &mut findings);
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
        findings
    }

    fn add(&mut self, hook: Hook) {
        match hook {
            Hook::Fault(..) => self.faults.push(hook),
            Hook::Tag(ask) => self.tag.push(ask),
            Hook::TagNamed(names, ask) => names.iter().for_each(|name| self.add_named_tag(name, ask)),
            Hook::Tags(ask) => self.tags.push(ask),
            Hook::Played(notes, ask) => self.played.push((notes, ask)),
            Hook::NullMove(ask) => self.null_move.push(ask),
            Hook::Move(ask) => self.moves.push(ask),
            Hook::Annotation(ask) => self.annotation.push(ask),
            Hook::Comment(ask) => self.comment.push(ask),
            Hook::Failed(ask) => self.failed.push(ask),
            Hook::WrongNumber(ask) => self.wrong_number.push(ask),
            Hook::Token(kind, ask) => {
                self.token_kinds |= 1 << kind as u8;
                self.tokens.push((kind, ask));
            }
            Hook::Command(ask) => self.command.push(ask),
            Hook::Variation(ask) => self.variation.push(ask),
            Hook::Slip(ask) => self.slip.push(ask),
            Hook::End(ask) => self.end.push(ask),
        }
    }

    fn add_named_tag(&mut self, name: &'static str, ask: AskAboutTag) {
        if self.named_tags.len() <= name.len() {
            self.named_tags.resize(name.len() + 1, Vec::new());
        }
        self.named_tags[name.len()].push((name, ask));
    }

    /// Ask every rule but those about slips, of a game in which slips were undone if it `is_repaired`. Returns whether
    /// anything may have a slip behind it.
    fn ask_about_faults_and_walk(&self, game: GameView, is_repaired: bool, findings: &mut Vec<Finding>) -> bool {
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
        };
        if !self.comment.is_empty() {
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
                self.tags.iter().for_each(|ask| ask(&walk, findings));
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
            self.tags.iter().for_each(|ask| ask(&walk, findings));
        }
        for fault in game.tree.faults() {
            for hook in &self.faults {
                if let Hook::Fault(kind, ask) = hook
                    && *kind == fault.kind
                {
                    ask(fault, &walk, findings);
                }
            }
        }
        self.end.iter().for_each(|ask| ask(&end, &walk, findings));
        walk.has_trouble
    }

    fn at_tag(&self, start: usize, walk: &mut Walk, end: &mut GameEnd, findings: &mut Vec<Finding>) {
        let tag = walk.replay.tag(start);
        end.is_game = true;
        end.last_token_end = tag.range.end;
        if !walk.replay.is_in_movetext() {
            self.tag.iter().for_each(|ask| ask(&tag, walk, findings));
            let of_this_length = self.named_tags.get(tag.name.len()).into_iter().flatten();
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
            None => end.moves += 1,
        }
        self.moves.iter().for_each(|ask| ask(walk, findings));
        walk.since_move = SinceMove::default();
        walk.annotations.clear();
        match &walk.replay.ply().outcome {
            Outcome::Played { notes, .. } if notes.is_empty() => {}
            Outcome::Played { notes, .. } => self.at_played(*notes, walk, findings),
            Outcome::Null { notes } => {
                self.null_move.iter().for_each(|ask| ask(walk, findings));
                self.at_played(*notes, walk, findings);
            }
            Outcome::Ambiguous { .. } | Outcome::Illegal { .. } => {
                end.failed += usize::from(!walk.is_in_variation());
                walk.has_trouble = true;
                self.failed.iter().for_each(|ask| ask(walk, findings));
            }
            Outcome::Unchecked => {}
        }
    }

    fn at_played(&self, notes: Notes, walk: &Walk, findings: &mut Vec<Finding>) {
        for (interest, ask) in &self.played {
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
        if self.token_kinds & 1 << kind as u8 != 0 {
            for (wanted, ask) in &self.tokens {
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
            self.wrong_number.iter().for_each(|ask| ask(range.clone(), walk, findings));
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
        self.annotation.iter().for_each(|ask| ask(&annotation, walk, findings));
        walk.annotations.push(annotation);
    }

    #[inline]
    fn at_comment(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        walk.has_trouble |= root_cause::is_suspicious_comment(&walk.game.text[range.clone()]);
        self.comment.iter().for_each(|ask| ask(range.clone(), walk, findings));
        for command in commands(&walk.game.text[range.clone()], range.start) {
            self.command.iter().for_each(|ask| ask(&command, walk, findings));
        }
    }

    fn leave_variation(&self, end: usize, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let Some(variation) = walk.end_variation(end) else { return };
        self.variation.iter().for_each(|ask| ask(&variation, walk, findings));
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

    /// Whether the game has no syntax fault. Where it has one, its numbers may be what tells where the slip is.
    pub fn reads_cleanly(&self) -> bool {
        self.game.tree.faults().is_empty()
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
