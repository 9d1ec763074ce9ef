use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::move_after_game_end::is_in_the_middle;
use crate::finding::{Applicability, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, Rule, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::results;
use scoresheet_format::line_edits::replace;

declare_rule! {
    /// A termination marker in another spelling: `1–0`, `½-½`, `1/2`.
    ///
    /// ## What it does
    /// Checks for readable markers other than `1-0`, `0-1`, `1/2-1/2` and `*`: with a dash instead of the hyphen, with spaces,
    /// or a draw in another form.
    ///
    /// ## Why is this bad?
    /// Other programs do not notice the end of the game: pgn-extract drops a game that ends with `1–0`; chess.js, kokopu and
    /// kludwig's parser reject one that ends with `1–0` or `1/2`.
    ///
    /// ## Example
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 1–0
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
    /// The fix is safe, except where a letter, a digit or another character (`1–0'`) is right beside the marker: there it may be a part of something else.
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    name: "nonstandard-termination-marker", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Token(TokenKind::OddTermination, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    if !results::has_letters(walk.text(range.clone())) {
        let message = |text: &str, meant: &str| {
            format!("{text} must be written {meant}: other programs do not notice the end of the game")
        };
        findings.extend(marker_finding(&RULE, range, walk, message));
    }
}

/// The finding on a marker that ends the main line in another form than the standard's, which the fix writes. `message`
/// gets the marker and the right form.
pub(super) fn marker_finding(
    rule: &'static Rule,
    range: Range<usize>,
    walk: &Walk,
    message: impl Fn(&str, &str) -> String,
) -> Option<Finding> {
    let text = walk.text(range.clone());
    let meant = results::canonical(text).filter(|_| !walk.is_in_variation() && !is_in_the_middle(walk))?;
    let mut fix = Fix::safe(format!("Write {meant}"), vec![replace(walk.game.text, range.clone(), meant)]);
    if results::is_part_of_word(walk.game.text, &range) {
        fix.applicability = Applicability::Unsafe;
    }
    Some(rule.finding(range, message(text, meant)).with_fix(fix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_marker_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 1–0
         ^^^ 1–0 must be written 1-0: other programs do not notice the end of the game
",
        );
        check(&RULE, "1. e4 (1. d4 ½-½) e5 1-O");
    }

    #[test]
    fn what_is_meant_is_written() {
        for (text, meant) in [("½-½", "1/2-1/2"), ("1/2", "1/2-1/2"), ("0.5-0.5", "1/2-1/2"), ("0 - 1", "0-1")] {
            check_fix(&RULE, &format!("1. e4 {text}"), &format!("1. e4 {meant}"));
        }
    }

    #[test]
    fn a_marker_in_a_word_is_no_certain_marker() {
        check_applicability(&RULE, "1. e4 e5 1–0'", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5{x}1–0{y}", Applicability::Safe);
    }
}
