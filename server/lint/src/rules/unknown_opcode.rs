use super::fixes::perhaps_write;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::{opcode, opcode_names};
use scoresheet_chess::similar_words::closest;

declare_rule! {
    /// An opcode that is nearly one of the standard's.
    ///
    /// ## What it does
    /// Checks for lower-case opcodes that are one typo away from one of the standard: `mb` for `bm`. Other unknown opcodes are
    /// accepted, above all private ones, which begin with a capital.
    ///
    /// ## Why is this bad?
    /// A program silently ignores an operation whose opcode it does not know.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - draw_ofer; sm e4;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - draw_offer; sm e4;
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: the opcode may belong to another program.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.2.
    name: "unknown-opcode", group: Style, level: Hint, fix: Always, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    for operation in &view.record.operations {
        let written = view.opcode(operation);
        if opcode(written).is_some() || !written.starts_with(|first: char| first.is_ascii_lowercase()) {
            continue;
        }
        // Members of a family differ only in their number, so each is similar to all others.
        let names: Vec<String> =
            opcode_names().map(|(name, _)| name).filter(|name| !name.ends_with(char::is_numeric)).collect();
        let Some(meant) = closest(written, names.iter().map(String::as_str)) else { continue };
        let message = format!("The standard has no opcode {written}; perhaps {meant} is meant");
        let finding = RULE.finding(operation.opcode.clone(), message);
        findings.push(finding.with_fix(perhaps_write(operation.opcode.clone(), meant)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

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
}
