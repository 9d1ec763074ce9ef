//! What is written piece by piece and read once, when all of it is there.

use std::io::{self, Read, Seek, SeekFrom, Write};

/// So much is held in memory, in the pieces it came in; the rest lies on the disk. What is formatted in a pipe is rarely longer.
const MOST_IN_MEMORY: usize = 64 << 20;

/// Bytes of any number, in order.
#[derive(Debug, Default)]
pub struct Spool {
    pieces: Vec<Vec<u8>>,
    held: usize,
    /// What comes behind the pieces.
    rest: Option<std::fs::File>,
}

impl Spool {
    /// Whether nothing was added yet.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.rest.is_none()
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    /// Where there is no room for them.
    pub fn add(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        self.add_up_to(MOST_IN_MEMORY, bytes)
    }

    fn add_up_to(&mut self, most: usize, bytes: Vec<u8>) -> io::Result<()> {
        if self.rest.is_none() && self.held + bytes.len() <= most {
            self.held += bytes.len();
            self.pieces.push(bytes);
            return Ok(());
        }
        let rest = match &mut self.rest {
            Some(rest) => rest,
            none => none.insert(tempfile::tempfile()?),
        };
        rest.write_all(&bytes)
    }

    /// Adds all that `from` has to give.
    ///
    /// # Errors
    /// Where it cannot be read, and where there is no room.
    pub fn add_all(&mut self, from: &mut impl Read) -> io::Result<()> {
        loop {
            let mut bytes = Vec::new();
            if from.take(PIECE).read_to_end(&mut bytes)? == 0 {
                return Ok(());
            }
            self.add(bytes)?;
        }
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn copy_to(&mut self, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
        self.pieces.iter().try_for_each(|piece| to.write_all(piece))?;
        let Some(rest) = &mut self.rest else { return Ok(()) };
        rest.seek(SeekFrom::Start(0))?;
        io::copy(rest, to).map(|_| ())
    }
}

/// How much is read at a time. Bytes.
const PIECE: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_stays_wherever_the_bytes_lie() {
        for most in [0, 3, 5, 100] {
            let mut spool = Spool::default();
            for piece in ["ab", "", "cde", "f", "gh"] {
                spool.add_up_to(most, piece.into()).unwrap();
            }
            let mut copied = Vec::new();
            spool.copy_to(&mut copied).unwrap();
            assert_eq!(copied, b"abcdefgh", "{most}");
        }
    }
}
