//! What the rules share that compare a text with an engine.

use crate::finding::Level;
use scoresheet_chess::evaluation::{BestLine, Judged, Judgement, Score};
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

/// Returns what a move loses with the numbers: `loses 3.2 pawns: Nf3 (+0.30), this move -2.90`.
pub(super) fn numbers(judged: &Judged, position: &VariantPosition) -> String {
    let loss = loss(judged.best.score, judged.played);
    format!("{loss}: {}, this move {}", scored(position, &judged.best), judged.played)
}

/// Returns what a move gives away, with a verb: `loses 3.2 pawns`, `misses mate in 3`, `allows mate in 2`.
fn loss(best: Score, played: Score) -> String {
    match (best, played) {
        (_, Score::Mated(moves)) => format!("allows mate in {moves}"),
        (Score::Mates(moves), Score::Centipawns(_)) => format!("misses mate in {moves}"),
        (Score::Mates(one), Score::Mates(other)) if one < other => format!("mates in {other} instead of {one}"),
        _ => {
            let lost = best.centipawns().unwrap_or(0).saturating_sub(played.centipawns().unwrap_or(0)).max(0);
            let pawns = f64::from(lost) / 100.0;
            format!("loses {pawns:.1} {}", if lost == 100 { "pawn" } else { "pawns" })
        }
    }
}
