use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A quote in a tag value without a backslash before it.
    ///
    /// ## What it does
    /// Checks for double quotes within a tag value that are not written `\"`. One finding covers all quotes of a value.
    ///
    /// ## Why is this bad?
    /// A quote ends the value. Scoresheet and python-chess read the value up to the quote before `]`; pgn-extract reads the
    /// rest of the line as something else; chess.js, kokopu and other libraries reject the file.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "5th "Mikis" Open"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "5th \"Mikis\" Open"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the value stays the same. A single quote next to the opening or closing one is probably a typo;
    /// deleting it is unsafe.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "unescaped-quote", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Fault(FaultKind::UnescapedQuote, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    let Some(tag) = walk.tag_at(span.start) else { return };
    let is_quote = |other: &&Fault| other.kind == FaultKind::UnescapedQuote;
    if walk.faults_in(tag.value_range.start..span.start).iter().any(|other| is_quote(&other)) {
        return;
    }
    let is_at_edge = [tag.inner_range().start, tag.inner_range().end - 1].contains(&span.start);
    if is_at_edge && walk.faults_in(tag.value_range.clone()).iter().filter(is_quote).count() == 1 {
        let message = format!("One of the quotes around the value of {} is doubled", tag.name);
        let fix = Fix::unsafe_("Delete one quote", vec![Edit::delete(span.clone())]);
        return findings.push(RULE.finding(span, message).with_fix(fix));
    }
    let quotes = walk.faults_in(tag.value_range.clone()).iter().filter(is_quote);
    let message =
        format!("A quote in the value of {} needs a backslash before it: other programs end the value there", tag.name);
    let edits: Vec<Edit> = quotes.map(|quote| Edit::insert(quote.span().start, "\\")).collect();
    let title = if edits.len() == 1 { "Write \\\"" } else { "Write \\\" for every quote in the value" };
    findings.push(RULE.finding(span, message).with_fix(Fix::safe(title, edits)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_first_quote_is_marked() {
        check(
            &RULE,
            r#"
[Event "5th "Mikis" Open"]
            ^ A quote in the value of Event needs a backslash before it...
[Site "The \"Club\""]
[Round "1 \"]

1. e4 *
"#,
        );
    }

    #[test]
    fn a_doubled_quote_is_a_slip() {
        for value in ["\"A\"\"", "\"\"A\""] {
            let text = format!("[White {value}]\n\n*");
            check_fix(&RULE, &text, "[White \"A\"]\n\n*");
            check_applicability(&RULE, &text, Applicability::Unsafe);
        }
        check_fix(&RULE, "[Event \"a \"b\"\"]\n\n*", "[Event \"a \\\"b\\\"\"]\n\n*");
    }

    #[test]
    fn the_value_stays() {
        check_fix(&RULE, "[Event \"a \"b\" c\"]\n\n*", "[Event \"a \\\"b\\\" c\"]\n\n*");
    }
}
