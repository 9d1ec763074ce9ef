use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind};

use super::overlong_symbol;
use super::token_map::TokenMap;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::line_ends::lines;

declare_rule! {
    /// A line that is too long for PGN.
    ///
    /// ## What it does
    /// Checks for lines of more than 254 characters, which with the line end exceed the 255 that the standard allows. Long tag
    /// values are reported by `overlong-tag-value`.
    ///
    /// ## Why is this bad?
    /// Old programs truncate such lines, and differences between two versions of a game are hard to see in them.
    /// `scoresheet format` breaks them.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {The move that Bobby Fischer called best by test, and that most of us learn first: it takes the centre, opens the way for the bishop and the queen, and allows White to castle soon. Against it Black can choose between open, half-open and closed games, as he likes} 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {The move that Bobby Fischer called best by test, and that most of us learn
    /// first: it takes the centre, opens the way for the bishop and the queen, and
    /// allows White to castle soon. Against it Black can choose between open, half-open
    /// and closed games, as he likes} 1... e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 4.3.
    name: "overlong-line", group: Style, level: Info, fix: None, hooks: [Hook::Text(check)],
}

/// In characters; the standard allows 255 including the line end.
pub(super) const MOST: usize = 254;

fn check(game: GameView, findings: &mut Findings) {
    let mut overlong = lines(game.text).filter(|line| line.len() > MOST).peekable();
    if overlong.peek().is_none() {
        return;
    }
    let tokens = TokenMap::of(game);
    for line in overlong {
        let text = &game.text[line.clone()];
        let Some((beyond, _)) = text.char_indices().nth(MOST) else { continue };
        let beyond = line.start + beyond;
        // Other rules report single tokens that are too long.
        let is_of_other_rules = |(kind, token): &(TokenKind, Range<usize>)| match kind {
            TokenKind::TagValue | TokenKind::BrokenTagValue => true,
            TokenKind::MoveNumber => token.len() > overlong_symbol::MOST,
            _ => false,
        };
        if tokens.at(beyond).is_some_and(is_of_other_rules) {
            continue;
        }
        let length = text.chars().count();
        let message = format!("The line has {length} characters; PGN allows 255 including the line end");
        findings.push(RULE.finding(beyond..line.end, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::findings;

    fn found(text: &str) -> Vec<std::ops::Range<usize>> {
        findings(&RULE, text).into_iter().map(|finding| finding.range).collect()
    }

    #[test]
    fn what_is_too_much_is_marked() {
        let comment = |length: usize| format!("{{{}}}", "é".repeat(length - 2));
        assert!(found(&format!("{}\n1. e4 *", comment(254))).is_empty());
        let text = format!("{}\r\n1. e4 *", comment(255));
        let beyond = text.find('}').unwrap();
        assert_eq!(found(&text), vec![beyond..beyond + 1]);
    }

    #[test]
    fn long_tag_values_are_another_matter() {
        assert!(found(&format!("[Event \"{}\"]\n\n*", "x".repeat(300))).is_empty());
    }
}
