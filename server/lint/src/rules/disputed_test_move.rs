use super::disputes::{level_of, scored};
use crate::finding::Finding;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::moves::MoveOperand;
use scoresheet_chess::evaluation::{Evaluator, judge};
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

declare_rule! {
    /// A best move that an engine refutes, or a move to avoid that it plays.
    ///
    /// ## What it does
    /// Asks the engine of `check --engine` for its move in positions with `bm` or `am`. A move of `bm` is reported if the engine's move is better by a
    /// tenth of the winning chances or more, and the engine's move if `am` says to avoid it and every other move is worse by as much. The finding is a
    /// warning if that is a blunder, otherwise information or a hint: the engine may not have searched long enough (`--nodes`).
    ///
    /// ## Why is this bad?
    /// A test with a wrong solution counts the right answer as an error.
    ///
    /// ## Example
    /// ```epd
    /// 4k2r/8/8/8/8/8/8/4K2R w - - bm Ke2;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k2r/8/8/8/8/8/8/4K2R w - - bm Rxh8+;
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.3 and 16.2.5.4.
    name: "disputed-test-move", group: Engine, level: Warning, fix: None, hooks: [Hook::EvaluatedRecord(check)],
}

fn check(view: &RecordView, engine: &dyn Evaluator, findings: &mut Findings) {
    let Some(position) = view.position().filter(|position| !position.is_game_over()) else { return };
    if let Some(finding) = of_best(view.moves_named("bm"), position, engine) {
        findings.push(finding);
    }
    if let Some(finding) = of_avoided(view.moves_named("am"), position, engine) {
        findings.push(finding);
    }
}

fn of_best(operands: &[MoveOperand], position: &VariantPosition, engine: &dyn Evaluator) -> Option<Finding> {
    let listed = actions(operands)?;
    let best = engine.best(position)?;
    if listed.contains(best.moves.first()?) {
        return None;
    }
    let claimed = engine.best_among(position, &listed)?;
    let judgement = judge(best.score, claimed.score)?;
    let operand = operands.iter().find(|operand| operand.action().as_ref() == claimed.moves.first())?;
    let (better, worse) = (scored(position, &best), scored(position, &claimed));
    let message = format!("The engine prefers {better} to the best move {worse}");
    Some(Finding { level: level_of(judgement), ..RULE.finding(operand.range.clone(), message) })
}

fn of_avoided(operands: &[MoveOperand], position: &VariantPosition, engine: &dyn Evaluator) -> Option<Finding> {
    let avoided = actions(operands)?;
    let best = engine.best(position)?;
    let operand = operands.iter().find(|operand| operand.action().as_ref() == best.moves.first())?;
    let others: Vec<Move> = position.legal_moves().into_iter().filter(|action| !avoided.contains(action)).collect();
    let other = engine.best_among(position, &others)?;
    let judgement = judge(best.score, other.score)?;
    let (better, worse) = (scored(position, &best), scored(position, &other));
    let message = format!("The engine plays {better}, which am says to avoid; it prefers that to {worse}");
    Some(Finding { level: level_of(judgement), ..RULE.finding(operand.range.clone(), message) })
}

/// The moves of an operation; `None` if there are none, or one cannot be played.
fn actions(operands: &[MoveOperand]) -> Option<Vec<Move>> {
    if operands.is_empty() {
        return None;
    }
    operands.iter().map(MoveOperand::action).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn moves_are_compared_with_those_of_an_engine() {
        check(
            &RULE,
            "
4k2r/8/8/8/8/8/8/4K2R w - - bm Ke2;
                               ^^^ The engine prefers Rxh8+ (+5.00) to the best move Ke2 (-5.00)
4k2r/8/8/8/8/8/8/4K2R w - - bm Ke2 Rxh8+;
4k2r/8/8/8/8/8/8/4K2R w - - bm Ke2 Rxh9;
4k2r/8/8/8/8/8/8/4K2R w - - am Ke2 Rxh8+;
                                   ^^^^^ The engine plays Rxh8+ (+5.00), which am says to avoid; it prefers that to ...
4k2r/8/8/8/8/8/8/4K2R w - - am Ke2;
7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;
",
        );
    }

    #[test]
    fn a_small_difference_is_a_matter_of_the_engine() {
        check(&RULE, "4k3/8/8/8/8/8/PP6/4K3 w - - bm Kd1;\n");
    }
}
