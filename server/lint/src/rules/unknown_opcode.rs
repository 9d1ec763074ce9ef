use crate::finding::{Edit, Finding, Fix};
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::{opcode, opcode_names};
use scoresheet_chess::similar_words::closest;

declare_rule! {
    /// An opcode that is nearly one of the standard.
    ///
    /// ## What it does
    /// Finds opcodes in lower case that are a slip away from one of the standard: `mb` for `bm`. Other opcodes that the
    /// standard does not have are left in peace, above all private ones, which begin with a capital.
    ///
    /// ## Why is this bad?
    /// A program that does not know an opcode ignores the operation without a word.
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
    /// The fix is never applied unasked: the opcode may be one of another program.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.2.
    name: "unknown-opcode", group: Style, level: Hint, fix: Always, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Vec<Finding>) {
    for operation in &view.record.operations {
        let written = view.opcode(operation);
        if opcode(written).is_some() || !written.starts_with(|first: char| first.is_ascii_lowercase()) {
            continue;
        }
        // Members of a family differ in their number only: each is near to all others.
        let names: Vec<String> =
            opcode_names().map(|(name, _)| name).filter(|name| !name.ends_with(char::is_numeric)).collect();
        let Some(meant) = closest(written, names.iter().map(String::as_str)) else { continue };
        let message = format!("The standard has no opcode {written}; perhaps {meant} was meant");
        let fix = Fix::unsafe_(format!("Write {meant}"), vec![Edit::replace(operation.opcode.clone(), meant)]);
        findings.push(RULE.finding(operation.opcode.clone(), message).with_fix(fix));
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
                            ^^ The standard has no opcode mb; perhaps bm was meant
                                                                  ^^^^^^ The standard has no opcode resgin; perhaps resign was meant
",
        );
    }
}
