//! Sorting more rows than fit into memory: sorted runs in temporary files, which are merged. Memory stays the same, whatever the number of rows.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use scoresheet_collection::export::{LONGEST_ROW, TreeRow};

/// So many runs are merged at a time: each has a buffer. More are joined first, so that files and memory stay few.
const MOST_RUNS: usize = if cfg!(test) { 3 } else { 64 };

/// The buffer of each run that is read, and of the one that is written.
const BUFFER: usize = 1 << 20;

/// A row that can be sorted.
pub(super) trait SortedRow: Copy {
    /// What rows are ordered by.
    type Key: Ord + Copy;
    /// The longest row in bytes.
    const LONGEST: usize;

    fn key(&self) -> Self::Key;
    /// Adds a row with the same key. False if both are kept.
    fn join(&mut self, other: &Self) -> bool;
    fn write(&self, out: &mut Vec<u8>);
    /// A row at the start of bytes, and its length. `None` if there is not all of one.
    fn read(bytes: &[u8]) -> Option<(Self, usize)>;
}

/// Sorted runs of rows.
pub(super) struct Runs {
    /// Where temporary files are made.
    folder: PathBuf,
    files: Vec<File>,
}

impl Runs {
    /// No runs yet.
    pub(super) fn new(folder: &Path) -> Runs {
        Runs { folder: folder.to_path_buf(), files: Vec::new() }
    }

    /// Adds a run: rows in order, without two that can be joined.
    ///
    /// # Errors
    /// If the disk is full, and other errors of the operating system.
    pub(super) fn add<R: SortedRow>(&mut self, rows: impl Iterator<Item = R>) -> io::Result<()> {
        let file = written(&self.folder, rows.map(Ok))?;
        self.files.push(file);
        if self.files.len() == MOST_RUNS {
            let runs = std::mem::take(&mut self.files);
            let joined = written(&self.folder, Merged::<R, std::iter::Empty<R>>::new(runs, None)?)?;
            self.files.push(joined);
        }
        Ok(())
    }

    /// The rows of all runs and of a `last` one, in order; those with the same key are joined.
    ///
    /// # Errors
    /// Errors of the operating system.
    pub(super) fn merge<R: SortedRow, L: Iterator<Item = R>>(self, last: L) -> io::Result<Merged<R, L>> {
        Merged::new(self.files, Some(last))
    }
}

/// Writes rows to a file without a name.
fn written<R: SortedRow>(folder: &Path, rows: impl Iterator<Item = io::Result<R>>) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?);
    let mut bytes = Vec::with_capacity(R::LONGEST);
    for row in rows {
        bytes.clear();
        row?.write(&mut bytes);
        out.write_all(&bytes)?;
    }
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// The rows of several runs in order.
pub(super) struct Merged<R: SortedRow, L> {
    runs: Vec<Run<R>>,
    last: Option<L>,
    /// The next row of each run, and of the last one, by key.
    next: BinaryHeap<Reverse<(R::Key, usize)>>,
    rows: Vec<Option<R>>,
    current: Option<R>,
    has_failed: bool,
}

impl<R: SortedRow, L: Iterator<Item = R>> Merged<R, L> {
    fn new(files: Vec<File>, last: Option<L>) -> io::Result<Merged<R, L>> {
        let runs: Vec<Run<R>> = files.into_iter().map(Run::new).collect();
        let count = runs.len() + 1;
        let mut merged = Merged {
            runs,
            last,
            next: BinaryHeap::with_capacity(count),
            rows: vec![None; count],
            current: None,
            has_failed: false,
        };
        for index in 0..count {
            if let Some(row) = merged.read(index)? {
                merged.next.push(Reverse((row.key(), index)));
                merged.rows[index] = Some(row);
            }
        }
        merged.current = merged.pop()?;
        Ok(merged)
    }

    /// Reads the next row of a run.
    fn read(&mut self, index: usize) -> io::Result<Option<R>> {
        match self.runs.get_mut(index) {
            Some(run) => run.next(),
            None => Ok(self.last.as_mut().and_then(Iterator::next)),
        }
    }

    fn pop(&mut self) -> io::Result<Option<R>> {
        let Some(&Reverse((_, index))) = self.next.peek() else { return Ok(None) };
        let next = self.read(index)?;
        let row = std::mem::replace(&mut self.rows[index], next);
        // Often the next row is of the same run: then its key stays at the top.
        if let Some(mut top) = self.next.peek_mut() {
            match next {
                Some(next) => *top = Reverse((next.key(), index)),
                None => drop(PeekMut::pop(top)),
            }
        }
        Ok(row)
    }

    /// The next row with all that are joined with it.
    fn step(&mut self) -> io::Result<Option<R>> {
        let Some(mut row) = self.current.take() else { return Ok(None) };
        loop {
            match self.pop()? {
                Some(next) if next.key() == row.key() && row.join(&next) => {}
                next => {
                    self.current = next;
                    return Ok(Some(row));
                }
            }
        }
    }
}

impl<R: SortedRow, L: Iterator<Item = R>> Iterator for Merged<R, L> {
    type Item = io::Result<R>;

    fn next(&mut self) -> Option<io::Result<R>> {
        if self.has_failed {
            return None;
        }
        let step = self.step();
        self.has_failed = step.is_err();
        step.transpose()
    }
}

/// A run that is read.
struct Run<R> {
    file: File,
    buffer: Vec<u8>,
    at: usize,
    is_over: bool,
    row: std::marker::PhantomData<R>,
}

impl<R: SortedRow> Run<R> {
    fn new(file: File) -> Run<R> {
        Run { file, buffer: Vec::new(), at: 0, is_over: false, row: std::marker::PhantomData }
    }

    fn next(&mut self) -> io::Result<Option<R>> {
        if self.buffer.len() - self.at < R::LONGEST && !self.is_over {
            self.buffer.drain(..self.at);
            self.at = 0;
            let wanted = (BUFFER - self.buffer.len()) as u64;
            let read = (&mut self.file).take(wanted).read_to_end(&mut self.buffer)?;
            self.is_over = (read as u64) < wanted;
        }
        match R::read(&self.buffer[self.at..]) {
            Some((row, length)) => {
                self.at += length;
                Ok(Some(row))
            }
            None if self.at == self.buffer.len() => Ok(None),
            None => Err(io::Error::other("a temporary file of the export was changed")),
        }
    }
}

impl SortedRow for TreeRow {
    type Key = (i64, u16);
    const LONGEST: usize = LONGEST_ROW;

    fn key(&self) -> (i64, u16) {
        self.key()
    }

    fn join(&mut self, other: &TreeRow) -> bool {
        self.add(other);
        true
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.write(out);
    }

    fn read(bytes: &[u8]) -> Option<(TreeRow, usize)> {
        TreeRow::read(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(hash: i64, games: u64) -> TreeRow {
        TreeRow { hash, code: 1, games, elo_games: games, ..TreeRow::default() }
    }

    #[test]
    fn rows_of_many_runs_are_joined_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for runs in 0..9_i64 {
            let mut sorted = Runs::new(folder.path());
            for run in 0..runs {
                sorted.add((0..50_i64).map(|hash| row(hash * (run + 1), 1))).unwrap();
            }
            let merged = sorted.merge((0..50_i64).map(|hash| row(hash * 2 - 40, 1))).unwrap();
            let rows: Vec<TreeRow> = merged.collect::<io::Result<_>>().unwrap();
            assert!(rows.is_sorted_by(|one, next| one.key() < next.key()));
            assert_eq!(rows.iter().map(|row| row.games).sum::<u64>(), 50 * (runs as u64 + 1));
            assert_eq!(rows.iter().find(|row| row.hash == 0).map(|row| row.games), Some(runs as u64 + 1));
        }
    }

    #[test]
    fn buffers_end_within_rows() {
        let folder = tempfile::tempdir().unwrap();
        let count = 3 * BUFFER as i64 / 20;
        let mut sorted = Runs::new(folder.path());
        sorted.add((0..count).map(|hash| row(hash, 1 + hash.unsigned_abs() % 3))).unwrap();
        let merged = sorted.merge(std::iter::empty::<TreeRow>()).unwrap();
        assert!(merged.map(Result::unwrap).eq((0..count).map(|hash| row(hash, 1 + hash.unsigned_abs() % 3))));
    }
}
