use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::moves_in_line_comment::hides_moves;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A comment from a semicolon to the end of the line.
    ///
    /// ## What it does
    /// Checks for comments that begin with `;` instead of being in braces.
    ///
    /// ## Why is this bad?
    /// Such a comment depends on its line: joining two lines turns moves into a comment. kokopu rejects a file with such a
    /// comment.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 ; best by test
    /// 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {best by test}
    /// 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix puts the same words in braces. There is none if they contain a brace. The fix is unsafe, because one more brace
    /// can make another slip in the game look different; `scoresheet format` does the same in games without syntax errors.
    ///
    /// ## References
    /// PGN standard, section 5.
    name: "line-comment", group: Portability, level: Info, fix: Sometimes,
    hooks: [Hook::Token(TokenKind::LineComment, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    // Another rule reports moves that the semicolon hides.
    if hides_moves(&range, walk) {
        return;
    }
    let words = walk.text(range.start + 1..range.end).trim();
    let message = "This comment depends on its line: joined with the next line, it takes in the moves there";
    let finding = RULE.finding(range.start..range.start + 1, message);
    findings.push(match words.contains(['{', '}']) {
        true => finding,
        false => finding
            .with_fix(Fix::unsafe_("Put the comment in braces", vec![Edit::replace(range, format!("{{{words}}}"))])),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_sign_is_marked() {
        check(
            &RULE,
            "
1. e4 {a; b} ; c
             ^ This comment depends on its line...
e5 *
",
        );
    }

    #[test]
    fn words_go_into_braces() {
        check_fix(&RULE, "1. e4 ; a (b) \r\ne5 ;\n*", "1. e4 {a (b)}\r\ne5 {}\n*");
        assert!(findings(&RULE, "1. e4 ; a }\ne5 *")[0].fixes.is_empty());
        assert!(findings(&RULE, "1. e4 e5; 2. Nf3 Nc6 *").is_empty());
    }
}
