//! Which games of the open documents reach a position. Made when it is first asked for, and kept up game by game.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use scoresheet_analysis::position_index::{GameId, IndexedGame, PositionIndex};
use scoresheet_grammar::Game;

use super::snapshot::Snapshot;

/// So many games are read before what was read of them goes into the index, so that the two need not lie side by side for all.
const BATCH_GAMES: usize = 4096;

/// The index and the games that are in it.
#[derive(Default)]
pub struct Positions {
    pub index: PositionIndex,
    /// By the address of the game, which stays its own as long as the game is kept here.
    known: HashMap<usize, (GameId, Arc<Game>)>,
    places: HashMap<GameId, Place>,
    last: u64,
}

/// Where a game stands.
#[derive(Clone)]
pub struct Place {
    /// The place of its document among the snapshots.
    pub document: usize,
    /// The byte offset in the document at which it begins.
    pub start: usize,
    pub game: Arc<Game>,
}

impl Positions {
    /// Takes in the games of the documents as they are: only those that were not there before are read. Linear in the number of
    /// games and in the text of the new ones.
    pub fn update(&mut self, snapshots: &[Snapshot]) {
        let mut present = HashMap::new();
        for (document, snapshot) in snapshots.iter().enumerate() {
            let games = snapshot.games().into_iter().flat_map(|file| file.games());
            present.extend(games.map(|(start, game)| (address(game), Place { document, start, game: game.clone() })));
        }
        let index = &mut self.index;
        self.known.retain(|address, (id, _)| {
            let is_there = present.contains_key(address);
            if !is_there {
                index.remove(*id);
            }
            is_there
        });
        let limits = index.limits();
        let new: Vec<&Arc<Game>> =
            present.values().map(|place| &place.game).filter(|game| !self.known.contains_key(&address(game))).collect();
        for batch in new.chunks(BATCH_GAMES) {
            let read: Vec<IndexedGame> = batch.par_iter().map(|game| IndexedGame::read(game.view(), limits)).collect();
            for (game, read) in batch.iter().zip(&read) {
                self.last += 1;
                self.index.add(GameId(self.last), read);
                self.known.insert(address(game), (GameId(self.last), (*game).clone()));
            }
        }
        let place = |(address, (id, _)): (&usize, &(GameId, _))| Some((*id, present.get(address)?.clone()));
        self.places = self.known.iter().filter_map(place).collect();
    }

    /// Where a game of the index stands.
    pub fn place(&self, id: GameId) -> Option<&Place> {
        self.places.get(&id)
    }
}

fn address(game: &Arc<Game>) -> usize {
    Arc::as_ptr(game) as usize
}
