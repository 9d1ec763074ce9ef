//! The games that a search has found, in the order that is wanted, kept for its next page: so a page of a long table costs what is on it.

use std::sync::{Arc, Mutex, PoisonError};

use scoresheet_collection::query::SavedQueries;

use super::finished::Finished;
use super::part::GamePlace;
use super::sort_keys::{SortKeys, SortedBy};
use super::source::Source;
use crate::lsp::documents::findings::Checked;
use crate::text_file::Stamp;

/// So many games are listed at most, some 64 bytes each. More are counted, but are on no page.
const MOST_LISTED: usize = 1_000_000;

/// What a list is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListQuestion {
    /// The query, and the saved ones that it may use.
    pub(crate) query: Option<(String, SavedQueries)>,
    /// The position that games must reach, in FEN, and the move that must follow.
    pub(crate) position: Option<(String, Option<String>)>,
    pub(crate) sort: Vec<SortedBy>,
}

/// A game of a list.
#[derive(Clone, Debug)]
pub(crate) struct ListedGame {
    /// The index of its source.
    pub(crate) source: usize,
    pub(crate) place: GamePlace,
    /// After how many plies the position was reached, if one was required.
    pub(crate) ply: Option<u32>,
}

/// The games that were found.
pub(crate) struct GameList {
    /// Another one for each list of a session.
    pub(crate) id: u64,
    pub(crate) games: Vec<ListedGame>,
    /// How many were found, which may be more than are listed.
    pub(crate) total: u64,
    pub(crate) finished: Finished,
}

/// Games that are being found.
#[derive(Default)]
pub(crate) struct GamesSoFar {
    /// Each with its keys for the order.
    games: Vec<(ListedGame, SortKeys)>,
    total: u64,
}

/// The last list of a session.
#[derive(Default)]
pub(crate) struct KeptList(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    last_id: u64,
    list: Option<(ListQuestion, Vec<SourceState>, Arc<GameList>)>,
}

/// The state of a source. Two that are equal have the same games at the same places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourceState {
    /// The state of a document, and what of it is checked, if its findings matter.
    Document(u64, Option<Checked>),
    /// A file that has this stamp.
    File(std::path::PathBuf, Stamp),
    /// A file of which nothing is known: never equal to itself.
    Unknown,
}

impl GamesSoFar {
    /// Adds a game after the others.
    pub(crate) fn push(&mut self, game: ListedGame, keys: SortKeys) {
        self.total += 1;
        if self.games.len() < MOST_LISTED {
            self.games.push((game, keys));
        }
    }

    /// Adds games after the others.
    pub(crate) fn append(&mut self, other: GamesSoFar) {
        self.total += other.total;
        let room = MOST_LISTED.saturating_sub(self.games.len());
        self.games.extend(other.games.into_iter().take(room));
    }

    /// How many were found.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The games in the order in which they were found.
    pub(crate) fn games(&self) -> impl ExactSizeIterator<Item = &ListedGame> {
        self.games.iter().map(|(game, _)| game)
    }

    /// The list, in the order that is wanted; what was found first is first among equals.
    fn finish(mut self, sort: &[SortedBy], id: u64, finished: Finished) -> GameList {
        if !sort.is_empty() {
            self.games.sort_by(|(_, one), (_, other)| one.compare(other, sort));
        }
        let games = self.games.into_iter().map(|(game, _)| game).collect();
        GameList { id, games, total: self.total, finished }
    }
}

impl KeptList {
    /// The list that was kept, if it answers the question and no source has changed.
    pub(crate) fn get(&self, question: &ListQuestion, sources: &[SourceState]) -> Option<Arc<GameList>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (of, states, list) = kept.list.as_ref()?;
        let are_same = states == sources && !sources.contains(&SourceState::Unknown);
        (of == question && are_same).then(|| list.clone())
    }

    /// Makes a list, and keeps it in place of the last one.
    pub(crate) fn keep(
        &self,
        question: ListQuestion,
        sources: Vec<SourceState>,
        found: GamesSoFar,
        finished: Finished,
    ) -> Arc<GameList> {
        let id = {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.last_id += 1;
            kept.list = None;
            kept.last_id
        };
        let list = Arc::new(found.finish(&question.sort, id, finished));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).list = Some((question, sources, list.clone()));
        list
    }
}

impl SourceState {
    /// The state of a source at this moment. With `checks`, what is known of its findings is a part of it.
    pub(crate) fn of(source: &Source, checks: bool) -> SourceState {
        match source {
            Source::Document(snapshot) => {
                SourceState::Document(snapshot.state(), checks.then(|| snapshot.checked_games()))
            }
            Source::File(path) => {
                Stamp::of(path).map_or(SourceState::Unknown, |stamp| SourceState::File(path.clone(), stamp))
            }
        }
    }
}
