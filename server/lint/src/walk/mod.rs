//! The state of the walk over a game that rules see.

mod lines_of_play;
mod memory;

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Fault, FaultKind, GameView};

use crate::finding::Level;
use scoresheet_chess::duplicates::Destinations;
use scoresheet_chess::move_numbers::Count;
use scoresheet_chess::replay::Replay;
use scoresheet_chess::results;

use lines_of_play::Variations;
pub(crate) use lines_of_play::{Annotation, MOST_ANNOTATIONS, SinceMove, VariationEnd};
use memory::WalkMemory;

/// The state of the walk that rules see.
pub struct Walk<'game> {
    /// The game.
    pub game: GameView<'game>,
    /// The tag pairs so far, in text order.
    pub tags: Vec<Tag<'game>>,
    /// The replay; it has just played the move that a hook is called for.
    pub replay: Replay<'game>,
    /// The lowest level of findings that are reported.
    pub(crate) lowest_reported: Level,
    /// The state of the game's move numbering.
    pub(crate) count: Count,
    /// Whether slips that explained syntax faults or illegal moves have been undone in this text.
    pub is_repaired: bool,
    /// The tokens after the last move of the line.
    pub since_move: SinceMove,
    /// The annotations of the last move of the line, in text order; the first [`MOST_ANNOTATIONS`] of them.
    pub annotations: Vec<Annotation>,
    /// The summary that rules get at the end of the game, as far as it is known.
    pub(crate) end: GameEnd,
    /// Whether the tag section is over.
    pub(crate) tags_are_known: bool,
    /// Whether the movetext is over.
    pub(crate) is_over: bool,
    pub(crate) open_variations: Variations,
    /// Variations that have ended and may still get a sibling, the innermost last.
    ended_variations: Variations,
    /// Variations whose contents no longer matter, as buffers for the next ones.
    spare_variations: Variations,
    /// The byte offset of the first thing so far that may be the consequence of a slip elsewhere.
    pub(crate) trouble: Option<usize>,
    /// Where the moves of the main line go so far, if a rule about whole files is active.
    pub(crate) moves: Destinations,
    /// Whether the game has an escape line, which may suppress findings.
    pub(crate) has_escape_line: bool,
    /// The buffers that the lists return to after the walk.
    memory: Option<Box<WalkMemory>>,
}

/// The summary of a game that rules get at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEnd {
    /// The number of moves of the main line.
    pub moves: usize,
    /// The number of moves of the main line that are illegal or ambiguous.
    pub failed: usize,
    /// The termination marker of the main line.
    pub termination: Option<Range<usize>>,
    /// The range of the moves, move numbers and markers after the termination marker.
    pub after_end: Option<Range<usize>>,
    /// The byte offset of the end of the movetext's last token, or of the tag section if there is no movetext.
    pub last_token_end: usize,
    /// Whether there is anything besides free text, comments and escape lines: a comment at the top of a file is not a game.
    pub is_game: bool,
}

impl<'game> Walk<'game> {
    // Inlined: a call would copy the walk, which is large.
    #[inline(always)]
    pub(crate) fn new(game: GameView<'game>, is_repaired: bool) -> Walk<'game> {
        let mut memory = WalkMemory::take();
        let mut tags = memory.take_tags();
        tags.reserve(16);
        Walk {
            game,
            tags,
            replay: Replay::new(game),
            lowest_reported: Level::Hint,
            count: Count::default(),
            is_repaired,
            since_move: SinceMove::at_line_start(),
            annotations: std::mem::take(&mut memory.annotations),
            end: GameEnd::default(),
            tags_are_known: false,
            is_over: false,
            open_variations: std::mem::take(&mut memory.open_variations),
            ended_variations: std::mem::take(&mut memory.ended_variations),
            spare_variations: std::mem::take(&mut memory.spare_variations),
            trouble: None,
            moves: Destinations::START,
            has_escape_line: false,
            memory: Some(memory),
        }
    }

    /// Returns the text of a range.
    pub fn text(&self, range: Range<usize>) -> &'game str {
        &self.game.text[range]
    }

    /// Returns the text of the last move.
    pub fn move_text(&self) -> &'game str {
        self.text(self.replay.ply().range.clone())
    }

    /// Returns the first tag pair with this name.
    pub fn tag(&self, name: &str) -> Option<&Tag<'game>> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Returns the tag pair that contains byte `offset` of the game. Logarithmic in the number of tag pairs.
    pub fn tag_at(&self, offset: usize) -> Option<&Tag<'game>> {
        let after = self.tags.partition_point(|tag| tag.range.start <= offset);
        self.tags.get(after.checked_sub(1)?).filter(|tag| offset < tag.range.end)
    }

    /// Returns the syntax faults that begin in `range`. Logarithmic in the number of faults.
    pub fn faults_in(&self, range: Range<usize>) -> &'game [Fault] {
        let faults = self.game.tree.faults();
        let place = |offset: usize| faults.partition_point(|fault| fault.span().start < offset);
        faults.get(place(range.start)..place(range.end)).unwrap_or(&[])
    }

    /// Whether a fault of the quotes of a tag pair, or in them, is reported: what its value is follows from that.
    pub(crate) fn has_unclear_value(&self, tag: &Tag) -> bool {
        self.faults_in(tag.range.clone()).iter().any(|fault| {
            matches!(
                fault.kind,
                FaultKind::UnquotedTagValue
                    | FaultKind::UnopenedTagValue
                    | FaultKind::UnclosedTagValue
                    | FaultKind::UnclosedTagAndValue
                    | FaultKind::UnescapedQuote
                    | FaultKind::LineBreakInTagValue
            )
        })
    }

    /// Returns the last syntax fault that begins before byte `offset`. Logarithmic in the number of faults.
    pub fn fault_before(&self, offset: usize) -> Option<&'game Fault> {
        let faults = self.game.tree.faults();
        faults.get(faults.partition_point(|fault| fault.span().start < offset).checked_sub(1)?)
    }

    /// Whether a move comes next: the line has no move yet, or a move number is the last indication.
    pub fn is_before_move(&self) -> bool {
        !self.replay.has_moved() || self.since_move.number.is_some()
    }

    /// Whether the game has no syntax fault up to here. After a fault, move numbers may show where the slip is. Faults after this place
    /// do not count: a finding depends on the text before it only.
    pub fn reads_cleanly(&self) -> bool {
        self.game.tree.faults().first().is_none_or(|first| first.span().start >= self.replay.offset())
    }

    /// Whether anything up to here may be the consequence of a slip elsewhere. A comment that contains `{` counts.
    pub fn has_trouble(&self) -> bool {
        self.trouble.is_some()
    }

    /// What is at byte `place` may be the consequence of a slip elsewhere.
    pub(crate) fn add_trouble(&mut self, place: usize) {
        self.trouble = Some(self.trouble.map_or(place, |first| first.min(place)));
    }

    /// Whether findings of this level are reported. Findings that are not need neither a message nor fixes.
    pub(crate) fn is_reported(&self, level: Level) -> bool {
        level >= self.lowest_reported
    }

    /// Whether a variation is open.
    pub fn is_in_variation(&self) -> bool {
        !self.open_variations.is_empty()
    }
}

impl GameEnd {
    /// Returns the result of the termination marker or, if there is none, of the Result tag, and its range.
    pub fn stated_result(&self, walk: &Walk) -> Option<(&'static str, Range<usize>)> {
        let place = self.termination.clone().or_else(|| Some(walk.tag("Result")?.inner_range()))?;
        Some((results::canonical(walk.text(place.clone()))?, place))
    }

    pub(crate) fn after(&mut self, range: Range<usize>) {
        let start = self.after_end.as_ref().map_or(range.start, |after| after.start);
        self.after_end = Some(start..range.end);
    }
}
