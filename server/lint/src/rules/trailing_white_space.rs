use std::ops::Range;

use scoresheet_grammar::GameView;

use super::token_map::TokenMap;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::line_ends::line_ends;

declare_rule! {
    /// Spaces or tabs at the end of a line.
    ///
    /// ## What it does
    /// Checks for spaces and tabs at the end of a line, including lines of nothing else.
    ///
    /// ## Why is this bad?
    /// They are invisible, but make texts differ that look the same. No line of export format ends with a space.
    ///
    /// ## Example
    /// In this example ␠ shows where a space is.
    /// ```pgn
    /// 1. e4 e5␠␠
    /// 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5
    /// 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: white space at the end of a line has no meaning.
    ///
    /// ## References
    /// PGN standard, section 8.2.1.
    name: "trailing-white-space", group: Style, level: Info, fix: Always, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    let bytes = game.text.as_bytes();
    let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\x0B' | b'\x0C');
    let spaces = line_ends(game.text).map(|line_end| {
        let length = bytes[..line_end.start].iter().rev().take_while(is_space).count();
        line_end.start - length..line_end.start
    });
    // Without the spaces between them a carriage return and a line feed would be one line end instead of two.
    let separates_line_ends =
        |spaces: &Range<usize>| bytes[..spaces.start].ends_with(b"\r") && bytes[spaces.end..].starts_with(b"\n");
    let mut spaces = spaces.filter(|spaces| !spaces.is_empty() && !separates_line_ends(spaces)).peekable();
    if spaces.peek().is_none() {
        return;
    }
    let tokens = TokenMap::of(game);
    for spaces in spaces {
        match tokens.at(spaces.start) {
            None => {}
            Some((kind, _)) if kind.is_comment() => {}
            // The text of an escape line is not checked; in a broken tag value or text the spaces may be intended.
            Some(_) => continue,
        }
        let fix = Fix::safe("Delete the white space", vec![Edit::delete(spaces.clone())]);
        findings.push(RULE.finding(spaces, "White space at the end of the line").with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_fix, findings};

    #[test]
    fn spaces_go_wherever_a_line_ends() {
        let before = "[Event \"x\"] \n \t\r\n1. e4 {a \n b} ; c \n e5\t\n*";
        check_fix(&RULE, before, "[Event \"x\"]\n\r\n1. e4 {a\n b} ; c\n e5\n*");
    }

    #[test]
    fn other_spaces_stay() {
        for text in ["% x \n1. e4 *", "1. e4\r \n*", " 1. e4  e5 *", "[Event \"x \ny\"]\n\n*"] {
            assert!(findings(&RULE, text).is_empty(), "{text:?}");
        }
    }
}
