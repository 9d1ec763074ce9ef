//! The bytes of an input, read from the start to the end, and a second time if necessary: a file, an archive or a
//! stream.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::archive::{Archive, start_of_text};
use super::awaited::{Awaited, ensure_no_device};
use super::stamp::Stamp;
use super::stream_copy::StreamCopy;

/// The longest input of unknown length that is held as a whole: a device has no end, and a few compressed bytes may
/// expand to any number.
const MOST_WHOLE: u64 = 1 << 30;

/// The error for a file that changed while it was read.
pub(crate) const CHANGED: &str = "the file was changed while it was read";

/// Receives the number of bytes on disk that were read for the first time.
pub(crate) type Advance<'a> = &'a (dyn Fn(u64) + Sync);

/// The bytes of an input.
pub(crate) struct Origin<'a> {
    source: Source<'a>,
    /// For a file: its path, and its state when it was opened.
    file: Option<(PathBuf, Stamp)>,
    advance: Advance<'a>,
}

enum Source<'a> {
    /// A file that can be read at any position.
    File { file: File, farthest: u64, position: u64 },
    /// A compressed file and, after a second reading, its decompressed content.
    Archive { archive: Archive, reader: Box<dyn Read + Send + 'a>, copy: Option<StreamCopy> },
    /// A stream that can be read only once, a copy of what was read, and whether the stream has ended and reading
    /// continues in the copy.
    Stream { rest: Box<dyn Read + Send + 'a>, copy: StreamCopy, is_copied: bool },
}

impl<'a> Source<'a> {
    fn stream(mut rest: impl Read + Send + 'a) -> io::Result<Source<'a>> {
        let start = start_of_text(&mut rest)?;
        let rest = Box::new(Cursor::new(start).chain(rest));
        Ok(Source::Stream { rest, copy: StreamCopy::default(), is_copied: false })
    }

    /// A file that is at its start.
    fn file(mut file: File) -> io::Result<Source<'a>> {
        start_of_text(&mut file)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Source::File { file, farthest: 0, position: 0 })
    }
}

impl<'a> Origin<'a> {
    /// Opens the file at `path`, decompressing it as `archive`. `advance` receives the progress.
    pub(crate) fn open(path: &Path, archive: Option<Archive>, advance: Advance<'a>) -> io::Result<Origin<'a>> {
        let stamp = Stamp::of(path)?;
        let metadata = std::fs::metadata(path)?;
        ensure_no_device(path, &metadata)?;
        let _until_its_first_bytes = Awaited::file(path, &metadata);
        let file = File::open(path)?;
        let is_file = file.metadata()?.is_file();
        let source = match archive {
            Some(archive) => Source::Archive { archive, reader: archive.open(path, file, advance)?, copy: None },
            None if is_file => Source::file(file)?,
            // A named pipe.
            None => Source::stream(file)?,
        };
        Ok(Origin { source, file: is_file.then(|| (path.to_path_buf(), stamp)), advance })
    }

    /// A file that is open and at its start.
    ///
    /// # Errors
    ///
    /// If it is an archive, and if it cannot be read.
    pub(crate) fn file(file: File, advance: Advance<'a>) -> io::Result<Origin<'a>> {
        Ok(Origin { source: Source::file(file)?, file: None, advance })
    }

    /// A stream that can be read only once.
    ///
    /// # Errors
    ///
    /// If it is an archive, and if it cannot be read.
    pub(crate) fn stream(rest: &'a mut (dyn Read + Send), advance: Advance<'a>) -> io::Result<Origin<'a>> {
        Ok(Origin { source: Source::stream(rest)?, file: None, advance })
    }

    /// Whether the input may be endless, and its length is unknown before reading: an archive, a pipe, a device.
    pub(super) fn may_be_endless(&self) -> bool {
        !matches!(self.source, Source::File { .. })
    }

    /// The whole input, from which nothing was read yet. Reports no progress, and cannot be read again.
    ///
    /// # Errors
    ///
    /// If it cannot be read, and if an input of unknown length has more than a gigabyte.
    pub(crate) fn read_whole(self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let is_archive = matches!(self.source, Source::Archive { .. });
        let mut endless = match self.source {
            Source::File { mut file, .. } => return file.read_to_end(&mut bytes).map(|_| bytes),
            Source::Archive { reader, .. } => reader,
            Source::Stream { rest, .. } => rest,
        };
        let read = endless.by_ref().take(MOST_WHOLE + 1).read_to_end(&mut bytes);
        read.map_err(|error| if is_archive { damaged(error) } else { error })?;
        match bytes.len() as u64 > MOST_WHOLE {
            true => Err(io::Error::other("there is more than 1 GiB of text; write it to a file first")),
            false => Ok(bytes),
        }
    }

    /// Reads `most` bytes, or as many as are left, and appends them to `bytes`. Returns their number.
    ///
    /// # Errors
    ///
    /// If it cannot be read; what was read is in `bytes`.
    pub(super) fn read_more(&mut self, bytes: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        let before = bytes.len();
        let Source::File { file, .. } = &mut self.source else { return self.take(most as u64).read_to_end(bytes) };
        // Reading from the file itself avoids that the memory is cleared first.
        let read = file.take(most as u64).read_to_end(bytes);
        self.pass(bytes.len() - before);
        read
    }

    /// Counts bytes that were read from a file.
    fn pass(&mut self, count: usize) {
        if let Source::File { farthest, position, .. } = &mut self.source {
            *position += count as u64;
            if *position > *farthest {
                (self.advance)(*position - *farthest);
                *farthest = *position;
            }
        }
    }

    /// The state of the file when it was opened.
    pub(crate) fn stamp(&self) -> Option<Stamp> {
        self.file.as_ref().map(|(_, stamp)| *stamp)
    }

    /// Whether the file has changed since it was opened.
    pub(crate) fn has_changed(&self) -> bool {
        self.file.as_ref().is_some_and(|(path, stamp)| Stamp::of(path).ok() != Some(*stamp))
    }

    /// Bytes that were read before, counted as decompressed. The position of the next [`Read::read`] is undefined.
    ///
    /// # Errors
    ///
    /// If they no longer exist, and if there was no space for a copy of a stream.
    pub(crate) fn again(&mut self, range: Range<u64>) -> io::Result<Vec<u8>> {
        if let Source::Archive { copy: copy @ None, archive, .. } = &mut self.source
            && let Some((path, _)) = &self.file
        {
            let mut unpacked = StreamCopy::default();
            unpacked.add_all(&mut archive.open(path, File::open(path)?, &|_| {})?)?;
            *copy = Some(unpacked);
        }
        let seekable: &mut dyn ReadSeek = match &mut self.source {
            Source::File { file, .. } => file,
            Source::Archive { copy: Some(copy), .. } | Source::Stream { copy, .. } => copy.file()?,
            Source::Archive { copy: None, .. } => return Err(io::ErrorKind::NotSeekable.into()),
        };
        seekable.seek(SeekFrom::Start(range.start))?;
        let length = range.end.saturating_sub(range.start);
        let mut bytes = Vec::with_capacity(usize::try_from(length).map_err(io::Error::other)?);
        let read = seekable.take(length).read_to_end(&mut bytes)?;
        if (read as u64) < length { Err(io::Error::other(CHANGED)) } else { Ok(bytes) }
    }
}

trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

impl Read for Origin<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.source {
            Source::File { file, .. } => {
                let count = file.read(buffer)?;
                self.pass(count);
                Ok(count)
            }
            Source::Archive { reader, .. } => reader.read(buffer).map_err(damaged),
            Source::Stream { copy, is_copied: true, .. } => copy.file()?.read(buffer),
            Source::Stream { rest, copy, .. } => {
                let count = rest.read(buffer)?;
                copy.add(&buffer[..count]);
                (self.advance)(count as u64);
                Ok(count)
            }
        }
    }
}

/// Only to a position from the start.
impl Seek for Origin<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(to) = to else { return Err(io::ErrorKind::Unsupported.into()) };
        match &mut self.source {
            Source::File { file, position, .. } => {
                *position = to;
                file.seek(SeekFrom::Start(to))
            }
            Source::Archive { archive, reader, .. } => {
                let Some((path, _)) = &self.file else { return Err(io::ErrorKind::NotSeekable.into()) };
                *reader = archive.open(path, File::open(path)?, &|_| {})?;
                io::copy(&mut reader.take(to), &mut io::sink())
            }
            Source::Stream { rest, copy, is_copied } => {
                if !*is_copied {
                    copy.file()?.seek(SeekFrom::End(0))?;
                    copy.add_all(rest)?;
                    *is_copied = true;
                }
                copy.file()?.seek(SeekFrom::Start(to))
            }
        }
    }
}

fn damaged(error: io::Error) -> io::Error {
    match error.kind() {
        // The caller reads again.
        io::ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, format!("the archive is damaged or cut short ({error})")),
    }
}
