//! The text that findings are shown in: all of a file, or only the parts that they are about.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use super::disk_offsets::DiskOffsets;
use super::encoding::Encoding;
use super::file::TextFile;
use super::lines::{LineCursor, Location};

/// How many parts are cached for the next finding: those of the finding and of its related places.
const MOST_KEPT: usize = 4;

/// Some whole lines of a file's text. Offsets are those of the file's text.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    /// The text.
    pub(crate) text: Cow<'a, str>,
    /// Where it begins.
    pub(crate) place: Place,
    starts: Cell<LineCursor>,
    ends: Cell<LineCursor>,
    related: Cell<LineCursor>,
    disk: DiskOffsets,
}

/// Where a part of a text begins, in the text and on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Byte offset in the text.
    pub(crate) start: usize,
    /// Byte offset in the file on disk, including the byte order mark.
    pub(crate) disk_start: usize,
    /// The number of the first line, from 1.
    pub(crate) first_line: usize,
    /// The encoding on disk.
    pub(crate) encoding: Encoding,
}

/// The parts of a file's text, read when a finding needs them.
pub(crate) struct Parts<'a> {
    kept: RefCell<Vec<Rc<Part<'a>>>>,
    /// Reads the part that contains a byte offset. None where there is only one part.
    read: Option<&'a dyn Fn(usize) -> Part<'a>>,
}

impl<'a> Parts<'a> {
    /// All of `file`, as its only part.
    pub(crate) fn whole(file: &'a TextFile) -> Parts<'a> {
        let place = Place { start: 0, disk_start: file.bom.len(), first_line: 1, encoding: file.encoding };
        Parts::one(Part::new(&*file.text, place))
    }

    /// One part, which contains every offset.
    pub(crate) fn one(part: Part<'a>) -> Parts<'a> {
        Parts { kept: RefCell::new(vec![Rc::new(part)]), read: None }
    }

    /// Parts that `read` returns for byte offsets.
    pub(crate) fn read_by(read: &'a dyn Fn(usize) -> Part<'a>) -> Parts<'a> {
        Parts { kept: RefCell::new(Vec::new()), read: Some(read) }
    }

    /// The part that contains the byte offset `offset`.
    pub(crate) fn at(&self, offset: usize) -> Rc<Part<'a>> {
        let mut kept = self.kept.borrow_mut();
        let found = kept.iter().position(|part| self.read.is_none() || part.holds(offset));
        let part = match (found, self.read) {
            (Some(0), _) => return Rc::clone(&kept[0]),
            (Some(found), _) => kept.remove(found),
            (None, Some(read)) => Rc::new(read(offset)),
            // The only part is always kept.
            (None, None) => return Rc::clone(&kept[0]),
        };
        kept.truncate(MOST_KEPT - 1);
        kept.insert(0, Rc::clone(&part));
        part
    }

    /// The text at half-open byte offsets, across parts.
    pub(crate) fn text(&self, range: Range<usize>) -> String {
        let mut text = String::new();
        let mut done = range.start;
        while done < range.end {
            let part = self.at(done);
            let part_end = part.place.start + part.text.len();
            let Some(here) = part.text.get(part.inside(done)..part.inside(range.end)) else { break };
            text += here;
            // Text that can no longer be read is empty.
            done = part_end.max(done + here.len().max(1));
        }
        text
    }
}

impl<'a> Part<'a> {
    /// The lines of `text`, which begin at `place`.
    pub(crate) fn new(text: impl Into<Cow<'a, str>>, place: Place) -> Part<'a> {
        let cursor = LineCursor::default();
        Part {
            text: text.into(),
            place,
            starts: Cell::new(cursor),
            ends: Cell::new(cursor),
            related: Cell::new(cursor),
            disk: DiskOffsets::default(),
        }
    }

    fn holds(&self, offset: usize) -> bool {
        (self.place.start..self.place.start + self.text.len()).contains(&offset)
    }

    /// The byte offset in this part.
    pub(crate) fn inside(&self, offset: usize) -> usize {
        offset.saturating_sub(self.place.start).min(self.text.len())
    }

    /// The line and column of an offset. Linear in the distance to the last one.
    pub(crate) fn locate(&self, offset: usize) -> Location {
        self.locate_by(&self.starts, offset)
    }

    /// The same for the ends of ranges, which have their own cursor because they ascend, too.
    pub(crate) fn locate_end(&self, offset: usize) -> Location {
        self.locate_by(&self.ends, offset)
    }

    /// The same for related places and edits.
    pub(crate) fn locate_related(&self, offset: usize) -> Location {
        self.locate_by(&self.related, offset)
    }

    /// The line and column of an offset, the column in bytes of UTF-8 from 1.
    pub(crate) fn locate_in_bytes(&self, offset: usize) -> Location {
        let location = self.locate_by(&self.related, offset);
        Location { column: self.related.get().byte_column(), ..location }
    }

    /// The line of an offset, counted from the last start.
    pub(crate) fn line_near(&self, offset: usize) -> usize {
        self.locate_by(&Cell::new(self.starts.get()), offset).line
    }

    fn locate_by(&self, cursor: &Cell<LineCursor>, offset: usize) -> Location {
        let mut moved = cursor.get();
        let Location { line, column } = moved.locate(&self.text, self.inside(offset));
        cursor.set(moved);
        Location { line: line + self.place.first_line - 1, column }
    }

    /// The byte offset in the file on disk, including the byte order mark.
    pub(crate) fn disk_offset(&self, offset: usize) -> usize {
        let Place { disk_start, encoding, .. } = self.place;
        disk_start + self.disk.offset(encoding, &self.text, self.inside(offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_on_disk_count_bytes_of_the_file() {
        let text = "é♘f3";
        let disk_offset = |bytes: &[u8], offset: usize| {
            let file = TextFile::decode("games.pgn".into(), bytes.to_vec(), None).unwrap();
            Parts::whole(&file).at(offset).disk_offset(offset)
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
