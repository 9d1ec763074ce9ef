use scoresheet_chess::epd::RecordView;

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A character outside ASCII in an operand of a record.
    ///
    /// ## What it does
    /// Checks the operands of EPD records for characters that ASCII does not have: `id "Müller"`. One finding covers all of an operand.
    ///
    /// ## Why is this bad?
    /// EPD is defined in ASCII, without an encoding for other characters. Programs show them as other letters or refuse the record.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - id "Müller 1";
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - id "Mueller 1";
    /// ```
    ///
    /// ## References
    /// PGN standard, section 16.2.
    name: "non-ascii-character", group: Portability, level: Info, fix: None, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    if view.line.is_ascii() {
        return;
    }
    for operand in view.record.operations.iter().flat_map(|operation| view.record.operands(operation)) {
        let inner = operand.inner();
        let is_other = |letter: char| !letter.is_ascii();
        let text = view.text(inner.clone());
        let (Some(first), Some(last)) = (text.find(is_other), text.rfind(is_other)) else { continue };
        let end = last + text[last..].chars().next().map_or(0, char::len_utf8);
        let (letter, more) =
            (text[first..].chars().next().unwrap_or_default(), text[first..].matches(is_other).count() - 1);
        let message = match more {
            0 => format!("{letter} is not an ASCII character"),
            more => format!("{letter} and {more} more are not ASCII characters"),
        };
        findings.push(RULE.finding(inner.start + first..inner.start + end, message + ", as EPD requires"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn characters_of_an_operand_are_one_finding() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - id \"Müller\";
                                 ^ ü is not an ASCII character, as EPD requires
4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"a – b “c”\"; id \"x\";
                                  ^^^^^^^ – and 2 more are not ASCII characters, as EPD requires
4k3/8/8/8/8/8/4P3/4K3 w - - id \"Mueller\";
",
        );
    }
}
