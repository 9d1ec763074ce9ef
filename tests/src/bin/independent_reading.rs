//! `independent_reading FILE-OR-FOLDER...`: what an independent reader finds changed by formatting and fixes.

use std::path::{Path, PathBuf};

use scoresheet_grammar::split;
use scoresheet_tests::laws::kept::{Compared, violations};
use scoresheet_tests::samples::lenient_text;

/// Files are read in pieces of about so many bytes, as every fix is tried on the piece it is in.
const PIECE: usize = 4000;

fn main() {
    let mut count = 0;
    for file in std::env::args().skip(1).flat_map(|path| files(Path::new(&path))) {
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let text = lenient_text(&bytes);
        for piece in split(&text, PIECE) {
            for violation in violations(&text[piece.clone()], Compared::Games) {
                println!("{}, from byte {}: {violation}", file.display(), piece.start);
                count += 1;
            }
        }
    }
    println!("{count} violations");
}

/// All games below a folder, or the file itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let is_wanted = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|extension| extension == "pgn");
    paths.into_iter().filter(is_wanted).flat_map(|path| files(&path)).collect()
}
