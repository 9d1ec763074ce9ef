//! The lines of a file, in chunks, so that an edit copies and reads little.

use std::ops::Range;
use std::sync::Arc;

use super::lines::{ends_with_remark, lines};

/// How many lines a chunk has where nothing speaks against it. What is known of a chunk is found out anew where one of its
/// lines changes, so it is small; but a large file should not have too many.
const USUAL_LINES: usize = 128;

/// A chunk with more lines is cut up.
const MOST_LINES: usize = 2 * USUAL_LINES;

/// A chunk with fewer lines is put together with the next, so that deleting lines does not leave a trail of chunks.
const FEWEST_LINES: usize = USUAL_LINES / 4;

/// The lines of a file, in order. Chunks that an edit did not touch are shared between the file before and after, so a clone
/// is cheap: linear in the number of chunks.
#[derive(Clone, Debug, Default)]
pub struct EpdFile {
    chunks: Vec<Placed>,
    lines: usize,
    length: usize,
}

/// A run of whole lines and their text. Never empty. A remark is in the chunk of the line below it, unless there are hundreds of
/// them. Offsets are relative to its first byte.
#[derive(Debug, PartialEq, Eq)]
pub struct EpdChunk {
    text: Box<str>,
    starts: Box<[usize]>,
}

/// What an edit has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpdEdit {
    /// 0-based index of the first line that was read again.
    pub first_line: usize,
    /// How many of the lines before the edit are from there on in chunks that are gone.
    pub removed: usize,
    /// How many lines stand in their place.
    pub inserted: usize,
}

#[derive(Clone, Debug)]
struct Placed {
    chunk: Arc<EpdChunk>,
    first_line: usize,
    start: usize,
}

impl EpdFile {
    /// Read a file. Never fails; linear in the text.
    pub fn parse(text: &str) -> EpdFile {
        let mut file = EpdFile::default();
        file.push_text(text);
        file
    }

    /// How many lines there are, blank ones and comments included.
    pub fn len(&self) -> usize {
        self.lines
    }

    /// Whether there are no lines, as in an empty file only.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// The length of the file in bytes.
    pub fn text_length(&self) -> usize {
        self.length
    }

    /// Line `index` (0-based) with its line end, and the byte offset in the file at which it begins. Logarithmic in the number
    /// of chunks.
    pub fn line(&self, index: usize) -> Option<(usize, &str)> {
        let after = self.chunks.partition_point(|placed| placed.first_line <= index);
        let placed = self.chunks.get(after.checked_sub(1)?)?;
        let range = placed.chunk.range(index - placed.first_line)?;
        Some((placed.start + range.start, &placed.chunk.text[range]))
    }

    /// The 0-based index of the line that byte `offset` belongs to; the last line for the file's end. Logarithmic in the
    /// number of lines.
    pub fn line_at(&self, offset: usize) -> Option<usize> {
        let placed = &self.chunks[self.chunk_at(offset)?];
        let at = placed.chunk.starts.partition_point(|start| placed.start + *start <= offset);
        Some(placed.first_line + at.checked_sub(1)?)
    }

    /// The lines with their line ends, each with the byte offset in the file at which it begins.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = (usize, &str)> {
        self.chunks().flat_map(|(start, chunk)| chunk.lines().map(move |(at, line)| (start + at, line)))
    }

    /// The runs of lines that an edit leaves together where it does not touch them, each with the byte offset in the file at
    /// which it begins.
    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<EpdChunk>)> + ExactSizeIterator {
        self.chunks.iter().map(|placed| (placed.start, &placed.chunk))
    }

    /// The file in which the bytes `range` are replaced by `new`, and how it differs from this one. Equal to a file read from
    /// the new text. The work depends on the chunks that are touched, and on the number of all.
    ///
    /// # Panics
    /// If `range` lies outside of the text or inside a character.
    pub fn edit(&self, range: Range<usize>, new: &str) -> (EpdFile, EpdEdit) {
        let mut first = self.chunk_at(range.start).unwrap_or(0);
        // What stands at the start of a chunk may end the line before it.
        if first > 0 && range.start == self.chunks[first].start {
            first -= 1;
        }
        let start = self.chunks.get(first).map_or(0, |placed| placed.start);
        let mut behind = first;
        let mut text = String::new();
        while let Some(placed) = self.chunks.get(behind)
            && (placed.start < range.end || behind == first)
        {
            text.push_str(&placed.chunk.text);
            behind += 1;
        }
        text.replace_range(range.start - start..range.end - start, new);
        // Whole lines, and not too few.
        while let Some(placed) = self.chunks.get(behind)
            && (!text.ends_with('\n')
                || ends_with_remark(&text)
                || lines(&text).take(FEWEST_LINES).count() < FEWEST_LINES)
        {
            text.push_str(&placed.chunk.text);
            behind += 1;
        }
        let mut file = EpdFile::default();
        self.chunks[..first].iter().for_each(|placed| file.push(placed.chunk.clone()));
        let first_line = file.lines;
        file.push_text(&text);
        let inserted = file.lines - first_line;
        self.chunks[behind..].iter().for_each(|placed| file.push(placed.chunk.clone()));
        let kept_behind = file.lines - first_line - inserted;
        (file, EpdEdit { first_line, removed: self.lines - first_line - kept_behind, inserted })
    }

    fn chunk_at(&self, offset: usize) -> Option<usize> {
        self.chunks.partition_point(|placed| placed.start <= offset).checked_sub(1)
    }

    fn push_text(&mut self, text: &str) {
        let starts: Vec<usize> = lines(text).map(|line| line.start).collect();
        let size = if starts.len() > MOST_LINES { USUAL_LINES } else { MOST_LINES };
        let mut first = 0;
        while first < starts.len() {
            let end = |behind: usize| starts.get(behind).copied().unwrap_or(text.len());
            let mut behind = (first + size).min(starts.len());
            // A remark stays with the line below it.
            while behind < starts.len()
                && behind < first + 2 * MOST_LINES
                && ends_with_remark(&text[starts[first]..end(behind)])
            {
                behind += 1;
            }
            self.push(Arc::new(EpdChunk::new(&text[starts[first]..end(behind)])));
            first = behind;
        }
    }

    fn push(&mut self, chunk: Arc<EpdChunk>) {
        let (first_line, start) = (self.lines, self.length);
        self.lines += chunk.len();
        self.length += chunk.text.len();
        self.chunks.push(Placed { chunk, first_line, start });
    }
}

/// Equal where the lines are: how they lie in chunks is a matter of history.
impl PartialEq for EpdFile {
    fn eq(&self, other: &EpdFile) -> bool {
        self.lines == other.lines && self.lines().eq(other.lines())
    }
}

impl Eq for EpdFile {}

impl EpdChunk {
    fn new(text: &str) -> EpdChunk {
        EpdChunk { text: text.into(), starts: lines(text).map(|line| line.start).collect() }
    }

    /// The text of all its lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines there are.
    #[allow(clippy::len_without_is_empty)] // It never is.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The lines with their line ends, each with the byte offset in the chunk at which it begins.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = (usize, &str)> + ExactSizeIterator {
        (0..self.len()).map(|index| {
            let range = self.range(index).unwrap_or_default();
            (range.start, &self.text[range])
        })
    }

    fn range(&self, index: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).map_or(self.text.len(), |start| *start);
        Some(start..end)
    }
}
