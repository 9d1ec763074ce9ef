//! Conversion of entries of the index to places in files: in open documents, and in closed files, which are read again.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use ropey::Rope;
use scoresheet_chess::epd::RecordKind;
use scoresheet_grammar::epd::Records;
use scoresheet_grammar::{Database, Game, GameView};
use scoresheet_ide::call_hierarchy::move_at;
use scoresheet_ide::epd::place_in_records;
use scoresheet_ide::navigation::start_place;
use scoresheet_ide::position_index::{GameId, Reach};
use tower_lsp::lsp_types::{self, Location, Position, Url};

use super::closed_files::GameOnDisk;
use super::facts::Kind;
use super::followed::address;
use super::names_table::NameId;
use super::read::record_kind;
use super::walk::is_in_place;
use super::{WorkspaceIndex, halves};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::{TextVersion, UnitWork};
use crate::lsp::documents::unit::LanguageUnit;
use crate::lsp::proto::position::{self, Encoding, Places};
use crate::lsp::proto::unit_position;
use crate::text_file::Stamp;

/// Finds places one by one, most efficiently in the order of the games.
pub(crate) struct Locator<'a> {
    index: &'a WorkspaceIndex,
    snapshots: &'a [Snapshot],
    encoding: Encoding,
    /// For each snapshot that was used, the starts of its games or runs of records, by address.
    starts: HashMap<usize, HashMap<usize, usize>>,
    /// The last file that was opened; its handle if the file is unchanged.
    file: Option<(Arc<Path>, Stamp, Option<File>)>,
}

/// A game or a run of records, and its place.
struct Located {
    uri: Url,
    part: Part,
    place: Place,
}

enum Part {
    Game(Arc<Game>),
    Records(Arc<Records>, RecordKind),
    /// A game of a closed file, parsed alone.
    GameRead(Database),
    /// A run of records of a closed file.
    RecordsRead(String, RecordKind),
}

impl Part {
    fn text(&self) -> &str {
        match self {
            Part::Game(game) => game.text(),
            Part::Records(chunk, _) => chunk.text(),
            Part::GameRead(file) => file.unit(0).map_or("", |game| game.text()),
            Part::RecordsRead(text, _) => text,
        }
    }
}

enum Place {
    /// In the snapshot with this index, from this byte offset on.
    Open(usize, usize),
    /// In a closed file, from this position on.
    Closed(Position),
}

impl<'a> Locator<'a> {
    /// Creates a locator for these snapshots and the closed files.
    pub(crate) fn new(index: &'a WorkspaceIndex, snapshots: &'a [Snapshot], encoding: Encoding) -> Locator<'a> {
        Locator { index, snapshots, encoding, starts: HashMap::new(), file: None }
    }

    /// Returns the move that reaches a position, or the record with it; if no move reaches it, the FEN tag's value or else the start of the
    /// game. Returns `None` if it no longer exists.
    pub(crate) fn location(&mut self, reach: Reach) -> Option<Location> {
        let located = self.located(reach.game)?;
        let in_game = |game: GameView| match reach.place {
            Some(place) => move_at(game, place),
            None => start_place(game),
        };
        let range = match (&located.part, &located.place) {
            // Its tree is usually cached there.
            (Part::Game(_), Place::Open(document, start)) => {
                let file = self.snapshots[*document].games()?;
                file.read(file.unit_at(*start)?, in_game)?
            }
            (Part::Game(game), Place::Closed(_)) => game.read(in_game),
            (Part::GameRead(file), _) => file.read(0, in_game)?,
            (Part::Records(_, kind) | Part::RecordsRead(_, kind), _) => {
                reach.place.and_then(|place| place_in_records(located.part.text(), *kind, place))
            }
        };
        Some(self.in_file(&located, range.unwrap_or(0..0)))
    }

    /// Returns a game of the index.
    pub(crate) fn game(&mut self, id: GameId) -> Option<Arc<Game>> {
        match self.located(id)?.part {
            Part::Game(game) => Some(game),
            Part::GameRead(file) => file.unit(0).cloned(),
            Part::Records(..) | Part::RecordsRead(..) => None,
        }
    }

    /// Returns the index of the snapshot whose document contains the game; `None` for a game of a closed file.
    pub(crate) fn document_of(&self, id: GameId) -> Option<usize> {
        let uri = self.index.lock().open_numbers.get(&halves(id).0)?.clone();
        self.snapshots.iter().position(|snapshot| snapshot.uri == uri)
    }

    /// Returns the first places of names in closed files.
    pub(crate) fn of_names(&mut self, names: &[(Kind, Arc<str>)]) -> Vec<Option<Location>> {
        let found: Vec<_> = {
            let games = self.index.lock();
            let first = |id: NameId| games.closed.values().find_map(|file| file.first_with(id));
            names.iter().map(|(kind, name)| games.names.find(*kind, name).and_then(first)).collect()
        };
        let mut location = |(on_disk, range): (GameOnDisk, Range<usize>)| {
            let located = self.read(&on_disk)?;
            Some(self.in_file(&located, range))
        };
        found.into_iter().map(|found| found.and_then(&mut location)).collect()
    }

    fn located(&mut self, id: GameId) -> Option<Located> {
        let on_disk = self.index.lock().game_on_disk(id);
        match on_disk {
            Some(on_disk) => self.read(&on_disk),
            None => self.open(id),
        }
    }

    fn open(&mut self, id: GameId) -> Option<Located> {
        let document = self.document_of(id)?;
        let snapshot = self.snapshots.get(document)?;
        let (at, part) = {
            let games = self.index.lock();
            let document = games.open.get(&snapshot.uri)?;
            let at = *document.addresses.get(&halves(id).1)?;
            let game = document.positions.at(at).map(|(game, _)| Part::Game(game.clone()));
            let run = || Some(Part::Records(document.records.at(at)?.clone(), snapshot.record_kind()));
            (at, game.or_else(run)?)
        };
        let start = *self.starts.entry(document).or_insert_with(|| snapshot.in_units(StartsByAddress)).get(&at)?;
        Some(Located { uri: snapshot.uri.clone(), part, place: Place::Open(document, start) })
    }

    /// Reads a game again, unless its file has changed.
    fn read(&mut self, on_disk: &GameOnDisk) -> Option<Located> {
        let is_last = self.file.as_ref().is_some_and(|(path, ..)| *path == on_disk.path);
        if !is_last {
            let stamp = Stamp::of(&on_disk.path).ok()?;
            let file = if is_in_place(&on_disk.path) { File::open(&on_disk.path).ok() } else { None };
            self.file = Some((on_disk.path.clone(), stamp, file));
        }
        let (_, stamp, file) = self.file.as_mut()?;
        let file = file.as_mut().filter(|_| *stamp == on_disk.stamp)?;
        file.seek(SeekFrom::Start(on_disk.bytes.start)).ok()?;
        let mut bytes = vec![0; usize::try_from(on_disk.bytes.end - on_disk.bytes.start).ok()?];
        file.read_exact(&mut bytes).ok()?;
        let text = on_disk.encoding.decode_piece(bytes)?;
        let part = match record_kind(&on_disk.path) {
            Some(kind) => Part::RecordsRead(text, kind),
            None => Part::GameRead(Database::parse(&text)),
        };
        let uri = Url::from_file_path(&on_disk.path).ok()?;
        Some(Located { uri, part, place: Place::Closed(on_disk.start) })
    }

    fn in_file(&self, located: &Located, range: Range<usize>) -> Location {
        let range = match located.place {
            Place::Open(document, start) => {
                let snapshot = &self.snapshots[document];
                snapshot.range(&(range.start + start..range.end + start))
            }
            Place::Closed(start) => {
                let text = Rope::from_str(located.part.text());
                let position = |offset| unit_position::in_file(start, position::position(&text, offset, self.encoding));
                lsp_types::Range::new(position(range.start), position(range.end))
            }
        };
        Location::new(located.uri.clone(), range)
    }
}

/// Finds where the games or runs of records of a document begin, by their addresses.
struct StartsByAddress;

impl UnitWork for StartsByAddress {
    type Answer = HashMap<usize, usize>;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> HashMap<usize, usize> {
        version.file().units().map(|(start, unit)| (address(unit), start)).collect()
    }
}
