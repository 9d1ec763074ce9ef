//! The attempt of an engine at a test position: a record with best moves, moves to avoid or a mate.

use shakmaty::{Move, Position};

use super::evaluator::{BestLine, Evaluator};
use super::score::Score;
use crate::epd::RecordView;
use crate::epd::moves::MoveOperand;

/// What a record asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPosition {
    /// The moves of `bm`; empty without it.
    pub best: Vec<Move>,
    /// The moves of `am`; empty without it.
    pub avoided: Vec<Move>,
    /// The mate of `dm`.
    pub mate: Option<u32>,
}

/// What an engine did.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Its best line.
    pub found: BestLine,
    /// Whether it is as the record asks.
    pub is_solved: bool,
    /// If it is not, and the record asks for moves: the best line that would be.
    pub wanted: Option<BestLine>,
}

impl TestPosition {
    /// Returns what a record asks for. `None` if that is nothing, or its position or one of its moves cannot be read.
    pub fn of(view: &RecordView) -> Option<TestPosition> {
        view.position().filter(|position| !position.is_game_over())?;
        let actions =
            |opcode| -> Option<Vec<Move>> { view.moves_named(opcode).iter().map(MoveOperand::action).collect() };
        let mate = view.value("dm").and_then(|value| value.parse().ok()).filter(|moves| *moves > 0);
        let test = TestPosition { best: actions("bm")?, avoided: actions("am")?, mate };
        let asks = !test.best.is_empty() || !test.avoided.is_empty() || test.mate.is_some();
        asks.then_some(test)
    }

    /// Lets an engine try. `None` if it does not answer.
    pub fn attempt(&self, view: &RecordView, engine: &dyn Evaluator) -> Option<Attempt> {
        let position = view.position()?;
        let found = engine.best(position)?;
        let first = found.moves.first()?;
        let is_wanted =
            |action: &Move| (self.best.is_empty() || self.best.contains(action)) && !self.avoided.contains(action);
        let mates = |moves: u32| matches!(found.score, Score::Mates(found) if found <= moves);
        // Where a record has a move and the length of the mate, the move is the solution.
        let asks_for_mate = self.best.is_empty() && self.avoided.is_empty();
        let is_solved = is_wanted(first) && (!asks_for_mate || self.mate.is_none_or(mates));
        let wanted: Vec<Move> = match is_wanted(first) {
            true => Vec::new(),
            false => position.legal_moves().into_iter().filter(is_wanted).collect(),
        };
        let wanted = if wanted.is_empty() { None } else { Some(engine.best_among(position, &wanted)?) };
        Some(Attempt { found, is_solved, wanted })
    }
}
