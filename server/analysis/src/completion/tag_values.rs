//! Tag values, where they are few and fixed.

use scoresheet_grammar::ast::{Tag, escape};
use scoresheet_grammar::{Event, TokenKind};

use super::cursor::Cursor;
use super::{Item, Kind};
use crate::tag_docs;

/// The values that `tag` may have; nothing for free text.
pub(super) fn items(cursor: &Cursor, tag: &Tag) -> Vec<Item> {
    let Some(values) = tag_docs::values(tag.name) else { return Vec::new() };
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
    let mut values = values.to_vec();
    let marker = marker(cursor).filter(|_| tag.name == "Result");
    values.sort_by_key(|value| Some(*value) != marker);
    let item = |value: &str| Item {
        label: value.to_owned(),
        detail: (Some(value) == marker).then(|| "as the moves end".to_owned()),
        documentation: tag_docs::describe(tag.name).map(|doc| doc.summary.to_owned()),
        filter_text: Some(value.to_owned()),
        ..Item::new(Kind::TagValue, format!("{}{end}", escape(value)), range.clone())
    };
    values.into_iter().map(item).collect()
}

/// The game's termination marker (section 8.2.6).
fn marker<'game>(cursor: &Cursor<'game>) -> Option<&'game str> {
    let mut events = cursor.game.tree.events();
    let (_, range) = events.find(|(event, _)| *event == Event::Token(TokenKind::Termination))?;
    cursor.game.text.get(range)
}
