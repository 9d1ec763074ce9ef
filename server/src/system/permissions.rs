//! Who may read and write a file. On Windows a file has the permissions of its folder, which in the folders of a user are the user's.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};

/// Lets all users read the file that is created, as far as the user's mask allows it.
#[cfg(unix)]
pub(crate) fn readable_by_all(builder: &mut tempfile::Builder<'_, '_>) {
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
}

#[cfg(not(unix))]
pub(crate) fn readable_by_all(_: &mut tempfile::Builder<'_, '_>) {}

/// Lets only its owner read and write a file that is created.
#[cfg(unix)]
pub(crate) fn readable_by_owner(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(not(unix))]
pub(crate) fn readable_by_owner(_: &mut OpenOptions) {}

/// Lets only its owner use a folder that is created.
#[cfg(unix)]
pub(crate) fn usable_by_owner(builder: &mut DirBuilder) {
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
}

#[cfg(not(unix))]
pub(crate) fn usable_by_owner(_: &mut DirBuilder) {}

/// Keeps the owner of an old file as far as this user may set it: an administrator who formats a user's file must not take it away.
#[cfg(unix)]
pub(crate) fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only an administrator may change the owner, and the writer of a file need not be in its group.
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
pub(crate) fn keep_owner(_: &File, _: &Metadata) {}

/// Whether the program runs as the administrator of a system, as in most containers. False on Windows.
#[cfg(unix)]
pub(crate) fn is_administrator() -> bool {
    use std::os::unix::fs::MetadataExt;
    // The owner of what is written by this process.
    tempfile::tempfile().and_then(|file| file.metadata()).is_ok_and(|file| file.uid() == 0)
}

#[cfg(not(unix))]
pub(crate) fn is_administrator() -> bool {
    false
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    use super::*;

    #[test]
    fn files_and_folders_are_for_whom_they_are_meant() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mode = |metadata: Metadata| metadata.permissions().mode() & 0o777;
        let mut options = OpenOptions::new();
        readable_by_owner(options.write(true).create(true));
        assert_eq!(mode(options.open(path("file")).unwrap().metadata().unwrap()), 0o600);
        let mut builder = DirBuilder::new();
        usable_by_owner(&mut builder);
        builder.create(path("folder")).unwrap();
        assert_eq!(mode(path("folder").metadata().unwrap()), 0o700);
        let mut builder = tempfile::Builder::new();
        readable_by_all(&mut builder);
        let public = builder.tempfile_in(folder.path()).unwrap();
        let ordinary = File::create(path("ordinary")).unwrap();
        assert_eq!(mode(public.as_file().metadata().unwrap()), mode(ordinary.metadata().unwrap()));
    }

    #[test]
    fn the_owner_stays() {
        let (old, new) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
        keep_owner(&new, &old.metadata().unwrap());
        assert_eq!(new.metadata().unwrap().uid(), old.metadata().unwrap().uid());
        assert_eq!(is_administrator(), old.metadata().unwrap().uid() == 0);
    }
}
