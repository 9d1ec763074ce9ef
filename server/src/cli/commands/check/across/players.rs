//! The names of the players of all files, and which of them are surely the same.

use std::collections::{HashMap, HashSet};

use scoresheet_chess::names::{Evidence, Inconsistent, Profile, Spelling, inconsistent, unknown};
use scoresheet_grammar::GameView;

use crate::cli::whole_files::Item;

/// So many spellings are compared: some 50 MB with what the games say of each.
const MOST_NAMES: usize = 1 << 16;

/// The names of the players of some games.
#[derive(Default)]
pub(super) struct Players {
    numbers: HashMap<String, u32>,
    /// By number.
    list: Vec<Player>,
    /// Who played whom, by numbers, the lower one first.
    met: HashSet<[u32; 2]>,
    /// Whether there are too many names.
    pub(super) are_too_many: bool,
}

/// A name.
pub(super) struct Player {
    pub(super) name: String,
    /// How many games have it.
    pub(super) games: u32,
    /// The first game that has it.
    pub(super) first: Item,
    /// The numbers of the files that have it, in order.
    pub(super) files: Vec<u32>,
    profile: Profile,
}

/// What a game says of its players.
pub(super) struct PlayersOfGame {
    date: String,
    sides: [Side; 2],
}

struct Side {
    name: String,
    number: String,
    rating: String,
}

impl PlayersOfGame {
    pub(super) fn of(game: GameView) -> PlayersOfGame {
        let value = |tag: &str| game.tag(tag).unwrap_or_default().trim().to_owned();
        let sides = [["White", "WhiteFideId", "WhiteElo"], ["Black", "BlackFideId", "BlackElo"]];
        let side = |[name, number, rating]: [&str; 3]| Side {
            name: value(name),
            number: value(number),
            rating: value(rating),
        };
        PlayersOfGame { date: value("Date"), sides: sides.map(side) }
    }
}

impl Players {
    /// Adds a game, the next one of the file.
    pub(super) fn add(&mut self, item: &Item, game: PlayersOfGame) {
        let PlayersOfGame { date, sides: [white, black] } = game;
        let is_twice = white.name == black.name;
        let numbers = [white, black].map(|side| {
            let number = self.number(&side.name, item)?;
            let player = &mut self.list[number as usize];
            player.profile.add(&side.number, &date, &side.rating);
            player.games += 1;
            Some(number)
        });
        if let [Some(white), Some(black)] = numbers {
            self.met.insert([white.min(black), white.max(black)]);
            self.list[white as usize].games -= u32::from(is_twice);
        }
    }

    /// Adds the games of a later file.
    pub(super) fn append(&mut self, other: Players) {
        self.are_too_many |= other.are_too_many;
        let numbers: Vec<Option<u32>> = other
            .list
            .into_iter()
            .map(|player| {
                let number = self.number(&player.name, &player.first)?;
                let own = &mut self.list[number as usize];
                own.games += player.games;
                own.profile.append(player.profile);
                if own.files.last() != Some(&player.first.file) {
                    own.files.push(player.first.file);
                }
                Some(number)
            })
            .collect();
        let number = |player: u32| numbers[player as usize];
        let met = other.met.into_iter().filter_map(|[one, other]| Some([number(one)?, number(other)?]));
        self.met.extend(met.map(|[one, other]| [one.min(other), one.max(other)]));
    }

    /// The names that are surely spelt otherwise in most games, each with the other spelling.
    pub(super) fn inconsistent(&self) -> Vec<[&Player; 2]> {
        let spellings: Vec<Spelling> =
            self.list.iter().map(|player| Spelling { text: &player.name, games: player.games }).collect();
        let pair = |found: Inconsistent| [&self.list[found.spelling], &self.list[found.right]];
        inconsistent(&spellings, self).into_iter().map(pair).collect()
    }

    /// The number of a name; `None` if it names nobody, or if there are too many.
    fn number(&mut self, name: &str, item: &Item) -> Option<u32> {
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        if unknown(name).is_some() || self.are_too_many {
            return None;
        }
        if self.list.len() == MOST_NAMES {
            *self = Players { are_too_many: true, ..Players::default() };
            return None;
        }
        let number = self.list.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        let (files, profile) = (vec![item.file], Profile::default());
        self.list.push(Player { name: name.to_owned(), games: 0, first: *item, files, profile });
        Some(number)
    }
}

impl Evidence for Players {
    fn are_different(&self, one: usize, other: usize) -> bool {
        self.met.contains(&[one.min(other) as u32, one.max(other) as u32])
            || self.list[one].profile.is_apart_from(&self.list[other].profile)
    }

    fn are_alike(&self, one: usize, other: usize) -> bool {
        self.list[one].profile.is_like(&self.list[other].profile)
    }
}
