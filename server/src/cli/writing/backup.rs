//! A copy of a file beside it, before it is replaced.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// So many copies are kept beside a file.
const MOST_BACKUPS: u32 = 999;

/// Whether a file is in a Git repository or another one that keeps its old content: a folder above it has the repository.
pub(crate) fn is_in_repository(path: &Path) -> bool {
    let Ok(path) = fs::canonicalize(path) else { return false };
    path.ancestors().skip(1).any(|folder| [".git", ".hg", ".jj"].iter().any(|name| folder.join(name).exists()))
}

/// Keeps the content of the file at `path` under another name beside it: `games.pgn.bak`, or `games.pgn.bak2` and so on if there are some.
/// Returns the name.
///
/// # Errors
///
/// Errors of the operating system.
pub(crate) fn keep_backup(path: &Path) -> io::Result<PathBuf> {
    // A link stays, and its target is replaced.
    let path = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_path_buf() };
    for number in 1..=MOST_BACKUPS {
        let mut name = OsString::from(&path);
        name.push(".bak");
        if number > 1 {
            name.push(number.to_string());
        }
        let backup = PathBuf::from(name);
        // The old content gets another name, so nothing is copied. Where files cannot have two names, it is.
        match fs::hard_link(&path, &backup) {
            Ok(()) => return Ok(backup),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) if backup.exists() => {}
            Err(_) => return fs::copy(&path, &backup).map(|_| backup),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("there are {MOST_BACKUPS} backups of the file")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_are_kept_beside_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pgn");
        fs::write(&file, "old").unwrap();
        let first = keep_backup(&file).unwrap();
        let second = keep_backup(&file).unwrap();
        assert_eq!(first.file_name().unwrap(), "games.pgn.bak");
        assert_eq!(second.file_name().unwrap(), "games.pgn.bak2");
        assert_eq!(fs::read(second).unwrap(), b"old");
    }

    #[test]
    fn a_repository_is_seen_from_a_folder_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join("games.pgn"), "").unwrap();
        assert!(!is_in_repository(&below.join("games.pgn")));
        fs::create_dir(folder.path().join(".git")).unwrap();
        assert!(is_in_repository(&below.join("games.pgn")));
    }
}
