//! The state of the walk on a line: the tokens between two moves, the moves of a variation and the move that it replaces.

use std::ops::Range;

use shakmaty::Move;

use super::Walk;
use scoresheet_chess::move_numbers::Fit;
use scoresheet_chess::replay::Outcome;

/// The number of variations in place of the same move that are remembered, so that comparing them with each other stays cheap.
const MOST_SIBLINGS: usize = 32;

/// The number of annotations of the same move that are remembered, so that comparing them with each other stays cheap. The
/// standard defines no more than 140 NAGs.
pub(crate) const MOST_ANNOTATIONS: usize = 64;

/// The tokens after the last move of a line, or since the start of the line, and before the next move. Variations do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SinceMove {
    /// The last move number indication, and how it fits the next move.
    pub(crate) number: Option<(Range<usize>, Fit)>,
    /// The last comment.
    pub comment: Option<Range<usize>>,
    /// Whether export format writes a move number before a move of Black (section 8.2.2.2): a comment or a variation precedes the
    /// move, or the move is the first of its line.
    pub calls_for_number: bool,
}

/// A NAG, a suffix or a traditional sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Half-open byte offsets relative to the game.
    pub range: Range<usize>,
    /// Its number, or that of the NAG with the same meaning, if there is one.
    pub nag: Option<u32>,
}

/// A variation that has ended, as rules see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariationEnd {
    /// The whole variation with its parentheses; half-open byte offsets relative to the game, as all ranges here.
    pub range: Range<usize>,
    /// The number of its moves without those of inner variations.
    pub moves: usize,
    /// The number of its comments without those of inner variations.
    pub comments: usize,
    /// The number of variations directly inside it.
    pub variations: usize,
    /// Whether it precedes the first move of the line that it interrupts, so that it replaces no move.
    pub is_before_first_move: bool,
    /// Whether it begins after the last move of that line, so that it replaces no move, either.
    pub continues: bool,
    /// The move that it replaces and its range; no move if that move is illegal.
    pub replaces: Option<(Option<Move>, Range<usize>)>,
    /// Its first moves, up to the first that cannot be played.
    pub played: Vec<Move>,
    /// The number of variations around it.
    depth: usize,
    /// The state of the interrupted line: the tokens and annotations after the move that it replaces.
    interrupted: (SinceMove, Vec<Annotation>),
}

/// Variations of a game; boxed, as they are large and move between lists.
pub(crate) type Variations = Vec<Box<VariationEnd>>;

impl Walk<'_> {
    /// Returns the variations before `variation` that replace the same move, in text order; at most [`MOST_SIBLINGS`].
    pub fn siblings(&self, variation: &VariationEnd) -> impl ExactSizeIterator<Item = &VariationEnd> {
        let first = self.ended_variations.partition_point(|ended| ended.depth < variation.depth);
        self.ended_variations[first..].iter().map(|ended| &**ended)
    }

    pub(crate) fn enter_variation(&mut self, start: usize) {
        if let Some(outer) = self.open_variations.last_mut() {
            outer.variations += 1;
        }
        let mut variation = self.spare_variations.pop().unwrap_or_default();
        let VariationEnd { range, played, interrupted, .. } = &mut *variation;
        *range = start..start;
        played.clear();
        interrupted.0 = std::mem::replace(&mut self.since_move, SinceMove::at_line_start());
        std::mem::swap(&mut interrupted.1, &mut self.annotations);
        self.annotations.clear();
        (variation.moves, variation.comments, variation.variations) = (0, 0, 0);
        variation.is_before_first_move = self.replay.is_at_line_start();
        variation.continues = self.replay.continues_line();
        variation.replaces = self.replay.replaced_move();
        variation.depth = self.open_variations.len();
        self.open_variations.push(variation);
    }

    /// Ends the innermost open variation at byte `end` and returns it; no rule has been called for it yet.
    pub(crate) fn end_variation(&mut self, end: usize) -> Option<Box<VariationEnd>> {
        let mut variation = self.open_variations.pop()?;
        variation.range.end = end;
        while let Some(ended) = self.ended_variations.last()
            && ended.depth >= variation.depth
            && !ended.replaces_same_move_as(&variation)
        {
            self.spare_variations.extend(self.ended_variations.pop());
        }
        Some(variation)
    }

    /// Returns to the line that a variation interrupted.
    pub(crate) fn leave_variation(&mut self, mut variation: Box<VariationEnd>) {
        let (since_move, annotations) = &mut variation.interrupted;
        self.since_move = SinceMove { calls_for_number: true, ..std::mem::take(since_move) };
        std::mem::swap(&mut self.annotations, annotations);
        if self.siblings(&variation).len() < MOST_SIBLINGS {
            self.ended_variations.push(variation);
        } else {
            self.spare_variations.push(variation);
        }
    }
}

impl SinceMove {
    pub(crate) fn at_line_start() -> SinceMove {
        SinceMove { calls_for_number: true, ..SinceMove::default() }
    }

    pub(crate) fn add_comment(&mut self, range: Range<usize>) {
        self.comment = Some(range);
        self.calls_for_number = true;
    }
}

impl VariationEnd {
    pub(crate) fn add_move(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Played { action, .. } => self.add_played(*action),
            _ => self.moves += 1,
        }
    }

    #[inline]
    pub(crate) fn add_played(&mut self, action: Move) {
        if self.played.len() == self.moves {
            self.played.push(action);
        }
        self.moves += 1;
    }

    /// Whether both replace the same move.
    fn replaces_same_move_as(&self, other: &VariationEnd) -> bool {
        self.depth == other.depth && self.continues == other.continues && self.replaces == other.replaces
    }
}
