//! Which engine it is: answers of one are not those of another.

use std::env;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Returns a text that changes with the program at `path`, with its name and with what it is set to.
pub(super) fn identity(path: &Path, name: &str) -> String {
    let file = program(path).unwrap_or_else(|| path.to_path_buf());
    let file = file.canonicalize().unwrap_or(file);
    let (size, modified) = file.metadata().map_or((0, 0), |metadata| {
        let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        (metadata.len(), modified.map_or(0, |since| since.as_nanos()))
    });
    format!("{name}\0{}\0{size}\0{modified}", file.display())
}

/// The file of a program: as it is named, or in the folders of `PATH`.
fn program(path: &Path) -> Option<PathBuf> {
    if path.components().count() > 1 {
        return Some(path.to_path_buf());
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(path)).find(|file| file.is_file())
}
