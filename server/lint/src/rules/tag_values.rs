//! Helpers for the rules about the values of tags.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;

use super::fixes::{perhaps_write, write};
use crate::finding::Fix;

/// A value, or an item of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value<'game> {
    /// As written: without the quotes and the spaces around it, with its escapes. Not empty.
    pub(super) text: &'game str,
    /// Its range; half-open byte offsets relative to the game.
    pub(super) range: Range<usize>,
}

/// The value of a tag; `None` if it is empty or its quotes are broken.
pub(super) fn value<'game>(tag: &Tag<'game>) -> Option<Value<'game>> {
    let inner = inner(tag)?;
    Value::trimmed(inner, tag.inner_range().start)
}

/// The text between the quotes of a tag, on one line.
pub(super) fn inner<'game>(tag: &Tag<'game>) -> Option<&'game str> {
    let inner = tag.raw_value.strip_prefix('"')?.strip_suffix('"').filter(|_| tag.is_quoted)?;
    (!inner.contains(['\n', '\r'])).then_some(inner)
}

impl<'game> Value<'game> {
    /// The items that colons separate (section 8.1), one for each player.
    pub(super) fn items(&self) -> impl Iterator<Item = Value<'game>> + use<'game> {
        let mut start = self.range.start;
        self.text.split(':').filter_map(move |item| {
            let item_start = start;
            start += item.len() + 1;
            Value::trimmed(item, item_start)
        })
    }

    /// A safe fix that writes `new` instead.
    pub(super) fn replaced_by(&self, new: &str) -> Fix {
        write(self.range.clone(), new)
    }

    /// A fix that writes `new` instead, which may not be what was meant.
    pub(super) fn perhaps_replaced_by(&self, new: &str) -> Fix {
        perhaps_write(self.range.clone(), new)
    }

    fn trimmed(text: &'game str, start: usize) -> Option<Value<'game>> {
        let start = start + text.len() - text.trim_start().len();
        let text = text.trim();
        (!text.is_empty()).then_some(Value { text, range: start..start + text.len() })
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    /// The value of the only tag of a game, and its items.
    fn read(tag: &str) -> Option<(String, Vec<String>)> {
        let database = Database::parse(tag);
        let game = database.view(0).unwrap();
        let value = value(&game.tags()[0])?;
        assert_eq!(&game.text[value.range.clone()], value.text);
        let items = value.items().inspect(|item| assert_eq!(&game.text[item.range.clone()], item.text));
        Some((value.text.to_owned(), items.map(|item| item.text.to_owned()).collect()))
    }

    #[test]
    fn values_have_items() {
        let expect = |tag: &str, value: &str, items: &[&str]| {
            assert_eq!(
                read(tag),
                Some((value.to_owned(), items.iter().map(|item| (*item).to_owned()).collect())),
                "{tag}"
            );
        };
        expect("[White \" Jones: Smith \"]", "Jones: Smith", &["Jones", "Smith"]);
        expect("[White \"é\"]", "é", &["é"]);
        for tag in ["[White \"\"]", "[White \"  \"]", "[White]", "[White \"a\nb\"]", "[White Jones]"] {
            assert_eq!(read(tag), None, "{tag}");
        }
    }
}
