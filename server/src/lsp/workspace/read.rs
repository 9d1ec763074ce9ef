//! Reads a file of the workspace into the index, block by block, as `check` does.

use std::path::Path;

use ropey::Rope;
use scoresheet_chess::epd::RecordKind;
use scoresheet_grammar::Database;
use scoresheet_grammar::epd::EpdFile;
use scoresheet_ide::epd::indexed_records;
use scoresheet_ide::position_index::IndexedGame;
use tower_lsp::lsp_types::Position;

use super::walk::{FoundFile, is_in_place};
use super::{GameRead, WorkspaceIndex, facts};
use crate::language::Language;
use crate::lsp::proto::position::{self, Encoding};
use crate::lsp::tasks::background::Pace;
use crate::text_file::{Block, Cut, DiskOffsets, Origin, in_blocks};

/// The approximate size in bytes of a block; two blocks are in memory at a time.
const BLOCK_BYTES: usize = 1 << 20;

/// The number of games that are added to the index at once: a few milliseconds of work, and less than one under the lock.
const GAMES_PER_INSERTION: usize = 32;

/// The longest game in bytes whose positions are indexed. A longer one is a tree of analysis or made by a program, and its replay takes
/// a hundred times its length in memory; only its names are indexed.
const LONGEST_GAME: usize = 1 << 20;

/// Reads a file into the index, and calls `advance` with the number of bytes read. Removes the file from the index if reading fails or if
/// the file changes meanwhile; keeps the games read so far if the work is cancelled. For the background thread only.
pub(crate) fn read(
    index: &WorkspaceIndex,
    file: &FoundFile,
    encoding: Encoding,
    pace: &Pace,
    advance: &(dyn Fn(u64) + Sync),
) {
    if !is_in_place(&file.path) {
        return;
    }
    let Ok(mut origin) = Origin::open(&file.path, None, advance) else { return };
    let kind = record_kind(&file.path);
    let cut = if kind.is_some() { Cut::Lines } else { Cut::Games };
    let start = || Reading { number: index.begin_file(file), is_wanted: true, lines: 0 };
    let work = |reading: &mut Reading, block: &Block| match kind {
        Some(kind) => reading.add_records(index, block, kind, pace),
        None => reading.add(index, block, encoding, pace),
    };
    let Ok(finished) = in_blocks(&mut origin, None, cut, BLOCK_BYTES, start, work) else { return };
    let Reading { number, is_wanted, .. } = finished.state;
    if finished.broken_off.is_some() || origin.has_changed() || origin.stamp() != Some(file.stamp) {
        index.forget_file(number);
    } else if is_wanted {
        index.finish_file(number);
    }
}

/// Returns the kind of the records of a file; `None` for a file of games.
pub(crate) fn record_kind(path: &Path) -> Option<RecordKind> {
    Language::of_extension(path)?.record_kind()
}

struct Reading {
    number: u32,
    is_wanted: bool,
    /// The number of line ends before the block.
    lines: u32,
}

impl Reading {
    fn add(&mut self, index: &WorkspaceIndex, block: &Block, encoding: Encoding, pace: &Pace) {
        if !self.is_wanted {
            return;
        }
        let (text, disk) = (Rope::from_str(&block.text), DiskOffsets::default());
        let on_disk = |offset| (block.disk_start + disk.offset(block.encoding, &block.text, offset)) as u64;
        let mut read = Vec::with_capacity(GAMES_PER_INSERTION);
        let database = Database::parse(&block.text);
        for (start, view) in database.views() {
            let mut place = position::position(&text, start, encoding);
            place.line += self.lines;
            let is_played = view.text.len() <= LONGEST_GAME;
            read.push(GameRead {
                bytes: on_disk(start)..on_disk(start + view.text.len()),
                start: place,
                positions: if is_played { facts::positions(view) } else { IndexedGame::default() },
                names: facts::names(view),
            });
            if read.len() == GAMES_PER_INSERTION && !self.hand_over(index, block, &mut read, pace) {
                return;
            }
        }
        self.hand_over(index, block, &mut read, pace);
        self.lines = self.lines.saturating_add(position::saturate(text.len_lines() - 1));
    }

    fn add_records(&mut self, index: &WorkspaceIndex, block: &Block, kind: RecordKind, pace: &Pace) {
        if !self.is_wanted {
            return;
        }
        let disk = DiskOffsets::default();
        let on_disk = |offset| (block.disk_start + disk.offset(block.encoding, &block.text, offset)) as u64;
        for (start, chunk) in EpdFile::parse(&block.text).units() {
            let mut run = vec![GameRead {
                bytes: on_disk(start)..on_disk(start + chunk.text().len()),
                start: Position::new(self.lines, 0),
                positions: indexed_records(chunk.text(), kind),
                names: Vec::new(),
            }];
            self.lines = self.lines.saturating_add(position::saturate(chunk.len()));
            if !self.hand_over(index, block, &mut run, pace) {
                return;
            }
        }
    }

    fn hand_over(&mut self, index: &WorkspaceIndex, block: &Block, read: &mut Vec<GameRead>, pace: &Pace) -> bool {
        pace.yield_to_requests();
        self.is_wanted = pace.is_wanted() && index.add_games(self.number, block.encoding, read);
        read.clear();
        self.is_wanted
    }
}
