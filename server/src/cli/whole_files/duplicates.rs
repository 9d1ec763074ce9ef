//! The games of all files, with what is kept of each while duplicates are searched.

use std::collections::HashSet;
use std::io;

use scoresheet_chess::collation::{Ending, Entry};
use scoresheet_chess::duplicates::{Criteria, Duplicate, GameDigest, GameFacts, find_in_bucket};
use scoresheet_collection::query::Query;
use scoresheet_grammar::{GameView, Parser, Tree};

use super::is_found::is_found;
use super::place::Place;
use super::source::GamesSource;
use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{Input, with_progress};
use crate::cli::output::{Streams, display_path};
use crate::text_file::{Encoding, count_breaks};

/// So many games of one bucket are held and compared: some 100 MB. No more games than that begin with the same moves unless they are made for it.
const MOST_HELD: usize = 1 << 15;

/// What is kept of a game, or other text that is moved like one: 64 bytes, and 8 more in its source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    digest: GameDigest,
    /// Which of the files.
    pub(crate) file: u32,
    /// The number among what is moved in the file, from 0.
    number: u32,
    /// The game in the file, from 0.
    pub(crate) game: u32,
    /// The line where the game begins, from 1.
    pub(crate) line: u32,
    /// The bytes of the white space after it.
    tail: u32,
    ending: Ending,
    /// What any order compares first.
    rank: u8,
    /// Whether it is one game and nothing else, so that it can be deleted alone.
    is_one_game: bool,
}

/// What is computed of an item while its text is there.
struct Read {
    digest: GameDigest,
    rank: u8,
    is_one_game: bool,
    /// How many games there are.
    units: usize,
    /// The line breaks before the game, and all of them.
    breaks: (usize, usize),
}

/// What is known of a file while it is read.
struct OfFile {
    items: Vec<Item>,
    /// The line where the next item begins.
    line: usize,
    /// The games so far.
    game: usize,
}

/// Computes something of a game.
type Look<'a, T> = &'a (dyn Fn(GameView) -> T + Sync);

/// Adds what was computed of an item to what is known of its file.
type AddLook<'a, S, T> = &'a (dyn Fn(&mut S, &Item, T) + Sync);

/// The files that were read.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) sources: Vec<GamesSource>,
    pub(crate) items: Vec<Item>,
    /// The numbers of the sources among the inputs, as some inputs may not be readable.
    pub(crate) inputs: Vec<usize>,
}

/// The duplicates: the indices are those of items.
pub(crate) struct Duplicates {
    /// In the order of the games.
    pub(crate) found: Vec<Duplicate>,
    /// Whether there were too many games with equal beginnings to compare all.
    pub(crate) is_cut: bool,
}

impl Item {
    /// Whether the game has comments, NAGs or variations.
    pub(crate) fn is_annotated(&self) -> bool {
        self.digest.annotation > 0
    }

    /// What any order compares first.
    pub(crate) fn rank(&self) -> u8 {
        self.rank
    }

    /// The plies of the main line.
    pub(crate) fn plies(&self) -> u32 {
        self.digest.plies
    }
}

impl Games {
    /// Reads the files, and leaves out the games that a query does not find. The error is a message: one cannot be read.
    pub(crate) fn read(
        inputs: &[Input],
        encoding: Option<Encoding>,
        query: Option<&Query>,
        global: &GlobalArguments,
        streams: &mut Streams<'_>,
    ) -> Result<Games, String> {
        let mut found = HashSet::new();
        let look = |game: GameView| query.is_none_or(|query| is_found(query, game.text));
        let add = |found: &mut Vec<(u32, u32)>, item: &Item, is_found: bool| {
            if is_found {
                found.push((item.file, item.number));
            }
        };
        let finish = |of_file: Vec<(u32, u32)>| {
            if query.is_some() {
                found.extend(of_file);
            }
        };
        let (mut games, errors) = Games::read_with(inputs, encoding, (&look, &add, finish), global, streams);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        games.items.retain(|item| query.is_none() || found.contains(&(item.file, item.number)));
        Ok(games)
    }

    /// Reads the files that can be read, and what else is to be known of them: `look` is called with each game, `add` adds the result to what is
    /// known of the file, and `finish` gets that of each file. Returns a message for each file that cannot be read as well.
    pub(crate) fn read_with<T: Send, S: Default + Send>(
        inputs: &[Input],
        encoding: Option<Encoding>,
        (look, more, mut finish): (Look<T>, AddLook<S, T>, impl FnMut(S)),
        global: &GlobalArguments,
        streams: &mut Streams<'_>,
    ) -> (Games, Vec<String>) {
        let bar = streams.shows_progress(global);
        let stdin = std::mem::take(&mut streams.stdin);
        let (mut games, mut errors) = (Games::default(), Vec::new());
        for (number, input) in inputs.iter().enumerate() {
            let file = games.sources.len();
            let read = with_progress(input, bar, |advance| {
                let start = || (OfFile { items: Vec::new(), line: 1, game: 0 }, S::default());
                let read = |entry: &Entry, text: &str| read_entry(entry, text, look);
                let add = |(of_file, known): &mut (OfFile, S), place: Place, (read, looked): (Read, Option<T>)| {
                    let item = of_file.add(place, read)?;
                    if let Some(looked) = looked {
                        more(known, &item, looked);
                    }
                    Ok(())
                };
                GamesSource::read(input, file as u32, (encoding, &stdin), advance, start, &read, add)
            });
            match read {
                Err(error) => errors.push(format!("{}: {error}", display_path(input.path()))),
                Ok((mut source, (of_file, known))) => {
                    source.rest(inputs.len());
                    games.sources.push(source);
                    games.inputs.push(number);
                    games.items.extend(of_file.items);
                    finish(known);
                }
            }
        }
        (games, errors)
    }

    /// Finds the duplicates. Where lines differ, the longer one stays; of equal lines, the one with the most annotation, then the one with the
    /// most known tags, of equals the first.
    ///
    /// # Errors
    ///
    /// If a file can no longer be read.
    pub(crate) fn find(&mut self, criteria: &Criteria) -> io::Result<Duplicates> {
        let bucket = |items: &[Item], index: u32| items[index as usize].digest.bucket(criteria);
        let mut candidates: Vec<u32> = (0..self.items.len() as u32).collect();
        candidates.retain(|index| self.items[*index as usize].is_one_game);
        candidates.sort_unstable_by_key(|index| (bucket(&self.items, *index), *index));
        let mut duplicates = Duplicates { found: Vec::new(), is_cut: false };
        let mut rest = &candidates[..];
        while let Some(first) = rest.first() {
            let first = bucket(&self.items, *first);
            let (same, others) = rest.split_at(rest.partition_point(|index| bucket(&self.items, *index) == first));
            rest = others;
            if same.len() > 1 {
                self.find_among(same, criteria, &mut duplicates)?;
            }
        }
        duplicates.found.sort_unstable_by_key(|duplicate| duplicate.game);
        Ok(duplicates)
    }

    fn find_among(&mut self, same: &[u32], criteria: &Criteria, duplicates: &mut Duplicates) -> io::Result<()> {
        duplicates.is_cut |= same.len() > MOST_HELD;
        let mut games = Vec::new();
        for index in same.iter().take(MOST_HELD) {
            let item = self.items[*index as usize];
            games.push((item, *index as usize, facts(&self.text(&item)?, &item.digest, criteria)));
        }
        games.sort_by_key(|(item, index, _)| (std::cmp::Reverse(item.digest.worth()), *index));
        let (facts, indices): (Vec<GameFacts>, Vec<usize>) =
            games.into_iter().map(|(_, index, facts)| (facts, index)).unzip();
        let (found, is_cut) = find_in_bucket(&facts, criteria);
        duplicates.is_cut |= is_cut;
        let of_items = |one: Duplicate| Duplicate { game: indices[one.game], of: indices[one.of], ..one };
        duplicates.found.extend(found.into_iter().map(of_items));
        Ok(())
    }

    /// How many games all files have.
    pub(crate) fn count(&self) -> u64 {
        self.sources.iter().map(GamesSource::games).sum()
    }

    /// Where an item is in its file.
    pub(crate) fn place(&self, item: &Item) -> Place {
        self.sources[item.file as usize].place(item.file, item.number, item.ending, item.tail)
    }

    /// The text of an item.
    ///
    /// # Errors
    ///
    /// If it can no longer be read.
    pub(crate) fn text(&mut self, item: &Item) -> io::Result<String> {
        let (place, files) = (self.place(item), self.sources.len());
        let source = &mut self.sources[item.file as usize];
        let text = source.text(&place);
        source.rest(files);
        text
    }

    /// The indices of all items: what must be first, then the games, then what must be last.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = usize> {
        (0..=2).flat_map(move |rank| (0..self.items.len()).filter(move |index| self.items[*index].rank == rank))
    }
}

fn read_entry<T>(entry: &Entry, text: &str, look: Look<T>) -> (Read, Option<T>) {
    let game = &text[entry.game.clone()];
    let before = entry.range.start..entry.game.start + game.len() - game.trim_start().len();
    let (digest, looked) = with_game(game, |game| (GameDigest::of(game), look(game))).unzip();
    let read = Read {
        digest: digest.unwrap_or_default(),
        rank: entry.rank(),
        is_one_game: entry.is_one_game(text),
        units: entry.units,
        breaks: (count_breaks(&text[before]), count_breaks(&text[entry.range.clone()])),
    };
    (read, looked)
}

impl OfFile {
    fn add(&mut self, place: Place, read: Read) -> io::Result<Item> {
        let too_many = |_| io::Error::other("there are more than 4 billion games or lines");
        let item = Item {
            digest: read.digest,
            file: place.file,
            number: u32::try_from(place.number).map_err(too_many)?,
            game: u32::try_from(self.game).map_err(too_many)?,
            line: u32::try_from(self.line + read.breaks.0).map_err(too_many)?,
            tail: u32::try_from(place.next - place.end).map_err(too_many)?,
            ending: place.ending,
            rank: read.rank,
            is_one_game: read.is_one_game,
        };
        self.items.push(item);
        self.line += read.breaks.1;
        self.game += read.units;
        Ok(item)
    }
}

fn facts(text: &str, digest: &GameDigest, criteria: &Criteria) -> GameFacts {
    let facts = |game: GameView| digest.facts(game, criteria);
    with_game(text, facts).unwrap_or_else(|| facts(GameView { text: "", tree: &Tree::default() }))
}

/// The memory that the documentation names.
const _: () = assert!(size_of::<Item>() <= 64);

/// Calls `work` with the first game of a text, if there is one.
pub(crate) fn with_game<T>(text: &str, work: impl FnOnce(GameView) -> T) -> Option<T> {
    let mut tree = Tree::default();
    let range = Parser::new(text).next_game(&mut tree)?;
    Some(work(GameView { text: &text[range], tree: &tree }))
}
