//! What a system knows of a file besides its size and times.

use std::fs::Metadata;
use std::path::Path;

/// The numbers of the device and of the file on it, which all names (hard links) of a file share. `None` where the system tells none.
#[cfg(unix)]
pub(crate) fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub(crate) fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// When a file was last changed in any way, which no program can set. In nanoseconds since 1970. `None` where the system tells it not.
#[cfg(unix)]
pub(crate) fn changed_nanoseconds(metadata: &Metadata) -> Option<i64> {
    use std::os::unix::fs::MetadataExt;
    Some(metadata.ctime().saturating_mul(1_000_000_000).saturating_add(metadata.ctime_nsec()))
}

#[cfg(not(unix))]
pub(crate) fn changed_nanoseconds(_: &Metadata) -> Option<i64> {
    None
}

/// Whether a file has several names in the file system. False where the system does not tell it.
#[cfg(unix)]
pub(crate) fn has_other_names(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
pub(crate) fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Whether it is a device, such as `/dev/zero`.
#[cfg(unix)]
pub(crate) fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_char_device() || metadata.file_type().is_block_device()
}

#[cfg(not(unix))]
pub(crate) fn is_device(_: &Metadata) -> bool {
    false
}

/// Whether there is a file that can be started.
#[cfg(unix)]
pub(crate) fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn names_of_a_file_share_its_identity() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let facts = |name: &str| fs::metadata(path(name)).unwrap();
        fs::write(path("a"), "").unwrap();
        fs::write(path("b"), "").unwrap();
        assert!(!has_other_names(&facts("a")));
        fs::hard_link(path("a"), path("hard")).unwrap();
        symlink(path("a"), path("symbolic")).unwrap();
        assert!(has_other_names(&facts("a")) && !has_other_names(&facts("b")));
        assert_eq!(identity(&facts("a")), identity(&facts("hard")));
        assert_eq!(identity(&facts("a")), identity(&facts("symbolic")));
        assert_ne!(identity(&facts("a")), identity(&facts("b")));
        assert!(changed_nanoseconds(&facts("a")) > Some(0));
    }

    #[test]
    fn programs_and_devices_are_no_plain_files() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "").unwrap();
        assert!(!is_program(&program) && !is_program(folder.path()) && !is_program(&folder.path().join("none")));
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(is_program(&program));
        assert!(is_device(&fs::metadata("/dev/null").unwrap()) && !is_device(&fs::metadata(&program).unwrap()));
    }
}
