use std::ops::Range;

use scoresheet_grammar::{Fault, FaultKind, TokenKind};

use super::fixes::perhaps_write;
use super::nonstandard_termination_marker::marker_finding;
use crate::explanation::{Candidate, Slip};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::results;

declare_rule! {
    /// A termination marker with a wrong, lost or additional character: `1-O`, `1=0`, `1/2-`.
    ///
    /// ## What it does
    /// Checks for markers with the letter O in place of the digit 0, or the letter l or I in place of the digit 1; and for a last word of the
    /// game that is the value of the Result tag but for one character, or cut off.
    ///
    /// ## Why is this bad?
    /// Other programs do not notice the end of the game, and many read the marker as an illegal move.
    ///
    /// ## Example
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 1-O
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 1-0
    /// ```
    ///
    /// ## Fix safety
    /// The fix of a letter is safe: there is no doubt about the marker meant. The other fixes are unsafe.
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    name: "misspelled-termination-marker", group: Correctness, level: Error, fix: Always,
    hooks: [
        Hook::Token(TokenKind::OddTermination, check), Hook::Fault(FaultKind::UnknownResult, check_fault), Hook::Slip(check_slip),
    ],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    if results::has_letters(walk.text(range.clone())) {
        let message = |text: &str, meant: &str| format!("{text} has a letter where {meant} has a digit");
        findings.extend(marker_finding(&RULE, range, walk, message));
    }
}

/// A result in parentheses, in markup, or with entities.
fn check_slip(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip == Slip::DisguisedResult {
        let written = &text[candidate.range.clone()];
        let message = format!("{written} is no termination marker: other programs do not notice the end of the game");
        let fix = perhaps_write(candidate.range.clone(), &candidate.edit.text);
        findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
    }
}

/// A marker that is not the value of the Result tag, but nearly.
fn check_fault(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let Some(meant) = nearly_written(walk) else { return };
    // One with letters for all wrong digits is reported as a token.
    let text = walk.text(fault.span());
    if results::canonical(text).is_some_and(|result| result != text) {
        return;
    }
    let message = format!("{text} is no termination marker; probably {meant} is meant, as in the Result tag");
    findings.push(RULE.finding(fault.span(), message).with_fix(perhaps_write(fault.span(), meant)));
}

/// The value of the Result tag of a game with moves, if it is one of the standard's: then a marker that PGN does not have is nearly that.
pub(super) fn nearly_written(walk: &Walk) -> Option<&'static str> {
    let tag = walk.tag("Result").filter(|_| walk.replay.has_moved())?;
    results::RESULTS.into_iter().find(|result| *result == tag.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

    #[test]
    fn the_marker_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 1-O
         ^^^ 1-O has a letter where 1-0 has a digit
",
        );
        check(&RULE, "1. e4 e5 1–0");
    }

    #[test]
    fn a_marker_that_is_nearly_the_result_is_one_finding() {
        for (result, slip) in
            [("1-0", "1=0"), ("1-0", "1-"), ("0-1", "0_1"), ("1/2-1/2", "1/2-"), ("1/2-1/2", "1/2-12")]
        {
            check_one_finding(result, slip);
        }
    }

    #[test]
    fn a_result_as_web_pages_and_books_print_it_is_one_finding() {
        for slip in ["(1-0)", "[1-0]", "( 1 - 0 )", "<b>1-0</b>", "**1-0**", "1&ndash;0"] {
            check_one_finding("1-0", slip);
        }
        for slip in ["&frac12;-&frac12;", "&#189;&#45;½", "0,5-0,5", "(½:½)"] {
            check_one_finding("1/2-1/2", slip);
        }
    }

    /// Checks that `slip` for the result is one finding with the result as its repair.
    #[track_caller]
    fn check_one_finding(result: &str, slip: &str) {
        let game = |marker: &str| format!("[Result \"{result}\"]\n\n1. e4 e5 2. Nf3 Nc6 {marker}\n");
        assert_eq!(warnings(&game(slip)), ["misspelled-termination-marker"], "{slip}");
        check_fix(&RULE, &game(slip), &game(result));
    }

    #[test]
    fn what_is_meant_is_written() {
        for (text, meant) in [("O-1", "0-1"), ("l-0", "1-0"), ("0-I", "0-1")] {
            check_fix(&RULE, &format!("1. e4 {text}"), &format!("1. e4 {meant}"));
        }
    }
}
