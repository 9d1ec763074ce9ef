use scoresheet_grammar::{GameView, TokenKind};

use super::token_map::{TokenMap, runs};
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_format::line_edits;

declare_rule! {
    /// A no-break space between the moves.
    ///
    /// ## What it does
    /// Checks for white space between the moves other than spaces, tabs and line ends: no-break spaces and the like, from text
    /// copied from a web page. In comments and tag values they are allowed.
    ///
    /// ## Why is this bad?
    /// They look like spaces but are other characters. pgn-reader loses moves silently, pgn-extract with the message "Unknown
    /// character"; chess.js, kokopu, mliebelt's and kludwig's parsers reject the game. python-chess and chessops read it.
    ///
    /// ## Example
    /// In this example ⍽ shows where a no-break space is.
    /// ```pgn
    /// 1.⍽e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes a plain space and is safe. Before the moves it is unsafe, because a space may cause text to be read as
    /// moves.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "no-break-space", group: Portability, level: Warning, fix: Always, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    if !has_odd_space(game.text) {
        return;
    }
    let tokens = TokenMap::of(game);
    for range in runs(game.text, is_odd_space) {
        // A move number and its periods are one token, white space between them included.
        if tokens.at(range.start).is_some_and(|(kind, _)| *kind != TokenKind::MoveNumber) {
            continue;
        }
        let code = game.text[range.clone()].chars().next().map_or(0, u32::from);
        let name = if code == 0xA0 { "no-break space".to_owned() } else { format!("space U+{code:04X}") };
        let message = format!(
            "A {name} in place of a plain space: pgn-extract and pgn-reader lose moves, chess.js and kokopu reject the game"
        );
        let is_space = |character: char| character.is_whitespace();
        let is_beside_space = game.text[..range.start].chars().next_back().is_none_or(is_space)
            || game.text[range.end..].chars().next().is_none_or(is_space);
        let (title, edit) = match is_beside_space {
            true => (format!("Delete the {name}"), line_edits::replace(game.text, range.clone(), "")),
            false => ("Write a space".to_owned(), Edit::replace(range.clone(), " ")),
        };
        let fix = if tokens.is_mere_white_space(game.text, range.start) { Fix::safe } else { Fix::unsafe_ }(
            title,
            vec![edit],
        );
        findings.push(RULE.finding(range, message).with_fix(fix));
    }
}

/// Whether the text has any. Examines only characters that begin with the same byte.
fn has_odd_space(text: &str) -> bool {
    let mut candidates = memchr::memchr3_iter(0xC2, 0xE2, 0xE3, text.as_bytes());
    candidates.any(|at| text[at..].starts_with(is_odd_space))
}

/// Characters that look like a space. The byte order mark has a rule of its own.
fn is_odd_space(character: char) -> bool {
    matches!(character, '\u{A0}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{3000}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn spaces_between_tokens_are_marked() {
        check(
            &RULE,
            "
[Event \"a\u{A0}b\"]

1. e4\u{A0}{c\u{A0}!} 1...\u{202F}e5 *
     ^ A no-break space in place of a plain space: pgn-extract and...
                ^ A space U+202F in place...
",
        );
    }

    #[test]
    fn a_space_takes_their_place() {
        let before = "[Event \"x\"]\n\n1.\u{A0}\u{A0}e4 \u{A0}e5 2\u{A0}. d4\u{A0}\n\u{A0}%x";
        check_fix(&RULE, before, "[Event \"x\"]\n\n1. e4 e5 2 . d4\n %x");
    }

    #[test]
    fn thousands_on_one_line_are_looked_at_once() {
        let spaces = 4_000;
        let text = format!("1. e4 {}*", "\u{A0} ".repeat(spaces));
        assert_eq!(findings(&RULE, &text).len(), spaces);
    }
}
