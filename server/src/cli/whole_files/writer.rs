//! Writing games one after the other, with the white space that they need.

use std::io::{self, Write};
use std::ops::Range;

use super::new_texts::NewTexts;
use super::place::Place;
use super::source::GamesSource;
use crate::text_file::{CHANGED, Encoding};

/// Games that follow each other are copied together, up to about this many bytes.
const MOST_AT_ONCE: u64 = 1 << 20;

/// Writes games of some files in any order.
pub(crate) struct GamesWriter<'w> {
    out: &'w mut dyn Write,
    /// What is written instead of the files' own encodings, but for those that are in UTF-8 already.
    encoding: Option<Encoding>,
    /// The game that was written last, without the white space after it.
    last: Option<Place>,
    /// What is still to be copied, which ends with that game.
    pending: Range<u64>,
    /// The games that are not copied, but written anew.
    new_texts: Option<&'w mut NewTexts>,
}

impl<'w> GamesWriter<'w> {
    /// A writer of the files' bytes as they are or, with an `encoding`, in that one.
    pub(crate) fn new(out: &'w mut dyn Write, encoding: Option<Encoding>) -> GamesWriter<'w> {
        GamesWriter { out, encoding, last: None, pending: 0..0, new_texts: None }
    }

    /// The same, but games that have a new text are written with it.
    pub(crate) fn with_new_texts(self, new_texts: &'w mut NewTexts) -> GamesWriter<'w> {
        GamesWriter { new_texts: Some(new_texts), ..self }
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
        let is_copied = |place| self.new_texts.as_ref().is_none_or(|texts| !texts.has(place));
        let fits = self.pending.end - self.pending.start < MOST_AT_ONCE;
        if follows && fits && is_copied(&last) && is_copied(&place) {
            self.pending.end = place.end;
            return Ok(());
        }
        let more = match () {
            () if is_last => source.seams.separator.clone(),
            () if !follows => source.seams.more_after(last.ending).to_owned(),
            () => String::new(),
        };
        self.copy(sources, &last)?;
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
        self.copy(sources, &last)?;
        let source = &sources[last.file as usize];
        self.write_text(source, &source.seams.closing)
    }

    /// Writes what is pending; `last` is the last game in it, and the only one if it has a new text.
    fn copy(&mut self, sources: &mut [GamesSource], last: &Place) -> io::Result<()> {
        let files = sources.len();
        let source = &mut sources[last.file as usize];
        if let Some(text) = self.new_texts.as_mut().map_or(Ok(None), |texts| texts.get(last))? {
            self.write_text(source, &text)?;
            self.pending.start = last.end;
        }
        let bytes = source.bytes(self.pending.clone())?;
        source.rest(files);
        let encoding = self.encoding_of(&sources[last.file as usize]);
        let source = &sources[last.file as usize];
        if encoding == source.encoding {
            return self.out.write_all(&bytes);
        }
        let text = source.encoding.decode_piece(bytes).ok_or_else(|| io::Error::other(CHANGED))?;
        self.out.write_all(&encoding.encode_whole(text, b"").map_err(io::Error::other)?)
    }

    /// The encoding in which the games of a file are written.
    fn encoding_of(&self, source: &GamesSource) -> Encoding {
        match self.encoding {
            Some(encoding) if encoding != Encoding::UTF_8 || !source.encoding.extends_utf8() => encoding,
            _ => source.encoding,
        }
    }

    fn write_text(&mut self, source: &GamesSource, text: &str) -> io::Result<()> {
        let encoding = self.encoding_of(source);
        self.out.write_all(&encoding.encode(text, b"").map_err(io::Error::other)?)
    }
}
