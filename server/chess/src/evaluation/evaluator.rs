//! Questions about positions, answers to them, and who answers.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use super::score::Score;

/// A position, and what is to be found out about it.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position, in which the side to move has a legal move.
    pub position: &'a VariantPosition,
    /// The number of lines wanted, from 1 up. There are fewer where there are fewer moves.
    pub lines: usize,
    /// The moves that are considered; all if empty.
    pub among: &'a [Move],
}

/// An engine's answer: its lines, the best first. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The lines.
    pub lines: Vec<BestLine>,
}

/// A line of best play, and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// The score for the side to move at its beginning.
    pub score: Score,
    /// Legal moves, one after the other. There is at least one.
    pub moves: Vec<Move>,
}

/// Something that evaluates positions: an engine.
pub trait Evaluator: Send + Sync {
    /// Returns the evaluation of a position. The same question always gets the same answer. `None` if the engine does not play this variant, or
    /// has failed.
    fn evaluate(&self, question: &Question) -> Option<Evaluation>;
}

impl dyn Evaluator + '_ {
    /// Returns the best line of a position among all moves.
    pub fn best(&self, position: &VariantPosition) -> Option<BestLine> {
        self.lines(position, 1)?.into_iter().next()
    }

    /// Returns the best lines of a position, at most `lines`.
    pub fn lines(&self, position: &VariantPosition, lines: usize) -> Option<Vec<BestLine>> {
        Some(self.evaluate(&Question { position, lines, among: &[] })?.lines)
    }

    /// Returns the best line that begins with one of the legal moves `among`. `None` if there are none.
    pub fn best_among(&self, position: &VariantPosition, among: &[Move]) -> Option<BestLine> {
        if among.is_empty() {
            return None;
        }
        self.evaluate(&Question { position, lines: 1, among })?.lines.into_iter().next()
    }

    /// Returns the score of a position for the side to move, also where the game is over.
    pub fn score(&self, position: &VariantPosition) -> Option<Score> {
        match final_score(position) {
            Some(score) => Some(score),
            None => Some(self.best(position)?.score),
        }
    }
}

/// Returns the score of a position without a legal move, or in which neither side can win; `None` where the game goes on.
pub fn final_score(position: &VariantPosition) -> Option<Score> {
    if position.is_checkmate() {
        return Some(Score::Mated(0));
    }
    position.is_game_over().then_some(Score::Centipawns(0))
}
