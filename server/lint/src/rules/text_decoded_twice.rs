use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind};

use super::token_map::TokenMap;
use crate::decoded_again::word_decoded_again;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// Text in UTF-8 that a program took for Latin 1, or another one that it could not decode.
    ///
    /// ## What it does
    /// Checks comments and tag values for the traces of a wrong decoding: `MÃ¼ller` for `Müller`, `â€™` for an apostrophe. One finding covers all of
    /// a game. Checks them for `�` too, which programs write in place of a character that they could not decode.
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
    /// The fix decodes the text again. It is unsafe: the signs are hardly ever meant, but they may be. There is no fix for `�`: what was there is lost.
    ///
    /// ## References
    /// PGN standard, section 4.1.
    name: "text-decoded-twice", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::Text(check)],
}

/// What programs write in place of a character that they could not decode.
const REPLACEMENT: &str = "\u{FFFD}";

fn check(game: GameView, findings: &mut Findings) {
    check_lost(game, findings);
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

/// Characters that could not be decoded: one finding for all of a game.
fn check_lost(game: GameView, findings: &mut Findings) {
    if memchr::memmem::find(game.text.as_bytes(), REPLACEMENT.as_bytes()).is_none() {
        return;
    }
    let map = TokenMap::of(game);
    let is_read =
        |kind: TokenKind| kind.is_comment() || matches!(kind, TokenKind::TagValue | TokenKind::BrokenTagValue);
    let tokens = map.tokens().iter().filter(|(kind, _)| is_read(*kind));
    let mut places = tokens.flat_map(|(_, token)| {
        game.text[token.clone()].match_indices(REPLACEMENT).map(|(place, _)| token.start + place)
    });
    let Some(first) = places.next() else { return };
    let more = match places.count() {
        0 => String::new(),
        1 => " (and once more in this game)".to_owned(),
        times => format!(" (and {times} times more in this game)"),
    };
    let message = format!("{REPLACEMENT} is in place of a character that could not be decoded{more}: it is lost");
    findings.push(RULE.finding(first..first + REPLACEMENT.len(), message));
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

    #[test]
    fn a_character_that_could_not_be_decoded_is_marked() {
        check(
            &RULE,
            r#"
[White "M�ller"]
         ^ � is in place of a character that could not be decoded (and once more in this game): it is lost

1. e4 {gr�er} e5 *
"#,
        );
    }
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
