//! What the rules see of the walk over a game.

mod lines_of_play;
mod memory;

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Fault, GameView};

use crate::finding::Level;
use crate::move_hash::Hash;
use scoresheet_chess::move_numbers::Count;
use scoresheet_chess::replay::Replay;
use scoresheet_chess::results;

use lines_of_play::Variations;
pub use lines_of_play::{Annotation, MOST_ANNOTATIONS, SinceMove, VariationEnd};
use memory::WalkMemory;

/// So many places of troubles are noted: slips are looked for at fewer of them.
const MOST_TROUBLES: usize = 1000;

/// What a rule sees of the walk.
pub struct Walk<'game> {
    /// The game.
    pub game: GameView<'game>,
    /// The tag pairs so far, in text order.
    pub tags: Vec<Tag<'game>>,
    /// The replay; it stands after the move that a hook is called for.
    pub replay: Replay<'game>,
    /// The lowest level of findings that anybody hears of.
    pub(crate) lowest_heard: Level,
    /// How the game counts its moves up to here.
    pub(crate) count: Count,
    /// Whether slips that explained what did not read have been undone in this text.
    pub is_repaired: bool,
    /// What stands behind the last move of the line.
    pub since_move: SinceMove,
    /// The annotations of the last move of the line, in text order; the first [`MOST_ANNOTATIONS`] of them.
    pub annotations: Vec<Annotation>,
    /// What is known of what a rule is told at the end of the game.
    pub(crate) end: GameEnd,
    /// Whether the tag section is over.
    pub(crate) tags_are_known: bool,
    /// Whether the movetext is over.
    pub(crate) is_over: bool,
    pub(crate) open_variations: Variations,
    /// Variations that have ended and may have another one beside them, the innermost last.
    ended_variations: Variations,
    /// Variations that are forgotten, as memory for those to come: there are many.
    spare_variations: Variations,
    /// Whether anything may have a slip behind it that is not where it shows.
    pub(crate) has_trouble: bool,
    /// Where such things are, the first of them. Byte offsets, ascending.
    pub(crate) troubles: Vec<usize>,
    /// The moves of the main line so far, where a rule about whole files asks for them.
    pub(crate) moves: Hash,
    /// Whether any line may allow something.
    pub(crate) has_escape_line: bool,
    /// Where the memory of these lists goes in the end, if anywhere.
    memory: Option<Box<WalkMemory>>,
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

impl<'game> Walk<'game> {
    // The walk is large: as a call, this would have it copied.
    #[inline(always)]
    pub(crate) fn new(game: GameView<'game>, is_repaired: bool) -> Walk<'game> {
        let mut memory = WalkMemory::take();
        let mut tags = memory.take_tags();
        tags.reserve(16);
        Walk {
            game,
            tags,
            replay: Replay::new(game),
            lowest_heard: Level::Hint,
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
            has_trouble: false,
            troubles: Vec::new(),
            moves: Hash::START,
            has_escape_line: false,
            memory: Some(memory),
        }
    }

    pub(crate) fn note_trouble(&mut self, place: usize) {
        self.has_trouble = true;
        if self.troubles.len() < MOST_TROUBLES {
            self.troubles.push(place);
        }
    }

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

    /// Whether the game has no syntax fault up to here. Behind one, numbers may be what tells where the slip is. What is behind this
    /// place does not count: what is said of one place is not to depend on all others.
    pub fn reads_cleanly(&self) -> bool {
        self.game.tree.faults().first().is_none_or(|first| first.span().start >= self.replay.offset())
    }

    /// Whether anything up to here may have a slip behind it that is not where it shows. A comment with a `{` always has.
    pub fn has_trouble(&self) -> bool {
        self.has_trouble
    }

    /// Whether anybody hears of a finding of this level. Of one that nobody hears of neither a message nor fixes are wanted.
    pub(crate) fn is_heard(&self, level: Level) -> bool {
        level >= self.lowest_heard
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

    pub(crate) fn after(&mut self, range: Range<usize>) {
        let start = self.after_end.as_ref().map_or(range.start, |after| after.start);
        self.after_end = Some(start..range.end);
    }
}
