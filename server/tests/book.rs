//! Opening books for engines: what `scoresheet tree --output-format polyglot` writes is read by python-chess, and is what was played.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::path::Path;
use std::process::Command;

/// Castling to both sides, transpositions, promotions, a position that comes twice, and pawns that may capture en passant, that may not, and
/// that do.
const GAMES: [(&str, &str); 10] = [
    ("1-0", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O"),
    ("0-1", "1. Nf3 Nc6 2. e4 e5 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O"),
    ("1/2-1/2", "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O"),
    ("1/2-1/2", "1. e4 c5 2. e5 d5 3. exd6 exd6"),
    ("0-1", "1. e4 c5 2. e5 d5 3. d4 cxd4"),
    ("1-0", "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=R Qxa8"),
    ("1-0", "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=N"),
    ("*", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3 Nc6"),
    ("0-1", "1. e4 e5 2. f4 exf4 3. e5 Qe7 4. Nf3 d5 5. Kf2"),
    ("1-0", "1. d4 f5 2. d5 e5 3. dxe6 Qe7 4. e4 fxe4"),
];

#[test]
#[ignore = "compares with python-chess"]
fn a_book_has_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let games = GAMES.map(|(result, moves)| format!("[Result \"{result}\"]\n\n{moves} {result}\n\n")).concat();
    fs::write(folder.path().join("games.pgn"), games).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/book/expected.py");
    let mut entries = Vec::new();
    for depth in ["1", "3", "9"] {
        let arguments =
            ["tree", "games.pgn", "--depth", depth, "--output-format", "polyglot", "-o", "book.bin", "--force"];
        let output = program::run(folder.path(), &arguments);
        assert!(output.status.success(), "{}", program::transcript(&output));
        let mut python = Command::new("python3");
        python.arg(&script).args(["games.pgn", "book.bin", depth]).current_dir(folder.path());
        let compared = python.output().unwrap();
        assert!(compared.status.success(), "{depth}: {}", program::transcript(&compared));
        entries.push(String::from_utf8(compared.stdout).unwrap().trim().parse::<usize>().unwrap());
    }
    assert_eq!(entries[0], 4);
    assert!(entries[0] < entries[1] && entries[1] < entries[2], "{entries:?}");
}
