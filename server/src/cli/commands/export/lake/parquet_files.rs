//! The Parquet files of a table, while they are written.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::cli::commands::export::arguments::TableName;

/// The rows of a row group. DuckDB before version 2 reads the whole group that may have a position: of 1.5 million rows, a look-up takes a 27th of a scan by groups of
/// 128 k (4.7 ms of CPU time by 1.4, 6.7 by 1.1) and a sixth by groups of a million (18 and 29 ms). DuckDB 2 reads only the pages that may have it, 2.3 ms
/// by either. Groups of a million are a hundredth shorter, and longer in memory.
const ROWS_BY_HASH: usize = 128 << 10;

/// The same of tables that are read as a whole. What is not written yet is in memory.
const ROWS: usize = 256 << 10;

/// The rows of a page, whose least and largest values are known.
const ROWS_OF_PAGE: usize = 8192;

/// Values that occur more than once are numbered as long as all different ones take no more bytes than this: names of players do not fit into the usual megabyte.
const DICTIONARY: usize = 8 << 20;

/// How hard Zstandard tries. Most columns are short numbers, which it makes little shorter.
const LEVEL: i32 = 3;

/// The same for moves of whole games, most of the bytes of their table: a sixth less than by the level of the others for a twentieth more time.
const LEVEL_OF_MOVES: i32 = 10;

/// A page of moves in bytes. Openings occur again and again, and in a long page more of them.
const PAGE_OF_MOVES: usize = 8 << 20;

/// A file gets no more rows than this, so that engines can read several at the same time.
const MOST_ROWS: usize = 16 << 20;

/// So many files of a table are open at a time: the system allows a thousand or less. The one that was used longest ago is ended; its part gets another one.
const MOST_OPEN: usize = 200;

/// Rows of parts take at most so many bytes until they are written; then the part with the most is.
const MOST_BYTES: usize = 96 << 20;

/// A file that is whole.
#[derive(Clone, Debug)]
pub(super) struct WrittenFile {
    /// Below the folder of the table.
    pub(super) path: PathBuf,
    pub(super) rows: u64,
    pub(super) bytes: u64,
}

/// Writes the files of a table.
pub(super) struct TableFiles {
    table: TableName,
    /// Where they are written.
    folder: PathBuf,
    /// How their names begin.
    stem: String,
    properties: WriterProperties,
    /// Files by the folder of their part.
    open: BTreeMap<Option<String>, OpenFile>,
    /// Rows of parts that are not written yet, with how many bytes they take.
    waiting: BTreeMap<String, (Vec<RecordBatch>, usize)>,
    /// How many files there have been, and batches.
    count: usize,
    batches: u64,
    written: Vec<WrittenFile>,
}

struct OpenFile {
    path: PathBuf,
    writer: ArrowWriter<File>,
    rows: usize,
    last_used: u64,
}

impl TableFiles {
    /// No files yet of a table; they will be below `folder`, with names that begin with `stem`.
    pub(super) fn new(table: TableName, folder: &Path, stem: &str) -> TableFiles {
        TableFiles {
            table,
            folder: folder.join(table.name()),
            stem: stem.to_owned(),
            properties: properties(table),
            open: BTreeMap::new(),
            waiting: BTreeMap::new(),
            count: 0,
            batches: 0,
            written: Vec::new(),
        }
    }

    /// Writes rows of a part, or of a table without parts.
    ///
    /// # Errors
    /// If the disk is full, and other errors of the operating system.
    pub(super) fn write(&mut self, part: Option<&str>, batch: &RecordBatch) -> io::Result<()> {
        let Some(part) = part else { return self.write_to_file(&None, std::slice::from_ref(batch)) };
        let (batches, bytes) = self.waiting.entry(part.to_owned()).or_default();
        batches.push(batch.clone());
        *bytes += batch.get_array_memory_size();
        let waiting: usize = self.waiting.values().map(|(_, bytes)| bytes).sum();
        if waiting > MOST_BYTES {
            let most = self.waiting.iter().max_by_key(|(_, (_, bytes))| *bytes).map(|(part, _)| part.clone());
            most.into_iter().try_for_each(|part| self.write_waiting(part))?;
        }
        Ok(())
    }

    /// Writes the rows of a part that are waiting, as a row group.
    fn write_waiting(&mut self, part: String) -> io::Result<()> {
        let Some((batches, _)) = self.waiting.remove(&part) else { return Ok(()) };
        let part = Some(part);
        self.write_to_file(&part, &batches)?;
        // What a file is between row groups takes little memory.
        self.open.get_mut(&part).map_or(Ok(()), |file| file.writer.flush().map_err(failed))
    }

    fn write_to_file(&mut self, part: &Option<String>, batches: &[RecordBatch]) -> io::Result<()> {
        self.batches += 1;
        if !self.open.contains_key(part) {
            if self.open.len() == MOST_OPEN {
                let longest_unused = self.open.iter().min_by_key(|(_, file)| file.last_used);
                let longest_unused = longest_unused.map(|(part, _)| part.clone());
                longest_unused.into_iter().try_for_each(|part| self.end(&part))?;
            }
            let file = self.begin(part.as_deref())?;
            self.open.insert(part.clone(), file);
        }
        let Some(file) = self.open.get_mut(part) else { return Ok(()) };
        file.last_used = self.batches;
        for batch in batches {
            file.rows += batch.num_rows();
            file.writer.write(batch).map_err(failed)?;
        }
        if file.rows >= MOST_ROWS { self.end(part) } else { Ok(()) }
    }

    /// Ends all files. A table without rows has a file, too, so that engines find its columns.
    ///
    /// # Errors
    /// If the disk is full, and other errors of the operating system.
    pub(super) fn finish(mut self) -> io::Result<Vec<WrittenFile>> {
        while let Some(part) = self.waiting.keys().next().cloned() {
            self.write_waiting(part)?;
        }
        let parts: Vec<Option<String>> = self.open.keys().cloned().collect();
        parts.iter().try_for_each(|part| self.end(part))?;
        if self.written.is_empty() {
            let file = self.begin(None)?;
            self.open.insert(None, file);
            self.end(&None)?;
        }
        Ok(self.written)
    }

    fn begin(&mut self, part: Option<&str>) -> io::Result<OpenFile> {
        let name = format!("{}-{:04}.parquet", self.stem, self.count);
        self.count += 1;
        let path = part.map_or_else(PathBuf::new, PathBuf::from).join(name);
        let whole = self.folder.join(&path);
        whole.parent().map_or(Ok(()), fs::create_dir_all)?;
        let writer = ArrowWriter::try_new(File::create_new(whole)?, self.table.schema(), Some(self.properties.clone()));
        Ok(OpenFile { path, writer: writer.map_err(failed)?, rows: 0, last_used: self.batches })
    }

    fn end(&mut self, part: &Option<String>) -> io::Result<()> {
        let Some(OpenFile { path, mut writer, rows, .. }) = self.open.remove(part) else { return Ok(()) };
        writer.finish().map_err(failed)?;
        writer.inner().sync_all()?;
        let bytes = writer.inner().metadata()?.len();
        self.written.push(WrittenFile { path, rows: rows as u64, bytes });
        Ok(())
    }
}

/// How the files of a table are written.
fn properties(table: TableName) -> WriterProperties {
    let column = |name: &str| ColumnPath::from(name);
    let numbers = |name: &str| (column(name), Encoding::DELTA_BINARY_PACKED);
    // Sorted numbers, and those that seldom occur twice, are short as differences.
    let delta = match table {
        TableName::Games => vec![numbers("byte_offset"), numbers("line"), numbers("game")],
        TableName::Tree | TableName::Positions => vec![numbers("hash"), numbers("game")],
        TableName::Moves | TableName::Findings => Vec::new(),
    };
    let rows = if table.is_by_hash() { ROWS_BY_HASH } else { ROWS };
    let mut builder = WriterProperties::builder()
        .set_created_by(concat!("scoresheet ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(zstd(LEVEL))
        .set_max_row_group_row_count(Some(rows))
        .set_data_page_row_count_limit(ROWS_OF_PAGE)
        .set_dictionary_page_size_limit(DICTIONARY)
        .set_statistics_enabled(EnabledStatistics::Page);
    for (path, encoding) in delta {
        builder = builder.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, encoding);
    }
    if table == TableName::Games {
        // Moves of whole games do not occur twice, and are not compared.
        builder = builder
            .set_column_dictionary_enabled(column("moves"), false)
            .set_column_compression(column("moves"), zstd(LEVEL_OF_MOVES))
            .set_column_data_page_size_limit(column("moves"), PAGE_OF_MOVES)
            .set_column_data_page_row_count_limit(column("moves"), ROWS)
            .set_column_statistics_enabled(column("moves"), EnabledStatistics::None);
    }
    if table.is_by_hash() {
        let by_hash = SortingColumn { column_idx: 0, descending: false, nulls_first: false };
        builder = builder.set_sorting_columns(Some(vec![by_hash]));
    }
    builder.build()
}

fn zstd(level: i32) -> Compression {
    Compression::ZSTD(ZstdLevel::try_new(level).unwrap_or_default())
}

/// The error of the operating system, or what is wrong with the table.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
