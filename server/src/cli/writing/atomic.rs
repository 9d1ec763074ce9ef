//! Replacing files so that an interrupted run leaves the old or the new content, never a part of it.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::system::{copy_attributes, has_other_names, keep_owner};
use crate::temporary_files::{Temporary, new_temporary};
use crate::text_file::Stamp;

/// Replaces the content of the existing file at `path` by `bytes`; see [`Replacement`].
pub(crate) fn write_atomically(path: &Path, bytes: &[u8], read_as: Option<Stamp>) -> io::Result<()> {
    let mut replacement = Replacement::of(path)?;
    replacement.write_all(bytes)?;
    replacement.finish(read_as)
}

/// Writes a file that does not exist yet, or with `force` also an existing one.
///
/// # Errors
///
/// [`io::ErrorKind::AlreadyExists`] if it exists and must not be replaced, and errors of the operating system.
pub(crate) fn create_atomically(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    let mut created = Replacement::create(path, force)?;
    created.write_all(bytes)?;
    created.finish(None)
}

/// Checks that the file at `path` can be replaced, before the program waits for input from it.
///
/// # Errors
///
/// If it is a pipe, a device, or anything else but a file.
pub(crate) fn ensure_replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(metadata) if !metadata.is_file() => {
            Err(io::Error::other("it is not a regular file, so its content cannot be replaced"))
        }
        _ => Ok(()),
    }
}

/// Checks that the file at `path` is as it was when it was read.
///
/// # Errors
///
/// If another program has changed it.
pub(crate) fn ensure_unchanged(path: &Path, read_as: Option<Stamp>) -> io::Result<()> {
    if read_as.is_some_and(|stamp| Stamp::of(path).ok() != Some(stamp)) {
        return Err(io::Error::other("another program has written to it in the meantime"));
    }
    Ok(())
}

/// New content of an existing file, or a new file, until it is complete.
///
/// The bytes go to a temporary file in the same folder. In the end it gets the name, owner, permissions and extended attributes of the old
/// one. A symbolic link stays: its target is replaced. A file with several names (hard links) is refused, because the other names would keep
/// the old content. If the replacement is dropped before it is complete, the temporary file is removed.
#[derive(Debug)]
pub(crate) struct Replacement {
    target: PathBuf,
    /// None for a new file.
    old: Option<Metadata>,
    temporary: Temporary,
    /// Whether the content is on the disk before the file gets its name.
    waits_for_disk: bool,
}

impl Replacement {
    /// An empty replacement of the file at `path`. Fails if the file must not be written.
    pub(crate) fn of(path: &Path) -> io::Result<Replacement> {
        ensure_replaceable(path)?;
        let old = fs::metadata(path)?;
        let target = fs::canonicalize(path)?;
        let permissions = old.permissions();
        // A rename needs no permission on the old file itself, but a user who made it read-only meant that.
        if permissions.readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        if has_other_names(&old) {
            return Err(io::Error::other("the file has another name (a hard link), which would keep the old content"));
        }
        // Opening the file without writing checks the permission.
        fs::OpenOptions::new().write(true).open(&target)?;
        let folder = target.parent().ok_or_else(|| io::Error::other("the file has no folder"))?;
        let temporary = new_temporary(folder, false)?;
        Ok(Replacement { target, old: Some(old), temporary, waits_for_disk: true })
    }

    /// A new file, or with `force` a replacement of the one that exists at `path`.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if it exists and must not be replaced, and errors of the operating system.
    pub(crate) fn create(path: &Path, force: bool) -> io::Result<Replacement> {
        if path.exists() {
            return if force { Replacement::of(path) } else { Err(io::ErrorKind::AlreadyExists.into()) };
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let temporary = new_temporary(folder, true)?;
        Ok(Replacement { target: path.to_path_buf(), old: None, temporary, waits_for_disk: true })
    }

    /// The same, but the file may get its name before its content is on the disk: for thousands of files that can be made again.
    pub(crate) fn without_waiting(self) -> Replacement {
        Replacement { waits_for_disk: false, ..self }
    }

    /// Adds the first `length` bytes of the file that is to be replaced.
    pub(crate) fn copy_start(&mut self, length: u64) -> io::Result<()> {
        let copied = io::copy(&mut File::open(&self.target)?.take(length), &mut *self.temporary)?;
        if copied < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    /// Replaces the old content. Fails if the file changed since it was read (`read_as`): someone else is working on
    /// it.
    pub(crate) fn finish(self, read_as: Option<Stamp>) -> io::Result<()> {
        let Some(old) = self.old else {
            if self.waits_for_disk {
                self.temporary.as_file().sync_all()?;
            }
            // Another program may have created the file in the meantime.
            self.temporary.persist_noclobber(&self.target)?;
            return Ok(());
        };
        keep_owner(self.temporary.as_file(), &old);
        copy_attributes(&self.target, self.temporary.as_file())?;
        self.temporary.as_file().set_permissions(old.permissions())?;
        if self.waits_for_disk {
            self.temporary.as_file().sync_all()?;
        }
        ensure_unchanged(&self.target, read_as)?;
        self.temporary.persist(&self.target)?;
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The error of the file itself does not have the name of the temporary file.
        self.temporary.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.as_file_mut().flush()
    }
}

#[cfg(test)]
#[cfg(unix)]
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
    fn a_change_of_the_same_length_and_time_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pgn");
        fs::write(&file, "old").unwrap();
        let stamp = Stamp::of(&file).unwrap();
        let time = fs::metadata(&file).unwrap().modified().unwrap();
        // Clocks of file systems tick.
        while Stamp::of(&file).unwrap() == stamp {
            fs::write(&file, "new").unwrap();
            File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
        }
        assert!(write_atomically(&file, b"mine", Some(stamp)).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    #[test]
    fn a_file_with_another_name_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("games.pgn"), folder.path().join("other.pgn"));
        fs::write(&file, "old").unwrap();
        fs::hard_link(&file, &other).unwrap();
        let error = write_atomically(&file, b"new", None).unwrap_err();
        assert!(error.to_string().contains("hard link"), "{error}");
        assert_eq!((fs::read(&file).unwrap(), fs::read(&other).unwrap()), (b"old".to_vec(), b"old".to_vec()));
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
