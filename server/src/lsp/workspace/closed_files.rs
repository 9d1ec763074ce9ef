//! The files of the workspace that are not open: where their games stand, and which names are in them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use tower_lsp::lsp_types::Position;

use super::facts::{Kind, NameInGame};
use super::names_table::{NameId, Names};
use crate::text_file::{Encoding, Stamp};

/// A file of which games are known.
#[derive(Debug)]
pub struct ClosedFile {
    /// Absolute, with no link in it.
    pub path: Arc<Path>,
    /// What it was like when it was read.
    pub stamp: Stamp,
    /// The encoding it is in on disk.
    pub encoding: Encoding,
    /// Whether it was read to its end.
    pub is_whole: bool,
    games: Vec<GamePlace>,
    /// The byte behind the last game on disk.
    end: u32,
    names: HashMap<NameId, NamePlace>,
}

/// Where a game begins. Twelve bytes, as there are hundreds of thousands.
#[derive(Clone, Copy, Debug)]
struct GamePlace {
    /// The byte on disk.
    byte: u32,
    line: u32,
    column: u32,
}

/// A name in a file: how often, and the first place.
#[derive(Clone, Copy, Debug)]
struct NamePlace {
    count: u32,
    /// The place of the game among those of the file.
    game: u32,
    /// Bytes relative to the game.
    start: u32,
    end: u32,
}

/// A game on disk, as it was when it was indexed: enough to read it again.
#[derive(Clone, Debug)]
pub struct GameOnDisk {
    /// The file.
    pub path: Arc<Path>,
    /// What the file was like.
    pub stamp: Stamp,
    /// The encoding it is in.
    pub encoding: Encoding,
    /// The game's bytes.
    pub bytes: std::ops::Range<u64>,
    /// Where it begins in the text, as the client counts columns.
    pub start: Position,
}

impl ClosedFile {
    /// A file of which nothing is known.
    pub fn new(path: Arc<Path>, stamp: Stamp) -> ClosedFile {
        let encoding = Encoding::UTF_8;
        let (games, names) = (Vec::new(), HashMap::new());
        ClosedFile { path, stamp, encoding, is_whole: false, games, end: 0, names }
    }

    /// Adds the game that stands behind the others: its bytes on disk, where it begins, and the names in it. Returns its place among the
    /// games. Nothing where the file is longer than 4 GiB there.
    pub fn add(
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

    /// How many games are known.
    pub fn len(&self) -> u32 {
        self.games.len() as u32
    }

    /// Takes its names away from those of the workspace.
    pub fn forget_names(&mut self, names: &mut Names) {
        for (id, place) in self.names.drain() {
            names.remove(id, place.count as usize);
        }
    }

    /// Where game `game` (0-based) of the file lies.
    pub fn game(&self, game: u32) -> Option<GameOnDisk> {
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

    /// The first game with a name, and where in the game the name stands.
    pub fn first_with(&self, name: NameId) -> Option<(GameOnDisk, std::ops::Range<usize>)> {
        let place = self.names.get(&name)?;
        Some((self.game(place.game)?, place.start as usize..place.end as usize))
    }

    /// Whether a name stands nowhere in the file, as far as that is known.
    pub fn lacks(&self, kind: Kind, name: &str, names: &Names) -> bool {
        let is_there = names.find(kind, name).is_some_and(|id| self.names.contains_key(&id));
        self.is_whole && !is_there && !names.is_full()
    }

    /// Gives back the room that was taken for games to come.
    pub fn finish(&mut self) {
        self.is_whole = true;
        self.games.shrink_to_fit();
        self.names.shrink_to_fit();
    }
}
