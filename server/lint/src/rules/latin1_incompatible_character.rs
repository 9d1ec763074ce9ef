use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind};

use super::token_map::{TokenMap, runs};
use crate::finding::{Edit, Finding, Fix};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A character that the standard's character set lacks.
    ///
    /// ## What it does
    /// Reports comments and tag values with characters that ISO 8859-1 (Latin 1) does not have: typographic quotes and dashes,
    /// Cyrillic letters, figurines. One finding speaks of all characters of a comment or value.
    ///
    /// ## Why is this bad?
    /// PGN files are Latin 1 by the standard, and the oldest programs show such characters as question marks or as two or three odd
    /// letters. Most programs of today read UTF-8.
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
    /// Where every such character has a plain one that stands for it, the fix writes those. It changes what the comment says, if
    /// ever so little, and is never applied unasked.
    ///
    /// ## References
    /// PGN standard, section 4.1.
    name: "latin1-incompatible-character", group: Pedantic, level: Hint, fix: Sometimes, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Vec<Finding>) {
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
    let name = if character.is_control() { String::new() } else { format!("{character} ") };
    let code = u32::from(character);
    let message = format!("{name}(U+{code:04X}){more} {are} not in ISO 8859-1, the character set of PGN");
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

/// What ISO 8859-1 does not have, or has no sign for. The byte order mark has a rule of its own.
fn is_missing(character: char) -> bool {
    matches!(character, '\u{7F}'..='\u{9F}') || character > '\u{FF}' && character != '\u{FEFF}'
}

/// What stands for a character where there is none but plain ones.
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
