//! The games that a search has found, in the order that is wanted, kept for its next page: so a page of a long table costs what is on it.

use std::sync::{Arc, Mutex, PoisonError};

use scoresheet_collection::query::SavedQueries;

use super::finished::Finished;
use super::part::GamePlace;
use super::sort_values::{SortValues, SortedBy};
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
    /// The order; without one, that of the sources.
    pub(crate) sort: Option<Vec<SortedBy>>,
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
    /// The same as before if the same games are in the same order, as when a file is opened in the editor.
    pub(crate) id: u64,
    pub(crate) games: Vec<ListedGame>,
    /// How many were found, which may be more than are listed.
    pub(crate) total: u64,
    pub(crate) finished: Finished,
}

/// Games that are being found.
#[derive(Default)]
pub(crate) struct GamesSoFar {
    games: Vec<ListedGame>,
    values: SortValues,
    total: u64,
}

/// The last list of a session.
#[derive(Default)]
pub(crate) struct KeptList(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    last_id: u64,
    list: Option<Listed>,
}

struct Listed {
    question: ListQuestion,
    sources: Vec<SourceState>,
    /// What the sources are called, whether they are open or not.
    names: Vec<String>,
    list: Arc<GameList>,
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
    pub(crate) fn push(&mut self, game: ListedGame, cells: &[String]) {
        self.total += 1;
        if self.games.len() < MOST_LISTED {
            self.games.push(game);
            self.values.push(cells);
        }
    }

    /// Adds games after the others.
    pub(crate) fn append(&mut self, other: GamesSoFar) {
        self.total += other.total;
        let room = MOST_LISTED.saturating_sub(self.games.len()).min(other.games.len());
        self.games.extend(other.games.into_iter().take(room));
        self.values.append(other.values, room);
    }

    /// How many were found.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The games in the order in which they were found.
    pub(crate) fn games(&self) -> impl ExactSizeIterator<Item = &ListedGame> {
        self.games.iter()
    }

    /// The games in the order that is wanted. Of equal ones those come first whose source is named first, and of a source what is first in it.
    fn sorted(self, sort: Option<&[SortedBy]>, names: &[String]) -> Vec<ListedGame> {
        let GamesSoFar { games, values, .. } = self;
        let Some(sort) = sort else { return games };
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by_key(|place| &names[games[*place].source]);
        values.sort(sort, &mut order);
        order.into_iter().map(|place| games[place].clone()).collect()
    }
}

impl KeptList {
    /// The list that was kept, if it answers the question and no source has changed.
    pub(crate) fn get(&self, question: &ListQuestion, sources: &[SourceState]) -> Option<Arc<GameList>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let listed = kept.list.as_ref().filter(|listed| listed.question == *question && listed.sources == sources)?;
        (!sources.contains(&SourceState::Unknown)).then(|| listed.list.clone())
    }

    /// Makes a list, and keeps it in place of the last one. `names` has a name for each source, whether it is open or not.
    pub(crate) fn keep(
        &self,
        question: ListQuestion,
        (sources, names): (Vec<SourceState>, Vec<String>),
        found: GamesSoFar,
        finished: Finished,
    ) -> Arc<GameList> {
        let total = found.total;
        let games = found.sorted(question.sort.as_deref(), &names);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = kept.list.take().filter(|last| last.question == question && last.lists(&games, &names));
        let id = last.map_or(kept.last_id + 1, |last| last.list.id);
        kept.last_id = kept.last_id.max(id);
        let list = Arc::new(GameList { id, games, total, finished });
        kept.list = Some(Listed { question, sources, names, list: list.clone() });
        list
    }
}

impl Listed {
    /// Whether these games are the same in the same order, as far as their numbers and lengths tell.
    fn lists(&self, games: &[ListedGame], names: &[String]) -> bool {
        let is_same = |(one, other): (&ListedGame, &ListedGame)| {
            let length = |game: &ListedGame| game.place.bytes.end - game.place.bytes.start;
            self.names[one.source] == names[other.source]
                && (one.place.number, length(one)) == (other.place.number, length(other))
        };
        self.list.games.len() == games.len() && self.list.games.iter().zip(games).all(is_same)
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
