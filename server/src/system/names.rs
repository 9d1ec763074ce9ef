//! Names of files and programs.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use super::which::System;

/// The path that a program such as Git writes as bytes. On Windows such names are UTF-8.
#[cfg(unix)]
pub(crate) fn path_of_bytes(name: &[u8]) -> PathBuf {
    let name: &OsStr = std::os::unix::ffi::OsStrExt::from_bytes(name);
    name.into()
}

#[cfg(not(unix))]
pub(crate) fn path_of_bytes(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}

/// A path as programs on all systems write it. On systems other than Windows a backslash is a character of a name.
pub(crate) fn with_slashes(path: &Path) -> OsString {
    if System::CURRENT != System::Windows {
        return path.as_os_str().to_owned();
    }
    joined(path.components().map(|part| match part {
        // The separator after the drive; `joined` writes it.
        Component::RootDir => OsStr::new(""),
        part => part.as_os_str(),
    }))
}

/// The parts of a path of Windows, such as `C:`, an empty one for the root, and names.
fn joined<'a>(parts: impl Iterator<Item = &'a OsStr>) -> OsString {
    let mut out = OsString::new();
    for part in parts {
        if !out.is_empty() && !part.is_empty() {
            out.push("/");
        }
        out.push(part);
    }
    out
}

/// The names of the files that may be the program of this name, in a folder of the PATH.
pub(crate) fn program_names(system: System, program: &str) -> Vec<String> {
    match system {
        System::Windows => [".exe", ".cmd", ".bat"].map(|ending| format!("{program}{ending}")).to_vec(),
        System::MacOs | System::Other => vec![program.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_get_slashes() {
        let joined = |parts: &[&str]| joined(parts.iter().map(OsStr::new));
        assert_eq!(joined(&["games", "a.pgn"]), "games/a.pgn");
        assert_eq!(joined(&["C:", "", "games", "a.pgn"]), "C:/games/a.pgn");
        assert_eq!(joined(&["a.pgn"]), "a.pgn");
    }

    #[cfg(unix)]
    #[test]
    fn a_backslash_may_be_part_of_a_name() {
        assert_eq!(with_slashes(Path::new(r"games/a\b.pgn")), r"games/a\b.pgn");
        assert_eq!(path_of_bytes(b"a\xe9\\b").as_os_str().as_encoded_bytes(), b"a\xe9\\b");
    }

    #[test]
    fn programs_of_windows_have_endings() {
        assert_eq!(program_names(System::Windows, "code"), ["code.exe", "code.cmd", "code.bat"]);
        assert_eq!(program_names(System::MacOs, "code"), ["code"]);
        assert_eq!(program_names(System::Other, "code"), ["code"]);
    }
}
