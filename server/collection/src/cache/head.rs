//! What a cache says of itself: of which file it is, in which state it read it, and where its segments are.
//!
//! A cache begins with a few bytes that lead to this head at its end, so that segments can be written as they are made.

use std::ops::Range;

use super::bytes::{Checksum, Reader, Write};

/// How a cache begins.
const MAGIC: [u8; 8] = *b"\x89SCOREC\n";

/// The version of the format. A cache of another version is made anew. It must rise when the meaning of anything in a
/// cache changes, also when games are read in another way.
const VERSION: u32 = 4;

/// How many bytes are before the first segment.
pub const START: usize = 32;

/// What identifies the state of a file, so that a change is noticed without reading it. Times are in nanoseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileState {
    /// In bytes.
    pub size: u64,
    /// When it was written to; programs can set it.
    pub modified: i64,
    /// When it or its properties were changed, which no program can set; not on every system.
    pub changed: Option<i64>,
    /// Its device and number there; not on every system.
    pub inode: Option<(u64, u64)>,
}

/// A segment, and the text that it was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentPlace {
    /// Where the segment is in the cache.
    pub range: Range<u64>,
    /// The length of its head, and its checksum.
    pub head: u32,
    /// The checksum of its head.
    pub head_checksum: u64,
    /// How many games it has.
    pub games: u32,
    /// Where its text is, in bytes on the disk; of an archive, as decompressed.
    pub text: Range<u64>,
    /// The checksum of this text; of an archive, of the compressed file.
    pub text_checksum: u64,
    /// At which lines it begins and ends: how many begin before.
    pub lines: Range<u64>,
}

/// The head of a cache.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The absolute path of the file.
    pub path: String,
    /// The encoding that was requested; empty if none was.
    pub requested: String,
    /// The encoding that was found.
    pub encoding: String,
    /// The state of the file when it was read.
    pub state: FileState,
    /// Whether the file was read so soon after a change that another change may have left the same state.
    pub is_young: bool,
    /// In the order of the text.
    pub segments: Vec<SegmentPlace>,
}

impl FileState {
    /// Whether equal states mean equal contents: if the system keeps a time that no program can set.
    pub fn is_proof(&self) -> bool {
        self.changed.is_some()
    }
}

impl Head {
    /// Returns the first bytes of a cache whose head begins at byte `at`, and the head.
    pub fn write(&self, at: u64) -> ([u8; START], Vec<u8>) {
        let mut head = Vec::new();
        for text in [&self.path, &self.requested, &self.encoding] {
            head.put_text(text);
        }
        let FileState { size, modified, changed, inode } = self.state;
        head.push(u8::from(changed.is_some()) | u8::from(inode.is_some()) << 1 | u8::from(self.is_young) << 2);
        let (device, inode) = inode.unwrap_or_default();
        for number in [size, modified as u64, changed.unwrap_or_default() as u64, device, inode] {
            head.put_u64(number);
        }
        head.put_u32(self.segments.len() as u32);
        for place in &self.segments {
            let (range, text) = (&place.range, &place.text);
            head.put_u32(place.head);
            head.put_u32(place.games);
            for number in [
                range.start,
                range.end,
                text.start,
                text.end,
                place.head_checksum,
                place.text_checksum,
                place.lines.start,
                place.lines.end,
            ] {
                head.put_u64(number);
            }
        }
        let mut start = Vec::from(MAGIC);
        start.put_u32(VERSION);
        start.put_u32(head.len() as u32);
        start.put_u64(at);
        start.put_u64(Checksum::of(&head));
        let mut first = [0; START];
        first.copy_from_slice(&start);
        (first, head)
    }

    /// Returns where the head of a cache is that begins with these bytes. `None` if it is none of this version.
    pub fn range(start: &[u8; START]) -> Option<Range<u64>> {
        let mut reader = Reader::new(start);
        let is_ours = reader.take(MAGIC.len())? == MAGIC && reader.u32()? == VERSION;
        let (length, at) = (reader.u32()?, reader.u64()?);
        is_ours.then_some(at..at.checked_add(length.into())?)
    }

    /// Reads the head of a cache that begins with `start`. `None` if it is none.
    pub fn read(start: &[u8; START], head: &[u8]) -> Option<Head> {
        if Reader::new(&start[START - 8..]).u64()? != Checksum::of(head) {
            return None;
        }
        let mut reader = Reader::new(head);
        let mut text = || Some(reader.text()?.to_owned());
        let (path, requested, encoding) = (text()?, text()?, text()?);
        let flags = reader.byte()?;
        let (size, modified, changed) = (reader.u64()?, reader.u64()? as i64, reader.u64()? as i64);
        let inode = (reader.u64()?, reader.u64()?);
        let state = FileState {
            size,
            modified,
            changed: (flags & 1 != 0).then_some(changed),
            inode: (flags & 2 != 0).then_some(inode),
        };
        let mut segments = Vec::new();
        for _ in 0..reader.u32()? {
            let (head, games) = (reader.u32()?, reader.u32()?);
            let (range, text) = (reader.u64()?..reader.u64()?, reader.u64()?..reader.u64()?);
            let (head_checksum, text_checksum, lines) = (reader.u64()?, reader.u64()?, reader.u64()?..reader.u64()?);
            segments.push(SegmentPlace { range, head, head_checksum, games, text, text_checksum, lines });
        }
        Some(Head { path, requested, encoding, state, is_young: flags & 4 != 0, segments })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_read_as_they_were_written_and_nothing_else_does() {
        let place = |number: u64| SegmentPlace {
            range: number..number + 5,
            head: 3,
            head_checksum: u64::MAX,
            games: 7,
            text: 8..9,
            text_checksum: 1,
            lines: 10..20,
        };
        let full = Head {
            path: "/games/Réti.pgn".into(),
            requested: "utf-8".into(),
            encoding: "UTF-8".into(),
            state: FileState { size: 1, modified: -2, changed: Some(3), inode: Some((4, 5)) },
            is_young: true,
            segments: vec![place(32), place(37)],
        };
        for head in [Head::default(), full] {
            let (start, bytes) = head.write(1000);
            assert_eq!(Head::range(&start), Some(1000..1000 + bytes.len() as u64));
            assert_eq!(Head::read(&start, &bytes), Some(head));
            assert_eq!(Head::read(&start, &bytes[1..]), None);
            for place in 0..12 {
                let mut foreign = start;
                foreign[place] ^= 1;
                assert_eq!(Head::range(&foreign), None, "byte {place}");
            }
        }
    }
}
