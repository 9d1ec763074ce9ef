//! Rows of the table of positions.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_schema::ArrowError;
use scoresheet_chess::position_key::PositionKey;
use scoresheet_collection::export::PlayedLine;

use super::places::Places;
use super::sorter::SortedRow;
use super::tree_table::MoveNames;
use crate::cli::commands::export::arguments::TableName;

/// No move: the game ends in the position.
const NO_MOVE: u16 = u16::MAX;

/// A position of a game, and what was played there. Rows are ordered by position, game and ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PositionRow {
    hash: i64,
    place: u64,
    ply: u32,
    code: u16,
}

impl PositionRow {
    /// The positions of a game.
    pub(super) fn of(line: &PlayedLine, place: u64) -> impl Iterator<Item = PositionRow> + '_ {
        let hash = |key: PositionKey| key.number().cast_signed();
        let moves = line.moves.iter().map(move |played| (hash(played.key), played.code));
        let last = line.end.map(|key| (hash(key), NO_MOVE));
        moves.chain(last).zip(0..).map(move |((hash, code), ply)| PositionRow { hash, place, ply, code })
    }
}

impl SortedRow for PositionRow {
    type Key = PositionRow;
    const LONGEST: usize = 22;

    fn key(&self) -> PositionRow {
        *self
    }

    fn join(&mut self, _: &PositionRow) -> bool {
        false
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.hash.to_le_bytes());
        out.extend(self.place.to_le_bytes());
        out.extend(self.ply.to_le_bytes());
        out.extend(self.code.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<(PositionRow, usize)> {
        let (hash, bytes) = bytes.split_first_chunk()?;
        let (place, bytes) = bytes.split_first_chunk()?;
        let (ply, bytes) = bytes.split_first_chunk()?;
        let (code, _) = bytes.split_first_chunk()?;
        let row = PositionRow {
            hash: i64::from_le_bytes(*hash),
            place: u64::from_le_bytes(*place),
            ply: u32::from_le_bytes(*ply),
            code: u16::from_le_bytes(*code),
        };
        Some((row, PositionRow::LONGEST))
    }
}

/// Makes rows of positions.
#[derive(Default)]
pub(super) struct PositionsBuilder {
    hash: Int64Builder,
    file: StringBuilder,
    game: Int64Builder,
    ply: Int32Builder,
    code: Int32Builder,
    uci: StringBuilder,
    names: MoveNames,
}

impl PositionsBuilder {
    /// Adds a row.
    pub(super) fn add(&mut self, row: &PositionRow, places: &Places) {
        self.hash.append_value(row.hash);
        let (file, game) = places.get(row.place);
        self.file.append_value(file);
        self.game.append_value(game);
        self.ply.append_value(row.ply.cast_signed());
        let code = (row.code != NO_MOVE).then_some(row.code);
        self.code.append_option(code.map(i32::from));
        self.uci.append_option(code.map(|code| self.names.get(code)));
    }

    /// The rows so far, without which it begins again.
    ///
    /// # Errors
    /// Those of Arrow, which are faults of this file.
    pub(super) fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        RecordBatch::try_new(
            TableName::Positions.schema(),
            vec![
                Arc::new(self.hash.finish()),
                Arc::new(self.file.finish()),
                Arc::new(self.game.finish()),
                Arc::new(self.ply.finish()),
                Arc::new(self.code.finish()),
                Arc::new(self.uci.finish()),
            ],
        )
    }
}
