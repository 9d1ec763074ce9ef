//! Where rows go: to files of Parquet, or as Arrow to standard output.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::ArrowError;

use super::parquet_files::{TableFiles, WrittenFile};
use crate::cli::commands::export::arguments::TableName;

/// Takes rows of tables.
pub(super) enum Sink<'o> {
    /// Files, by table.
    Files(Vec<(TableName, TableFiles)>),
    /// A stream of one table.
    Stream(Box<StreamWriter<&'o mut (dyn Write + Send)>>),
}

impl<'o> Sink<'o> {
    /// A stream of a table.
    ///
    /// # Errors
    /// Those of the output.
    pub(super) fn stream(table: TableName, out: &'o mut (dyn Write + Send)) -> io::Result<Sink<'o>> {
        StreamWriter::try_new(out, &table.schema()).map(|stream| Sink::Stream(Box::new(stream))).map_err(failed)
    }

    /// Writes rows, of games those of one part.
    ///
    /// # Errors
    /// Those of the output.
    pub(super) fn write(&mut self, table: TableName, part: Option<&str>, batch: &RecordBatch) -> io::Result<()> {
        match self {
            Sink::Files(tables) => {
                let files = tables.iter_mut().find(|(other, _)| *other == table);
                files.map_or(Ok(()), |(_, files)| files.write(part, batch))
            }
            Sink::Stream(stream) => stream.write(batch).map_err(failed),
        }
    }

    /// Ends the output. Returns the files of each table.
    ///
    /// # Errors
    /// Those of the output.
    pub(super) fn finish(self) -> io::Result<Vec<(TableName, Vec<WrittenFile>)>> {
        match self {
            Sink::Files(tables) => {
                tables.into_iter().map(|(table, files)| files.finish().map(|files| (table, files))).collect()
            }
            Sink::Stream(mut stream) => {
                stream.finish().map_err(failed)?;
                Ok(Vec::new())
            }
        }
    }
}

/// The error of the output, or what is wrong with the table.
fn failed(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}
