//! A move as an engine sees it.

use shakmaty::Move;
use shakmaty::variant::VariantPosition;

use super::evaluator::{BestLine, Evaluator};
use super::judgement::{Judgement, chances_lost, judge};
use super::score::Score;

/// A move as an engine sees it. Scores are for the side that moves.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The best line instead of the move; the move itself may begin it.
    pub best: BestLine,
    /// The score of the move.
    pub played: Score,
    /// The class of mistakes that it belongs to; `None` for a move that is good enough.
    pub judgement: Option<Judgement>,
}

/// Moves that lose no more winning chances are as good as the best.
const AS_GOOD: f64 = 0.04;

impl Judged {
    /// Asks an engine about a move, by the positions before and after it. `None` if it does not answer.
    pub fn of(
        before: &VariantPosition,
        action: Move,
        after: &VariantPosition,
        engine: &dyn Evaluator,
    ) -> Option<Judged> {
        let best = engine.best(before)?;
        if best.moves.first() == Some(&action) {
            return Some(Judged { played: best.score, best, judgement: None });
        }
        let mut played = engine.score(after)?.before_move();
        // Two positions are searched to different depths, so what seems to be a mistake is compared once more, with the other moves of its own.
        if judge(best.score, played).is_some() {
            played = played.max(engine.best_among(before, &[action])?.score);
        }
        let judgement = judge(best.score, played);
        Some(Judged { best, played, judgement })
    }

    /// Whether the move is as good as the best one.
    pub fn is_best(&self) -> bool {
        self.judgement.is_none() && chances_lost(self.best.score, self.played) < AS_GOOD
    }
}
