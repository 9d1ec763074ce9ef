//! The name of a game in lists: its players and its result.

use scoresheet_grammar::ast::Tag;

/// Returns the players and the result, from the tag pairs or else from the termination `marker`; the number of the game
/// if no player is known. `index` is 0-based.
pub fn game_name(index: usize, tags: &[Tag], marker: Option<&str>) -> String {
    let players = players(tags).unwrap_or_else(|| format!("Game {}", index + 1));
    let result = value(tags, "Result").filter(|result| result != "*");
    match result.as_deref().or(marker) {
        Some(result) => format!("{players}, {result}"),
        None => players,
    }
}

/// Returns the players; `None` if neither is known.
pub fn players(tags: &[Tag]) -> Option<String> {
    match (value(tags, "White"), value(tags, "Black")) {
        (None, None) => None,
        (white, black) => Some(format!("{} – {}", white.as_deref().unwrap_or("?"), black.as_deref().unwrap_or("?"))),
    }
}

/// Returns the players, the event, the date and the result; `None` if no player is known.
pub fn label(tags: &[Tag]) -> Option<String> {
    Some(with_facts(players(tags)?, tags))
}

/// Returns the same; in place of unknown players, the number of the game. `index` is 0-based.
pub fn numbered_label(index: usize, tags: &[Tag]) -> String {
    label(tags).unwrap_or_else(|| with_facts(format!("Game {}", index + 1), tags))
}

fn with_facts(name: String, tags: &[Tag]) -> String {
    let known = |name| value(tags, name).filter(|value| !value.starts_with('?'));
    let parts = [Some(name), known("Event"), known("Date"), known("Result")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the value of the first tag pair with this name, on one line, unless it means unknown (section 8.1.1).
pub fn value(tags: &[Tag], name: &str) -> Option<String> {
    let tag = tags.iter().find(|tag| tag.name == name)?;
    let value = tag.value().split_whitespace().collect::<Vec<_>>().join(" ");
    (!matches!(value.as_str(), "" | "?" | "-")).then_some(value)
}
