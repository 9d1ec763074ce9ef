use std::ops::Range;

use scoresheet_grammar::{OddEmptyLines, TokenKind};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A termination marker inside a variation.
    ///
    /// ## What it does
    /// Checks for `1-0`, `0-1`, `1/2-1/2` and `*` between the parentheses of a variation.
    ///
    /// ## Why is this bad?
    /// The marker ends the game. kokopu, chess.js and mliebelt's parser reject the file; python-chess reports an invalid move
    /// and stops.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 (1. d4 d5 1-0) 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 (1. d4 d5 {1-0}) 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix turns a result into a comment, so that nothing is lost, and deletes `*`, which has no meaning here. Both are
    /// safe, but after a letter `*` may be all that keeps it apart from the next move, and in movetext with an empty line a marker may be
    /// the end of a game.
    ///
    /// ## References
    /// PGN standard, sections 8.2.5 and 8.2.6.
    name: "termination-in-variation", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Token(TokenKind::Termination, check), Hook::Token(TokenKind::OddTermination, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    if !walk.is_in_variation() {
        return;
    }
    if findings.only_counts(&RULE, &range) {
        return;
    }
    let text = walk.text(range.clone());
    let is_after_letter = walk.text(0..range.start).trim_end().ends_with(|last: char| last.is_ascii_uppercase());
    // Another game may begin after an empty line.
    let may_part_games = walk.game.tree.odd_empty_lines() == OddEmptyLines::InMovetext;
    let is_safe = !may_part_games && (text != "*" || !is_after_letter);
    let (title, edit) = match text {
        "*" => ("Delete the *".to_owned(), delete(walk.game.text, range.clone())),
        _ => (format!("Turn {text} into a comment"), Edit::replace(range.clone(), format!("{{{text}}}"))),
    };
    let fix = if is_safe { Fix::safe(title, vec![edit]) } else { Fix::unsafe_(title, vec![edit]) };
    let message = format!("{text} ends the game in the middle of a variation: kokopu and chess.js reject the file");
    findings.push(RULE.finding(range, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_marker_is_marked() {
        check(
            &RULE,
            "
1. e4 (1. d4 1-0 (1. c4 *)) e5 *
             ^^^ 1-0 ends the game in the middle of a variation: kokopu and chess.js reject the file
                        ^ * ends the game in the middle of a variation: kokopu and chess.js reject the file
",
        );
    }

    #[test]
    fn a_result_becomes_a_comment() {
        check_fix(&RULE, "1. e4 (1. d4 1-0) e5 *", "1. e4 (1. d4 {1-0}) e5 *");
        check_fix(&RULE, "1. e4 (1. d4 *) e5 *", "1. e4 (1. d4) e5 *");
        check_fix(&RULE, "1. e4 (* $1) e5 *", "1. e4 ($1) e5 *");
        check_applicability(&RULE, "1. e4 (1. d4 N *\nf6) e5 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 (1. d4 *) e5 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 (1. d4 1-0) e5 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 (1. d4 1-0\n\n1. d4 d5 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 (1. d4 * 0 1\n\n1. d4 d5) e5 *", Applicability::Unsafe);
    }
}
