use std::ops::Range;

use scoresheet_grammar::epd::{Operand, Operation};

use super::invalid_eco::is_code;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::opcodes::Operands;
use scoresheet_chess::epd::{MoveOperand, Reading, RecordView};

declare_rule! {
    /// An operand that its opcode does not accept.
    ///
    /// ## What it does
    /// Checks the operands of the standard's opcodes: their number, whether they are moves, whole numbers or strings, and
    /// whether a number is in range. An `eco` operand is checked for its form. Opcodes outside the standard may have any
    /// operands.
    ///
    /// ## Why is this bad?
    /// Programs misread the operation, ignore it, or reject the record.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - dm 0;
    /// ```
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - resign now;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - dm 9;
    /// ```
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - resign;
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.2.4.1 and 16.2.5.
    name: "invalid-operand", group: Correctness, level: Warning, fix: None, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    for (index, operation) in view.record.operations.iter().enumerate() {
        let Some(known) = view.known(operation) else { continue };
        let operands = view.operands(operation);
        let opcode = view.opcode(operation);
        let takes = known.operands.describe();
        let fault = match known.operands {
            Operands::Any => None,
            Operands::None => {
                operands.first().map(|operand| (operand.range.clone(), format!("{opcode} takes no operand")))
            }
            Operands::Move | Operands::Moves | Operands::Line => {
                let moves = view.moves_of(index);
                let wanted = if known.operands == Operands::Move { 1..=1 } else { 0..=usize::MAX };
                miscounted(operation, moves.len(), wanted, |place| moves[place].range.clone())
                    .map(|range| (range, format!("{opcode} takes {takes}")))
                    .or_else(|| no_move(moves))
            }
            Operands::Integer(least, most) => {
                miscounted(operation, operands.len(), 1..=1, |place| operands[place].range.clone())
                    .or_else(|| {
                        operands
                            .iter()
                            .find(|operand| !is_number(view, operand, least, most))
                            .map(|operand| operand.range.clone())
                    })
                    .map(|range| (range, format!("{opcode} takes {takes}")))
            }
            _ if view.unquoted(operation).is_some() => None,
            Operands::Text | Operands::TextOrNothing => {
                let wanted = if known.operands == Operands::Text { 1..=1 } else { 0..=1 };
                miscounted(operation, operands.len(), wanted, |place| operands[place].range.clone())
                    .map(|range| (range, format!("{opcode} takes {takes}")))
                    .or_else(|| (opcode == "eco").then(|| no_eco_code(view, operands)).flatten())
            }
            Operands::TwoTexts => miscounted(operation, operands.len(), 2..=2, |place| operands[place].range.clone())
                .or_else(|| operands.iter().find(|operand| !operand.is_text()).map(|operand| operand.range.clone()))
                .map(|range| (range, format!("{opcode} takes {takes}"))),
        };
        findings.extend(fault.map(|(range, message)| RULE.finding(range, message)));
    }
}

/// The range of the first surplus operand, or of the opcode if operands are missing.
fn miscounted(
    operation: &Operation,
    count: usize,
    wanted: std::ops::RangeInclusive<usize>,
    place: impl Fn(usize) -> Range<usize>,
) -> Option<Range<usize>> {
    if count < *wanted.start() {
        return Some(operation.opcode.clone());
    }
    (count > *wanted.end()).then(|| place(*wanted.end()))
}

fn no_move(moves: &[MoveOperand]) -> Option<(Range<usize>, String)> {
    let operand = moves.iter().find(|operand| operand.reading == Reading::NotAMove)?;
    Some((operand.range.clone(), format!("{} is not a move", operand.text)))
}

fn no_eco_code(view: &RecordView, operands: &[Operand]) -> Option<(Range<usize>, String)> {
    let range = operands.first()?.inner();
    let text = view.text(range.clone());
    (!is_code(text))
        .then(|| (range, format!("{text} is not an ECO code, which is a letter from A to E and two digits")))
}

/// Whether an operand is a whole number within these limits. Digits too many for the number type only pass where there is
/// no limit.
fn is_number(view: &RecordView, operand: &Operand, least: i64, most: i64) -> bool {
    let text = view.text(operand.range.clone());
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number
        && text
            .parse::<i64>()
            .map_or(most == i64::MAX && !text.starts_with('-'), |number| (least..=most).contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn operands_are_of_the_right_kind() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - acd -1; acn 99999999999999999999; ce +5; dm x;
                                ^^ acd takes a whole number, 0 or more
                                                                        ^ dm takes a whole number, 1 or more
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 hello$; ce 32767; id; pm e3 e4; sm;
                                  ^^^^^^ hello$ is not a move
                                             ^^^^^ ce takes a whole number from -32767 to 32766
                                                    ^^ id takes a string in quotes
                                                              ^^ pm takes one move
                                                                  ^^ sm takes one move
4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer x; eco \"C2\"; tcri \"a\"; tcsi \"a\" b; v0 \"x\" \"y\";
                                       ^ draw_offer takes no operand
                                               ^^ C2 is not an ECO code...
                                                    ^^^^ tcri takes two strings in quotes
                                                                       ^ tcsi takes two strings in quotes
                                                                                 ^^^ v0 takes a string in quotes, or nothing
",
        );
    }

    #[test]
    fn what_others_mean_is_not_known() {
        check(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - D1 20; class mate-now; noop 1 \"2\" e9; c0; bm; am;");
    }
}
