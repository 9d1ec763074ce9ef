//! Completion of NAGs after `$`: by number, by sign or by a word of their meaning.

use super::cursor::{Cursor, word_length};
use super::item::{Item, Kind};
use scoresheet_chess::nag;

/// Returns all NAGs that have a meaning. `dollar` is the byte offset of the `$` in the game.
pub(super) fn items(cursor: &Cursor, dollar: usize) -> Vec<Item> {
    let range = dollar..cursor.offset + word_length(cursor.after());
    let item = |number: u16| {
        let meaning = nag::meaning(number).unwrap_or_default();
        let glyph = nag::glyph(number).unwrap_or_default();
        // The glyph has the printed minus, which keyboards lack.
        let typed = glyph.replace('−', "-");
        let text = format!("${number}");
        Item {
            label: format!("{text} {glyph}").trim_end().to_owned(),
            detail: Some(meaning.to_owned()),
            note: Some(meaning.to_owned()),
            filter_text: Some(format!("{text} {typed} {meaning}")),
            ..Item::new(Kind::Nag, text, range.clone())
        }
    };
    // $0 is the null annotation (section 10).
    nag::known().filter(|number| *number != 0).map(item).collect()
}
