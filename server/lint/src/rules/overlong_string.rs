use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A string of 256 bytes or more.
    ///
    /// ## What it does
    /// Checks for strings of 256 bytes or more in the operands of a record.
    ///
    /// ## Why is this bad?
    /// A string value must have fewer than 256 bytes of data. Programs that rely on it truncate the value.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. A long remark. ";
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "A short remark.";
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "overlong-string", group: Portability, level: Warning, fix: None, hooks: [Hook::Record(check)],
}

/// Bytes.
const LONGEST: usize = 255;

fn check(view: &RecordView, findings: &mut Findings) {
    let operands = view.record.operations.iter().flat_map(|operation| view.record.operands(operation));
    for operand in operands.filter(|operand| operand.is_text() && operand.inner().len() > LONGEST) {
        let message = format!("This string has {} bytes; EPD allows at most {LONGEST}", operand.inner().len());
        findings.push(RULE.finding(operand.range.clone(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted() {
        let messages = |length: usize| {
            let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"{}\";", "x".repeat(length));
            let found = crate::testing::findings(&RULE, &line).into_iter();
            found.map(|finding| finding.message).collect::<Vec<String>>()
        };
        assert!(messages(255).is_empty());
        assert_eq!(messages(256), ["This string has 256 bytes; EPD allows at most 255"]);
    }
}
