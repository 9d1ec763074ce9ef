//! Completion of suffix annotations (section 8.2.3.8), after a `!` or a `?` at a move.

use scoresheet_grammar::Event;
use scoresheet_grammar::TokenKind;

use super::cursor::Cursor;
use super::item::{Item, Kind};
use scoresheet_chess::nag;

/// The suffixes of the standard with their NAGs.
const SUFFIXES: [(&str, u16); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// Returns the suffixes that begin with the typed signs, the typed one first; empty where the signs begin none.
pub(super) fn items(cursor: &Cursor) -> Vec<Item> {
    let before = cursor.before();
    let typed = &before[before.trim_end_matches(['!', '?']).len()..];
    let start = cursor.offset - typed.len();
    if typed.is_empty() || !is_after_move(cursor, start) {
        return Vec::new();
    }
    let rest = cursor.after().len() - cursor.after().trim_start_matches(['!', '?']).len();
    let item = |(suffix, number): (&str, u16)| Item {
        detail: nag::meaning(number).map(str::to_owned),
        documentation: Some(format!("Written ${number} in export format (section 8.2.3.8).")),
        ..Item::new(Kind::Nag, suffix, start..cursor.offset + rest)
    };
    SUFFIXES.into_iter().filter(|(suffix, _)| suffix.starts_with(typed)).map(item).collect()
}

/// Returns whether the last token before byte `start` is a move, with or without spaces after it.
fn is_after_move(cursor: &Cursor, start: usize) -> bool {
    let mut last = None;
    for (event, range) in cursor.game.tree.events() {
        match event {
            Event::Token(_) if range.start >= start => break,
            Event::Token(kind) => last = Some((kind, range.end)),
            _ => {}
        }
    }
    last.is_some_and(|(kind, end)| {
        kind == TokenKind::San && end <= start && cursor.game.text[end..start].trim_matches(' ').is_empty()
    })
}
