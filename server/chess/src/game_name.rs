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

/// Returns the title of a game in an outline, whole where an editor shows nothing besides: the players, or else the number of the game,
/// the occasion, and the result from the tag pairs or else from the termination `marker`. `index` is 0-based.
pub fn title(index: usize, tags: &[Tag], marker: Option<&str>) -> String {
    let players = players(tags).unwrap_or_else(|| format!("Game {}", index + 1));
    let result = value(tags, "Result").filter(|result| result != "*").or_else(|| marker.map(str::to_owned));
    [Some(players), occasion_of(tags), result].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the event and the year of a game: "Candidates 1959"; `None` if neither is known.
fn occasion_of(tags: &[Tag]) -> Option<String> {
    occasion(value(tags, "Event").as_deref(), value(tags, "Date").as_deref())
}

/// Returns an event with its year, which is not repeated where the event names it; `None` if neither is known.
pub fn occasion(event: Option<&str>, date: Option<&str>) -> Option<String> {
    let event = event.filter(|event| !event.starts_with('?'));
    match (event, date.and_then(year)) {
        (Some(event), Some(year)) if !event.contains(year) => Some(format!("{event} {year}")),
        (event, year) => event.or(year).map(str::to_owned),
    }
}

/// Returns a date without the month and the day that are not known: "1851" for "1851.??.??".
pub fn known_part(date: &str) -> &str {
    date.trim_end_matches(".??")
}

/// Returns the year of a date; `None` if it is not known.
pub fn year(date: &str) -> Option<&str> {
    let year = date.get(..4)?;
    (year.bytes().all(|byte| byte.is_ascii_digit()) && date.as_bytes().get(4).is_none_or(|byte| *byte == b'.'))
        .then_some(year)
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
    let date = known("Date").map(|date| known_part(&date).to_owned());
    let parts = [Some(name), known("Event"), date, known("Result")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns the value of the first tag pair with this name, on one line, unless it means unknown (section 8.1.1).
pub fn value(tags: &[Tag], name: &str) -> Option<String> {
    let tag = tags.iter().find(|tag| tag.name == name)?;
    let value = tag.value().split_whitespace().collect::<Vec<_>>().join(" ");
    (!matches!(value.as_str(), "" | "?" | "-")).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_of_a_date_is_left_out() {
        for (date, expected) in [("1851.??.??", "1851"), ("1851.03.??", "1851.03"), ("1851.03.09", "1851.03.09")] {
            assert_eq!(known_part(date), expected);
        }
    }

    #[test]
    fn an_occasion_has_its_year_once() {
        let cases = [
            (Some("Candidates"), Some("1959.10.04"), Some("Candidates 1959")),
            (Some("London 2021"), Some("2021.??.??"), Some("London 2021")),
            (Some("Candidates"), Some("????.??.??"), Some("Candidates")),
            (Some("?"), Some("1959"), Some("1959")),
            (None, Some("19591004"), None),
            (None, Some("195🏆"), None),
            (None, None, None),
        ];
        for (event, date, expected) in cases {
            assert_eq!(occasion(event, date).as_deref(), expected, "{event:?} {date:?}");
        }
    }
}
