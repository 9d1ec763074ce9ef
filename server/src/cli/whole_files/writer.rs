//! Writing games one after the other, with the white space that they need.

use std::io::{self, Write};
use std::ops::Range;

use scoresheet_chess::collation::Ending;

use super::place::Place;
use super::source::GamesSource;
use crate::text_file::{CHANGED, Encoding};

/// Games that follow each other are copied together, up to about this many bytes.
const MOST_AT_ONCE: u64 = 1 << 20;

/// Writes games of some files in any order.
pub(crate) struct GamesWriter<'w> {
    out: &'w mut dyn Write,
    /// What is written instead of the files' own encodings.
    encoding: Option<Encoding>,
    /// The game that was written last, without the white space after it.
    last: Option<Place>,
    /// What is still to be copied, which ends with that game.
    pending: Range<u64>,
}

impl<'w> GamesWriter<'w> {
    /// A writer of the files' bytes as they are or, with an `encoding`, in that one.
    pub(crate) fn new(out: &'w mut dyn Write, encoding: Option<Encoding>) -> GamesWriter<'w> {
        GamesWriter { out, encoding, last: None, pending: 0..0 }
    }

    /// Writes a game of one of the `sources`.
    ///
    /// # Errors
    ///
    /// If a file can no longer be read, or nothing can be written.
    pub(crate) fn write(&mut self, sources: &mut [GamesSource], place: Place) -> io::Result<()> {
        let Some(last) = self.last.replace(place) else {
            self.pending = place.start..place.end;
            return Ok(());
        };
        let source = &sources[last.file as usize];
        let follows = last.file == place.file && last.number + 1 == place.number;
        let is_last = last.number + 1 == source.count();
        if !is_last {
            self.pending.end = last.next;
        }
        if follows && self.pending.end - self.pending.start < MOST_AT_ONCE {
            self.pending.end = place.end;
            return Ok(());
        }
        let more = match () {
            () if is_last => source.seams.separator.clone(),
            () if !follows && last.ending == Ending::Unseparated => source.seams.more.clone(),
            () => String::new(),
        };
        self.copy(sources, last.file)?;
        self.write_text(&sources[last.file as usize], &more)?;
        self.pending = place.start..place.end;
        Ok(())
    }

    /// Writes the white space after the last game: that at the end of its file.
    ///
    /// # Errors
    ///
    /// As [`GamesWriter::write`].
    pub(crate) fn finish(mut self, sources: &mut [GamesSource]) -> io::Result<()> {
        let Some(last) = self.last else { return Ok(()) };
        self.copy(sources, last.file)?;
        let source = &sources[last.file as usize];
        self.write_text(source, &source.seams.closing)
    }

    fn copy(&mut self, sources: &mut [GamesSource], file: u32) -> io::Result<()> {
        let files = sources.len();
        let source = &mut sources[file as usize];
        let bytes = source.bytes(self.pending.clone())?;
        source.rest(files);
        match self.encoding {
            None => self.out.write_all(&bytes),
            Some(encoding) => {
                let text = source.encoding.decode_piece(bytes).ok_or_else(|| io::Error::other(CHANGED))?;
                self.out.write_all(&encoding.encode_whole(text, b"").map_err(io::Error::other)?)
            }
        }
    }

    fn write_text(&mut self, source: &GamesSource, text: &str) -> io::Result<()> {
        let encoding = self.encoding.unwrap_or(source.encoding);
        self.out.write_all(&encoding.encode(text, b"").map_err(io::Error::other)?)
    }
}
