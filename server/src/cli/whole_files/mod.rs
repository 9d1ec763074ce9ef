//! Files of games that are put in another order, cut up and joined: games are copied byte for byte.

mod place;
mod sorter;
mod source;
mod target;
mod writer;

pub(super) use place::{PLACE_BYTES, Place};
pub(super) use sorter::{KeySorter, Sorted, SortedItem};
pub(super) use source::GamesSource;
pub(super) use target::{Target, Written};
pub(super) use writer::GamesWriter;

use std::io;

use sorter::RunStore;

/// How many bytes of keys are held; more go to a temporary file. Budget: 1 GB of games within 512 MB, of which the blocks that are read take
/// some.
const KEYS_IN_MEMORY: usize = 96 << 20;

/// A sorter of games that keeps what it cannot hold in a temporary file.
pub(super) fn game_sorter() -> KeySorter<PLACE_BYTES> {
    KeySorter::new(KEYS_IN_MEMORY, || tempfile::tempfile().map(|file| Box::new(file) as Box<dyn RunStore>))
}

/// Why games could not be put in order: mostly that there is no space for temporary files.
pub(super) fn no_space(error: &io::Error) -> String {
    format!("no space in {} for the keys of the games ({error})", std::env::temp_dir().display())
}
