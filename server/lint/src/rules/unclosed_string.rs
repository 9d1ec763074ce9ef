use scoresheet_grammar::epd::OperandKind;

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A string without its closing quote.
    ///
    /// ## What it does
    /// Checks for strings in the operations of a record without a closing quote on the same line.
    ///
    /// ## Why is this bad?
    /// All operations after it become part of the string. Many programs reject the record.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "the king is lost; id 1;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - c0 "the king is lost"; id "1";
    /// ```
    ///
    /// ## Fix safety
    /// The fix puts the quote at the end of the line. It is unsafe, because its place is a guess.
    ///
    /// ## References
    /// PGN standard, section 16.2.4.1.
    name: "unclosed-string", group: Correctness, level: Error, fix: Always, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    for operation in &view.record.operations {
        let operands = view.record.operands(operation).iter();
        for operand in operands.filter(|operand| operand.kind == OperandKind::UnclosedText) {
            let quote = operand.range.start..operand.range.start + 1;
            let message = "This string is never closed, so the rest of the line is read as part of it";
            let fix =
                Fix::unsafe_("Close the string at the end of the line", vec![Edit::insert(operand.range.end, "\"")]);
            findings.push(RULE.finding(quote, message).with_fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_opening_quote_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"bm e4; am e3;
                               ^ This string is never closed, so the rest of the line is read as part of it
4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"bm e4; am e3\"; c1 \"a \\\" b\";
",
        );
        check_fix(
            &RULE,
            "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"bm e4; am e3;\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"bm e4; am e3\";\n",
        );
    }
}
