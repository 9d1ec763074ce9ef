//! Reading parts of a file again after its blocks were dropped. Budget: 1 GB within 64 MB of memory.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::ops::Range;

use crate::text_file::{CHANGED, Encoding, Origin, Part, Place};

/// How many decoded parts are cached: a game and its duplicate are in different parts, and so are the next two.
const MOST_PARTS: usize = 8;

/// Reads parts of a text again.
pub(super) struct Reread<'o, 'a> {
    origin: RefCell<&'o mut Origin<'a>>,
    /// The places of the parts, in order, and the end of the last one.
    places: &'o [Place],
    end: Place,
    /// The parts that were decoded last, the newest at the end.
    last: RefCell<VecDeque<(usize, String)>>,
    failure: RefCell<Option<io::Error>>,
}

impl<'o, 'a> Reread<'o, 'a> {
    /// A reader of the parts of `origin` at `places`, the last of which ends at `end`.
    pub(super) fn new(origin: &'o mut Origin<'a>, places: &'o [Place], end: Place) -> Reread<'o, 'a> {
        let (last, failure) = (RefCell::default(), RefCell::default());
        Reread { origin: RefCell::new(origin), places, end, last, failure }
    }

    /// The text of half-open byte offsets within one part; empty if it can no longer be read. In UTF-8 only these
    /// bytes are read, in other encodings the whole part.
    pub(super) fn text(&self, range: Range<usize>) -> Cow<'static, str> {
        let index = self.part_at(range.start);
        let place = self.place(index);
        if place.encoding == Encoding::UTF_8 {
            let on_disk = |offset: usize| place.disk_start + offset - place.start;
            return self.read(on_disk(range.start)..on_disk(range.end), place.encoding).into();
        }
        let inside = range.start - place.start..range.end - place.start;
        let is_known = self.last.borrow().iter().any(|(known, _)| *known == index);
        if !is_known {
            let part = self.read_part(index);
            let mut last = self.last.borrow_mut();
            if last.len() == MOST_PARTS {
                last.pop_front();
            }
            last.push_back((index, part));
        }
        let last = self.last.borrow();
        let part = last.iter().find(|(known, _)| *known == index);
        part.and_then(|(_, text)| text.get(inside)).unwrap_or("").to_owned().into()
    }

    /// The part that contains a byte offset.
    pub(super) fn part(&self, offset: usize) -> Part<'static> {
        let index = self.part_at(offset);
        Part::new(self.read_part(index), self.place(index))
    }

    /// Why some text could no longer be read.
    pub(super) fn failure(self) -> Option<io::Error> {
        self.failure.into_inner()
    }

    fn part_at(&self, offset: usize) -> usize {
        self.places.partition_point(|place| place.start <= offset).saturating_sub(1)
    }

    fn place(&self, index: usize) -> Place {
        self.places.get(index).copied().unwrap_or(self.end)
    }

    fn read_part(&self, index: usize) -> String {
        let (place, next) = (self.place(index), self.place(index + 1));
        self.read(place.disk_start..next.disk_start, place.encoding)
    }

    fn read(&self, on_disk: Range<usize>, encoding: Encoding) -> String {
        // After an error, the other games are not tried.
        if self.failure.borrow().is_some() {
            return String::new();
        }
        let bytes = self.origin.borrow_mut().again(on_disk.start as u64..on_disk.end as u64);
        let text = bytes.and_then(|bytes| encoding.decode_piece(bytes).ok_or_else(|| io::Error::other(CHANGED)));
        text.unwrap_or_else(|error| {
            self.failure.borrow_mut().get_or_insert(error);
            String::new()
        })
    }
}
