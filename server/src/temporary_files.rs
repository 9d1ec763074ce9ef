//! Temporary files: creating them, and removing those of killed runs.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

use crate::system::{System, before_end_by_signal, readable_by_all, why_not_replaced};

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
pub(crate) fn new_temporary(folder: &Path, for_all: bool) -> io::Result<Temporary> {
    remove_at_signals();
    let mut builder = tempfile::Builder::new();
    if for_all {
        readable_by_all(&mut builder);
    }
    // No signal can end the program between the creation of the file and the note of it.
    let mut at_work = at_work();
    let file = builder.prefix(PREFIX).rand_bytes(RANDOM_LENGTH).tempfile_in(folder).map_err(without_name)?;
    let noted = Noted(file.path().to_path_buf());
    at_work.insert(noted.0.clone());
    drop(at_work);
    // Without locks only the age of a file shows that it is abandoned.
    let _ = file.as_file().try_lock();
    Ok(Temporary { file, noted })
}

/// The error without the name of the temporary file, which says nothing to users.
fn without_name(error: io::Error) -> io::Error {
    let cause = error.get_ref().and_then(|error| error.source()).map(ToString::to_string);
    match cause {
        Some(cause) => io::Error::new(error.kind(), cause),
        None => error,
    }
}

/// A temporary file of this run. It is removed when dropped, and when a signal ends the program.
#[derive(Debug)]
pub(crate) struct Temporary {
    file: NamedTempFile,
    /// Dropped after the file.
    noted: Noted,
}

impl Temporary {
    /// Gives the file its final name, which replaces the file there.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    pub(crate) fn persist(self, path: &Path) -> io::Result<File> {
        let Temporary { file, noted: _until_renamed } = self;
        file.persist(path).map_err(|error| why_not_replaced(System::CURRENT, error.error))
    }

    /// The same where no file is there.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if one is there, and errors of the operating system.
    pub(crate) fn persist_noclobber(self, path: &Path) -> io::Result<File> {
        let Temporary { file, noted: _until_renamed } = self;
        file.persist_noclobber(path).map_err(|error| error.error)
    }
}

impl Deref for Temporary {
    type Target = NamedTempFile;

    fn deref(&self) -> &NamedTempFile {
        &self.file
    }
}

impl DerefMut for Temporary {
    fn deref_mut(&mut self) -> &mut NamedTempFile {
        &mut self.file
    }
}

/// The path of a temporary file, which is to be removed when a signal ends the program.
#[derive(Debug)]
struct Noted(PathBuf);

impl Drop for Noted {
    fn drop(&mut self) {
        at_work().remove(&self.0);
    }
}

/// The temporary files that this run has not finished.
fn at_work() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    static AT_WORK: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    AT_WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on the signals that end the program remove its temporary files first. What cannot be removed is left to the next run.
fn remove_at_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        before_end_by_signal(|| {
            // Kept locked, so that no other file is begun before the program ends.
            let at_work = at_work();
            at_work.iter().for_each(|path| drop(fs::remove_file(path)));
            at_work
        });
    });
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
