//! The tags that tell two games of the same players apart.

use crate::dates;
use crate::names;

/// What the tags of a game say about when and where it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameIdentity {
    /// The dates that its Date tag can mean; empty where it is unknown.
    days: Vec<String>,
    event: String,
    round: String,
    site: String,
    /// Times of day, and the names under which a site keeps the game.
    marks: [String; 4],
}

const MARKS: [&str; 4] = ["UTCTime", "Time", "GameId", "Link"];

impl GameIdentity {
    /// Reads the tags of a game: `value` returns the value of the tag with a name, or an empty text.
    pub fn of(value: impl Fn(&str) -> String) -> GameIdentity {
        GameIdentity {
            days: days(&value("Date")),
            event: value("Event"),
            round: value("Round"),
            site: value("Site"),
            marks: MARKS.map(value),
        }
    }

    /// Whether the two are certainly different games.
    pub fn is_apart_from(&self, other: &GameIdentity) -> bool {
        let differ = |one: &str, other: &str| !is_unknown(one) && !is_unknown(other) && one != other;
        let is_address = |site: &str| site.contains("://");
        are_different_days(&self.days, &other.days)
            || self.event == other.event && differ(&self.round, &other.round)
            || is_address(&self.site) && is_address(&other.site) && self.site != other.site
            || self.marks.iter().zip(&other.marks).any(|(one, other)| differ(one, other))
    }

    /// Whether the tags show that the two were played on the same day, or in the same event.
    pub fn is_of_same_occasion(&self, other: &GameIdentity) -> bool {
        let is_complete = |days: &[String]| matches!(days, [day] if !day.contains('?'));
        is_complete(&self.days) && self.days == other.days || !is_unknown(&self.event) && self.event == other.event
    }
}

/// Whether a tag value says nothing: it is empty, has only marks such as `?` and `-` (section 8.1.1), or is a word such as `NN`.
pub fn is_unknown(value: &str) -> bool {
    names::unknown(value).is_some()
}

/// The dates in standard form that the value of a tag can mean; nothing where it means none.
fn days(value: &str) -> Vec<String> {
    dates::repaired(value).map_or_else(|| dates::possible(value), |day| vec![day])
}

/// Whether both dates are partly known and differ in a part that both know.
fn are_different_days(one: &[String], other: &[String]) -> bool {
    let differ = |one: &String, other: &String| {
        one.bytes().zip(other.bytes()).any(|(one, other)| one != other && one != b'?' && other != b'?')
    };
    !one.is_empty() && !other.is_empty() && one.iter().all(|one| other.iter().all(|other| differ(one, other)))
}
