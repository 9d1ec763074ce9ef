//! Games as numbers, in the order of the files and in each of the text.

/// How many bits of a number are that of a game in its file: a million million.
const GAME: u32 = 40;

/// The names of the files.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    files: Vec<String>,
}

impl Places {
    /// Those of files in their order.
    pub(super) fn new(files: Vec<String>) -> Places {
        Places { files }
    }

    /// The number of a game (from 1) of a file.
    pub(super) fn number(file: usize, game: u64) -> u64 {
        (file as u64) << GAME | game & ((1 << GAME) - 1)
    }

    /// The file of a game, and its number there.
    pub(super) fn get(&self, place: u64) -> (&str, i64) {
        let file = self.files.get((place >> GAME) as usize).map_or("", String::as_str);
        (file, (place & ((1 << GAME) - 1)).cast_signed())
    }
}
