//! Rows of the table of what was played.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use scoresheet_collection::export::{TreeRow, uci};

use super::places::Places;
use crate::cli::commands::export::arguments::TableName;

/// Makes rows of what was played.
#[derive(Default)]
pub(super) struct TreeBuilder {
    hash: Int64Builder,
    code: Int32Builder,
    uci: StringBuilder,
    counts: [Int64Builder; 6],
    last_date: Int32Builder,
    file: StringBuilder,
    game: Int64Builder,
    names: MoveNames,
}

/// The moves as engines write them, each made once.
#[derive(Default)]
pub(super) struct MoveNames(HashMap<u16, String>);

impl MoveNames {
    /// The move of a code.
    pub(super) fn get(&mut self, code: u16) -> &str {
        self.0.entry(code).or_insert_with(|| uci(code).unwrap_or_default())
    }
}

impl TreeBuilder {
    /// Adds a row.
    pub(super) fn add(&mut self, row: &TreeRow, places: &Places) {
        self.hash.append_value(row.hash);
        self.code.append_value(i32::from(row.code));
        self.uci.append_value(self.names.get(row.code));
        let counts = [row.games, row.white, row.draws, row.black, row.elo_sum, row.elo_games];
        self.counts.iter_mut().zip(counts).for_each(|(column, count)| column.append_value(count.cast_signed()));
        self.last_date.append_option((row.last_date > 0).then_some(row.last_date as i32));
        let (file, game) = places.get(row.place);
        self.file.append_value(file);
        self.game.append_value(game);
    }

    /// The rows so far, without which it begins again.
    ///
    /// # Errors
    /// Those of Arrow, which are faults of this file.
    pub(super) fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(self.hash.finish()), Arc::new(self.code.finish()), Arc::new(self.uci.finish())];
        columns.extend(self.counts.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(self.last_date.finish()));
        columns.push(Arc::new(self.file.finish()));
        columns.push(Arc::new(self.game.finish()));
        RecordBatch::try_new(TableName::Tree.schema(), columns)
    }
}
