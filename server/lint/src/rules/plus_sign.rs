use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::opcodes::Operands;

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A plus sign before a number of a record.
    ///
    /// ## What it does
    /// Checks for plus signs before the whole numbers of opcodes of the standard: `ce +50`.
    ///
    /// ## Why is this bad?
    /// The standard discourages the sign: without it equal records are equal texts, and programs that read digits only can read the number.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - ce +50;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - ce 50;
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the number stays the same.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "plus-sign", group: Style, level: Info, fix: Always, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    for operation in &view.record.operations {
        if !view.known(operation).is_some_and(|known| matches!(known.operands, Operands::Integer(..))) {
            continue;
        }
        for operand in view.operands(operation) {
            let number = view.text(operand.range.clone());
            let Some(digits) = number.strip_prefix('+').filter(|digits| is_number(digits)) else { continue };
            let sign = operand.range.start..operand.range.start + 1;
            let fix = Fix::safe(format!("Write {digits}"), vec![Edit::delete(sign.clone())]);
            findings.push(RULE.finding(sign, format!("{number} needs no plus sign")).with_fix(fix));
        }
    }
}

fn is_number(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_sign_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - acd +12; ce +50;
                                ^ +12 needs no plus sign
                                        ^ +50 needs no plus sign
4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; bm e4+; c0 \"+50\"; ce +x; D1 +20;
",
        );
        let with_sign = "4k3/8/8/8/8/8/4P3/4K3 w - - ce +50;";
        check_fix(&RULE, with_sign, "4k3/8/8/8/8/8/4P3/4K3 w - - ce 50;");
        check_applicability(&RULE, with_sign, Applicability::Safe);
    }
}
