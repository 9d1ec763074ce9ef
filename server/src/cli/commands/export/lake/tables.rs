//! The tables while games are read: games, moves and findings are written at once, what is ordered by position when all games are known.

use std::io;
use std::path::Path;
use std::sync::mpsc;

use rayon::prelude::*;
use scoresheet_collection::export::{PlayedHere, TalliedGame, Threshold, tally};

use super::piece::OfPiece;
use super::places::Places;
use super::positions_table::{PositionRow, PositionsBuilder};
use super::sink::Sink;
use super::sorter::Runs;
use super::tree_table::TreeBuilder;
use crate::cli::commands::export::arguments::TableName;

/// So many moves are sorted in memory, at sixteen bytes each: those of a hundred thousand games.
const MOST_PLAYED: usize = if cfg!(test) { 300 } else { 8 << 20 };

/// The same of positions, at 24 bytes.
const MOST_POSITIONS: usize = if cfg!(test) { 300 } else { 4 << 20 };

/// So many rows are given to the writer at a time, some megabytes.
const BATCH: usize = 32 << 10;

/// So many batches wait for the writer.
const MOST_WAITING: usize = 2;

/// The tables that are made.
pub(super) struct Tables<'o> {
    sink: Sink<'o>,
    played: Vec<PlayedHere>,
    tallied: Vec<TalliedGame>,
    tree: Runs,
    positions: Vec<PositionRow>,
    position_runs: Runs,
    /// How many games there are.
    pub(super) games: u64,
}

impl<'o> Tables<'o> {
    /// No rows yet. Temporary files are made in `folder`.
    pub(super) fn new(sink: Sink<'o>, folder: &Path) -> Tables<'o> {
        Tables {
            sink,
            played: Vec::new(),
            tallied: Vec::new(),
            tree: Runs::new(folder),
            positions: Vec::new(),
            position_runs: Runs::new(folder),
            games: 0,
        }
    }

    /// Adds the rows of a piece.
    ///
    /// # Errors
    /// Those of the output and of temporary files.
    pub(super) fn add(&mut self, made: OfPiece) -> io::Result<()> {
        self.games += made.count;
        for (part, batch) in &made.games {
            self.sink.write(TableName::Games, part.as_deref(), batch)?;
        }
        made.moves.iter().try_for_each(|batch| self.sink.write(TableName::Moves, None, batch))?;
        made.findings.iter().try_for_each(|batch| self.sink.write(TableName::Findings, None, batch))?;
        if self.played.len() + made.played.len() > MOST_PLAYED {
            self.played.par_sort_unstable();
            self.tree.add(tally(&self.played, &self.tallied))?;
            self.played.clear();
            self.tallied.clear();
        }
        let before = self.tallied.len() as u32;
        self.played.extend(made.played.iter().map(|played| played.after(before)));
        self.tallied.extend(made.tallied);
        if self.positions.len() + made.positions.len() > MOST_POSITIONS {
            self.positions.par_sort_unstable();
            self.position_runs.add(self.positions.drain(..))?;
        }
        self.positions.extend(made.positions);
        Ok(())
    }

    /// Writes what is ordered by position, and ends the output. Positions of the tree that fewer than `least` games reach are left out.
    ///
    /// # Errors
    /// Those of the output and of temporary files.
    pub(super) fn finish(
        mut self,
        tables: &[TableName],
        places: &Places,
        least: u64,
    ) -> io::Result<Vec<(TableName, Vec<super::parquet_files::WrittenFile>)>> {
        if tables.contains(&TableName::Tree) {
            self.played.par_sort_unstable();
            let rows = self.tree.merge(tally(&self.played, &self.tallied))?;
            let (mut threshold, mut builder) = (Threshold::new(least), TreeBuilder::default());
            in_batches(rows, |batch| {
                batch.into_iter().for_each(|row| threshold.add(row, &mut |row| builder.add(&row, places)));
                self.sink.write(TableName::Tree, None, &builder.take().map_err(io::Error::other)?)
            })?;
            threshold.end(&mut |row| builder.add(&row, places));
            self.sink.write(TableName::Tree, None, &builder.take().map_err(io::Error::other)?)?;
        }
        if tables.contains(&TableName::Positions) {
            drop(std::mem::take(&mut self.played));
            self.positions.par_sort_unstable();
            let rows = self.position_runs.merge(self.positions.into_iter())?;
            let mut builder = PositionsBuilder::default();
            in_batches(rows, |batch| {
                batch.iter().for_each(|row| builder.add(row, places));
                self.sink.write(TableName::Positions, None, &builder.take().map_err(io::Error::other)?)
            })?;
        }
        self.sink.finish()
    }
}

/// Gives rows to `write` some at a time, while the next ones are merged on a thread of their own.
fn in_batches<R: Send>(
    mut rows: impl Iterator<Item = io::Result<R>> + Send,
    write: impl FnMut(Vec<R>) -> io::Result<()>,
) -> io::Result<()> {
    std::thread::scope(|scope| {
        let (sender, batches) = mpsc::sync_channel(MOST_WAITING);
        let merging = scope.spawn(move || {
            loop {
                let batch: Vec<R> = rows.by_ref().take(BATCH).collect::<io::Result<_>>()?;
                // Nobody waits for more after an error of the output.
                if batch.is_empty() || sender.send(batch).is_err() {
                    return Ok(());
                }
            }
        });
        let written = batches.iter().try_for_each(write);
        drop(batches);
        let merged = merging.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and(merged)
    })
}
