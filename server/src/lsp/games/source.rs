//! A file or an open document whose games are read by segments, and the places in it.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use ropey::Rope;
use scoresheet_collection::cache::Segment;
use tower_lsp::lsp_types::{self, Position, Url};

use super::open_segments::OpenSegments;
use super::part::{GamePlace, Part};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::{self, Encoding as Columns, Places};
use crate::lsp::proto::unit_position;
use crate::lsp::workspace::walk::is_in_place;
use crate::move_cache::{GameTexts, MoveCache, SegmentText, Work};
use crate::text_file::{Archive, Encoding, Origin, ReadError};

/// How many bytes before a game are looked at to find the column of a game that begins within a line.
const LONGEST_LINE: u64 = 64 << 10;

/// Where games are read from.
#[derive(Clone)]
pub(crate) enum Source {
    /// An open document, which has precedence over its file.
    Document(Snapshot),
    /// A file that is not open.
    File(PathBuf),
}

/// Reads texts of games of a source, one by one.
pub(crate) struct Texts<'a> {
    source: &'a Source,
    /// Those of a file.
    on_disk: Option<GameTexts>,
}

/// What is done with the segments of a source.
pub(crate) struct PartWork<'a, S, T> {
    /// Returns the state before the first segment. Called again if reading has to start again.
    pub(crate) start: &'a (dyn Fn() -> S + Sync),
    /// Works on a segment.
    pub(crate) on_part: &'a (dyn Fn(&Part) -> T + Sync),
    /// Adds the results in the order of the file.
    pub(crate) add: &'a (dyn Fn(&mut S, T) + Sync),
    /// Ends the work before the end of the source.
    pub(crate) is_enough: &'a (dyn Fn() -> bool + Sync),
}

impl Source {
    /// The address. `None` for a path that has none.
    pub(crate) fn uri(&self) -> Option<Url> {
        match self {
            Source::Document(snapshot) => Some(snapshot.uri.clone()),
            Source::File(path) => Url::from_file_path(path).ok(),
        }
    }

    /// The path, or the address of what has none: the same whether a file is open or not.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Document(snapshot) => match snapshot.configured.path.as_deref() {
                Some(path) => path.to_string_lossy().into_owned(),
                None => snapshot.uri.to_string(),
            },
            Source::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// Works on the segments: of a file from its cache if it is fresh, of a document as far as its games have changed. Returns the state
    /// after the last one, and why not all was read.
    ///
    /// # Errors
    /// If nothing can be read.
    pub(crate) fn read<S: Send, T: Send>(
        &self,
        caches: &MoveCache,
        work: &PartWork<'_, S, T>,
    ) -> Result<(S, Option<ReadError>), ReadError> {
        let texts = Texts::of(self);
        let on_segment = |segment: &Segment, text: &SegmentText| {
            let read = |bytes: Range<u64>, encoding| texts.text(bytes, encoding);
            (work.on_part)(&Part { segment, text, read: &read })
        };
        match self {
            Source::File(path) => {
                // A link that has been put in place of a file or a folder may lead outside the workspace.
                if path.exists() && !is_in_place(path) {
                    return Err(ReadError::Io(io::Error::other("it is a link, or no ordinary file")));
                }
                let archive = Archive::of(path);
                let open = || Origin::open(path, archive, &|_| {});
                let PartWork { start, add, is_enough, .. } = *work;
                caches.read(Some(path), None, &open, &Work { start, on_segment: &on_segment, add, is_enough })
            }
            Source::Document(snapshot) => {
                let mut state = (work.start)();
                let Some(games) = snapshot.text_of_games() else { return Ok((state, None)) };
                games.kept::<OpenSegments>().each(games.file(), |segment, range, before| {
                    let range = range.start as u64..range.end as u64;
                    // Lines are those of the document.
                    let text = SegmentText { range, games: before as u64, lines: 0, encoding: Encoding::UTF_8 };
                    if let Some(result) = segment.with(|segment| on_segment(segment, &text)) {
                        (work.add)(&mut state, result);
                    }
                    !(work.is_enough)()
                });
                Ok((state, None))
            }
        }
    }
}

impl<'a> Texts<'a> {
    /// Of a source. Opens nothing yet.
    pub(crate) fn of(source: &'a Source) -> Texts<'a> {
        let on_disk = match source {
            Source::Document(_) => None,
            Source::File(path) => Some(GameTexts::new(path)),
        };
        Texts { source, on_disk }
    }

    /// The text of a range of bytes, from the start of a game on. `None` if it can no longer be read.
    pub(crate) fn text(&self, bytes: Range<u64>, encoding: Encoding) -> Option<String> {
        match self.source {
            Source::Document(snapshot) => {
                let range = usize::try_from(bytes.start).ok()?..usize::try_from(bytes.end).ok()?;
                Some(snapshot.text().get_byte_slice(range)?.to_string())
            }
            Source::File(_) => encoding.decode_piece(self.bytes(bytes)?),
        }
    }

    /// The place of a range of bytes of a game's text.
    pub(crate) fn range(
        &self,
        game: &GamePlace,
        text: &str,
        range: Range<usize>,
        columns: Columns,
    ) -> lsp_types::Range {
        match self.source {
            Source::Document(snapshot) => {
                let start = usize::try_from(game.bytes.start).unwrap_or(usize::MAX);
                snapshot.range(&(range.start + start..range.end + start))
            }
            Source::File(_) => {
                let start = self.start(game, columns);
                let text = Rope::from_str(text);
                let position = |offset| unit_position::in_file(start, position::position(&text, offset, columns));
                lsp_types::Range::new(position(range.start), position(range.end))
            }
        }
    }

    /// The position at which a game begins.
    fn start(&self, game: &GamePlace, columns: Columns) -> Position {
        let before = game.bytes.start.min(LONGEST_LINE);
        // An even number of bytes, for UTF-16.
        let from = game.bytes.start - before / 2 * 2;
        let line = self.bytes(from..game.bytes.start).map(|bytes| last_line(bytes, game.encoding)).unwrap_or_default();
        let column = game.encoding.decode_piece(line).map_or(0, |line| columns.length(&line));
        Position::new(u32::try_from(game.line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }

    fn bytes(&self, bytes: Range<u64>) -> Option<Vec<u8>> {
        self.on_disk.as_ref()?.bytes(bytes)
    }
}

/// What follows the last line end, without a byte order mark.
fn last_line(mut bytes: Vec<u8>, encoding: Encoding) -> Vec<u8> {
    let is_line_end = |unit: &u16| [u16::from(b'\n'), u16::from(b'\r'), 0xFEFF].contains(unit);
    let of_bytes: Option<fn([u8; 2]) -> u16> = match () {
        () if encoding == Encoding::UTF_16LE => Some(u16::from_le_bytes),
        () if encoding == Encoding::UTF_16BE => Some(u16::from_be_bytes),
        () => None,
    };
    let start = if let Some(of_bytes) = of_bytes {
        let units: Vec<u16> = bytes.as_chunks().0.iter().map(|unit| of_bytes(*unit)).collect();
        units.iter().rposition(is_line_end).map_or(0, |end| 2 * (end + 1))
    } else {
        // In all others a byte that is a line end is nothing else.
        let after_line = bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map(|end| end + 1);
        after_line.unwrap_or(if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 })
    };
    bytes.drain(..start);
    bytes
}
