//! The keys of games while they are sorted.

use std::io;

use super::place::PLACE_BYTES;
use super::sorter::{KeySorter, RunStore};

/// How many bytes of keys are held; more go to a temporary file. Budget: 1 GB of games within 512 MB, of which the blocks that are read take
/// some.
const KEYS_IN_MEMORY: usize = 96 << 20;

/// A sorter of games that keeps what it cannot hold in a temporary file.
pub(crate) fn game_sorter() -> KeySorter<PLACE_BYTES> {
    KeySorter::new(KEYS_IN_MEMORY, || tempfile::tempfile().map(|file| Box::new(file) as Box<dyn RunStore>))
}

/// Why games could not be put in order: mostly that there is no space for temporary files.
pub(crate) fn no_space(error: &io::Error) -> String {
    format!("no space in {} for the keys of the games ({error})", std::env::temp_dir().display())
}
