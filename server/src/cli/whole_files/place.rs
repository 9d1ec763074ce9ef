//! Where a game is in a file.

use scoresheet_chess::collation::Ending;

/// How many bytes a place takes beside a key.
pub(crate) const PLACE_BYTES: usize = 37;

/// Where a game with the text that stays with it is in one of some files. All offsets are bytes on disk, of compressed files as decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Which of the files.
    pub(crate) file: u32,
    /// The number of the game in the file, from 0.
    pub(crate) number: u64,
    /// Where it begins.
    pub(crate) start: u64,
    /// Where the white space after it begins.
    pub(crate) end: u64,
    /// Where the next one begins.
    pub(crate) next: u64,
    /// What it needs for another one to follow.
    pub(crate) ending: Ending,
    /// Whether its key is too short to tell it from others with the same key.
    pub(crate) is_key_short: bool,
}

const ENDINGS: [Ending; 4] = [Ending::Separated, Ending::Unseparated, Ending::LineEnded, Ending::Open];

impl Place {
    /// The place as bytes.
    pub(crate) fn to_bytes(self) -> [u8; PLACE_BYTES] {
        let ending = ENDINGS.iter().position(|ending| *ending == self.ending).unwrap_or(0) as u32;
        let flags = ending << 1 | u32::from(self.is_key_short);
        let mut bytes = [0; PLACE_BYTES];
        bytes[..4].copy_from_slice(&self.file.to_le_bytes());
        bytes[4] = flags as u8;
        for (index, number) in [self.number, self.start, self.end, self.next].into_iter().enumerate() {
            bytes[5 + 8 * index..13 + 8 * index].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// The place that became these bytes.
    pub(crate) fn of_bytes(bytes: [u8; PLACE_BYTES]) -> Place {
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(number)
        };
        Place {
            file: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            number: number(5),
            start: number(13),
            end: number(21),
            next: number(29),
            ending: ENDINGS[usize::from(bytes[4] >> 1).min(ENDINGS.len() - 1)],
            is_key_short: bytes[4] & 1 == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_survives_as_bytes() {
        for ending in ENDINGS {
            for is_key_short in [false, true] {
                let place =
                    Place { file: 3, number: 1 << 33, start: 1 << 40, end: 5, next: u64::MAX, ending, is_key_short };
                assert_eq!(Place::of_bytes(place.to_bytes()), place);
            }
        }
    }
}
