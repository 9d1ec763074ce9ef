//! The texts of games of a file, one by one, beside the cache that finds them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::text_file::{Archive, Origin};

/// A file from which bytes are read here and there.
pub(crate) struct GameTexts {
    path: PathBuf,
    pub(crate) archive: Option<Archive>,
    /// Opened when bytes are needed first.
    origin: Mutex<Option<Origin<'static>>>,
}

impl GameTexts {
    /// The file at `path`. Opens nothing yet.
    pub(crate) fn new(path: &Path) -> GameTexts {
        GameTexts { path: path.to_path_buf(), archive: Archive::of(path), origin: Mutex::default() }
    }

    /// Bytes of the file, of an archive as decompressed. `None` if they can no longer be read.
    pub(crate) fn bytes(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let mut origin = self.origin.lock().unwrap_or_else(PoisonError::into_inner);
        if origin.is_none() {
            *origin = Origin::open(&self.path, self.archive, &|_| {}).ok();
        }
        origin.as_mut()?.again(range).ok()
    }
}
