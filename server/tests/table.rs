//! `scoresheet table`: the same rows from a file, a pipe and the cache, and its ends.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fmt::Write;
use std::path::Path;
use std::process::Output;

use program::{run, run_with};

fn text(output: &Output) -> (Option<i32>, String, String) {
    let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), string(&output.stdout), string(&output.stderr))
}

fn table(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    text(&run(folder, &[&["table"], arguments].concat()))
}

const CSV: [&str; 2] = ["--output-format", "csv"];

/// Games of all kinds, more than the 64 kB from which on a file is kept in the cache.
fn games() -> String {
    let mut text = String::new();
    for number in 0..800 {
        let (moves, result) = match number % 4 {
            0 => ("1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. h4 {a comment}", "1-0"),
            1 => ("1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q h6", "1/2-1/2"),
            2 => ("1. d4 d5 2. Ke5 Nf6", "0-1"),
            _ => ("1. c4 (1. e4 c5)", "*"),
        };
        let _ = write!(text, "[White \"Player {}\"]\n[Black \"?\"]\n[Round \"{}\"]\n", number * 7 % 50, number % 11);
        let _ = write!(text, "[WhiteElo \"{}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n", number * 37 % 2900);
    }
    let start = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let _ = write!(text, "[White \"Set up\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n2. Nf3 d6 *\n\n");
    let _ = write!(text, "[White \"Shuffled\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n");
    let _ = write!(text, "[White \"Long\"]\n[Remark \"{}\"]\n\n1. e4 c5 2. a3 *\n", "long ".repeat(1200));
    text
}

#[test]
fn rows_are_the_same_from_a_file_a_pipe_and_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), games()).unwrap();
    let columns = "white,result,eco,opening,left_book,plies,material,promotions,line,game,broken";
    for extra in
        [&[][..], &["--sort", "-white_elo,round"], &["--sort", "plies,-white", "--limit", "7"], &["--limit", "9"]]
    {
        let options = [&["--columns", columns], &CSV[..], extra].concat();
        let plain = table(folder.path(), &[&["games.pgn", "--no-cache"], &options[..]].concat());
        assert_eq!(plain.0, Some(0), "{}", plain.2);
        for _ in 0..2 {
            let cached = table(folder.path(), &[&["games.pgn", "--cache-dir", "cache"], &options[..]].concat());
            assert_eq!(cached, plain);
        }
        let piped = run_with(games().as_bytes(), folder.path(), &[&["table", "-"], &options[..]].concat());
        assert_eq!(text(&piped), plain);
    }
    assert_eq!(std::fs::read_dir(folder.path().join("cache")).unwrap().count(), 1, "the cache was used");
}

#[test]
fn cells_say_what_the_games_have() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), games()).unwrap();
    let columns = "white,black,eco,opening,left_book,plies,material,promotions,broken,location";
    let (_, rows, errors) = table(folder.path(), &[&["games.pgn", "--columns", columns], &CSV[..]].concat());
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows[0], columns);
    assert_eq!(rows[1], "Player 0,,C60,Ruy Lopez,3,7,KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP,,,games.pgn:1");
    // A promotion, and the man that it took.
    assert_eq!(rows[2], "Player 7,,A00,Ware Opening,1,10,KQQRRBBNNPPPPPPPvKQRBNNPPPPPP,Q,,games.pgn:9");
    assert_eq!(rows[3], "Player 14,,D00,Queen's Pawn Game,,2,KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP,,yes,games.pgn:17");
    let of = |name: &str| rows.iter().find(|row| row.starts_with(name)).unwrap().split(',').collect::<Vec<_>>();
    assert_eq!(of("Set up")[2..6], ["", "", "", "2"], "no opening from a FEN");
    assert_eq!(of("Shuffled")[2..6], ["", "", "", "2"], "nor by other rules");
    assert_eq!(of("Long")[2..6], ["B20", "Sicilian Defense: Mengarini Variation", "", "3"], "read from the text");
    assert_eq!(errors, "200 broken games are in the table as far as their moves read.\n");
    let (_, remark, _) =
        table(folder.path(), &["games.pgn", "--columns", "remark", "--sort", "remark", "--limit", "1"]);
    assert!(remark.len() > 5000, "{remark}");
}

#[test]
fn the_exit_code_and_the_errors_are_those_of_a_search() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), games()).unwrap();
    let check = |arguments: &[&str], exit: i32, error: &str| {
        let (code, _, errors) = table(folder.path(), arguments);
        assert_eq!(code, Some(exit), "{arguments:?}: {errors}");
        assert!(errors.contains(error) && (!error.is_empty() || errors.is_empty()), "{arguments:?}: {errors}");
    };
    check(&["games.pgn", "--player", "Nobody"], 1, "");
    check(&["games.pgn", "--where", "mate"], 1, "200 broken games were searched as far as their moves read.");
    check(&["games.pgn", "--where", "mate", "--quiet"], 1, "");
    check(&["missing.pgn", "--columns", "matrial"], 2, "did you mean material?");
    check(&["missing.pgn", "--sort", "-plys"], 2, "did you mean plies?");
    check(&["missing.pgn", "--where", "whitte = Tal"], 2, "did you mean white?");
    check(&["missing.pgn"], 2, "missing.pgn");
    check(&["games.pgn", "--limit", "0"], 2, "--limit");
    check(&["games.pgn", "--limit", "1", "-o", "table.txt"], 0, "");
    check(&["games.pgn", "--limit", "1", "-o", "table.txt"], 2, "use --force to replace it");
    check(&["games.pgn", "--limit", "2", "-o", "table.txt", "--force"], 0, "");
    assert_eq!(std::fs::read_to_string(folder.path().join("table.txt")).unwrap().lines().count(), 3);
}

#[test]
fn a_text_without_games_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let noise = "Dear reader, here is no game.\n".repeat(4000);
    std::fs::write(folder.path().join("noise.pgn"), noise).unwrap();
    let run = |arguments: &[&str]| text(&run_with(b"", folder.path(), arguments));
    // The second run reads what the first one kept.
    for _ in 0..2 {
        for command in ["table", "stats", "names", "search"] {
            let (exit, printed, told) = run(&[command, "noise.pgn"]);
            assert_eq!((exit, printed.as_str()), (Some(1), ""), "{command}: {told}");
        }
        assert_eq!(run(&["search", "--count", "noise.pgn"]).1, "0\n");
    }
}
