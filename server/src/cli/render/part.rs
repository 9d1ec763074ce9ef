//! The text that findings are shown in: all of a file, or the parts that they speak of.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use super::lines::{LineCursor, Location};
use crate::text_file::{DiskOffsets, Encoding};

/// How many parts are kept for the next finding: those that it and the places that explain it are in.
const MOST_KEPT: usize = 4;

/// Some lines of a file's text, whole ones. Offsets are those of the file's text.
#[derive(Debug)]
pub struct Part<T> {
    /// The text.
    pub text: T,
    /// Where it begins.
    pub place: Place,
    starts: Cell<LineCursor>,
    ends: Cell<LineCursor>,
    asides: Cell<LineCursor>,
    disk: DiskOffsets,
}

/// Where a part of a text begins, and how it lies on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Byte offset in the text.
    pub start: usize,
    /// Byte offset in the file on disk, byte order mark and all.
    pub disk_start: usize,
    /// The number of the first line, from 1.
    pub first_line: usize,
    /// The encoding on disk.
    pub encoding: Encoding,
}

/// The parts of a file's text as findings ask for them.
pub struct Parts<'a, T> {
    kept: RefCell<Vec<Rc<Part<T>>>>,
    /// Reads the part that a byte offset is in. None where there is but one part.
    read: Option<&'a dyn Fn(usize) -> Part<T>>,
}

impl<'a, T: AsRef<str>> Parts<'a, T> {
    /// A text of which all findings speak.
    pub fn one(part: Part<T>) -> Parts<'a, T> {
        Parts { kept: RefCell::new(vec![Rc::new(part)]), read: None }
    }

    /// Parts that `read` gives for byte offsets.
    pub fn read_by(read: &'a dyn Fn(usize) -> Part<T>) -> Parts<'a, T> {
        Parts { kept: RefCell::new(Vec::new()), read: Some(read) }
    }

    /// The part that the byte offset `offset` is in.
    pub fn at(&self, offset: usize) -> Rc<Part<T>> {
        let mut kept = self.kept.borrow_mut();
        let found = kept.iter().position(|part| self.read.is_none() || part.holds(offset));
        let part = match (found, self.read) {
            (Some(0), _) => return Rc::clone(&kept[0]),
            (Some(found), _) => kept.remove(found),
            (None, Some(read)) => Rc::new(read(offset)),
            // One part is always kept.
            (None, None) => return Rc::clone(&kept[0]),
        };
        kept.truncate(MOST_KEPT - 1);
        kept.insert(0, Rc::clone(&part));
        part
    }

    /// The text at half-open byte offsets, whatever parts it is in.
    pub fn text(&self, range: Range<usize>) -> String {
        let mut text = String::new();
        let mut done = range.start;
        while done < range.end {
            let part = self.at(done);
            let part_end = part.place.start + part.text.as_ref().len();
            let Some(here) = part.text.as_ref().get(part.inside(done)..part.inside(range.end)) else { break };
            text += here;
            // What cannot be read any more is empty.
            done = part_end.max(done + here.len().max(1));
        }
        text
    }
}

impl<T: AsRef<str>> Part<T> {
    /// The lines of `text`, which are at `place`.
    pub fn new(text: T, place: Place) -> Part<T> {
        let cursor = LineCursor::default();
        Part {
            text,
            place,
            starts: Cell::new(cursor),
            ends: Cell::new(cursor),
            asides: Cell::new(cursor),
            disk: DiskOffsets::default(),
        }
    }

    fn holds(&self, offset: usize) -> bool {
        (self.place.start..self.place.start + self.text.as_ref().len()).contains(&offset)
    }

    /// The byte offset in this part.
    pub fn inside(&self, offset: usize) -> usize {
        offset.saturating_sub(self.place.start).min(self.text.as_ref().len())
    }

    /// The line and column of a place. Linear in the distance to the last one that was asked for.
    pub(super) fn locate(&self, offset: usize) -> Location {
        self.locate_by(&self.starts, offset)
    }

    /// The same for the ends of ranges, which ascend by themselves.
    pub(super) fn locate_end(&self, offset: usize) -> Location {
        self.locate_by(&self.ends, offset)
    }

    /// The same for places beside findings: those that explain them, and those of edits.
    pub(super) fn locate_aside(&self, offset: usize) -> Location {
        self.locate_by(&self.asides, offset)
    }

    /// The line and column of a place, the column in bytes of UTF-8 from 1.
    pub(super) fn locate_in_bytes(&self, offset: usize) -> Location {
        let location = self.locate_by(&self.asides, offset);
        Location { column: self.asides.get().byte_column(), ..location }
    }

    /// The line of a place, counted from the last start that was asked for.
    pub(super) fn line_near(&self, offset: usize) -> usize {
        self.locate_by(&Cell::new(self.starts.get()), offset).line
    }

    fn locate_by(&self, cursor: &Cell<LineCursor>, offset: usize) -> Location {
        let mut moved = cursor.get();
        let Location { line, column } = moved.locate(self.text.as_ref(), self.inside(offset));
        cursor.set(moved);
        Location { line: line + self.place.first_line - 1, column }
    }

    /// The byte offset in the file on disk, byte order mark and all.
    pub(super) fn disk_offset(&self, offset: usize) -> usize {
        let Place { disk_start, encoding, .. } = self.place;
        disk_start + self.disk.offset(encoding, self.text.as_ref(), self.inside(offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_file::TextFile;

    #[test]
    fn offsets_on_disk_count_bytes_of_the_file() {
        let text = "é♘f3";
        let disk_offset = |bytes: &[u8], offset: usize| {
            let file = TextFile::decode("games.pgn".into(), bytes.to_vec(), None).unwrap();
            super::super::whole(&file).disk_offset(offset)
        };
        let utf16: Vec<u8> = "\u{FEFF}é♘f3".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(disk_offset(text.as_bytes(), 5), 5);
        assert_eq!(disk_offset(&["\u{FEFF}".as_bytes(), text.as_bytes()].concat(), 5), 8);
        assert_eq!(disk_offset(&utf16, 5), 6);
        assert_eq!(disk_offset(b"[White \"H\xFCbner\"]", "[White \"Hü".len()), 10);
        assert_eq!(disk_offset(b"[White \"H\xFCbner\"]", usize::MAX), 16);
    }

    #[test]
    fn parts_are_read_once_and_counted_from_where_they_begin() {
        let reads = Cell::new(0);
        let read = |offset: usize| {
            reads.set(reads.get() + 1);
            let (start, first_line) = if offset < 4 { (0, 1) } else { (4, 3) };
            let place = Place { start, disk_start: start + 3, first_line, encoding: Encoding::UTF_8 };
            Part::new(&"a\nb\nc\nd\n"[start..start + 4], place)
        };
        let parts = Parts::read_by(&read);
        let location = |offset| {
            let Location { line, column } = parts.at(offset).locate(offset);
            (line, column, parts.at(offset).disk_offset(offset))
        };
        assert_eq!([6, 0, 5, 2].map(location), [(4, 1, 9), (1, 1, 3), (3, 2, 8), (2, 1, 5)]);
        assert_eq!([parts.text(1..7), parts.text(2..3), parts.text(3..3)], ["\nb\nc\nd", "b", ""]);
        assert_eq!(reads.get(), 2);
    }
}
