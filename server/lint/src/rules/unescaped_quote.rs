use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Edit, Finding, Fix};
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A quote inside a tag value that has no backslash before it.
    ///
    /// ## What it does
    /// Reports double quotes within a tag value that are not written `\"`. One finding speaks of all quotes of a value.
    ///
    /// ## Why is this bad?
    /// A quote ends the value. Here the value is read up to the quote before `]`; python-chess does so too, pgn-extract reads
    /// the rest of the line as something else, and chess.js, kokopu and other libraries refuse the file.
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
    /// The value stays the same: the fix is safe. A lone quote next to the one that opens or closes the value is rather a slip;
    /// deleting it is never done unasked.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "unescaped-quote", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Fault(FaultKind::UnescapedQuote, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Vec<Finding>) {
    let span = fault.span();
    let Some(tag) = walk.tag_at(span.start) else { return };
    let is_quote = |other: &&Fault| other.kind == FaultKind::UnescapedQuote;
    if walk.faults_in(tag.value_range.start..span.start).iter().any(|other| is_quote(&other)) {
        return;
    }
    let is_at_edge = [tag.inner_range().start, tag.inner_range().end - 1].contains(&span.start);
    if is_at_edge && walk.faults_in(tag.value_range.clone()).iter().filter(is_quote).count() == 1 {
        let message = format!("A quote of the value of {} is doubled", tag.name);
        let fix = Fix::unsafe_("Delete one", vec![Edit::delete(span.clone())]);
        return findings.push(RULE.finding(span, message).with_fix(fix));
    }
    let quotes = walk.faults_in(tag.value_range.clone()).iter().filter(is_quote);
    let message = format!(
        "A quote inside the value of {} has no backslash before it: other programs read it as the end of the value",
        tag.name
    );
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
            ^ A quote inside the value of Event has no backslash before it...
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
