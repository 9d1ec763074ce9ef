//! The folders that a system has for a purpose.

use std::ffi::OsString;
use std::path::PathBuf;

use super::which::System;

/// The folder for caches of the user, by the environment that `variable` reads. `None` if there is none.
pub(crate) fn cache_directory(system: System, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // As the XDG specification says, relative paths are ignored.
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| is_absolute(system, path));
    let below_home = |folder: &str| absolute("HOME").map(|home| home.join(folder));
    absolute("XDG_CACHE_HOME").or_else(|| match system {
        System::Windows => absolute("LOCALAPPDATA"),
        System::MacOs => below_home("Library/Caches"),
        System::Other => below_home(".cache"),
    })
}

/// Whether a path is absolute on a system. As on Windows, `\games` is not: it lacks the drive.
fn is_absolute(system: System, path: &std::path::Path) -> bool {
    let text = path.as_os_str().as_encoded_bytes();
    match (system, text) {
        (System::Windows, [drive, b':', b'\\' | b'/', ..]) => drive.is_ascii_alphabetic(),
        (System::Windows, text) => text.starts_with(br"\\"),
        (System::MacOs | System::Other, text) => text.starts_with(b"/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_own_folder() {
        let find = |system, variables: &[(&str, &str)]| {
            let variable =
                |name: &str| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.into());
            cache_directory(system, variable)
        };
        let home = ("HOME", "/home/a");
        assert_eq!(find(System::Other, &[home]), Some("/home/a/.cache".into()));
        assert_eq!(find(System::MacOs, &[home]), Some("/home/a/Library/Caches".into()));
        let local = ("LOCALAPPDATA", r"C:\Users\a\AppData\Local");
        assert_eq!(find(System::Windows, &[local, home]), Some(local.1.into()));
        assert_eq!(find(System::Windows, &[home]), None);
        for system in [System::Other, System::MacOs] {
            assert_eq!(find(system, &[("XDG_CACHE_HOME", "/cache"), home]), Some("/cache".into()));
        }
        assert_eq!(find(System::Other, &[("XDG_CACHE_HOME", "relative"), home]), Some("/home/a/.cache".into()));
        assert_eq!(System::ALL.map(|system| find(system, &[("XDG_CACHE_HOME", "relative")])), [None, None, None]);
    }

    #[test]
    fn absolute_paths_of_windows_have_a_drive_or_a_server() {
        let is_absolute = |path: &str| is_absolute(System::Windows, path.as_ref());
        assert!([r"C:\a", "d:/a", r"\\server\share"].into_iter().all(is_absolute));
        assert!(!["C:a", r"\a", "/a", "a", ""].into_iter().any(is_absolute));
    }
}
