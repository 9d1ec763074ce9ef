//! The cases of `tests/conformance`: a PGN file each, and the expected results of reading it.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// A file of the suite.
pub struct Case {
    /// The path of the PGN file.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The expected results, in the format of the suite's README.
    pub expected: Value,
}

impl Case {
    /// The name without the extension.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().display().to_string()
    }
}

/// All cases, by name.
///
/// # Panics
/// If one cannot be read, or there are none.
#[must_use]
pub fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/cases");
    let paths = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "pgn")).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} has no cases", folder.display());
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Case {
    let json = std::fs::read_to_string(path.with_extension("json")).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let expected = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    Case { bytes: std::fs::read(&path).unwrap(), path, expected }
}
