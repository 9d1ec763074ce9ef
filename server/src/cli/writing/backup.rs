//! A copy of a file beside it, before it is replaced.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::git_command::git;

/// So many copies are kept beside a file.
const MOST_BACKUPS: u32 = 999;

/// Whether the last commit of a Git repository has the file at `path` as it is, byte for byte. False if that is not certain: there is no
/// program `git`, or the repository is of another kind.
pub(crate) fn is_committed(path: &Path) -> bool {
    let Ok(path) = fs::canonicalize(path) else { return false };
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return false };
    if !folder.ancestors().any(|folder| folder.join(".git").exists()) {
        return false;
    }
    let mut committed = OsString::from("HEAD:./");
    committed.push(name);
    let of_commit = git(folder, [OsStr::new("rev-parse"), OsStr::new("--verify"), &committed]);
    // Without filters, other line ends count as other content.
    let of_file = ["hash-object", "--no-filters", "--"].map(OsStr::new).into_iter().chain([name]);
    of_commit.is_ok_and(|object| git(folder, of_file).is_ok_and(|other| other == object))
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
    use std::process::Command;

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
    fn only_what_is_committed_is_kept_by_a_repository() {
        let folder = tempfile::tempdir().unwrap();
        let git = |arguments: &[&str]| {
            let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
            let git = Command::new("git").arg("-C").arg(folder.path()).args(identity).args(arguments).output();
            git.is_ok_and(|output| output.status.success())
        };
        let below = folder.path().join("a/b");
        fs::create_dir_all(&below).unwrap();
        let file = below.join("-games.pgn");
        fs::write(&file, "old").unwrap();
        assert!(!is_committed(&file), "no repository");
        if !git(&["init", "--quiet"]) {
            return eprintln!("not run: there is no git");
        }
        assert!(!is_committed(&file), "not tracked");
        assert!(git(&["add", "."]));
        assert!(!is_committed(&file), "staged only");
        assert!(git(&["commit", "--quiet", "--message", "games"]));
        assert!(is_committed(&file));
        fs::write(&file, "new").unwrap();
        assert!(!is_committed(&file), "changed");
    }
}
