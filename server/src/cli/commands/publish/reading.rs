//! Reads which games there are: what the index has of them, and where they are.

use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::Path;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::publish::{Entry, PageNames, hash_of};
use scoresheet_collection::table::{Row, SegmentRows};
use scoresheet_collection::tournament::Record;

use crate::cli::output::{Streams, display_path};
use crate::cli::segments::{ChosenGames, Counting, GamesFile};
use crate::move_cache::SegmentText;

/// So many games are read at a time, so that their texts take little memory.
pub(super) const GAMES_AT_ONCE: usize = 64;

/// The tables of tournaments are made of at most so many games: a hundred megabytes of records.
pub(super) const MOST_RECORDS: usize = 200_000;

/// The games that are published, in their order.
pub(super) struct List {
    pub(super) entries: Vec<Entry>,
    /// Where each is.
    places: Vec<Place>,
    /// What tournaments need to know; cut after [`MOST_RECORDS`].
    pub(super) records: Vec<Record>,
    /// Whether something could not be read, which was reported.
    pub(super) has_trouble: bool,
    files: Files,
}

/// Where a game is, and the hash of its source.
#[derive(Clone, Copy)]
struct Place {
    /// The index of its file.
    file: usize,
    /// Its number in the file, from 0.
    game: u64,
    hash: u64,
}

struct Found {
    place: Place,
    row: Row,
    record: Record,
}

/// The indices of files by their paths.
struct Files(HashMap<std::path::PathBuf, usize>);

impl List {
    /// Reads all games that are chosen.
    ///
    /// # Errors
    /// Where standard output cannot be written.
    pub(super) fn read(games: &ChosenGames<'_>, streams: &mut Streams<'_>) -> io::Result<List> {
        let files = games.inputs.found.iter().enumerate().map(|(index, input)| (input.path().to_path_buf(), index));
        let files = Files(files.collect());
        let (columns, of_records) = (Entry::columns(), Record::columns());
        let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
            let name = display_path(path);
            let rows = SegmentRows::new(segment, &columns, &name, text.lines, text.games);
            let records = SegmentRows::new(segment, &of_records, &name, text.lines, text.games);
            let chosen: Vec<usize> =
                (0..segment.count()).filter(|game| games.has(file, segment, text, *game)).collect();
            let mut found = Vec::with_capacity(chosen.len());
            for some in chosen.chunks(GAMES_AT_ONCE) {
                file.with_sources(segment, text, some, |game, source| {
                    let of_game = || text.encoding.decode_piece(source.to_vec());
                    found.push(Found {
                        place: Place { file: files.index(path), game: text.games + game as u64, hash: hash_of(source) },
                        row: rows.row(game, of_game),
                        record: Record::new(&records.row(game, of_game), segment.result(game)),
                    });
                });
            }
            found
        };
        let counting =
            Counting { start: &Vec::new, on_segment: &on_segment, add: &|all: &mut Vec<Found>, more| all.extend(more) };
        let (found, has_trouble) = games.count(&counting, streams)?;
        let mut names = PageNames::default();
        let mut list = List { entries: Vec::new(), places: Vec::new(), records: Vec::new(), has_trouble, files };
        for Found { place, row, record } in found {
            let name = names.name(&record.names[0], &record.names[1], place.hash);
            list.entries.push(Entry::new(name, row));
            list.places.push(place);
            if list.records.len() <= MOST_RECORDS {
                list.records.push(record);
            }
        }
        Ok(list)
    }

    /// The indices of the games of a segment of the file at `path`, and for each its number in the segment.
    pub(super) fn of_segment(&self, path: &Path, segment: &Segment, text: &SegmentText) -> (Range<usize>, Vec<usize>) {
        let file = self.files.index(path);
        let before = |game: u64| self.places.partition_point(|place| (place.file, place.game) < (file, game));
        let range = before(text.games)..before(text.games + segment.count() as u64);
        let games = self.places[range.clone()].iter().map(|place| (place.game - text.games) as usize).collect();
        (range, games)
    }

    /// Whether this is still the source of a game.
    pub(super) fn is_source(&self, index: usize, source: &[u8]) -> bool {
        self.places[index].hash == hash_of(source)
    }
}

impl Files {
    fn index(&self, path: &Path) -> usize {
        self.0.get(path).copied().unwrap_or(usize::MAX)
    }
}
