//! Completion of tag values: fixed sets, opening codes, country codes, and names.

use std::ops::Range;

use scoresheet_grammar::ast::{Tag, escape};
use scoresheet_grammar::{Event, TokenKind};

use super::cursor::Cursor;
use super::item::{Item, Kind, Known};
use crate::rename;
use scoresheet_chess::openings::{self, Opening};
use scoresheet_chess::tag_docs::{self, countries};

/// The maximum number of values that each carry the documentation of the tag.
const MOST_DOCUMENTED: usize = 20;

/// Returns the values that `tag` may have, the most likely first: fixed sets, opening codes, country codes, or names of
/// the known games.
pub(super) fn items(cursor: &Cursor, tag: &Tag, known: Known) -> Vec<Item> {
    let range = tag.inner_range();
    if cursor.game.text[range.clone()].contains(['\n', '\r']) {
        return Vec::new();
    }
    let has_bracket = cursor.game.text[tag.value_range.end..].trim_start_matches([' ', '\t']).starts_with(']');
    let end = match (tag.is_quoted, has_bracket) {
        (true, _) => "",
        (false, true) => "\"",
        (false, false) => "\"]",
    };
    let values = values(cursor, tag, known);
    // Repeated for hundreds of values, it would only make the response large; the hover on the tag shows the same.
    let documentation = tag_docs::describe(tag.name).filter(|_| values.len() <= MOST_DOCUMENTED);
    let item = |value: Value| Item {
        documentation: documentation.map(|doc| doc.summary.to_owned()),
        filter_text: Some(match &value.detail {
            Some(detail) if value.is_code => format!("{} {detail}", value.text),
            _ => value.text.clone(),
        }),
        note: value.count,
        detail: value.detail,
        label: value.text.clone(),
        ..Item::new(Kind::TagValue, format!("{}{end}", escape(&value.text)), range.clone())
    };
    let mut items: Vec<Item> = values.into_iter().map(item).collect();
    if tag.name == "Site" {
        items.extend(countries_of_site(cursor, &range, end));
    }
    items
}

/// A value to offer.
struct Value {
    text: String,
    detail: Option<String>,
    count: Option<String>,
    /// Whether the value is a code, which is also matched by its meaning.
    is_code: bool,
}

impl Value {
    fn new(text: &str) -> Value {
        Value { text: text.to_owned(), detail: None, count: None, is_code: false }
    }
}

fn values(cursor: &Cursor, tag: &Tag, known: Known) -> Vec<Value> {
    let code = |code: &str, name: &str| Value { detail: Some(name.to_owned()), is_code: true, ..Value::new(code) };
    if let Some(values) = tag_docs::values(tag.name) {
        let mut values = values.to_vec();
        let marker = marker(cursor).filter(|_| tag.name == "Result");
        values.sort_by_key(|value| Some(*value) != marker);
        let detail = |value| (Some(value) == marker).then(|| "matches the termination marker".to_owned());
        return values.into_iter().map(|value| Value { detail: detail(value), ..Value::new(value) }).collect();
    }
    match tag.name {
        "ECO" => {
            let played = openings::of_main_line(cursor.game).map(|(opening, _)| opening);
            let mut openings: Vec<Opening> = openings::codes().collect();
            openings.sort_by_key(|opening| played.is_none_or(|played| played.eco != opening.eco));
            // The name of the opening played is more precise than that of its code.
            let named = |opening: Opening| played.filter(|played| played.eco == opening.eco).unwrap_or(opening);
            openings.into_iter().map(named).map(|opening| code(opening.eco, opening.name)).collect()
        }
        name if name.ends_with("Country") => countries::all().map(|(one, name)| code(one, name)).collect(),
        name => {
            let typed = &cursor.game.text[tag.inner_range().start..cursor.offset];
            let known = rename::name_kind(name).zip(known.names);
            let names = known.map(|(kind, names)| names(kind, typed)).unwrap_or_default();
            let value = |(name, count): (String, usize)| {
                let count = format!("{count} game{}", if count == 1 { "" } else { "s" });
                Value { detail: Some(count.clone()), count: Some(count), ..Value::new(&name) }
            };
            names.into_iter().map(value).collect()
        }
    }
}

/// Returns the country codes after the last space or comma of a site (section 8.1.1.2), once a capital letter is typed
/// there.
fn countries_of_site(cursor: &Cursor, value: &Range<usize>, end: &str) -> Vec<Item> {
    let before = &cursor.game.text[value.start..cursor.offset];
    let Some(word) = before.rfind([' ', ',']).map(|separator| &before[separator + 1..]) else { return Vec::new() };
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_uppercase()) || cursor.offset != value.end {
        return Vec::new();
    }
    let range = cursor.offset - word.len()..cursor.offset;
    let item = |(code, name): (&str, &str)| Item {
        label: code.to_owned(),
        detail: Some(name.to_owned()),
        filter_text: Some(code.to_owned()),
        ..Item::new(Kind::TagValue, format!("{code}{end}"), range.clone())
    };
    countries::all().map(item).collect()
}

/// Returns the termination marker of the game (section 8.2.6).
fn marker<'game>(cursor: &Cursor<'game>) -> Option<&'game str> {
    let mut events = cursor.game.tree.events();
    let (_, range) = events.find(|(event, _)| *event == Event::Token(TokenKind::Termination))?;
    cursor.game.text.get(range)
}
