//! Games as numbers, in the order of the files and in each of the text.

/// How many bits of a number are the byte at which a game begins: a terabyte.
const OFFSET: u32 = 40;

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

    /// The number of a game that begins at a byte of a file.
    pub(super) fn number(file: usize, offset: u64) -> u64 {
        (file as u64) << OFFSET | offset & ((1 << OFFSET) - 1)
    }

    /// The file of a game, and the byte at which it begins.
    pub(super) fn get(&self, place: u64) -> (&str, i64) {
        let file = self.files.get((place >> OFFSET) as usize).map_or("", String::as_str);
        (file, (place & ((1 << OFFSET) - 1)).cast_signed())
    }
}
