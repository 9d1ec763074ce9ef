//! Numbers as bytes, the lowest first, and the checksum of bytes.

/// Reads numbers from the start of some bytes. What is missing is `None`.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes }
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    pub(super) fn rest(self) -> &'a [u8] {
        self.bytes
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        let (first, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(u32::from_le_bytes(*first))
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        let (first, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(u64::from_le_bytes(*first))
    }

    /// Text with its length before it.
    pub(super) fn text(&mut self) -> Option<&'a str> {
        let length = self.u32()?;
        str::from_utf8(self.take(length as usize)?).ok()
    }
}

/// Appends numbers to bytes.
pub(super) trait Write {
    fn put_u32(&mut self, number: u32);
    fn put_u64(&mut self, number: u64);
    /// Text with its length before it.
    fn put_text(&mut self, text: &str);
}

impl Write for Vec<u8> {
    fn put_u32(&mut self, number: u32) {
        self.extend(number.to_le_bytes());
    }

    fn put_u64(&mut self, number: u64) {
        self.extend(number.to_le_bytes());
    }

    fn put_text(&mut self, text: &str) {
        // Longer texts are cut off where they are collected.
        self.put_u32(text.len() as u32);
        self.extend(text.as_bytes());
    }
}

/// A hash of bytes that are handed in piece by piece, in pieces of any length. It finds damage and changes, not forgeries: who can
/// write the cache of a user can do so anyway. Some gigabytes a second.
#[derive(Clone, Debug)]
pub struct Checksum {
    lanes: [u64; 4],
    /// What did not fill a block, and its length.
    left: [u8; BLOCK],
    left_length: usize,
    length: u64,
}

const BLOCK: usize = 32;
/// An odd number with its bits well spread: the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum {
            lanes: [1, 2, 3, 4].map(|lane: u64| lane.wrapping_mul(SPREAD)),
            left: [0; BLOCK],
            left_length: 0,
            length: 0,
        }
    }
}

impl Checksum {
    /// The hash of all bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut checksum = Checksum::default();
        checksum.add(bytes);
        checksum.finish()
    }

    /// Adds the next bytes.
    pub fn add(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if self.left_length > 0 {
            let (more, rest) = bytes.split_at(bytes.len().min(BLOCK - self.left_length));
            self.left[self.left_length..self.left_length + more.len()].copy_from_slice(more);
            self.left_length += more.len();
            bytes = rest;
            if self.left_length < BLOCK {
                return;
            }
            let block = self.left;
            self.add_block(&block);
            self.left_length = 0;
        }
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        blocks.iter().for_each(|block| self.add_block(block));
        self.left[..rest.len()].copy_from_slice(rest);
        self.left_length = rest.len();
    }

    /// Returns the hash of what was added.
    pub fn finish(&self) -> u64 {
        let mut all = self.clone();
        all.left[all.left_length..].fill(0);
        let block = all.left;
        all.add_block(&block);
        let mix = |hash: u64, lane: u64| (hash ^ lane).wrapping_mul(SPREAD).rotate_left(29);
        let hash = all.lanes.into_iter().fold(all.length, mix);
        mix(hash, hash >> 32)
    }

    #[inline]
    fn add_block(&mut self, block: &[u8; BLOCK]) {
        for (lane, word) in self.lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = (*lane ^ u64::from_le_bytes(*word)).wrapping_mul(SPREAD).rotate_left(29);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts_and_the_pieces_do_not() {
        let bytes: Vec<u8> = (0..1000_u32).map(|number| (number * 7) as u8).collect();
        let whole = Checksum::of(&bytes);
        for piece in [1, 31, 32, 33, 500] {
            let mut checksum = Checksum::default();
            bytes.chunks(piece).for_each(|piece| checksum.add(piece));
            assert_eq!(checksum.finish(), whole, "pieces of {piece}");
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert_ne!(Checksum::of(&changed), whole);
        }
        assert_ne!(Checksum::of(&bytes[..999]), whole);
        assert_ne!(Checksum::of(&[0; 3]), Checksum::of(&[0; 4]));
    }
}
