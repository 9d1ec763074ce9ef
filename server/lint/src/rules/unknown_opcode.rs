use scoresheet_grammar::epd::{Operand, Operation};
use shakmaty::san::San;

use super::fixes::perhaps_write;
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::{Opcode, Operands, opcode, opcode_names};
use scoresheet_chess::similar_words::closest;

declare_rule! {
    /// An opcode that is nearly one of the standard's.
    ///
    /// ## What it does
    /// Checks for lower-case opcodes that are one typo away from one of the standard: `mb` for `bm`, `dm3` for `dm 3`. It is a warning if the operands
    /// are of the kind that the standard's opcode takes: legal moves, a number, a string. An opcode of two letters with another letter in place of
    /// one, such as `bn`, is only reported then. Other unknown opcodes are accepted, above all private ones, which begin with a capital.
    ///
    /// ## Why is this bad?
    /// A program silently ignores an operation whose opcode it does not know.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - draw_ofer; sm e4;
    /// ```
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bn e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer; sm e4;
    /// ```
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: the opcode may belong to another program.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.2.
    name: "unknown-opcode", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    for operation in &view.record.operations {
        let written = view.opcode(operation);
        if opcode(written).is_some() || !written.starts_with(|first: char| first.is_ascii_lowercase()) {
            continue;
        }
        let Some((meant, fits)) = meant(view, operation, written) else { continue };
        let message = format!("The standard has no opcode {written}; perhaps {meant} is meant");
        let level = if fits { Level::Warning } else { Level::Hint };
        let finding = Finding { level, ..RULE.finding(operation.opcode.clone(), message) };
        findings.push(finding.with_fix(perhaps_write(operation.opcode.clone(), &meant)));
    }
}

/// Whether this rule reports an operation.
pub(super) fn is_nearly_known(view: &RecordView, operation: &Operation) -> bool {
    meant(view, operation, view.opcode(operation)).is_some()
}

/// What is probably meant by an unknown opcode, and whether its operands are of the kind that this takes.
fn meant(view: &RecordView, operation: &Operation, written: &str) -> Option<(String, bool)> {
    let operands = view.operands(operation);
    if operands.is_empty()
        && let Some(apart) = glued_operand(view, written)
    {
        return Some((apart, true));
    }
    // Members of a family differ only in their number, so each is similar to all others.
    let names = || opcode_names().map(|(name, _)| name).filter(|name| !name.ends_with(char::is_numeric));
    let names: Vec<String> = names().collect();
    if let Some(near) = closest(written, names.iter().map(String::as_str)) {
        let fits = opcode(near).is_some_and(|known| fit(view, operands, known.operands));
        return Some((near.to_owned(), fits));
    }
    let first_of_family = ["c0", "v0"].map(str::to_owned);
    let mut near = names.into_iter().chain(first_of_family).filter(|name| is_one_slip_away(written, name));
    let mut fitting =
        near.by_ref().filter(|name| opcode(name).is_some_and(|known| fit(view, operands, known.operands)));
    let only = fitting.next()?;
    fitting.next().is_none().then_some((only, true))
}

/// An opcode and its operand, if they are written without a space between them: `dm3`, `bme4`.
fn glued_operand(view: &RecordView, written: &str) -> Option<String> {
    let parts = (2..written.len()).filter_map(|end| Some((opcode(written.get(..end)?)?, written.get(end..)?)));
    let fits = |(known, rest): &(&Opcode, &str)| match known.operands {
        Operands::Integer(..) => is_number(rest),
        _ => known.takes_moves() && is_legal(view, rest),
    };
    let (known, rest) = parts.into_iter().find(fits)?;
    Some(format!("{} {rest}", known.name))
}

/// Whether a word is an opcode of two characters with another character in place of one, one too many, or both swapped.
fn is_one_slip_away(written: &str, name: &str) -> bool {
    let &[first, second] = name.as_bytes() else { return false };
    match *written.as_bytes() {
        [one, other] => (one == first) != (other == second) || (one, other) == (second, first),
        [one, middle, other] => [(one, middle), (one, other), (middle, other)].contains(&(first, second)),
        _ => false,
    }
}

/// Whether operands are certainly of the kind that an opcode takes.
fn fit(view: &RecordView, operands: &[Operand], wanted: Operands) -> bool {
    let text = |operand: &Operand| view.text(operand.range.clone());
    match (wanted, operands) {
        (Operands::Move, [operand]) => is_legal(view, text(operand)),
        (Operands::Moves, [_, ..]) => operands.iter().all(|operand| is_legal(view, text(operand))),
        (Operands::Line, [first, _, ..]) => is_legal(view, text(first)),
        (Operands::Integer(..), [operand]) => is_number(text(operand)),
        (Operands::Text | Operands::TextOrNothing, [operand]) => operand.is_text(),
        _ => false,
    }
}

fn is_legal(view: &RecordView, text: &str) -> bool {
    let san = San::from_ascii(text.trim_end_matches(['+', '#']).as_bytes());
    san.is_ok_and(|san| view.position().is_some_and(|position| san.to_move(position).is_ok()))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn only_slips_are_named() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - mb e4; D1 5; Bm e4; class x; diff 10; resgin;
                            ^^ The standard has no opcode mb; perhaps bm is meant
                                                                  ^^^^^^ The standard has no opcode resgin; perhaps resign is meant
",
        );
    }

    #[test]
    fn operands_tell_what_a_short_opcode_means() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - bn e4; dm3; vb \"Closed\";
                            ^^ The standard has no opcode bn; perhaps bm is meant
                                   ^^^ The standard has no opcode dm3; perhaps dm 3 is meant
                                        ^^ The standard has no opcode vb; perhaps v0 is meant
4k3/8/8/8/8/8/4P3/4K3 w - - bme4; sn Kd1;
                            ^^^^ The standard has no opcode bme4; perhaps bm e4 is meant
                                  ^^ The standard has no opcode sn; perhaps sm is meant
4k3/8/8/8/8/8/4P3/4K3 w - - bmx e4; ddm 3;
                            ^^^ The standard has no opcode bmx; perhaps bm is meant
                                    ^^^ The standard has no opcode ddm; perhaps dm is meant
4k3/8/8/8/8/8/4P3/4K3 w - - bn Nf3; vb 5; nm e4; dmx; d3; bmx \"a\"; xyz 7;
",
        );
        let level = |operation: &str| {
            crate::testing::findings(&RULE, &format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operation}"))[0].level
        };
        assert_eq!((level("mb e4;"), level("mb x;")), (Level::Warning, Level::Hint));
        check_fix(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - - dm3;", "4k3/8/8/8/8/8/4P3/4K3 w - - dm 3;");
    }
}
