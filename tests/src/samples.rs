//! Sample files outside the repository: real games and the edge cases, where they are at hand.

use std::path::{Path, PathBuf};

/// Every `.pgn` file below the folder `name` of the shared samples, with its bytes, sorted by path. Says so and gives
/// nothing where the folder is not there.
pub fn sample_files(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    sample_files_with(name, &["pgn"])
}

/// The same for files with one of these extensions.
pub fn sample_files_with(name: &str, extensions: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(name);
    if !root.is_dir() {
        eprintln!("skipped: the sample files of {name:?} are not at hand");
        return Vec::new();
    }
    let mut paths = Vec::new();
    collect(&root, extensions, &mut paths);
    paths.sort();
    paths.into_iter().filter_map(|path| std::fs::read(&path).ok().map(|bytes| (path, bytes))).collect()
}

/// Read bytes as text the way a careless reader would: as UTF-8, and byte by byte where that fails. Good enough to
/// exercise a parser with.
pub fn lenient_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

fn collect(folder: &Path, extensions: &[&str], paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, extensions, paths);
        } else if path
            .extension()
            .is_some_and(|end| extensions.iter().any(|extension| end.eq_ignore_ascii_case(extension)))
        {
            paths.push(path);
        }
    }
}
