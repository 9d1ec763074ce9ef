//! NAGs, behind `$`: found by number, by sign or by a word of their meaning.

use super::cursor::{Cursor, word_length};
use super::item::{Item, Kind};
use scoresheet_chess::nag;

/// All NAGs that have a meaning. `dollar` is where the `$` is.
pub(super) fn items(cursor: &Cursor, dollar: usize) -> Vec<Item> {
    let range = dollar..cursor.offset + word_length(cursor.after());
    let item = |number: u16| {
        let meaning = nag::meaning(number).unwrap_or_default();
        let glyph = nag::glyph(number).unwrap_or_default();
        // What a keyboard has in place of the printed minus.
        let typed = glyph.replace('−', "-");
        let text = format!("${number}");
        Item {
            label: format!("{text} {glyph}").trim_end().to_owned(),
            detail: Some(meaning.to_owned()),
            filter_text: Some(format!("{text} {typed} {meaning}")),
            ..Item::new(Kind::Nag, text, range.clone())
        }
    };
    // $0 is no annotation (section 10).
    nag::known().filter(|number| *number != 0).map(item).collect()
}
