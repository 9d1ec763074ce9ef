//! The index of the games and records of the workspace by position and by name: those of the open documents, and of the closed files in
//! the workspace folders.

mod closed_files;
pub(super) mod facts;
mod followed;
mod followed_records;
mod ignored;
pub(super) mod locate;
mod names_table;
mod open_names;
pub(super) mod read;
pub(super) mod rename_files;
pub(super) mod walk;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use scoresheet_chess::epd::RecordKind;
use scoresheet_grammar::epd::{EpdFile, Records};
use scoresheet_grammar::{Database, Game};
use scoresheet_ide::completion::{Known, MOST_NAMES};
use scoresheet_ide::epd::indexed_records;
use scoresheet_ide::position_index::{GameId, IndexLimits, IndexedGame, PositionIndex};
use scoresheet_ide::rename::{NameKind, RenameTarget};
use tower_lsp::lsp_types::{Position, Url};

use crate::lsp::documents::snapshot::Snapshot;
use crate::text_file::{Encoding, Stamp};
use closed_files::{ClosedFile, GameOnDisk};
use facts::{Kind, NameInGame};
use followed::{Followed, address};
use followed_records::FollowedRecords;
use names_table::{NameId, Names};
use walk::FoundFile;

/// The limit on the memory for the positions of closed files, in bytes per byte of text that may be read. Games without comments need
/// nearly three.
pub(super) const INDEX_BYTES_PER_BYTE: usize = 3;

/// The number of games that are replayed before their facts go into the index. It bounds the memory for facts, and the time for which
/// queries wait for the lock to some milliseconds.
const BATCH_GAMES: usize = 512;

/// The index.
#[derive(Default)]
pub(super) struct WorkspaceIndex {
    games: Mutex<Games>,
}

/// The indexed games.
struct Games {
    positions: PositionIndex,
    /// The size in bytes of the index of positions up to which games of closed files are added.
    most_bytes: usize,
    names: Names,
    closed: HashMap<FileNumber, ClosedFile>,
    by_path: HashMap<Arc<Path>, FileNumber>,
    open: HashMap<Url, OpenDocument>,
    /// The open documents by their numbers.
    open_numbers: HashMap<FileNumber, Url>,
    last: FileNumber,
    /// Whether positions of a closed file were left out for lack of memory.
    is_full: bool,
}

/// The number of a file or an open document: half of the id of a game.
type FileNumber = u32;

/// An open document.
struct OpenDocument {
    number: FileNumber,
    names: Followed<Vec<NameId>>,
    /// The latest text whose names were requested, by its [`Snapshot::state`].
    names_of: Option<u64>,
    /// The number of each game within the document, never reused: the other half of the id.
    positions: Followed<u32>,
    /// The same for runs of records. A document has either games or records.
    records: FollowedRecords,
    /// The addresses of games and runs by these numbers.
    addresses: HashMap<u32, usize>,
    last: u32,
}

/// A game or a run of records of a closed file, to be added to the index.
struct GameRead {
    /// Its byte offsets on disk.
    bytes: std::ops::Range<u64>,
    /// The position of its start in the text.
    start: Position,
    positions: IndexedGame,
    names: Vec<NameInGame>,
}

impl Default for Games {
    fn default() -> Games {
        // Open documents have no limit; closed files have `most_bytes`.
        let limits = IndexLimits { bytes: usize::MAX, ..IndexLimits::default() };
        Games {
            positions: PositionIndex::new(limits),
            most_bytes: 0,
            names: Names::default(),
            closed: HashMap::new(),
            by_path: HashMap::new(),
            open: HashMap::new(),
            open_numbers: HashMap::new(),
            last: 0,
            is_full: false,
        }
    }
}

impl WorkspaceIndex {
    /// Removes the documents that are no longer open: `snapshots` has all open ones.
    pub(super) fn close_others(&self, snapshots: &[Snapshot]) {
        self.lock().close_others(snapshots);
        self.compact();
    }

    /// Updates the positions of those open documents that are `wanted`: replays about `most` new games of each. Calls `tell` with the
    /// progress in percent, and stops if it returns `false`. Returns whether the positions are complete. Calls must not overlap.
    pub(super) fn update_positions(
        &self,
        snapshots: &[Snapshot],
        wanted: impl Fn(&Snapshot) -> bool,
        most: usize,
        tell: impl Fn(u32) -> bool,
    ) -> bool {
        self.lock().forget_files_of(snapshots);
        let mut is_complete = true;
        let wanted: Vec<&Snapshot> = snapshots.iter().filter(|snapshot| wanted(snapshot)).collect();
        for (place, snapshot) in wanted.iter().enumerate() {
            let tell =
                |done: usize, all: usize| tell((100 * (place * all + done) / (wanted.len() * all).max(1)) as u32);
            is_complete &= match snapshot.records() {
                Some(records) => self.follow_records(&snapshot.uri, records, most, tell),
                None => snapshot.games().is_none_or(|games| self.follow_games(&snapshot.uri, games, most, tell)),
            };
        }
        self.compact();
        is_complete
    }

    fn follow_games(&self, uri: &Url, file: &Database, most: usize, tell: impl Fn(usize, usize) -> bool) -> bool {
        let mut left = most;
        while left > 0 {
            let (unknown, known) = self.lock().unknown_positions(uri, file, left.min(BATCH_GAMES));
            if unknown.is_empty() {
                return true;
            }
            if !tell(known, file.len()) {
                return false;
            }
            left = left.saturating_sub(unknown.len());
            let read: Vec<_> = unknown.into_par_iter().map(|game| (game.read(facts::positions), game)).collect();
            self.lock().add_positions(uri, file, read);
        }
        false
    }

    fn follow_records(
        &self,
        uri: &Url,
        (file, kind): (&EpdFile, RecordKind),
        most: usize,
        tell: impl Fn(usize, usize) -> bool,
    ) -> bool {
        let mut left = most;
        while left > 0 {
            let (unknown, known) = self.lock().unknown_records(uri, file, left.min(BATCH_GAMES));
            if unknown.is_empty() {
                return true;
            }
            if !tell(known, file.len()) {
                return false;
            }
            left = left.saturating_sub(unknown.iter().map(|chunk| chunk.len()).sum());
            let read: Vec<_> =
                unknown.into_par_iter().map(|chunk| (indexed_records(chunk.text(), kind), chunk)).collect();
            self.lock().add_records(uri, read);
        }
        false
    }

    /// Calls `ask` with the names and positions for completion.
    pub(super) fn with_known<T>(&self, ask: impl FnOnce(Known) -> T) -> T {
        let games = self.lock();
        let names = |kind, typed: &str| games.names_with(kind, typed);
        ask(Known { index: Some(&games.positions), names: Some(&names) })
    }

    /// Calls `ask` with the index of positions.
    pub(super) fn with_positions<T>(&self, ask: impl FnOnce(&PositionIndex) -> T) -> T {
        ask(&self.lock().positions)
    }

    /// Returns all names of a kind with the number of their occurrences.
    pub(super) fn names(&self, kind: Kind) -> Vec<(Arc<str>, usize)> {
        self.lock().names.of_kind(kind).map(|(_, name, count)| (name.clone(), count)).collect()
    }

    /// Calls `ask` with an iterator over the names of a kind and the number of their occurrences.
    pub(super) fn with_names<T>(
        &self,
        kind: Kind,
        ask: impl FnOnce(&mut dyn Iterator<Item = (&str, usize)>) -> T,
    ) -> T {
        let games = self.lock();
        ask(&mut games.names.of_kind(kind).map(|(_, name, count)| (&**name, count)))
    }

    /// Whether the file at `path`, with this stamp, certainly does not contain the name to rename.
    fn lacks(&self, path: &Path, stamp: Stamp, target: &RenameTarget) -> bool {
        let games = self.lock();
        let file = games.by_path.get(path).and_then(|number| games.closed.get(number));
        let is_of_name = target.kind != NameKind::Tag;
        file.is_some_and(|file| {
            is_of_name && file.stamp == stamp && file.lacks(Kind::Name(target.kind), &target.name, &games.names)
        })
    }

    /// Compacts the index after games were removed. Releases the lock between steps, so that queries can run.
    fn compact(&self) {
        while self.lock().positions.compact() {
            std::thread::yield_now();
        }
    }

    /// A panic while the lock was held leaves at worst wrong counts.
    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closed files.
impl WorkspaceIndex {
    /// Keeps those of `files` that are unchanged and not `open`, removes all others, and returns the files to read. With `keeps_parts`,
    /// files that were read in part count as unchanged.
    pub(super) fn plan(
        &self,
        files: &[FoundFile],
        open: &HashSet<PathBuf>,
        most_bytes: usize,
        keeps_parts: bool,
    ) -> Vec<FoundFile> {
        let wanted: HashMap<&Path, &FoundFile> =
            files.iter().filter(|file| !open.contains(&file.path)).map(|file| (&*file.path, file)).collect();
        let is_known = |file: &ClosedFile| {
            (file.is_whole || keeps_parts) && wanted.get(&*file.path).is_some_and(|found| found.stamp == file.stamp)
        };
        let mut games = self.lock();
        games.most_bytes = most_bytes;
        games.is_full = false;
        let stale: Vec<FileNumber> =
            games.closed.iter().filter(|(_, file)| !is_known(file)).map(|(number, _)| *number).collect();
        drop(games);
        stale.into_iter().for_each(|number| self.lock().remove_file(number));
        self.compact();
        let games = self.lock();
        let is_new = |file: &&FoundFile| wanted.contains_key(&*file.path) && !games.by_path.contains_key(&*file.path);
        files.iter().filter(is_new).cloned().collect()
    }

    /// Starts reading a file, from scratch if it was started before. Returns its number.
    fn begin_file(&self, file: &FoundFile) -> FileNumber {
        let mut games = self.lock();
        if let Some(number) = games.by_path.get(&*file.path).copied() {
            games.remove_file(number);
        }
        games.last += 1;
        let (number, path) = (games.last, Arc::<Path>::from(&*file.path));
        games.by_path.insert(path.clone(), number);
        games.closed.insert(number, ClosedFile::new(path, file.stamp));
        number
    }

    /// Adds games of a file, in file order. Returns whether the file is still in the index.
    fn add_games(&self, number: FileNumber, encoding: Encoding, read: &[GameRead]) -> bool {
        let mut games = self.lock();
        let Games { positions, names, closed, most_bytes, is_full, .. } = &mut *games;
        let Some(file) = closed.get_mut(&number) else { return false };
        file.encoding = encoding;
        for game in read {
            let Some(place) = file.add(game.bytes.clone(), game.start, &game.names, names) else { return false };
            if positions.bytes() + game.positions.bytes() <= *most_bytes {
                positions.add(game_id(number, place), &game.positions);
            } else {
                *is_full = true;
            }
        }
        true
    }

    /// Marks a file as read to the end.
    fn finish_file(&self, number: FileNumber) {
        if let Some(file) = self.lock().closed.get_mut(&number) {
            file.finish();
        }
    }

    /// Removes a file.
    fn forget_file(&self, number: FileNumber) {
        self.lock().remove_file(number);
        self.compact();
    }

    /// Removes a file by its path.
    pub(super) fn forget_path(&self, path: &Path) {
        let mut games = self.lock();
        if let Some(number) = games.by_path.get(path).copied() {
            games.remove_file(number);
        }
        drop(games);
        self.compact();
    }

    /// Whether positions of a closed file were left out for lack of memory.
    pub(super) fn is_full(&self) -> bool {
        self.lock().is_full
    }
}

impl Games {
    fn remove_file(&mut self, number: FileNumber) {
        let Some(mut file) = self.closed.remove(&number) else { return };
        self.by_path.remove(&file.path);
        (0..file.len()).for_each(|game| self.positions.remove(game_id(number, game)));
        file.forget_names(&mut self.names);
    }

    /// Removes the documents that are not among `snapshots`.
    pub(crate) fn close_others(&mut self, snapshots: &[Snapshot]) {
        let present: HashSet<&Url> = snapshots.iter().map(|snapshot| &snapshot.uri).collect();
        let gone: Vec<Url> = self.open.keys().filter(|uri| !present.contains(uri)).cloned().collect();
        for document in gone.iter().filter_map(|uri| self.open.remove(uri)) {
            self.open_numbers.remove(&document.number);
            let all = document.positions.into_values().chain(document.records.into_numbers());
            all.for_each(|game| self.positions.remove(game_id(document.number, game)));
            document.names.into_values().flatten().for_each(|name| self.names.remove(name, 1));
        }
    }

    /// Removes the closed files that are now open: the text in the editor takes precedence.
    fn forget_files_of(&mut self, snapshots: &[Snapshot]) {
        for path in snapshots.iter().filter_map(|snapshot| snapshot.configured.path.as_deref()) {
            if let Some(number) = self.by_path.get(path).copied() {
                self.remove_file(number);
            }
        }
    }

    fn document(&mut self, uri: &Url) -> &mut OpenDocument {
        if !self.open.contains_key(uri) {
            self.last += 1;
            self.open_numbers.insert(self.last, uri.clone());
        }
        let number = self.last;
        self.open.entry(uri.clone()).or_insert_with(|| OpenDocument {
            number,
            names: Followed::default(),
            names_of: None,
            positions: Followed::default(),
            records: FollowedRecords::default(),
            addresses: HashMap::new(),
            last: 0,
        })
    }

    /// Returns games of the document that are not in the index, and the number of those that are.
    fn unknown_positions(&mut self, uri: &Url, database: &Database, most: usize) -> (Vec<Arc<Game>>, usize) {
        let document = self.document(uri);
        // The document may have been in another language before.
        let mut forgotten = document.records.forget_others(&EpdFile::default());
        forgotten.extend(document.positions.forget_others(database));
        let unknown = document.positions.unknown(database, most);
        let known = document.positions.len();
        self.forget_places(uri, &forgotten);
        (unknown, known)
    }

    /// Like [`Games::unknown_positions`] for runs of records.
    fn unknown_records(&mut self, uri: &Url, file: &EpdFile, most: usize) -> (Vec<Arc<Records>>, usize) {
        let document = self.document(uri);
        let mut forgotten = document.positions.forget_others(&Database::default());
        forgotten.extend(document.records.forget_others(file));
        let unknown = document.records.unknown(file, most);
        let known = document.records.len();
        let names = document.names.forget_others(&Database::default());
        names.into_iter().flatten().for_each(|name| self.names.remove(name, 1));
        self.forget_places(uri, &forgotten);
        (unknown, known)
    }

    fn forget_places(&mut self, uri: &Url, forgotten: &[u32]) {
        let Some(document) = self.open.get_mut(uri) else { return };
        for place in forgotten {
            document.addresses.remove(place);
            self.positions.remove(game_id(document.number, *place));
        }
    }

    fn add_positions(&mut self, uri: &Url, database: &Database, read: Vec<(IndexedGame, Arc<Game>)>) {
        let Games { positions, open, .. } = self;
        let Some(document) = open.get_mut(uri) else { return };
        let mut known = Vec::with_capacity(read.len());
        for (indexed, game) in read {
            if document.positions.of(&game).is_some() {
                continue;
            }
            document.last += 1;
            positions.add(game_id(document.number, document.last), &indexed);
            document.addresses.insert(document.last, address(&game));
            known.push((game, document.last));
        }
        document.positions.insert(database, known);
    }

    fn add_records(&mut self, uri: &Url, read: Vec<(IndexedGame, Arc<Records>)>) {
        let Games { positions, open, .. } = self;
        let Some(document) = open.get_mut(uri) else { return };
        for (indexed, chunk) in read {
            if document.records.contains(&chunk) {
                continue;
            }
            document.last += 1;
            positions.add(game_id(document.number, document.last), &indexed);
            document.addresses.insert(document.last, address(&chunk));
            document.records.insert(chunk, document.last);
        }
    }

    /// Returns the names of a kind that contain `typed`, the most frequent first.
    fn names_with(&self, kind: NameKind, typed: &str) -> Vec<(String, usize)> {
        let typed = typed.to_lowercase();
        // Most names are ASCII, and there may be a hundred thousand.
        let fits = |name: &str| match name.is_ascii() {
            _ if typed.is_empty() => true,
            true => name.as_bytes().windows(typed.len()).any(|part| part.eq_ignore_ascii_case(typed.as_bytes())),
            false => name.to_lowercase().contains(&typed),
        };
        let of_kind = self.names.of_kind(Kind::Name(kind));
        let mut found: Vec<(usize, &Arc<str>)> =
            of_kind.filter(|(_, name, _)| fits(name)).map(|(_, name, count)| (count, name)).collect();
        let order = |one: &(usize, &Arc<str>), other: &(usize, &Arc<str>)| (other.0, one.1).cmp(&(one.0, other.1));
        if found.len() > MOST_NAMES {
            found.select_nth_unstable_by(MOST_NAMES, order);
            found.truncate(MOST_NAMES);
        }
        found.sort_unstable_by(order);
        found.into_iter().map(|(count, name)| (name.to_string(), count)).collect()
    }

    /// Returns the place of a game of a closed file.
    fn game_on_disk(&self, id: GameId) -> Option<GameOnDisk> {
        let (number, game) = halves(id);
        self.closed.get(&number)?.game(game)
    }
}

fn game_id(number: FileNumber, game: u32) -> GameId {
    GameId(u64::from(number) << 32 | u64::from(game))
}

fn halves(id: GameId) -> (FileNumber, u32) {
    ((id.0 >> 32) as u32, id.0 as u32)
}
