//! Extended attributes of files, which a new content is to keep.

use std::fs::File;
use std::io;
use std::path::Path;

/// The longest value, and the longest list of names, that Linux has. Bytes.
#[cfg(target_os = "linux")]
const LONGEST: usize = 1 << 16;

/// Gives `new` the extended attributes of the file at `old`, as far as this system and its file systems have them. Those that only the
/// system may set are left to it.
///
/// # Errors
///
/// If an attribute of a user cannot be kept.
#[cfg(target_os = "linux")]
pub(crate) fn copy_attributes(old: &Path, new: &File) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fsetxattr, getxattr};
    for name in names(old)? {
        let value = whole(|value| getxattr(old, &name, value))?;
        let set = fsetxattr(new, &name, &value, XattrFlags::empty());
        if set.is_err() && name.starts_with(b"user.") {
            let name = String::from_utf8_lossy(&name);
            return Err(io::Error::other(format!("its extended attribute {name} cannot be kept")));
        }
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn copy_attributes(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// The names of the attributes; none where the file system has none.
#[cfg(target_os = "linux")]
fn names(path: &Path) -> io::Result<Vec<Vec<u8>>> {
    match whole(|list| rustix::fs::listxattr(path, list)) {
        Ok(list) => Ok(list.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect()),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// All that a call reads into a buffer.
#[cfg(target_os = "linux")]
fn whole(read: impl FnOnce(&mut [u8]) -> rustix::io::Result<usize>) -> io::Result<Vec<u8>> {
    let mut buffer = vec![0; LONGEST];
    let length = read(&mut buffer)?;
    buffer.truncate(length);
    Ok(buffer)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use rustix::fs::{XattrFlags, setxattr};

    use super::*;

    #[test]
    fn attributes_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old.pgn"), folder.path().join("new.pgn"));
        std::fs::write(&old, "").unwrap();
        let file = File::create(&new).unwrap();
        if setxattr(&old, "user.origin", b"club", XattrFlags::empty()).is_err() {
            return eprintln!("not run: the file system of temporary files has no attributes of users");
        }
        copy_attributes(&old, &file).unwrap();
        assert_eq!(whole(|value| rustix::fs::getxattr(&new, "user.origin", value)).unwrap(), b"club");
    }
}
