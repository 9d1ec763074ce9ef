//! The order of games: from columns to keys, and from keys to games.

use std::io;

use scoresheet_chess::collation::{Column, Entries, Entry, SortColumn, SortOrder};
use scoresheet_chess::tag_docs;

use super::keys::game_sorter;
use super::opening_value::{OpeningTag, opening_value};
use super::place::{PLACE_BYTES, Place};
use super::sorter::{Sorted, SortedItem};
use super::source::GamesSource;

/// How many bytes of a movetext are in a key. Of games with equal keys the whole movetexts are read again.
const MOVETEXT_IN_KEY: usize = 48;

/// The order of an option `--by`; that of the standard without columns.
///
/// # Errors
///
/// A message about the first column that there is not.
pub(crate) fn order(by: &[String]) -> Result<SortOrder<'_>, String> {
    if by.is_empty() {
        return Ok(SortOrder::standard());
    }
    by.iter().map(|name| sort_column(name.trim())).collect::<Result<_, String>>().map(SortOrder)
}

fn sort_column(name: &str) -> Result<SortColumn<'_>, String> {
    let (name, descending) = name.strip_prefix('-').map_or((name, false), |name| (name, true));
    Ok(SortColumn { column: column(name)?, descending })
}

/// The column of a name: `elo`, `year`, `month`, or a tag in any case and with hyphens or underscores.
///
/// # Errors
///
/// A message if there is none.
pub(crate) fn column(name: &str) -> Result<Column<'_>, String> {
    let plain = |name: &str| name.replace(['-', '_'], "").to_lowercase();
    let computed = [Column::Elo, Column::Year, Column::Month];
    if let Some(column) = computed.into_iter().find(|column| plain(column.name()) == plain(name)) {
        return Ok(column);
    }
    if let Some(tag) = tag_docs::known_tags().map(|tag| tag.name).find(|tag| plain(tag) == plain(name)) {
        return Ok(Column::of_tag(tag));
    }
    let is_tag_name = name.chars().next().is_some_and(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
    if is_tag_name {
        return Ok(Column::of_tag(name));
    }
    Err(format!("--by: {name} is no column; write a tag name, such as Event, or year, month or elo"))
}

/// The key of a game of `text`, and whether it is too short to tell it from others with the same key. An opening that no tag names is that of
/// the moves.
pub(crate) fn key(order: &SortOrder, entry: &Entry, text: &str) -> (Vec<u8>, bool) {
    let mut key = vec![entry.rank()];
    let value = |name: &str| match OpeningTag::of_name(name) {
        Some(tag) => opening_value(tag, entry, text),
        None => entry.value(name).into(),
    };
    let is_complete = order.write(entry, value, MOVETEXT_IN_KEY, &mut key);
    (key, !is_complete)
}

/// Calls `work` on the games in their order. Where keys are too short to decide, the movetexts do.
///
/// # Errors
///
/// If the keys or the files cannot be read, and those of `work`.
pub(crate) fn each_place(
    mut sorted: Sorted<PLACE_BYTES>,
    sources: &mut [GamesSource],
    mut work: impl FnMut(&mut [GamesSource], Place) -> io::Result<()>,
) -> io::Result<()> {
    let mut next = sorted.next()?;
    while let Some(SortedItem { key, value, .. }) = next {
        let place = Place::of_bytes(value);
        next = sorted.next()?;
        let is_equal = |next: &Option<SortedItem<PLACE_BYTES>>| next.as_ref().is_some_and(|next| next.key == key);
        if !place.is_key_short || !is_equal(&next) {
            work(sources, place)?;
            continue;
        }
        let mut by_movetext = game_sorter();
        let mut of_key = Some(place);
        while let Some(place) = of_key {
            let files = sources.len();
            let text = sources[place.file as usize].text(&place)?;
            sources[place.file as usize].rest(files);
            let movetext = Entries::new(&text).next().map_or("", |entry| entry.movetext);
            by_movetext.push(movetext.as_bytes(), place.to_bytes())?;
            of_key = None;
            if is_equal(&next) {
                of_key = next.map(|item| Place::of_bytes(item.value));
                next = sorted.next()?;
            }
        }
        let mut by_movetext = by_movetext.sorted()?;
        while let Some(item) = by_movetext.next()? {
            work(sources, Place::of_bytes(item.value))?;
        }
    }
    Ok(())
}
