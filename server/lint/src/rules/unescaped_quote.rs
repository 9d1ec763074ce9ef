use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Fault, FaultKind};

use super::dressed_tag::dress_of;
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
    /// The fix is safe: the value stays the same. A single quote next to the opening or closing one is probably a typo, as
    /// are two quotes at both ends; deleting them is unsafe. So is joining a value in several strings, `"Ann" "Smith"`.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "unescaped-quote", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Fault(FaultKind::UnescapedQuote, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    // A name in quotes is another slip.
    let Some(tag) = walk.tag_at(span.start).filter(|tag| !tag.name.is_empty()) else { return };
    if dress_of(tag, walk).is_some() {
        return;
    }
    let is_quote = |other: &&Fault| other.kind == FaultKind::UnescapedQuote;
    // Strings on several lines are another slip.
    let is_told = |other: &Fault| is_quote(&other) || other.kind == FaultKind::LineBreakInTagValue;
    if walk.faults_in(tag.value_range.start..span.start).iter().any(is_told) {
        return;
    }
    let quotes: Vec<Range<usize>> =
        walk.faults_in(tag.value_range.clone()).iter().filter(is_quote).map(Fault::span).collect();
    let edits: Vec<Edit> = quotes.iter().map(|quote| Edit::insert(quote.start, "\\")).collect();
    let title = if edits.len() == 1 { "Write \\\"" } else { "Write \\\" for every quote in the value" };
    if let Some(between) = between_strings(&quotes, walk) {
        let message = format!("The value of {} is in several strings: it must be one", tag.name);
        let join = between.into_iter().map(|range| Edit::replace(range, " ")).collect();
        let finding = RULE.finding(span, message).with_fix(Fix::unsafe_("Join the strings", join));
        return findings.push(finding.with_fix(Fix::unsafe_(title, edits)));
    }
    let stray = stray_quotes(&quotes, tag, walk);
    let message = match stray.len() {
        0 => format!(
            "A quote in the value of {} needs a backslash before it: other programs end the value there",
            tag.name
        ),
        1 => format!("One of the quotes around the value of {} is doubled", tag.name),
        _ => format!("The quotes around the value of {} are doubled", tag.name),
    };
    let finding = RULE.finding(span, message);
    if stray.is_empty() {
        return findings.push(finding.with_fix(Fix::safe(title, edits)));
    }
    let delete = if stray.len() == 1 { "Delete one quote" } else { "Delete the inner quotes" };
    let delete = Fix::unsafe_(delete, stray.into_iter().map(Edit::delete).collect());
    findings.push(finding.with_fix(delete).with_fix(Fix::unsafe_(title, edits)));
}

/// What is between the strings of a value that is in several of them: `"Ann" "Smith"`. Each begins and ends with a quote, and only spaces are between.
fn between_strings(quotes: &[Range<usize>], walk: &Walk) -> Option<Vec<Range<usize>>> {
    let (pairs, rest) = quotes.as_chunks();
    let gap = |[end, start]: &[Range<usize>; 2]| {
        let spaces = walk.text(end.end..start.start);
        (!spaces.is_empty() && spaces.trim().is_empty()).then_some(end.start..start.end)
    };
    (!pairs.is_empty() && rest.is_empty()).then(|| pairs.iter().map(gap).collect())?
}

/// The quotes inside of a value that are probably the ones around it once more, with the spaces between: a single one at either end, or one at
/// each end.
fn stray_quotes(quotes: &[Range<usize>], tag: &Tag, walk: &Walk) -> Vec<Range<usize>> {
    let inner = tag.inner_range();
    let at_start =
        |quote: &Range<usize>| walk.text(inner.start..quote.start).trim().is_empty().then_some(inner.start..quote.end);
    let at_end =
        |quote: &Range<usize>| walk.text(quote.end..inner.end).trim().is_empty().then_some(quote.start..inner.end);
    match quotes {
        [quote] => at_start(quote).or_else(|| at_end(quote)).into_iter().collect(),
        [first, last] => at_start(first).zip(at_end(last)).map_or_else(Vec::new, |(first, last)| vec![first, last]),
        _ => Vec::new(),
    }
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
        for value in ["\"A\"\"", "\"\"A\"", "\"\"A\"\"", "\"A\" \"", "\" \"A\""] {
            let text = format!("[White {value}]\n\n*");
            check_fix(&RULE, &text, "[White \"A\"]\n\n*");
            check_applicability(&RULE, &text, Applicability::Unsafe);
        }
        check_fix(&RULE, "[Event \"a \"b\"\"]\n\n*", "[Event \"a \\\"b\\\"\"]\n\n*");
    }

    #[test]
    fn strings_beside_each_other_are_joined() {
        for value in ["\"Ann\" \"Smith\"", "\"Ann\"  \"Smith\""] {
            let text = format!("[White {value}]\n\n*");
            check_fix(&RULE, &text, "[White \"Ann Smith\"]\n\n*");
            check_applicability(&RULE, &text, Applicability::Unsafe);
        }
        check_fix(&RULE, "[White \"A\" \"B\" \"C\"]\n\n*", "[White \"A B C\"]\n\n*");
        check_fix(&RULE, "[White \"A\", \"B\"]\n\n*", "[White \"A\\\", \\\"B\"]\n\n*");
    }

    #[test]
    fn the_value_stays() {
        check_fix(&RULE, "[Event \"a \"b\" c\"]\n\n*", "[Event \"a \\\"b\\\" c\"]\n\n*");
    }
}
