//! The closed files of the workspace: the places of their games, and the names in them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use tower_lsp::lsp_types::Position;

use super::facts::{Kind, NameInGame};
use super::names_table::{NameId, Names};
use crate::text_file::{Encoding, Stamp};

/// A file with indexed games.
#[derive(Debug)]
pub(super) struct ClosedFile {
    /// An absolute path without symbolic links.
    pub path: Arc<Path>,
    /// The stamp of the file when it was read.
    pub stamp: Stamp,
    /// The encoding on disk.
    pub encoding: Encoding,
    /// Whether it was read to the end.
    pub is_whole: bool,
    games: Vec<GamePlace>,
    /// The byte offset on disk of the end of the last game.
    end: u32,
    names: HashMap<NameId, NamePlace>,
}

/// The start of a game. Twelve bytes, as there are hundreds of thousands.
#[derive(Clone, Copy, Debug)]
struct GamePlace {
    /// The byte offset on disk.
    byte: u32,
    line: u32,
    column: u32,
}

/// A name in a file: the number of occurrences, and the first one.
#[derive(Clone, Copy, Debug)]
struct NamePlace {
    count: u32,
    /// The index of the game in the file.
    game: u32,
    /// Half-open byte offsets relative to the game.
    start: u32,
    end: u32,
}

/// The place of a game on disk when it was indexed, to read it again.
#[derive(Clone, Debug)]
pub(super) struct GameOnDisk {
    /// The path of the file.
    pub path: Arc<Path>,
    /// The stamp of the file.
    pub stamp: Stamp,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// The byte offsets of the game on disk.
    pub bytes: std::ops::Range<u64>,
    /// The position of its start in the text, in the client's encoding.
    pub start: Position,
}

impl ClosedFile {
    /// Creates a file without games.
    pub(super) fn new(path: Arc<Path>, stamp: Stamp) -> ClosedFile {
        let encoding = Encoding::UTF_8;
        let (games, names) = (Vec::new(), HashMap::new());
        ClosedFile { path, stamp, encoding, is_whole: false, games, end: 0, names }
    }

    /// Appends a game: its byte offsets on disk, the position of its start, and its names. Returns the index of the game; `None` beyond
    /// 4 GiB of the file.
    pub(super) fn add(
        &mut self,
        bytes: std::ops::Range<u64>,
        start: Position,
        found: &[NameInGame],
        names: &mut Names,
    ) -> Option<u32> {
        let game = u32::try_from(self.games.len()).ok()?;
        let byte = u32::try_from(bytes.start).ok()?;
        self.end = u32::try_from(bytes.end).ok()?;
        self.games.push(GamePlace { byte, line: start.line, column: start.character });
        for (kind, name, range) in found {
            let (Some(id), Ok(start), Ok(end)) =
                (names.add(*kind, name), u32::try_from(range.start), u32::try_from(range.end))
            else {
                continue;
            };
            self.names.entry(id).or_insert(NamePlace { count: 0, game, start, end }).count += 1;
        }
        Some(game)
    }

    /// Returns the number of games.
    pub(super) fn len(&self) -> u32 {
        self.games.len() as u32
    }

    /// Removes its names from those of the workspace.
    pub(super) fn forget_names(&mut self, names: &mut Names) {
        for (id, place) in self.names.drain() {
            names.remove(id, place.count as usize);
        }
    }

    /// Returns the place of the game with this index, from 0.
    pub(super) fn game(&self, game: u32) -> Option<GameOnDisk> {
        let place = self.games.get(game as usize)?;
        let end = self.games.get(game as usize + 1).map_or(self.end, |next| next.byte);
        Some(GameOnDisk {
            path: self.path.clone(),
            stamp: self.stamp,
            encoding: self.encoding,
            bytes: u64::from(place.byte)..u64::from(end),
            start: Position::new(place.line, place.column),
        })
    }

    /// Returns the first game with a name, and the range of the name in the game.
    pub(super) fn first_with(&self, name: NameId) -> Option<(GameOnDisk, std::ops::Range<usize>)> {
        let place = self.names.get(&name)?;
        Some((self.game(place.game)?, place.start as usize..place.end as usize))
    }

    /// Whether the file certainly does not contain a name.
    pub(super) fn lacks(&self, kind: Kind, name: &str, names: &Names) -> bool {
        let is_there = names.find(kind, name).is_some_and(|id| self.names.contains_key(&id));
        self.is_whole && !is_there && !names.is_full()
    }

    /// Frees the capacity for further games.
    pub(super) fn finish(&mut self) {
        self.is_whole = true;
        self.games.shrink_to_fit();
        self.names.shrink_to_fit();
    }
}
