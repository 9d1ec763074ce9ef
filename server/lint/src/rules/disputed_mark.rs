use super::disputes::{level_of, numbers};
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::annotated_moves::{AnnotatedMove, annotated_moves};
use scoresheet_chess::evaluation::{Evaluator, Judgement};
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::replay::has_single_legal_move;
use scoresheet_grammar::GameView;

declare_rule! {
    /// A mark of a mistake on a move that an engine finds best, or of a good move on a mistake.
    ///
    /// ## What it does
    /// Asks the engine of `check --engine` about moves with `??` or `?`, which it reports if the move is as good as the best one, and about moves
    /// with `!` or `!!`, which it reports if the move is a mistake. How much a move loses is measured in winning chances, as Lichess does. The finding
    /// is a warning for `??` and for `!` on a blunder, otherwise information. In variations, too.
    ///
    /// ## Why is this bad?
    /// Readers learn from marks. A mark on the wrong move, often the one before, teaches the opposite.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "4k2r/8/8/8/8/8/8/4K2R w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. Rxh8+ $4 Kd7 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [FEN "4k2r/8/8/8/8/8/8/4K2R w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. Rxh8+ Kd7 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.2.3.8 and 10.
    name: "disputed-mark", group: Engine, level: Warning, fix: None, hooks: [Hook::EvaluatedGame(check)],
}

fn check(game: GameView, engine: &dyn Evaluator, findings: &mut Findings) {
    for one in annotated_moves(game, &MoveTree::of(game)) {
        for (nag, range) in &one.nags {
            if let Some((level, what)) = dispute(*nag, &one, engine) {
                let mark = &game.text[range.clone()];
                findings.push(Finding { level, ..RULE.finding(range.clone(), format!("{mark} is on {what}")) });
            }
        }
    }
}

/// Why the mark does not fit, and the level of the finding.
fn dispute(nag: u16, one: &AnnotatedMove, engine: &dyn Evaluator) -> Option<(Level, String)> {
    if !matches!(nag, 1..=4) || has_single_legal_move(&one.before) {
        return None;
    }
    let judged = one.judged(engine)?;
    match (nag, judged.judgement) {
        (2 | 4, None) if judged.is_best() => {
            let level = if nag == 4 { Level::Warning } else { Level::Info };
            let what = match judged.best.moves.first() == Some(&one.action) {
                true => format!("the engine's best move ({})", judged.played),
                false => format!("a move that {}", numbers(&judged, &one.before)),
            };
            Some((level, what))
        }
        (1 | 3, Some(judgement @ (Judgement::Mistake | Judgement::Blunder))) => {
            Some((level_of(judgement), format!("a move that {}", numbers(&judged, &one.before))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn marks_are_compared_with_what_moves_lose() {
        check(
            &RULE,
            "
[SetUp \"1\"]
[FEN \"4k2r/8/8/8/8/8/8/4K2R w - - 0 1\"]

1. Rxh8+?? (1. Ke2! Rxh1) (1. Kd2 $4 Rxh1 $4) (1. Ke2 ! $14) 1... Kd7 *
        ^^ ?? is on the engine's best move (+5.00)
                  ^ ! is on a move that loses 10.0 pawns: Rxh8+ (+5.00), this move -5.00
                                          ^^ $4 is on the engine's best move (+5.00)
                                                      ^ ! is on a move that loses 10.0 pawns: Rxh8+ (+5.00), this move -5.00
",
        );
        check(
            &RULE,
            "[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Rxh8+! (1. Ke2?? Rxh1 $1) (1. Kd2 $6) 1... Kd7!? *\n",
        );
        check(&RULE, "1. e4 f6 2. Qh5+ g6?? *\n");
    }
}
