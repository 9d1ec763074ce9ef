//! What the walk knows of the lines of play: what stands between two moves, what a variation replaces and plays.

use std::ops::Range;

use shakmaty::Move;

use super::Walk;
use scoresheet_chess::move_numbers::Fit;
use scoresheet_chess::replay::Outcome;

/// So many variations in place of the same move are remembered, so that comparing them with each other stays cheap.
const MOST_SIBLINGS: usize = 32;

/// So many annotations of the same move are remembered, so that comparing them with each other stays cheap. The standard
/// defines no more numbers than 140.
pub const MOST_ANNOTATIONS: usize = 64;

/// What stands behind the last move of a line (at its beginning, behind nothing) and before the next, variations left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SinceMove {
    /// The last move number indication, and how it fits the move to come.
    pub(crate) number: Option<(Range<usize>, Fit)>,
    /// The last comment.
    pub comment: Option<Range<usize>>,
    /// Whether a move of Black has its number in export format (section 8.2.2.2): there is a comment or a variation, or it is
    /// the first of its line.
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

/// What a rule is told at the end of a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariationEnd {
    /// The whole variation with its parentheses; half-open byte offsets relative to the game, as all ranges here.
    pub range: Range<usize>,
    /// How many moves stand in it, those of inner variations left out.
    pub moves: usize,
    /// How many comments stand in it, those of inner variations left out.
    pub comments: usize,
    /// How many variations stand in it.
    pub variations: usize,
    /// Whether the line it hangs on has no move yet that it could replace.
    pub is_before_first_move: bool,
    /// The move that it replaces and where that stands; no move where it could not be played.
    pub replaces: Option<(Option<Move>, Range<usize>)>,
    /// Its first moves, up to one that could not be played.
    pub played: Vec<Move>,
    /// How many variations are open around it.
    depth: usize,
    /// What stood before it, behind the move that it replaces.
    interrupted: (SinceMove, Vec<Annotation>),
}

/// Variations of a game, in boxes, as they are large and go from list to list.
pub(crate) type Variations = Vec<Box<VariationEnd>>;

impl Walk<'_> {
    /// The variations before `variation` that replace the same move, in text order; not all where there are many.
    pub fn beside(&self, variation: &VariationEnd) -> impl ExactSizeIterator<Item = &VariationEnd> {
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
        variation.replaces = self.replay.replaced_move();
        variation.depth = self.open_variations.len();
        self.open_variations.push(variation);
    }

    /// The innermost open variation, which ends at byte `end`; rules are yet to be asked about it.
    pub(crate) fn end_variation(&mut self, end: usize) -> Option<Box<VariationEnd>> {
        let mut variation = self.open_variations.pop()?;
        variation.range.end = end;
        while let Some(ended) = self.ended_variations.last()
            && ended.depth >= variation.depth
            && !ended.is_beside(&variation)
        {
            self.spare_variations.extend(self.ended_variations.pop());
        }
        Some(variation)
    }

    /// Go back to where the line stood that a variation interrupted.
    pub(crate) fn leave_variation(&mut self, mut variation: Box<VariationEnd>) {
        let (since_move, annotations) = &mut variation.interrupted;
        self.since_move = SinceMove { calls_for_number: true, ..std::mem::take(since_move) };
        std::mem::swap(&mut self.annotations, annotations);
        if self.beside(&variation).len() < MOST_SIBLINGS {
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
    fn is_beside(&self, other: &VariationEnd) -> bool {
        self.depth == other.depth && self.replaces == other.replaces
    }
}
