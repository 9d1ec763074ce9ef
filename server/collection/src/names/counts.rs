//! The names of games, each with the games that have it.

use std::borrow::Cow;
use std::collections::HashMap;

use scoresheet_chess::names::Profile;
use scoresheet_grammar::Games;

use crate::cache::{CachedGame, Segment};
use crate::game::Game;

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// White and Black.
    Player,
    /// The Event tag.
    Event,
    /// The Site tag.
    Site,
}

/// Where a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The number of the file, as the caller counts them.
    pub file: u32,
    /// The number of the game in the file, from 1.
    pub game: u32,
    /// The line in which the game begins, from 1.
    pub line: u32,
}

/// The names of games.
#[derive(Debug, Default)]
pub struct NameCounts {
    players: Texts,
    events: Texts,
    sites: Texts,
    rounds: Texts,
    dates: Texts,
    pub(super) games: Vec<GameNames>,
    /// What is known of each player.
    pub(super) profiles: Vec<Profile>,
}

/// The names of a game, each by its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameNames {
    pub(super) place: Place,
    pub(super) players: [u32; 2],
    pub(super) event: u32,
    pub(super) site: u32,
    pub(super) round: u32,
    pub(super) date: u32,
}

/// Texts by number.
#[derive(Debug, Default)]
pub(super) struct Texts {
    numbers: HashMap<String, u32>,
    list: Vec<String>,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Player, Kind::Event, Kind::Site];

    /// Returns the word for one, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Player => "player",
            Kind::Event => "event",
            Kind::Site => "site",
        }
    }

    /// Returns the tags that have such names.
    pub fn tags(self) -> &'static [&'static str] {
        match self {
            Kind::Player => &["White", "Black"],
            Kind::Event => &["Event"],
            Kind::Site => &["Site"],
        }
    }
}

impl NameCounts {
    /// Adds a game of a segment. `text` reads its text if the segment has not kept all of its tags.
    pub fn add(&mut self, segment: &Segment, game: usize, place: Place, text: impl FnOnce() -> Option<String>) {
        let is_kept = CachedGame::new(segment, game).facts().plies.is_some();
        let text = (!is_kept).then(text).flatten();
        let read = text.as_deref().and_then(|text| Games::new(text).next());
        match &read {
            Some(read) => {
                let view = read.view();
                self.add_tags(place, |name| view.tag(name));
            }
            None => self.add_tags(place, |name| segment.tag(game, name).map(Cow::Borrowed)),
        }
    }

    fn add_tags<'t>(&mut self, place: Place, tag: impl Fn(&str) -> Option<Cow<'t, str>>) {
        let value = |name: &str| tag(name).unwrap_or_default();
        let date = value("Date");
        let sides = [("White", "WhiteElo", "WhiteFideId"), ("Black", "BlackElo", "BlackFideId")];
        let players = sides.map(|(name, elo, id)| {
            let player = self.players.number(&value(name));
            if self.profiles.len() <= player as usize {
                self.profiles.resize(player as usize + 1, Profile::default());
            }
            self.profiles[player as usize].add(&value(id), &date, &value(elo));
            player
        });
        self.games.push(GameNames {
            place,
            players,
            event: self.events.number(&value("Event")),
            site: self.sites.number(&value("Site")),
            round: self.rounds.number(&value("Round")),
            date: self.dates.number(&date),
        });
    }

    /// Adds the games of other counts, which come later.
    pub fn append(&mut self, other: NameCounts) {
        let players = self.players.append(other.players);
        let events = self.events.append(other.events);
        let sites = self.sites.append(other.sites);
        let rounds = self.rounds.append(other.rounds);
        let dates = self.dates.append(other.dates);
        self.profiles.resize(self.players.list.len(), Profile::default());
        for (profile, number) in other.profiles.into_iter().zip(&players) {
            self.profiles[*number as usize].append(profile);
        }
        self.games.extend(other.games.into_iter().map(|game| GameNames {
            place: game.place,
            players: game.players.map(|player| players[player as usize]),
            event: events[game.event as usize],
            site: sites[game.site as usize],
            round: rounds[game.round as usize],
            date: dates[game.date as usize],
        }));
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The spellings of a kind, by number.
    pub(super) fn spellings(&self, kind: Kind) -> &[String] {
        match kind {
            Kind::Player => &self.players.list,
            Kind::Event => &self.events.list,
            Kind::Site => &self.sites.list,
        }
    }

    /// For each spelling of a kind the places of its games, in order.
    pub(super) fn places(&self, kind: Kind) -> Vec<Vec<Place>> {
        let mut places = vec![Vec::new(); self.spellings(kind).len()];
        for game in &self.games {
            match kind {
                Kind::Player => {
                    let [white, black] = game.players;
                    places[white as usize].push(game.place);
                    if black != white {
                        places[black as usize].push(game.place);
                    }
                }
                Kind::Event => places[game.event as usize].push(game.place),
                Kind::Site => places[game.site as usize].push(game.place),
            }
        }
        places
    }

    pub(super) fn player(&self, number: u32) -> &str {
        &self.players.list[number as usize]
    }

    pub(super) fn event(&self, game: &GameNames) -> &str {
        &self.events.list[game.event as usize]
    }

    pub(super) fn round(&self, game: &GameNames) -> &str {
        &self.rounds.list[game.round as usize]
    }

    pub(super) fn date(&self, game: &GameNames) -> &str {
        &self.dates.list[game.date as usize]
    }
}

impl Texts {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.list.len() as u32;
        self.list.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }

    /// Adds others, and returns for each of these its number here.
    fn append(&mut self, other: Texts) -> Vec<u32> {
        other.list.iter().map(|text| self.number(text)).collect()
    }
}
