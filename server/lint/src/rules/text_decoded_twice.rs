use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind};

use super::token_map::TokenMap;
use crate::decoded_again::word_decoded_again;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// Text in UTF-8 that a program took for Latin 1.
    ///
    /// ## What it does
    /// Checks comments and tag values for the traces of a wrong decoding: `MÃ¼ller` for `Müller`, `â€™` for an apostrophe. One finding covers all of
    /// a game.
    ///
    /// ## Why is this bad?
    /// Nobody searches for such a name, and it is another player than the one with the right name.
    ///
    /// ## Example
    /// ```pgn
    /// [White "MÃ¼ller, Karsten"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "Müller, Karsten"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix decodes the text again. It is unsafe: the signs are hardly ever meant, but they may be.
    ///
    /// ## References
    /// PGN standard, section 4.1.
    name: "text-decoded-twice", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    if !may_be_decoded_twice(game.text) {
        return;
    }
    let mut edits = Vec::new();
    for (kind, token) in TokenMap::of(game).tokens() {
        let is_value = matches!(kind, TokenKind::TagValue | TokenKind::BrokenTagValue);
        if kind.is_comment() || is_value {
            let text = &game.text[token.clone()];
            edits.extend(
                misread(text)
                    .map(|(place, meant)| Edit::replace(token.start + place.start..token.start + place.end, meant)),
            );
        }
    }
    let Some(first) = edits.first() else { return };
    let (read, more) = (&game.text[first.range.clone()], edits.len() - 1);
    let elsewhere = match more {
        0 => String::new(),
        1 => " (and once more in this game)".to_owned(),
        times => format!(" (and {times} times more in this game)"),
    };
    let message = format!("{read} is {} in UTF-8, read as Latin 1{elsewhere}", first.text);
    let finding = RULE.finding(first.range.clone(), message);
    findings.push(finding.with_fix(Fix::unsafe_("Decode the text again", edits)));
}

/// Whether a text has one of the characters from `Â` to `ô`, as which the first byte of a longer character is read, and not a letter after it.
fn may_be_decoded_twice(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(0xC3, bytes).any(|place| {
        matches!(bytes.get(place + 1), Some(0x82..=0xB4)) && bytes.get(place + 2).is_some_and(|next| !next.is_ascii())
    })
}

/// The words with characters that are UTF-8 read as Windows-1252 or Latin 1, and what they mean. Half-open byte offsets.
fn misread(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let is_of_word = |character: char| !character.is_ascii() || character.is_ascii_alphanumeric();
    let mut rest = 0;
    let words = std::iter::from_fn(move || {
        let start = rest + text[rest..].find(is_of_word)?;
        rest = text[start..].find(|character| !is_of_word(character)).map_or(text.len(), |end| start + end);
        Some(start..rest)
    });
    words.filter_map(|word| Some((word.clone(), word_decoded_again(&text[word])?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_first_place_is_marked() {
        check(
            &RULE,
            r#"
[White "MÃ¼ller, A"]
        ^^^^^^^ MÃ¼ller is Müller in UTF-8, read as Latin 1

1. e4 e5 *

[White "A"]

1. e4 {itâ€™s cafÃ© time} e5 *
       ^^^^^^ itâ€™s is it’s in UTF-8, read as Latin 1 (and once more in this game)
"#,
        );
    }

    #[test]
    fn all_of_a_game_is_decoded_again() {
        check_fix(
            &RULE,
            "[White \"MÃ¼ller, KÃ¶nig\"]\n\n1. e4 {â‰¥ Â½ â™”} *",
            "[White \"Müller, König\"]\n\n1. e4 {≥ ½ ♔} *",
        );
        check_fix(&RULE, "[White \"\u{C3}\u{83}\"]\n\n*", "[White \"\u{C3}\"]\n\n*");
    }

    #[test]
    fn words_of_other_languages_are_left_in_peace() {
        for text in ["Müller", "São Paulo", "Ân", "Ãé", "Ô", "Łódź", "Ã", "Âlò", "Кириллица", "“Ã”"]
        {
            check(&RULE, &format!("[White \"{text}\"]\n\n1. e4 {{{text}}} *"));
        }
    }
}
