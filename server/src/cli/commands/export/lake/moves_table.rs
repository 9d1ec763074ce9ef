//! Rows of the table of moves.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use scoresheet_chess::command_docs::Score;
use scoresheet_collection::export::AnnotatedMove;

use super::games_table::GamePlace;
use super::tree_table::MoveNames;
use crate::cli::commands::export::arguments::TableName;

/// Makes rows of moves.
#[derive(Default)]
pub(super) struct MovesBuilder {
    file: StringBuilder,
    game: Int64Builder,
    ply: Int32Builder,
    mover: StringBuilder,
    hash: Int64Builder,
    code: Int32Builder,
    uci: StringBuilder,
    san: StringBuilder,
    clock: Float64Builder,
    spent: Float64Builder,
    eval: Float64Builder,
    mate: Int32Builder,
    depth: Int32Builder,
    nags: StringBuilder,
    comment: StringBuilder,
    names: MoveNames,
    rows: usize,
}

impl MovesBuilder {
    /// Adds the moves of a game.
    pub(super) fn add(&mut self, place: GamePlace, moves: &[AnnotatedMove]) {
        self.rows += moves.len();
        for (ply, annotated) in (1..).zip(moves) {
            self.file.append_value(place.file);
            self.game.append_value(place.game);
            self.ply.append_value(ply);
            self.mover.append_value(if annotated.played.mover.is_white() { "white" } else { "black" });
            self.hash.append_value(annotated.played.key.number().cast_signed());
            self.code.append_value(i32::from(annotated.played.code));
            self.uci.append_value(self.names.get(annotated.played.code));
            self.san.append_value(&annotated.san);
            self.clock.append_option(annotated.clock);
            self.spent.append_option(annotated.spent);
            let (pawns, mate) = match annotated.score {
                Some((Score::Pawns(pawns), _)) => (Some(pawns), None),
                Some((Score::Mate(moves), _)) => (None, Some(moves)),
                None => (None, None),
            };
            self.eval.append_option(pawns);
            self.mate.append_option(mate);
            let depth = annotated.score.and_then(|(_, depth)| depth);
            self.depth.append_option(depth.and_then(|depth| i32::try_from(depth).ok()));
            let nags: Vec<String> = annotated.nags.iter().map(|nag| format!("${nag}")).collect();
            self.nags.append_option((!nags.is_empty()).then(|| nags.join(" ")));
            self.comment.append_option((!annotated.comment.is_empty()).then_some(annotated.comment.as_str()));
        }
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
            Arc::new(self.game.finish()),
            Arc::new(self.ply.finish()),
            Arc::new(self.mover.finish()),
            Arc::new(self.hash.finish()),
            Arc::new(self.code.finish()),
            Arc::new(self.uci.finish()),
            Arc::new(self.san.finish()),
            Arc::new(self.clock.finish()),
            Arc::new(self.spent.finish()),
            Arc::new(self.eval.finish()),
            Arc::new(self.mate.finish()),
            Arc::new(self.depth.finish()),
            Arc::new(self.nags.finish()),
            Arc::new(self.comment.finish()),
        ];
        RecordBatch::try_new(TableName::Moves.schema(), columns)
    }
}
