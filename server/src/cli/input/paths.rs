//! Paths for other programs: relative to a folder that they know, with slashes on every system.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::system::with_slashes;

/// `path` relative to the folder `base` if it is below, else absolute; with slashes. `base` must be absolute. Symbolic
/// links are not resolved, so that users recognise the names they gave.
pub(crate) fn seen_from(base: &Path, path: &Path) -> PathBuf {
    let full = absolute(path);
    match full.strip_prefix(base) {
        Ok(below) if !below.as_os_str().is_empty() => with_slashes(below).into(),
        _ => with_slashes(&full).into(),
    }
}

/// The working directory; empty if there is none.
pub(crate) fn working_directory() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

/// The folder that the environment variable names if the working directory is inside it, else the working directory.
pub(crate) fn root_of(variable: &str) -> PathBuf {
    let here = working_directory();
    let Some(named) = std::env::var_os(variable) else { return here };
    let below = match (fs::canonicalize(&here), fs::canonicalize(named)) {
        (Ok(real), Ok(named)) => real.strip_prefix(named).map(|below| below.components().count()),
        _ => return here,
    };
    // Both may be named through symbolic links; the depth of one below the other is the same.
    below.ok().and_then(|depth| here.ancestors().nth(depth)).map_or(here.clone(), Path::to_path_buf)
}

/// The absolute path without `.` and `..`; the file need not exist.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let mut full = if path.is_absolute() { PathBuf::new() } else { working_directory() };
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(full.pop()),
            part => full.push(part),
        }
    }
    full
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_a_folder() {
        let here = working_directory();
        let seen = |path: &str| seen_from(&here, Path::new(path)).to_string_lossy().into_owned();
        assert_eq!(seen("games/a.pgn"), "games/a.pgn");
        assert_eq!(seen("./games/../b c.pgn"), "b c.pgn");
        assert_eq!(seen("/elsewhere/../a.pgn"), "/a.pgn");
        assert_eq!(seen(&here.join("x/a.pgn").to_string_lossy()), "x/a.pgn");
        assert_eq!(seen("<stdin>"), "<stdin>");
    }
}
