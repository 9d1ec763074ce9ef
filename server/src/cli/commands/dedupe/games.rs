//! The games of all files, with what is kept of each while duplicates are searched.

use std::io;

use scoresheet_chess::collation::{Ending, Entry};
use scoresheet_collection::duplicates::{Criteria, Duplicate, GameDigest, GameFacts, find_in_bucket};
use scoresheet_grammar::{GameView, Parser, Tree};

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{Input, map_in_order};
use crate::cli::output::{Streams, display_path};
use crate::cli::whole_files::{GamesSource, Place};
use crate::text_file::{Advance, Encoding, count_breaks};

/// So many games of one bucket are held and compared: some 100 MB. No more games than that begin with the same moves unless they are made for it.
const MOST_HELD: usize = 1 << 15;

/// What is kept of a game, or other text that is moved like one: 56 bytes, and 8 more in its source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    digest: GameDigest,
    /// Which of the files.
    pub(super) file: u32,
    /// The number in the file, from 0.
    pub(super) number: u32,
    /// The line where the game begins, from 1.
    pub(super) line: u32,
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
    /// The line breaks before the game, and all of them.
    breaks: (usize, usize),
}

/// The files that were read.
pub(super) struct Games {
    pub(super) sources: Vec<GamesSource>,
    pub(super) items: Vec<Item>,
}

/// The duplicates: the indices are those of items.
pub(super) struct Duplicates {
    /// In the order of the games.
    pub(super) found: Vec<Duplicate>,
    /// Whether there were too many games with equal beginnings to compare all.
    pub(super) is_cut: bool,
}

impl Item {
    /// Whether the game has comments, NAGs or variations.
    pub(super) fn is_annotated(&self) -> bool {
        self.digest.annotation > 0
    }

    /// The plies of the main line.
    pub(super) fn plies(&self) -> u32 {
        self.digest.plies
    }
}

impl Games {
    /// Reads the files. The inner error is a message.
    pub(super) fn read(
        inputs: &[Input],
        encoding: Option<Encoding>,
        global: &GlobalArguments,
        streams: &mut Streams<'_>,
    ) -> io::Result<Result<Games, String>> {
        let bar = streams.shows_progress(global);
        let stdin = std::mem::take(&mut streams.stdin);
        let mut games = Games { sources: Vec::new(), items: Vec::new() };
        for (file, input) in inputs.iter().enumerate() {
            let work = |input: &Input, advance: Advance| {
                let start = || (Vec::new(), 1);
                GamesSource::read(input, file as u32, (encoding, &stdin), advance, start, &read_entry, add)
            };
            let mut read = Err(String::new());
            map_in_order(std::slice::from_ref(input), bar, work, |done| {
                read = done;
                Ok(())
            })?;
            match read {
                Err(error) => return Ok(Err(format!("{}: {error}", display_path(input.path())))),
                Ok((mut source, (items, _))) => {
                    source.rest(inputs.len());
                    games.sources.push(source);
                    games.items.extend(items);
                }
            }
        }
        Ok(Ok(games))
    }

    /// Finds the duplicates. Of the same games, the one with the most annotation stays, of equals the first; where lines differ, the longer one.
    ///
    /// # Errors
    ///
    /// If a file can no longer be read.
    pub(super) fn find(&mut self, criteria: &Criteria) -> io::Result<Duplicates> {
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
            games.push((item, *index as usize, facts(&self.text(&item)?)));
        }
        games.sort_by_key(|(item, index, _)| (std::cmp::Reverse((item.digest.plies, item.digest.annotation)), *index));
        let (facts, indices): (Vec<GameFacts>, Vec<usize>) =
            games.into_iter().map(|(_, index, facts)| (facts, index)).unzip();
        let (found, is_cut) = find_in_bucket(&facts, criteria);
        duplicates.is_cut |= is_cut;
        let of_items = |one: Duplicate| Duplicate { game: indices[one.game], of: indices[one.of], ..one };
        duplicates.found.extend(found.into_iter().map(of_items));
        Ok(())
    }

    /// Where an item is in its file.
    pub(super) fn place(&self, item: &Item) -> Place {
        self.sources[item.file as usize].place(item.file, item.number, item.ending, item.tail)
    }

    /// The text of an item.
    ///
    /// # Errors
    ///
    /// If it can no longer be read.
    pub(super) fn text(&mut self, item: &Item) -> io::Result<String> {
        let (place, files) = (self.place(item), self.sources.len());
        let source = &mut self.sources[item.file as usize];
        let text = source.text(&place);
        source.rest(files);
        text
    }

    /// The indices of all items: what must be first, then the games, then what must be last.
    pub(super) fn in_order(&self) -> impl Iterator<Item = usize> {
        (0..=2).flat_map(move |rank| (0..self.items.len()).filter(move |index| self.items[*index].rank == rank))
    }
}

fn read_entry(entry: &Entry, text: &str) -> Read {
    let is_blank = |from: usize, to: usize| text[from..to.max(from)].trim().is_empty();
    let before = entry.range.start..entry.game.start;
    Read {
        digest: with_game(&text[entry.game.clone()], GameDigest::of).unwrap_or_default(),
        rank: entry.rank(),
        is_one_game: entry.rank() == 1
            && is_blank(before.start, before.end)
            && is_blank(entry.game.end, entry.range.end)
            && entry.ending != Ending::Open,
        breaks: (count_breaks(&text[before]), count_breaks(&text[entry.range.clone()])),
    }
}

/// Adds an item to those of its file and the line where the next one begins.
fn add((items, line): &mut (Vec<Item>, usize), place: Place, read: Read) -> io::Result<()> {
    let too_many = |_| io::Error::other("there are more than 4 billion games or lines");
    items.push(Item {
        digest: read.digest,
        file: place.file,
        number: u32::try_from(place.number).map_err(too_many)?,
        line: u32::try_from(*line + read.breaks.0).map_err(too_many)?,
        tail: u32::try_from(place.next - place.end).map_err(too_many)?,
        ending: place.ending,
        rank: read.rank,
        is_one_game: read.is_one_game,
    });
    *line += read.breaks.1;
    Ok(())
}

fn facts(text: &str) -> GameFacts {
    with_game(text, GameFacts::of).unwrap_or_else(|| GameFacts::of(GameView { text: "", tree: &Tree::default() }))
}

fn with_game<T>(text: &str, work: impl FnOnce(GameView) -> T) -> Option<T> {
    let mut tree = Tree::default();
    let range = Parser::new(text).next_game(&mut tree)?;
    Some(work(GameView { text: &text[range], tree: &tree }))
}
