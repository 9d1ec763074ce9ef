//! What an index has of a game.

use super::characters::isolated;
use crate::table::{Column, Row};

/// A game in the index.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of its page: see [`PageNames`](super::PageNames).
    pub name: String,
    row: Row,
}

/// A cell of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    White,
    Black,
    Event,
    Site,
    Date,
    Round,
    WhiteElo,
    BlackElo,
    Result,
    Eco,
    Opening,
    Moves,
}

impl Entry {
    /// The columns of the row of an entry.
    pub fn columns() -> Vec<Column> {
        let tags = ["White", "Black", "Event", "Site", "Date", "Round", "WhiteElo", "BlackElo", "Result"];
        let tags = tags.into_iter().map(|name| Column::Tag(name.to_owned()));
        tags.chain([Column::Eco, Column::Opening, Column::Moves]).collect()
    }

    /// The entry of a row with [these columns](Entry::columns).
    pub fn new(name: String, row: Row) -> Entry {
        Entry { name, row }
    }

    /// Whether the main line does not read to its end.
    pub(super) fn is_broken(&self) -> bool {
        self.row.is_broken
    }

    /// A cell; empty if it is unknown.
    pub(super) fn get(&self, field: Field) -> &str {
        self.row.cells().nth(field as usize).unwrap_or_default()
    }

    /// Returns the date as far as it is known.
    pub(super) fn date(&self) -> &str {
        self.get(Field::Date).split(".?").next().unwrap_or_default()
    }

    /// Returns the names of the players, `?` for one without a name. `None` if neither has one.
    pub(super) fn players(&self) -> Option<[&str; 2]> {
        let names = [Field::White, Field::Black].map(|field| self.get(field));
        names.iter().any(|name| !name.is_empty()).then(|| names.map(|name| if name.is_empty() { "?" } else { name }))
    }

    /// Returns what a link to the game says: its players, or else its event.
    pub(super) fn title(&self) -> String {
        match (self.players(), self.get(Field::Event)) {
            (Some([white, black]), _) => format!("{white} – {black}"),
            (None, "") => "Game without players".to_owned(),
            (None, event) => event.to_owned(),
        }
    }

    /// Returns the same with the ratings.
    pub(super) fn rated_title(&self) -> String {
        let Some([white, black]) = self.players() else { return self.title() };
        let rated = |name: &str, elo: &str| if elo.is_empty() { name.to_owned() } else { format!("{name} ({elo})") };
        let [white, black] = [white, black].map(|name| isolated(name.to_owned()));
        let [white_elo, black_elo] = [Field::WhiteElo, Field::BlackElo].map(|field| self.get(field));
        format!("{} – {}", rated(&white, white_elo), rated(&black, black_elo))
    }

    /// Returns what is known of where and when: each with the words before it. An event that is the title is not repeated.
    pub(super) fn facts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let event = self.players().map_or("", |_| self.get(Field::Event));
        let facts = [("", event), ("", self.get(Field::Site)), ("", self.date()), ("Round ", self.get(Field::Round))];
        facts.into_iter().filter(|(_, value)| !value.is_empty())
    }
}
