//! Temporary files: creating them, and removing those of killed runs.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

/// How the names of temporary files begin. They are hidden, so that no run checks them.
const PREFIX: &str = ".scoresheet-";

/// How many letters and digits follow.
const RANDOM_LENGTH: usize = 6;

/// A younger file may be one that is not locked yet, or one of another machine, whose locks are not visible here.
const YOUNGEST: Duration = Duration::from_secs(60);

/// Creates a temporary file in `folder`, which is locked while it is written. It gets the usual permissions of new
/// files if it is `for_all`; otherwise only its owner may read it.
///
/// # Errors
///
/// Errors of the operating system.
pub(crate) fn new_temporary(folder: &Path, for_all: bool) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    if for_all {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let temporary = builder.prefix(PREFIX).rand_bytes(RANDOM_LENGTH).tempfile_in(folder)?;
    // Without locks only the age of a file shows that it is abandoned.
    let _ = temporary.as_file().try_lock();
    Ok(temporary)
}

/// Removes what killed runs left in the folders of these files. Ignores what cannot be removed: it does no harm.
pub(crate) fn remove_leftovers<'a>(files: impl IntoIterator<Item = &'a Path>) {
    // A symbolic link is written at its target.
    let folders = files.into_iter().filter_map(|path| fs::canonicalize(path).ok()?.parent().map(Path::to_path_buf));
    for folder in folders.collect::<BTreeSet<_>>() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries.flatten().filter(|entry| is_our_name(&entry.file_name().to_string_lossy())) {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_file()) && is_left(&path, SystemTime::now()) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

fn is_our_name(name: &str) -> bool {
    name.strip_prefix(PREFIX)
        .is_some_and(|rest| rest.len() == RANDOM_LENGTH && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Whether no run is writing this file.
fn is_left(path: &Path, now: SystemTime) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let modified = file.metadata().and_then(|metadata| metadata.modified());
    let is_old = modified.is_ok_and(|modified| now.duration_since(modified).is_ok_and(|age| age >= YOUNGEST));
    is_old && !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_goes_and_what_a_run_writes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let old = SystemTime::now() - YOUNGEST;
        let write = |name: &str, time| {
            fs::write(place(name), "x").unwrap();
            File::options().write(true).open(place(name)).unwrap().set_modified(time).unwrap();
        };
        write(".scoresheet-abc123", old);
        write(".scoresheet-abc124", SystemTime::now());
        write(".scoresheet-of-a-user", old);
        write("games.pgn", old);
        let at_work = new_temporary(folder.path(), false).unwrap();
        at_work.as_file().set_modified(old).unwrap();

        remove_leftovers([place("games.pgn").as_path()]);

        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        left.sort();
        let mut expected = vec![
            place(".scoresheet-abc124"),
            place(".scoresheet-of-a-user"),
            at_work.path().to_path_buf(),
            place("games.pgn"),
        ];
        expected.sort();
        assert_eq!(left, expected);
    }
}
