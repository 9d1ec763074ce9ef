use std::ops::Range;

use scoresheet_chess::hidden_moves::hides_next_moves;
use scoresheet_grammar::TokenKind;

use crate::explanation::{Candidate, Slip};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::replace;

declare_rule! {
    /// A semicolon that turns moves of the game into a comment.
    ///
    /// ## What it does
    /// Checks for a `;` with nothing but moves after it on the line, where the game is legal with these moves and not without
    /// them, and for one in a variation that makes a comment of the `)` of the variation.
    ///
    /// ## Why is this bad?
    /// A semicolon begins a comment to the end of the line: every program silently loses the moves after it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3; Nc6 3. Bb5
    /// a6 4. Ba4 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5
    /// a6 4. Ba4 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the semicolon. It is unsafe, because the moves may be meant as a comment. Between two variations it writes `) (`, and words in
    /// a variation become a comment in braces.
    ///
    /// ## References
    /// PGN standard, section 5.
    name: "moves-in-line-comment", group: Suspicious, level: Warning, fix: Always,
    hooks: [Hook::Token(TokenKind::LineComment, check), Hook::Slip(check_slip)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    if !hides_moves(&range, walk) {
        return;
    }
    let sign = range.start..range.start + 1;
    findings.push(finding(replace(walk.game.text, sign, "")));
}

/// Whether the game goes on with the moves in a line comment.
pub(super) fn hides_moves(comment: &Range<usize>, walk: &Walk) -> bool {
    !walk.replay.is_guessed() && hides_next_moves(&walk.replay, walk.text(comment.clone()))
}

/// A semicolon whose repair makes more of the game legal.
fn check_slip(candidate: &Candidate, _: &str, findings: &mut Findings) {
    if candidate.slip != Slip::Semicolon {
        return;
    }
    let (message, title) = match candidate.edit.text.trim_start().chars().next() {
        Some(')') => ("This ; parts two variations, but it makes a comment of the rest of the line", "Write ) ("),
        Some('{') => {
            ("This ; makes a comment of the rest of the line, with the ) of the variation", "Put the comment in braces")
        }
        _ => return findings.push(finding(candidate.edit.clone())),
    };
    let fix = Fix::unsafe_(title, vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

fn finding(delete: Edit) -> Finding {
    let message = "The game continues with the moves in this line comment, but the ; hides them from every program";
    let sign = delete.range.clone();
    RULE.finding(sign, message).with_fix(Fix::unsafe_("Delete the ;", vec![delete]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, warnings};

    const SWALLOWED: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1; b5 7. Bb3 d6 8. c3 O-O *\n";

    #[test]
    fn the_sign_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3; Nc6 3. Bb5
               ^ The game continues with the moves in this line comment, but the ;...
a6 4. Ba4 *
",
        );
        check(
            &RULE,
            "
1. e4 e5; 2. Nf3 Nc6 *
        ^ The game continues with the moves...
",
        );
    }

    #[test]
    fn the_moves_come_back() {
        check_fix(&RULE, SWALLOWED, &SWALLOWED.replace(';', ""));
        check_fix(&RULE, "1. e4 e5; 2. Nf3, Nc6 *", "1. e4 e5 2. Nf3, Nc6 *");
        check_fix(&RULE, "1. e4 e5;2. Nf3\nNc6 *", "1. e4 e5 2. Nf3\nNc6 *");
        check_applicability(&RULE, SWALLOWED, Applicability::Unsafe);
    }

    #[test]
    fn the_swallowed_marker_is_not_missed() {
        assert_eq!(warnings(SWALLOWED), ["moves-in-line-comment"]);
    }

    #[test]
    fn moves_that_are_missed_later_are_one_finding() {
        let text = SWALLOWED.replace("8. c3", "\n8. c3");
        assert_eq!(warnings(&text), ["moves-in-line-comment"]);
        check_fix(&RULE, &text, &text.replace(';', ""));
    }

    #[test]
    fn comments_are_left_in_peace() {
        for text in [
            "1. e4 e5 2. Nf3 ; 2. f4 exf4\n2... Nc6 *",
            "1. e4 ; e5 is best\n1... e5 *",
            "1. e4 ; c5\ne5 2. Nf3 *",
            "1. e4 ; best by test\ne5 *",
            "; 1. e4\n1. e4 *",
        ] {
            check(&RULE, text);
        }
    }
}
