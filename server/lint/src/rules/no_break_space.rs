use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind, token_at};

use super::token_map::{TokenMap, runs};
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_format::line_edits;

/// The longest half of a move. Bytes.
const LONGEST_MOVE: usize = 8;

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
        // After the first byte of its UTF-8, read as Latin 1, both are the matter of another rule.
        if is_inside_move(game.text, &range) || game.text[..range.start].ends_with('\u{C2}') {
            continue;
        }
        let code = game.text[range.clone()].chars().next().map_or(0, u32::from);
        let name = match code {
            0xA0 => "no-break space".to_owned(),
            0x200B => "zero-width space".to_owned(),
            _ => format!("space U+{code:04X}"),
        };
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

/// Whether the words on both sides are one move, and the first one is none: `B`, a space, `b5`. Another rule reports a move in pieces.
fn is_inside_move(text: &str, space: &Range<usize>) -> bool {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '=' | '@');
    let before = &text[text.floor_char_boundary(space.start.saturating_sub(LONGEST_MOVE))..space.start];
    let after = &text[space.end..text.ceil_char_boundary((space.end + LONGEST_MOVE).min(text.len()))];
    let first = &before[before.trim_end_matches(is_word).len()..];
    let second = &after[..after.len() - after.trim_start_matches(is_word).len()];
    let whole = format!("{first}{second}");
    let is_move =
        |word: &str| token_at(word, 0).is_some_and(|(kind, range)| kind == TokenKind::San && range.end == word.len());
    !first.is_empty() && !second.is_empty() && !is_move(first) && is_move(&whole)
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
    use crate::testing::{all_findings, check, check_fix, findings};

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
    fn a_space_in_a_move_is_reported_once() {
        let text = "1. e4 e5 2. N\u{200B}f3 Nc6 3. B\u{A0}b5 a6 4.\u{200B}Ba4\u{200B}Nf6 *";
        let places: Vec<_> = findings(&RULE, text).iter().map(|finding| finding.message.clone()).collect();
        assert_eq!(places.len(), 2, "{places:?}");
        assert!(places[0].starts_with("A zero-width space in place of a plain space"), "{places:?}");
        let rules: Vec<&str> = all_findings(crate::rules::RULES, text)
            .iter()
            .filter(|found| found.level >= crate::finding::Level::Warning)
            .map(|found| found.rule.name)
            .collect();
        assert_eq!(rules, ["blank-in-move", "blank-in-move", "no-break-space", "no-break-space"]);
    }

    #[test]
    fn thousands_on_one_line_are_looked_at_once() {
        let spaces = 4_000;
        let text = format!("1. e4 {}*", "\u{A0} ".repeat(spaces));
        assert_eq!(findings(&RULE, &text).len(), spaces);
    }
}
