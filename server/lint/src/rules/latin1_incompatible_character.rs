use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind};

use super::token_map::{TokenMap, runs};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A character outside ISO 8859-1 (Latin 1), the character set of the standard.
    ///
    /// ## What it does
    /// Checks for comments and tag values with such characters: typographic quotes and dashes, Cyrillic letters, figurines. One
    /// finding covers all characters of a comment or value.
    ///
    /// ## Why is this bad?
    /// According to the standard PGN files are in Latin 1, and the oldest programs show other characters as question marks or
    /// as two or three wrong letters. Most of today's programs read UTF-8.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {“best by test” – Fischer} 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {"best by test" - Fischer} 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Where every such character has a plain equivalent, the fix writes it. It is unsafe, because it changes the text
    /// slightly.
    ///
    /// ## References
    /// PGN standard, section 4.1.
    name: "latin1-incompatible-character", group: Pedantic, level: Hint, fix: Sometimes, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    if game.text.is_ascii() || !game.text.contains(is_missing) {
        return;
    }
    for (kind, token) in TokenMap::of(game).tokens() {
        let is_value = matches!(kind, TokenKind::TagValue | TokenKind::BrokenTagValue);
        if kind.is_comment() || is_value {
            findings.extend(check_token(game.text, token, is_value));
        }
    }
}

fn check_token(text: &str, token: &Range<usize>, is_value: bool) -> Option<Finding> {
    let all: Vec<Range<usize>> = runs(&text[token.clone()], is_missing)
        .map(|range| range.start + token.start..range.end + token.start)
        .collect();
    let first = all.first()?.clone();
    let count: usize = all.iter().map(|range| text[range.clone()].chars().count()).sum();
    let character = text[first.clone()].chars().next()?;
    let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
    let are = if count > 1 { "are" } else { "is" };
    let code = u32::from(character);
    let message = format!("{character} (U+{code:04X}){more} {are} not in ISO 8859-1, the character set of PGN");
    let finding = RULE.finding(first, message);
    let edits: Option<Vec<Edit>> = all
        .into_iter()
        .map(|range| {
            let plain: Option<String> =
                text[range.clone()].chars().map(|character| plain(character, is_value)).collect();
            Some(Edit::replace(range, plain?))
        })
        .collect();
    Some(match edits {
        Some(edits) => finding.with_fix(Fix::unsafe_("Write plain characters", edits)),
        None => finding,
    })
}

/// Characters outside ISO 8859-1. The byte order mark and control characters have rules of their own.
fn is_missing(character: char) -> bool {
    character > '\u{FF}' && character != '\u{FEFF}'
}

/// The plain equivalent of a character.
fn plain(character: char, is_value: bool) -> Option<&'static str> {
    Some(match character {
        '“' | '”' | '„' | '‟' if is_value => "'",
        '“' | '”' | '„' | '‟' => "\"",
        '‘' | '’' | '‚' | '‛' | '′' => "'",
        '‐' | '‑' | '–' | '—' | '−' => "-",
        '…' => "...",
        '•' => "*",
        '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{3000}' => " ",
        '\u{200B}'..='\u{200F}' => "",
        '♔' | '♚' => "K",
        '♕' | '♛' => "Q",
        '♖' | '♜' => "R",
        '♗' | '♝' => "B",
        '♘' | '♞' => "N",
        '♙' | '♟' => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn a_comment_has_one_finding() {
        check(
            &RULE,
            "
[White \"Čech\"]
        ^ Č (U+010C) is not in ISO 8859-1, the character set of PGN

1. e4 {é “a” Ж} *
         ^ “ (U+201C) and 2 more are not in...
",
        );
    }

    #[test]
    fn plain_characters_where_there_are_some() {
        let after = "[Event \"'x' - y\"]\n\n1. e4 {\"a\"...} *";
        check_fix(&RULE, "[Event \"“x” – y\"]\n\n1. e4 {“a”…} *", after);
        assert!(findings(&RULE, "{Ж – ё}")[0].fixes.is_empty());
    }
}
