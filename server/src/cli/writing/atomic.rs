//! Writing a file so that an interrupted run leaves either the old or the new one, never half of it.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::leftovers::new_temporary;
use crate::text_file::Stamp;

/// Replaces the contents of the file at `path`, which exists, by `bytes`; see [`Replacement`].
pub(crate) fn write_atomically(path: &Path, bytes: &[u8], read_as: Option<Stamp>) -> io::Result<()> {
    let mut replacement = Replacement::of(path)?;
    replacement.write_all(bytes)?;
    replacement.finish(read_as)
}

/// Writes a file that is not there yet, or with `force` also one that is.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] where it is there and may not be replaced, and whatever the operating system says.
pub(crate) fn create_atomically(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    if path.exists() {
        return if force { write_atomically(path, bytes, None) } else { Err(io::ErrorKind::AlreadyExists.into()) };
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut temporary = new_temporary(folder, true)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    // Somebody else may have made the file meanwhile.
    temporary.persist_noclobber(path)?;
    Ok(())
}

/// Looks whether what is at `path` can be replaced, before anybody waits for what it may never say.
///
/// # Errors
/// Where it is a pipe, a device, or anything else but a file.
pub(crate) fn ensure_replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            Err(io::Error::other("it is no file whose contents can be replaced; standard input is named -"))
        }
        _ => Ok(()),
    }
}

/// New contents of a file that exists, until they are complete.
///
/// The bytes go to a temporary file in the same folder that then takes the old one's name, owner and permissions. A symbolic
/// link stays; the file that it leads to is replaced. Where it is dropped unfinished, nothing is left of it.
#[derive(Debug)]
pub(crate) struct Replacement {
    target: PathBuf,
    old: Metadata,
    temporary: NamedTempFile,
}

impl Replacement {
    /// Of the file at `path`, as yet without contents. Fails where that file may not be written.
    pub(crate) fn of(path: &Path) -> io::Result<Replacement> {
        ensure_replaceable(path)?;
        let old = fs::metadata(path)?;
        let target = fs::canonicalize(path)?;
        let permissions = old.permissions();
        // A rename asks for no right to the old file itself, but a user who took that right away meant it.
        if permissions.readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        // Opening without touching asks the system whether this user may write it.
        fs::OpenOptions::new().write(true).open(&target)?;
        let folder = target.parent().ok_or_else(|| io::Error::other("the file has no folder"))?;
        let temporary = new_temporary(folder, false)?;
        Ok(Replacement { target, old, temporary })
    }

    /// Adds the next bytes.
    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.temporary.write_all(bytes)
    }

    /// Adds the first `length` bytes of the file that is to be replaced.
    pub(crate) fn copy_start(&mut self, length: u64) -> io::Result<()> {
        let copied = io::copy(&mut File::open(&self.target)?.take(length), &mut self.temporary)?;
        if copied < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// Puts the new contents in the place of the old. A file that is no longer as it was when it was read (`read_as`) is left
    /// alone: somebody is at work on it.
    pub(crate) fn finish(self, read_as: Option<Stamp>) -> io::Result<()> {
        keep_owner(self.temporary.as_file(), &self.old);
        self.temporary.as_file().set_permissions(self.old.permissions())?;
        self.temporary.as_file().sync_all()?;
        if read_as.is_some_and(|stamp| Stamp::of(&self.target).ok() != Some(stamp)) {
            return Err(io::Error::other("somebody else has written to it meanwhile"));
        }
        self.temporary.persist(&self.target)?;
        Ok(())
    }
}

/// Gives the file to whom the old one belonged, as far as this user may: an administrator who formats a user's file does not take it away.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only an administrator may change the owner, and a file may be written by who is not in its group.
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn permissions_and_links_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("games.pgn"), folder.path().join("link.pgn"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("games.pgn", &link).unwrap();

        write_atomically(&link, b"new", Stamp::of(&file).ok()).unwrap();

        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
    }

    #[test]
    fn a_file_that_was_changed_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pgn");
        fs::write(&file, "old").unwrap();
        let stamp = Stamp::of(&file).unwrap();
        fs::write(&file, "old and more").unwrap();
        assert!(write_atomically(&file, b"new", Some(stamp)).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"old and more");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn a_new_file_is_as_others_and_replaces_none() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("a.epd"), folder.path().join("b.epd"));
        fs::write(&other, "").unwrap();
        create_atomically(&file, b"a", false).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions(), fs::metadata(&other).unwrap().permissions());
        assert_eq!(create_atomically(&file, b"b", false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&file).unwrap(), b"a");
        create_atomically(&file, b"b", true).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"b");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
    }

    #[test]
    fn a_read_only_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pgn");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        assert_eq!(write_atomically(&file, b"new", None).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }
}
