//! Whether two paths lead to the same file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::system::identity;

/// What only one file has.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum FileIdentity {
    /// The path with symbolic links resolved.
    Path(PathBuf),
    /// The device and the number of the file on it, which other names (hard links) share.
    Inode(u64, u64),
}

impl FileIdentity {
    /// All that is known of the file at a path; a file that does not exist has its path.
    pub(super) fn of(path: &Path) -> Vec<FileIdentity> {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let mut known = vec![FileIdentity::Path(real)];
        let inode = fs::metadata(path).ok().and_then(|metadata| identity(&metadata));
        known.extend(inode.map(|(device, number)| FileIdentity::Inode(device, number)));
        known
    }
}

/// Whether two paths lead to the same file, also by links.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let others = FileIdentity::of(other);
    FileIdentity::of(one).iter().any(|identity| others.contains(identity))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "").unwrap();
        fs::write(path("b"), "").unwrap();
        std::os::unix::fs::symlink(path("a"), path("symbolic")).unwrap();
        fs::hard_link(path("a"), path("hard")).unwrap();
        for name in ["a", "./a", "symbolic", "hard"] {
            assert!(is_same_file(&path("a"), &path(name)), "{name}");
        }
        assert!(!is_same_file(&path("a"), &path("b")) && !is_same_file(&path("a"), &path("none")));
    }
}
