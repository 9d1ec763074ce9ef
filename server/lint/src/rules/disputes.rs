//! What the rules share that compare a text with an engine.

use crate::finding::Level;
use scoresheet_chess::evaluation::{BestLine, Judgement};
use shakmaty::Move;
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;

/// The level of a finding that a move loses so much: the smallest losses depend on the engine and on how long it searches.
pub(super) fn level_of(judgement: Judgement) -> Level {
    match judgement {
        Judgement::Blunder => Level::Warning,
        Judgement::Mistake => Level::Info,
        Judgement::Inaccuracy => Level::Hint,
    }
}

/// Returns a legal move in SAN.
pub(super) fn written(position: &VariantPosition, action: Move) -> String {
    SanPlus::from_move(position.clone(), action).to_string()
}

/// Returns the first move of a line with its score: `Nf3 (+0.30)`.
pub(super) fn scored(position: &VariantPosition, line: &BestLine) -> String {
    let first = line.moves.first().map(|action| written(position, *action)).unwrap_or_default();
    format!("{first} ({})", line.score)
}
