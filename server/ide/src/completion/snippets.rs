//! Snippets: a new game, a position, a variation.

use scoresheet_grammar::TokenKind;

use super::cursor::Cursor;
use super::item::{Item, Kind};
use super::moves::Place;
use scoresheet_chess::move_numbers::indication;
use scoresheet_chess::reach::reach;
use scoresheet_chess::tag_docs::ROSTER;
use scoresheet_format::line_edits::line_end;

pub(super) fn items(cursor: &Cursor, next_game: &str) -> Vec<Item> {
    let mut items: Vec<Item> = variation(cursor).into_iter().collect();
    if is_after_games(cursor, next_game) {
        items.push(game(cursor, "new game", "the Seven Tag Roster and an unfinished game", &[]));
        let position = [("SetUp", "1"), ("FEN", "")];
        items.push(game(cursor, "new position", "a game or a problem from a given position", &position));
    }
    items
}

/// Returns whether the cursor is on an empty line after finished games only, with nothing after it.
fn is_after_games(cursor: &Cursor, next_game: &str) -> bool {
    let is_over = cursor.last.as_ref().is_none_or(|last| {
        matches!(
            last.kind,
            TokenKind::Termination | TokenKind::OddTermination | TokenKind::EscapeLine | TokenKind::Text
        )
    });
    is_over && cursor.line_before().is_empty() && cursor.after().trim().is_empty() && next_game.is_empty()
}

/// Returns the tags of a game, with the cursor in the first empty value, and the marker of an unfinished game.
fn game(cursor: &Cursor, label: &str, detail: &str, tags: &[(&str, &str)]) -> Item {
    let end = line_end(cursor.game.text);
    let before = cursor.before();
    let is_apart =
        before.is_empty() || before.ends_with("\n\n") || before.ends_with("\r\n\r\n") || before.ends_with("\r\r");
    let mut text = if is_apart { String::new() } else { end.to_owned() };
    let mut caret = None;
    for (name, value) in ROSTER.iter().chain(tags) {
        // A new position is filled in from the FEN on, a new game from the event on.
        let value = if *name == "Event" && tags.is_empty() { "" } else { value };
        text.push_str(&format!("[{name} \"{value}\"]{end}"));
        if value.is_empty() {
            caret.get_or_insert(text.len() - end.len() - 2);
        }
    }
    text.push_str(&format!("{end}*{end}"));
    Item {
        label: label.to_owned(),
        detail: Some(detail.to_owned()),
        filter_text: Some(label.to_owned()),
        caret,
        ..Item::new(Kind::Snippet, text, cursor.offset..cursor.offset)
    }
}

/// Returns a variation that replaces the move before the cursor, where the standard allows one (section 8.2.5).
fn variation(cursor: &Cursor) -> Option<Item> {
    if !cursor.before().ends_with(char::is_whitespace) {
        return None;
    }
    let place = Place::find(cursor, cursor.offset)?;
    if matches!(place.previous?, TokenKind::MoveNumber | TokenKind::Periods | TokenKind::VariationOpen) {
        return None;
    }
    let reached = reach(cursor.game, place.events);
    if !reached.replay.has_moved() || reached.replay.position().is_none() {
        return None;
    }
    let turn = !reached.replay.turn();
    let number = reached.replay.number().saturating_sub(u32::from(turn.is_black()));
    let trailing = match cursor.after().chars().next() {
        Some(letter) if !letter.is_whitespace() && letter != ')' => " ",
        _ => "",
    };
    let text = format!("({} ){trailing}", indication(number.max(1), turn));
    Some(Item {
        label: "variation".to_owned(),
        detail: Some("an alternative to the last move".to_owned()),
        filter_text: Some("(variation".to_owned()),
        caret: Some(text.len() - trailing.len() - 1),
        ..Item::new(Kind::Snippet, text, cursor.offset..cursor.offset)
    })
}
