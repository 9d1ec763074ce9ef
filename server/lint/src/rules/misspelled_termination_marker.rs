use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::nonstandard_termination_marker::marker_finding;
use crate::finding::Finding;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::results;

declare_rule! {
    /// A termination marker with a letter for a digit: `1-O`.
    ///
    /// ## What it does
    /// Checks for markers with the letter O in place of the digit 0, or the letter l or I in place of the digit 1.
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
    /// The fix is safe: there is no doubt about the marker meant.
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    name: "misspelled-termination-marker", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Token(TokenKind::OddTermination, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Vec<Finding>) {
    if results::has_letters(walk.text(range.clone())) {
        let message = |text: &str, meant: &str| format!("{text} has a letter where {meant} has a digit");
        findings.extend(marker_finding(&RULE, range, walk, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

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
    fn what_is_meant_is_written() {
        for (text, meant) in [("O-1", "0-1"), ("l-0", "1-0"), ("0-I", "0-1")] {
            check_fix(&RULE, &format!("1. e4 {text}"), &format!("1. e4 {meant}"));
        }
    }
}
