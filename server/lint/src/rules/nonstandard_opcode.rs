use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::{is_opcode, opcode};

use super::unknown_opcode::is_nearly_known;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A lower-case opcode of one letter, or with capitals in it.
    ///
    /// ## What it does
    /// Checks for opcodes that begin with a lower-case letter, but are one letter only or contain capitals: `x`, `bestMove`.
    ///
    /// ## Why is this bad?
    /// Opcodes that programs exchange have at least two characters and no capitals; those of one program begin with a capital. Another
    /// program cannot tell which of the two is meant.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - x 12;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - X 12;
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.4.2.
    name: "nonstandard-opcode", group: Style, level: Info, fix: None, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    for operation in &view.record.operations {
        let written = view.opcode(operation);
        let has_capitals = written.contains(|letter: char| letter.is_ascii_uppercase());
        if !written.starts_with(|first: char| first.is_ascii_lowercase())
            || !is_opcode(written)
            || written.len() > 1 && !has_capitals
            || opcode(written).is_some()
            || is_nearly_known(view, operation)
        {
            continue;
        }
        let fault = if has_capitals { "has capitals" } else { "has one letter only" };
        let message = format!("The opcode {written} {fault}; one of a single program begins with a capital");
        findings.push(RULE.finding(operation.opcode.clone(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn what_is_neither_public_nor_private_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - bestMove e4; x 12;
                            ^^^^^^^^ The opcode bestMove has capitals; one of a single program begins with a capital
                                         ^ The opcode x has one letter only; one of a single program begins with a capital
4k3/8/8/8/8/8/4P3/4K3 w - - D 1; bm e4; class x; mb e4; 5 x;
",
        );
    }
}
