//! Sample files with their bytes: those of this repository, and optional collections of other people's games.

use std::path::{Path, PathBuf};

/// A file: its path and its bytes.
pub type Sample = (PathBuf, Vec<u8>);

/// The games of the conformance suite: one dialect, slip or hostile construct each.
#[must_use]
pub fn edge_cases() -> Vec<Sample> {
    let cases = files(&tests().join("conformance/cases"), &["pgn"]);
    assert!(!cases.is_empty(), "the conformance suite has no cases");
    cases
}

/// The sample files of `tests/fixtures` with one of these extensions.
#[must_use]
pub fn fixtures(extensions: &[&str]) -> Vec<Sample> {
    let fixtures = files(&tests().join("fixtures"), extensions);
    assert!(!fixtures.is_empty(), "there are no fixtures with the extensions {extensions:?}");
    fixtures
}

/// Other people's games and records, in the folder `name` of `../shared/corpus`. They may not be published with this repository, so
/// tests that need them are ignored; `--include-ignored` runs them.
///
/// # Panics
/// If there are none.
#[must_use]
pub fn corpus(name: &str, extensions: &[&str]) -> Vec<Sample> {
    let folder = tests().join("../../shared/corpus").join(name);
    let samples = files(&folder, extensions);
    assert!(!samples.is_empty(), "this test reads files {extensions:?} in {}, and there are none", folder.display());
    samples
}

/// Decodes bytes as UTF-8 or, if that fails, as Latin-1.
#[must_use]
pub fn lenient_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// The folder `tests`, from this crate or from another one that includes this file.
fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

/// Every file below `folder` with one of these extensions, sorted by path.
fn files(folder: &Path, extensions: &[&str]) -> Vec<Sample> {
    let mut paths = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if extensions.iter().any(|wanted| extension.eq_ignore_ascii_case(wanted)) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.into_iter().filter_map(|path| std::fs::read(&path).ok().map(|bytes| (path, bytes))).collect()
}
