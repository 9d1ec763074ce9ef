//! What can be written at a place of a query.
//!
//! The query before the place is read by the parser itself, which tells what it wanted next where the text ended.

use std::ops::Range;

use scoresheet_chess::tag_docs;

use super::examples::{Example, example_of};
use super::lexer::{Compare, Wanted};
use super::parser::{SavedQueries, wanted_after};
use super::vocabulary::{FIELDS, TERMS};

/// What can be written at a place of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completions {
    /// What it replaces: half-open byte offsets in the query.
    pub range: Range<usize>,
    /// In the order in which they are best shown.
    pub items: Vec<QueryCompletion>,
    /// The field whose value is written at the place, in lower case: names can be offered there that the language does not know.
    pub field: Option<String>,
    /// Whether the place is in quotes.
    pub is_quoted: bool,
}

/// Something that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryCompletion {
    /// The text.
    pub text: String,
    /// What a word of the language finds.
    pub example: Option<&'static Example>,
}

/// Returns what can be written at byte `at` of a query, which may be in the middle of a word. `@name` is offered for `saved` queries. Linear in the query.
///
/// ```
/// use scoresheet_collection::query::{SavedQueries, completions};
///
/// let found = completions("result = 1", 10, &SavedQueries::new());
/// let texts: Vec<&str> = found.items.iter().map(|item| item.text.as_str()).collect();
/// assert_eq!((found.range, texts), (9..10, vec!["1-0", "1/2-1/2"]));
/// ```
pub fn completions(text: &str, at: usize, saved: &SavedQueries) -> Completions {
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let quote = open_quote(&text[..at]);
    let ends = |character: char| character.is_whitespace() || "()=<>~!\"'".contains(character);
    let start = match quote {
        Some(quote) => quote + 1,
        None => {
            text[..at].rfind(ends).map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8))
        }
    };
    let after = &text[at..];
    let end = match quote {
        Some(quote) => after.find(&text[quote..=quote]).map_or(text.len(), |length| at + length),
        None => at + after.find(ends).unwrap_or(after.len()),
    };
    let wanted = wanted_after(&text[..quote.unwrap_or(start)], saved);
    let field = wanted.iter().find_map(|wanted| match wanted {
        Wanted::Value(field) => Some(field.to_ascii_lowercase()),
        _ => None,
    });
    let typed = &text[start..at];
    let is_meant = |item: &QueryCompletion| {
        item.text.get(..typed.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(typed)) && item.text != typed
    };
    let all = wanted.iter().flat_map(|wanted| items(wanted, saved)).filter(is_meant);
    let mut items: Vec<QueryCompletion> = Vec::new();
    for item in all.filter(|_| quote.is_none()) {
        if !items.contains(&item) {
            items.push(item);
        }
    }
    Completions { range: start..end, items, field, is_quoted: quote.is_some() }
}

/// Where the quote begins in which the text ends.
fn open_quote(text: &str) -> Option<usize> {
    let mut open: Option<(usize, char)> = None;
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        match open {
            Some((_, quote)) if character == quote && !is_escaped => open = None,
            None if matches!(character, '"' | '\'') => open = Some((at, character)),
            _ => {}
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    open.map(|(at, _)| at)
}

fn items(wanted: &Wanted, saved: &SavedQueries) -> Vec<QueryCompletion> {
    let plain = |text: &str| QueryCompletion { text: text.to_owned(), example: None };
    let word = |word: &str| QueryCompletion { text: word.to_owned(), example: example_of(word) };
    match wanted {
        Wanted::Term => {
            let saved = saved.keys().map(|name| plain(&format!("@{name}")));
            let (fields, terms) = (FIELDS.into_iter().map(word), TERMS.into_iter().map(word));
            fields.chain(terms).chain(saved).chain([plain("(")]).collect()
        }
        // A word after `then` is read before the next term.
        Wanted::Joining => ["and", "or", "then", "for", "up", "from", "in"].into_iter().map(word).collect(),
        Wanted::Word(text) => vec![if example_of(text).is_some() { word(text) } else { plain(text) }],
        Wanted::Comparison => {
            let compare = Compare::ALL.map(|compare| plain(compare.written()));
            compare.into_iter().chain([plain("in")]).collect()
        }
        Wanted::Tag => tag_docs::known_tags().map(|tag| plain(tag.name)).collect(),
        Wanted::Value(field) => values(field).iter().map(|value| plain(value)).collect(),
    }
}

/// The values of a field that has only some.
fn values(field: &str) -> &'static [&'static str] {
    match field.to_ascii_lowercase().as_str() {
        "result" => &["1-0", "0-1", "1/2-1/2", "draw", "*"],
        "turn" => &["white", "black"],
        "title" | "whitetitle" | "blacktitle" => &["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"],
        "variant" => &[
            "Chess960",
            "Crazyhouse",
            "Atomic",
            "Horde",
            "Antichess",
            "\"Racing Kings\"",
            "\"King of the Hill\"",
            "\"Three-check\"",
        ],
        "has" => &["comments", "variations", "nags", "fen"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;

    /// The texts at the place of `|`.
    fn at(query: &str, saved: &SavedQueries) -> (Vec<String>, Completions) {
        let at = query.find('|').unwrap();
        let found = completions(&query.replace('|', ""), at, saved);
        (found.items.iter().map(|item| item.text.clone()).collect(), found)
    }

    #[track_caller]
    fn check(query: &str, expected: &[&str]) {
        assert_eq!(at(query, &SavedQueries::new()).0, expected, "{query}");
    }

    #[test]
    fn what_may_follow_is_what_the_parser_wants() {
        check("whi|", &["white", "whiteelo"]);
        check("mate and whi|te", &["white", "whiteelo"]);
        check("white|", &["whiteelo"]);
        check("mate |", &["and", "or", "then", "for", "up", "from", "in"]);
        check("mate a|", &["and"]);
        check("elo |", &["=", "==", "!=", "<", "<=", ">", ">=", "~", "in"]);
        check("result = |", &["1-0", "0-1", "1/2-1/2", "draw", "*"]);
        check("result =d|", &["draw"]);
        check("(result = 1-0 or turn = b|)", &["black"]);
        check("castling k|", &["kingside"]);
        check("castling up |", &["to"]);
        check("castling up to |", &["move", "ply"]);
        check("promotion |", &["to", "and", "or", "then", "for", "up", "from", "in"]);
        check("mate then wi|", &["within", "winner"]);
        check("move Bxh7+ in |", &["variations"]);
        check("has n|", &["nags"]);
        check("material KRPvKR w|", &["white"]);
        check("tag WhiteT|", &["WhiteTitle", "WhiteType", "WhiteTeam", "WhiteTeamCountry"]);
        check("white = \"res|", &[]);
        check("materiel KRvK and |", &[]);
        check("not not fli|", &["flip"]);
    }

    #[test]
    fn a_name_is_completed_in_its_quotes() {
        let (_, found) = at("mate and white = \"Car|l\" and check", &SavedQueries::new());
        assert_eq!((found.range, found.field.as_deref(), found.is_quoted), (18..22, Some("white"), true));
        let (_, found) = at("event = Ta|", &SavedQueries::new());
        assert_eq!((found.range, found.field.as_deref(), found.is_quoted), (8..10, Some("event"), false));
    }

    #[test]
    fn saved_queries_are_offered() {
        let saved = SavedQueries::from([("greek-gift".to_owned(), "flip (move Bxh7+)".to_owned())]);
        assert_eq!(at("mate and @|", &saved).0, ["@greek-gift"]);
        assert_eq!(at("@greek-gift |", &saved).0[0], "and");
    }

    #[test]
    fn no_place_of_any_text_panics() {
        let texts = [
            "white = \"Čapek\" and 🏆 = x",
            "'",
            "\"\\\"",
            "a \\' b'c",
            "  ( é",
            "fen \"\" then within 4 moves",
            "🏆🏆 = x",
            "move 🏆",
            "N🏆 = 1",
            "Na-🏆 > 1",
            "date = 20🏆",
            "eco = B🏆",
            "board \"🏆\"",
            "imbalance 🏆",
            "material K🏆",
        ];
        for text in texts {
            (0..=text.len() + 1).for_each(|at| {
                let found = completions(text, at, &SavedQueries::new());
                assert!(text.get(found.range.clone()).is_some(), "{text} {at} {found:?}");
            });
        }
    }

    #[test]
    fn every_first_word_begins_a_query() {
        let (all, _) = at("|", &SavedQueries::new());
        assert!(all.len() > 60);
        for word in all.iter().filter(|word| *word != "(") {
            let error = Query::parse(word).err();
            assert!(error.is_none_or(|error| !error.message.contains("not a known")), "{word}");
        }
    }
}
