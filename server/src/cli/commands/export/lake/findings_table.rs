//! Rows of the table of findings.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use scoresheet_lint::finding::Finding;

use super::games_table::GamePlace;
use crate::cli::commands::export::arguments::TableName;

/// Makes rows of findings.
#[derive(Default)]
pub(super) struct FindingsBuilder {
    file: StringBuilder,
    offset: Int64Builder,
    game: Int64Builder,
    rule: StringBuilder,
    level: StringBuilder,
    line: Int64Builder,
    column: Int64Builder,
    message: StringBuilder,
    has_fix: BooleanBuilder,
    rows: usize,
}

impl FindingsBuilder {
    /// Adds a finding in a game, on a line and at a character of it, both from 1.
    pub(super) fn add(&mut self, place: GamePlace, finding: &Finding, line: i64, column: i64) {
        self.rows += 1;
        self.file.append_value(place.file);
        self.offset.append_value(place.offset);
        self.game.append_value(place.game);
        self.rule.append_value(finding.rule.name);
        self.level.append_value(finding.level.name());
        self.line.append_value(line);
        self.column.append_value(column);
        self.message.append_value(&finding.message);
        self.has_fix.append_value(!finding.fixes.is_empty());
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The rows.
    ///
    /// # Errors
    /// Those of Arrow, which are faults of this file.
    pub(super) fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.file.finish()),
            Arc::new(self.offset.finish()),
            Arc::new(self.game.finish()),
            Arc::new(self.rule.finish()),
            Arc::new(self.level.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.column.finish()),
            Arc::new(self.message.finish()),
            Arc::new(self.has_fix.finish()),
        ];
        RecordBatch::try_new(TableName::Findings.schema(), columns)
    }
}
