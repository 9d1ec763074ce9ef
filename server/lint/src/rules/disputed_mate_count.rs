use super::disputes::scored;
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::evaluation::{Evaluator, Score};
use shakmaty::Position;

declare_rule! {
    /// A claimed mate for which an engine finds a shorter one, or none.
    ///
    /// ## What it does
    /// Asks the engine of `check --engine` about positions with `dm`, and compares the length of the mate that it finds. A shorter mate is a warning. A longer
    /// one, or none, is information: the engine may not have searched long enough (`--nodes`).
    ///
    /// ## Why is this bad?
    /// A mate problem without a solution, or with a shorter one, is unsound.
    ///
    /// ## Example
    /// ```epd
    /// 6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 2;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.5.7.
    name: "disputed-mate-count", group: Engine, level: Warning, fix: None, hooks: [Hook::EvaluatedRecord(check)],
}

fn check(view: &RecordView, engine: &dyn Evaluator, findings: &mut Findings) {
    let Some(position) = view.position().filter(|position| !position.is_game_over()) else { return };
    let Some(operand) = view.operation("dm").and_then(|operation| view.operands(operation).first()) else { return };
    let Some(claimed) = view.value("dm").and_then(|value| value.parse::<u32>().ok()).filter(|moves| *moves > 0) else {
        return;
    };
    let Some(best) = engine.best(position) else { return };
    let (level, message) = match best.score {
        Score::Mates(moves) if moves == claimed => return,
        Score::Mates(moves) if moves < claimed => (
            Level::Warning,
            format!("The engine finds a mate in {moves}, not in {claimed}: {}", scored(position, &best)),
        ),
        _ => (
            Level::Info,
            format!("The engine finds no mate in {claimed}: its best move is {}", scored(position, &best)),
        ),
    };
    findings.push(Finding { level, ..RULE.finding(operand.range.clone(), message) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn mates_are_compared() {
        check(
            &RULE,
            "
6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 2;
                                 ^ The engine finds a mate in 1, not in 2: Ra8# (mate in 1)
6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 1;
                                 ^ The engine finds no mate in 1: its best move is Ra6 (mate in 2)
4k3/8/8/8/8/8/4P3/4K3 w - - dm 3;
                               ^ The engine finds no mate in 3: its best move is ...
4k3/8/8/8/8/8/4P3/4K3 w - - dm x;
7k/5Q2/6K1/8/8/8/8/8 b - - dm 1;
",
        );
    }
}
