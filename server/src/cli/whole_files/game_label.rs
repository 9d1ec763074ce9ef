//! Who plays a game, and where: what tells people which game it is.

use scoresheet_chess::collation::Entries;

/// The players, the event and the date of a game, as far as they are known.
pub(crate) fn game_label(text: &str) -> String {
    let Some(entry) = Entries::new(text).next() else { return String::new() };
    let players = format!("{} – {}", known(entry.value("White")), known(entry.value("Black")));
    let more = ["Event", "Date"].map(|tag| entry.value(tag).to_owned());
    std::iter::once(players).chain(more.into_iter().filter(|value| known(value) != "?")).collect::<Vec<_>>().join(", ")
}

fn known(value: &str) -> &str {
    if matches!(value.trim(), "" | "-" | "????.??.??") { "?" } else { value }
}
