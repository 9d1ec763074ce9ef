use std::ops::Range;

use scoresheet_grammar::epd::{Operand, Operation};

use super::fixes::perhaps_write;
use super::invalid_eco::is_code;
use crate::explanation::resembling_moves;
use crate::finding::{Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::opcodes::Operands;
use scoresheet_chess::epd::{MoveOperand, Reading, RecordView};
use shakmaty::Position;
use shakmaty::san::{San, SanPlus};
use shakmaty::variant::VariantPosition;

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
    /// ## Fix safety
    /// The fixes write legal moves that resemble a text that is no move (`BbS`). They are unsafe: which move is meant is a guess.
    ///
    /// ## References
    /// PGN standard, sections 16.2.4.1 and 16.2.5.
    name: "invalid-operand", group: Correctness, level: Warning, fix: Sometimes, hooks: [Hook::Record(check)],
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
                    .or_else(|| {
                        let (operand, fixes) = no_move(view, moves, known.operands == Operands::Line)?;
                        let message = format!("{} is not a move", operand.text);
                        let finding = RULE.finding(operand.range.clone(), message);
                        findings.push(fixes.into_iter().fold(finding, Finding::with_fix));
                        None
                    })
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

/// The first operand that is no move, and the moves that it resembles; `is_line` says whether each operand follows from those before it.
fn no_move<'view>(
    view: &'view RecordView,
    moves: &'view [MoveOperand],
    is_line: bool,
) -> Option<(&'view MoveOperand, Vec<Fix>)> {
    let index = moves.iter().position(|operand| operand.reading == Reading::NotAMove)?;
    let operand = &moves[index];
    let played = if is_line { &moves[..index] } else { &[] };
    let start = view.position().cloned();
    let position = start.and_then(|start| {
        played.iter().try_fold(start, |mut position, operand| {
            position.play_unchecked(operand.action()?);
            Some(position)
        })
    });
    let Some(position) = position else { return Some((operand, Vec::new())) };
    // `N f3`, `Nb d7`
    if let Some(next) = moves.get(index + 1)
        && let Some(san) = legal(&position, &format!("{}{}", operand.text, next.text))
    {
        return Some((operand, vec![perhaps_write(operand.range.start..next.range.end, san)]));
    }
    let meant = resembling_moves(&position, &operand.text).into_iter();
    Some((operand, meant.map(|san| perhaps_write(operand.range.clone(), san)).collect()))
}

/// The canonical SAN of a text that is one legal move.
fn legal(position: &VariantPosition, text: &str) -> Option<String> {
    let action = San::from_ascii(text.as_bytes()).ok()?.to_move(position).ok()?;
    Some(SanPlus::from_move(position.clone(), action).to_string())
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
    use crate::testing::{check, check_fix};

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
    fn a_word_that_resembles_a_move_is_replaced() {
        let fields = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -";
        for (typed, meant) in [
            ("bm NgS;", "bm Ng5;"),
            ("pv O-O Nf6 NgS;", "pv O-O Nf6 Ng5;"),
            ("bm 0--0;", "bm O-O;"),
            ("bm N g5;", "bm Ng5;"),
        ] {
            check_fix(&RULE, &format!("{fields} {typed}"), &format!("{fields} {meant}"));
        }
    }

    #[test]
    fn what_others_mean_is_not_known() {
        check(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - D1 20; class mate-now; noop 1 \"2\" e9; c0; bm; am;");
    }
}
