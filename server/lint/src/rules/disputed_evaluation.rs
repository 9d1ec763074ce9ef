use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::annotated_moves::annotated_moves;
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::MATE;
use scoresheet_chess::evaluation::{Evaluator, Score};
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_grammar::GameView;
use shakmaty::Position;
use std::ops::Range;

declare_rule! {
    /// An evaluation that differs much from that of an engine.
    ///
    /// ## What it does
    /// Compares `[%eval]` after a move, and `ce` of a record, with the evaluation by the engine of `check --engine`. A difference of three tenths of the
    /// winning chances between lost and won, half as much as between an equal and a won position, is reported as information, from twice as much
    /// on as a warning.
    ///
    /// ## Why is this bad?
    /// The evaluation may belong to another move, or be that of the side to move instead of White, and programs draw curves and count mistakes
    /// from it.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "4k2r/8/8/8/8/8/8/4K2R w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. Rxh8+ {[%eval -5.0]} 1... Kd7 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [FEN "4k2r/8/8/8/8/8/8/4K2R w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. Rxh8+ {[%eval 5.0]} 1... Kd7 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.5.6.
    name: "disputed-evaluation", group: Engine, level: Warning, fix: None,
    hooks: [Hook::EvaluatedGame(check_game), Hook::EvaluatedRecord(check_record)],
}

/// The differences of winning chances, of which there are 2 between lost and won, from which an evaluation is disputed, and from which it is wrong.
const DISPUTED: f64 = 0.6;
const WRONG: f64 = 1.2;

fn check_game(game: GameView, engine: &dyn Evaluator, findings: &mut Findings) {
    for one in annotated_moves(game, &MoveTree::of(game)) {
        let written: Vec<(Score, Range<usize>)> = one.evaluations(game).collect();
        if written.is_empty() {
            continue;
        }
        let Some(score) = engine.score(&one.after) else { continue };
        let score = if one.after.turn().is_white() { score } else { score.for_opponent() };
        for (written, range) in written {
            findings.extend(dispute(written, score, range, "for White"));
        }
    }
}

fn check_record(view: &RecordView, engine: &dyn Evaluator, findings: &mut Findings) {
    let (Some(position), Some(operation)) = (view.position(), view.operation("ce")) else { return };
    let Some(operand) = view.operands(operation).first() else { return };
    let Some(written) = view.value("ce").and_then(|value| read(value.parse().ok()?)) else { return };
    if let Some(score) = engine.score(position) {
        findings.extend(dispute(written, score, operand.range.clone(), "for the side to move"));
    }
}

/// The score of a `ce` (section 16.2.5.6).
fn read(value: i64) -> Option<Score> {
    /// Nearer to a mate, the number counts the plies to it.
    const LONGEST_MATE: i64 = 1000;
    let plies = MATE.checked_sub(value.checked_abs()?)?;
    if !(0..LONGEST_MATE).contains(&plies) {
        return Some(Score::Centipawns(i32::try_from(value).ok()?));
    }
    let moves = u32::try_from((plies + 1) / 2).ok()?;
    Some(if value > 0 { Score::Mates(moves) } else { Score::Mated(moves) })
}

fn dispute(written: Score, score: Score, range: Range<usize>, whose: &str) -> Option<Finding> {
    let difference = |written: Score| (written.winning_chances() - score.winning_chances()).abs();
    let level = match difference(written) {
        wrong if wrong >= WRONG => Level::Warning,
        disputed if disputed >= DISPUTED => Level::Info,
        _ => return None,
    };
    let hint = if difference(written.for_opponent()) < DISPUTED / 2.0 { "; the sign may be reversed" } else { "" };
    let message = format!("The evaluation here is {written} {whose}, the engine's is {score}{hint}");
    Some(Finding { level, ..RULE.finding(range, message) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file_view::FileOptions;
    use crate::testing::{check, findings_in_file};

    #[test]
    fn evaluations_are_compared() {
        check(
            &RULE,
            "
[SetUp \"1\"]
[FEN \"4k2r/8/8/8/8/8/8/4K2R w - - 0 1\"]

1. Rxh8+ {[%eval -5.0]} Kd7 {[%eval 5.2,20]} (1... Ke7 {[%eval #-3]} 2. Rh7+) 2. Ke2 {[%eval 0.0] a}
          ^^^^^^^^^^^^ The evaluation here is -5.00 for White, the engine's is +5.00; the sign may be reversed
                                                        ^^^^^^^^^^^ The evaluation here is mated in 3 for White, the engine's is +5.00; ...
                                                                                      ^^^^^^^^^^^ The evaluation here is 0.00 for White, the engine's is +5.00
*
",
        );
    }

    #[test]
    fn evaluations_of_records_are_those_of_the_side_to_move() {
        let found = |operation: &str| {
            let text = format!("4k2r/8/8/8/8/8/8/4K2R b - - {operation};\n");
            findings_in_file(&[&RULE], &text, Some("a.epd"), FileOptions::default()).len()
        };
        let operations = ["ce 500", "ce -500", "ce 32761", "ce -32766", "ce 99999999999", "ce x", "bm Ke7"];
        assert_eq!(operations.map(found), [0, 1, 0, 1, 0, 0, 0]);
    }
}
