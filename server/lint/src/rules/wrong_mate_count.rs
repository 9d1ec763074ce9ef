use super::fixes::perhaps_write;
use crate::findings::Findings;
use crate::records::{Mate, mate_in};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::MATE;

declare_rule! {
    /// A claimed mate that does not exist or is shorter.
    ///
    /// ## What it does
    /// Checks the mate claimed by `dm 1`, `dm 2` or `dm 3`, or by the evaluations `ce 32766`, `ce 32764` and `ce 32762` of such mates, by searching the
    /// position. Where the search would take too long the
    /// record is not checked.
    ///
    /// ## Why is this bad?
    /// A mate problem without a solution, or with a shorter one, is unsound. The search takes time, so the rule is off by
    /// default.
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
    /// ## Fix safety
    /// The fix writes the number that the search has found. It is unsafe, because the position may be what is wrong.
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.6 and 16.2.5.7.
    name: "wrong-mate-count", group: Pedantic, level: Warning, fix: Sometimes, hooks: [Hook::Record(check)],
}

/// The longest mate searched for: each additional move takes about a thousand times as long.
const MOST_MOVES: u32 = 3;

/// The most positions searched for one record: about a second's work.
const MOST_POSITIONS: u64 = 1_000_000;

fn check(view: &RecordView, findings: &mut Findings) {
    let Some((opcode, claimed)) = claim(view).filter(|(_, claimed)| (1..=MOST_MOVES).contains(claimed)) else { return };
    let (Some(position), Some(operation)) = (view.position(), view.operation(opcode)) else { return };
    // Other operands than one number are another fault.
    let [operand] = view.operands(operation) else { return };
    if view.text(operand.range.clone()).parse::<i64>().is_err() {
        return;
    }
    let finding = |message: String| RULE.finding(operand.range.clone(), message);
    match mate_in(position, claimed, MOST_POSITIONS) {
        Mate::In(moves) if moves < claimed => {
            let instead = if opcode == "dm" { moves.to_string() } else { evaluation(moves).to_string() };
            let fix = perhaps_write(operand.range.clone(), instead);
            findings.push(finding(format!("There is a mate in {moves} already")).with_fix(fix));
        }
        Mate::No => findings.push(finding(format!("There is no mate in {claimed}"))),
        Mate::In(_) | Mate::Unknown => {}
    }
}

/// The opcode that claims a mate for the side to move, and in how many moves: `dm`, or else `ce` with the evaluation of a mate. Where there are both,
/// another rule compares them.
fn claim(view: &RecordView) -> Option<(&'static str, u32)> {
    if let Some(moves) = view.value("dm") {
        return Some(("dm", moves.parse().ok()?));
    }
    let score: i64 = view.value("ce")?.parse().ok()?;
    let moves = (1..=MOST_MOVES).find(|moves| evaluation(*moves) == score)?;
    Some(("ce", moves))
}

/// The evaluation of a mate in so many moves (section 16.2.5.6).
fn evaluation(moves: u32) -> i64 {
    MATE - (2 * i64::from(moves) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn claims_are_searched() {
        check(
            &RULE,
            "
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 3;
                                 ^ There is a mate in 2 already
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 1;
                                 ^ There is no mate in 1
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 20;
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm \"1\";
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 1 2;
kbK5/pp6/1P6/8/8/8/8/R7 w - - ce 32764;
kbK5/pp6/1P6/8/8/8/8/R7 w - - ce 32766;
                                 ^^^^^ There is no mate in 1
kbK5/pp6/1P6/8/8/8/8/R7 w - - ce 32762;
                                 ^^^^^ There is a mate in 2 already
",
        );
        check_fix(&RULE, "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 3;", "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;");
    }
}
