use scoresheet_grammar::{Fault, FaultKind};

use crate::explanation::{Candidate, Slip};
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A tag value with a line break.
    ///
    /// ## What it does
    /// Checks for line ends between the quotes of a tag value.
    ///
    /// ## Why is this bad?
    /// A string holds printing characters only. Other programs lose the rest of the value, the tag, or the game.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Correspondence game
    /// Paris"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Correspondence game Paris"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: every line end becomes a space, as when wrapped text is joined, and one next to a quote is dropped. It is unsafe where the
    /// lines are strings of their own, because it drops the quotes between them.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "line-break-in-tag-value", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::LineBreakInTagValue, check), Hook::Slip(check_fen)],
}

/// A FEN with a line break in its board, of which a space would make no board.
fn check_fen(candidate: &Candidate, _: &str, findings: &mut Findings) {
    if candidate.slip == Slip::WrappedFen {
        let fix = Fix::unsafe_("Write the value on one line", vec![candidate.edit.clone()]);
        findings.push(RULE.finding(candidate.range.clone(), "A tag value must not contain a line break").with_fix(fix));
    }
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    let value = span.start + 1..span.end - 1;
    let lines = walk.text(value.clone()).split(['\r', '\n']).map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    // The grammar reads on after a quote at the end of a line only if another string follows.
    let has_strings = lines.iter().skip(1).any(|line| line.starts_with('"'));
    let without_quotes = |line: &&str| line.strip_prefix('"').unwrap_or(line).trim_end_matches('"').trim().to_owned();
    let (joined, message, fix): (String, _, fn(_, _) -> Fix) = match has_strings {
        false => (lines.join(" "), "A tag value must not contain a line break", Fix::safe),
        true => {
            let lines: Vec<String> = lines.iter().map(without_quotes).collect();
            (lines.join(" "), "A tag value is in several strings, each on a line: it must be one", Fix::unsafe_)
        }
    };
    let fix = fix("Write the value on one line", vec![Edit::replace(value, joined)]);
    findings.push(RULE.finding(span, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check_applicability, check_fix, findings, warnings};

    #[test]
    fn lines_are_joined() {
        check_fix(&RULE, "[Event \"S\r\n  T\"]\r\n\r\n1. e4 *", "[Event \"S T\"]\r\n\r\n1. e4 *");
    }

    #[test]
    fn one_next_to_a_quote_leaves_no_space() {
        check_fix(&RULE, "[Round \"?\n\"]\n\n1. e4 *", "[Round \"?\"]\n\n1. e4 *");
        check_fix(&RULE, "[Round \"\n?\"]\n\n1. e4 *", "[Round \"?\"]\n\n1. e4 *");
    }

    #[test]
    fn strings_on_lines_of_their_own_are_one_finding() {
        for value in ["\"Ann\"\n\"Smith\"", "\"Ann\"\r\n  \"Smith\"", "\"Ann\n\"Smith\""] {
            let text = format!("[White {value}]\n[Black \"B\"]\n\n1. e4 *");
            assert_eq!(warnings(&text), ["line-break-in-tag-value"], "{text}");
            check_fix(&RULE, &text, "[White \"Ann Smith\"]\n[Black \"B\"]\n\n1. e4 *");
            check_applicability(&RULE, &text, Applicability::Unsafe);
        }
    }

    #[test]
    fn line_ends_around_the_value_are_allowed() {
        assert!(findings(&RULE, "[Event\n\"S\"\n]\n\n1. e4 *").is_empty());
    }
}
