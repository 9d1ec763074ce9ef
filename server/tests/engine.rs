//! `check --engine` through the real program: with engines that are scripts, and with Stockfish.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// An engine that gives the move `a1b1` first place, and that `a1a2` loses ten pawns; it ends after `$0.left` answers.
const ENGINE: &str = r#"#!/bin/sh
while read -r command rest; do
  case $command in
    uci) echo "id name Fake"; echo uciok ;;
    isready) echo readyok ;;
    go)
      left=$(cat "$0.left")
      [ "$left" -gt 0 ] || exit 1
      echo $((left - 1)) >"$0.left"
      case $rest in
        *searchmoves*) echo "info depth 1 score cp -900 pv a1a2"; echo bestmove a1a2 ;;
        *) echo "info depth 1 score cp 100 pv a1b1"; echo bestmove a1b1 ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
"#;

/// The number of records in the sample: a finding each.
const RECORDS: usize = 40;

/// A folder with an engine and records.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    fs::write(&engine, ENGINE).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    // Every position is another one, so that every record needs its own answers.
    let record = |number: usize| {
        let mut board = [b'1'; 64];
        (board[56], board[49], board[number / 5 * 8 + number % 5 + 3]) = (b'K', b'P', b'k');
        let ranks: Vec<_> = board.chunks(8).map(|rank| String::from_utf8_lossy(rank)).collect();
        format!("{} w - - bm Ka2;\n", ranks.join("/"))
    };
    fs::write(folder.path().join("suite.epd"), (0..RECORDS).map(record).collect::<String>()).unwrap();
    folder
}

/// Checks the records with an engine that answers `answers` questions.
fn check(folder: &Path, answers: usize, more: &[&str]) -> Output {
    fs::write(folder.join("engine.left"), answers.to_string()).unwrap();
    let engine = folder.join("engine");
    let cache = folder.join("cache");
    let own = [
        "check",
        "--engine",
        engine.to_str().unwrap(),
        "--select",
        "disputed-test-move",
        "--cache-dir",
        cache.to_str().unwrap(),
    ];
    program::run(folder, &[&own[..], more].concat())
}

fn findings(output: &Output) -> usize {
    String::from_utf8_lossy(&output.stdout)
        .matches("The engine prefers Kb1 (+1.00) to the best move Ka2 (-9.00)")
        .count()
}

#[test]
fn an_engine_that_dies_loses_no_finding() {
    for answers in [0, 1, 2, 3, 7, 2 * RECORDS - 1] {
        let folder = folder();
        let output = check(folder.path(), answers, &["suite.epd"]);
        // Two answers make a finding; two threads may each wait for their second one.
        let found = findings(&output);
        assert!(found <= answers / 2 && found + 1 >= answers / 2, "{answers}: {}", program::transcript(&output));
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("engine ended before it had answered"), "{error}");
    }
}

#[test]
fn another_run_goes_on_where_the_engine_died() {
    let folder = folder();
    for _ in 0..9 {
        check(folder.path(), 10, &["suite.epd"]);
    }
    let output = check(folder.path(), 0, &["suite.epd"]);
    assert_eq!((findings(&output), output.status.code()), (RECORDS, Some(0)), "{}", program::transcript(&output));
    let output = check(folder.path(), 0, &["suite.epd", "--nodes", "7"]);
    assert_eq!((findings(&output), output.status.code()), (0, Some(2)), "another limit, other answers");
}

#[test]
fn a_run_that_is_killed_loses_no_answer() {
    const ANSWERS: usize = 999;
    for answers in [1, 6, 25] {
        let folder = folder();
        let left = folder.path().join("engine.left");
        fs::write(&left, ANSWERS.to_string()).unwrap();
        let given = || ANSWERS - fs::read_to_string(&left).unwrap().trim().parse().unwrap_or(ANSWERS);
        let (engine, cache) = (folder.path().join("engine"), folder.path().join("cache"));
        let mut check = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
        check.args(["check", "suite.epd", "--select", "disputed-test-move", "--engine"]).arg(engine);
        let mut run =
            check.arg("--cache-dir").arg(cache).current_dir(folder.path()).stdout(Stdio::null()).spawn().unwrap();
        while given() < answers && run.try_wait().unwrap().is_none() {}
        run.kill().unwrap();
        run.wait().unwrap();
        let given = given();
        let output = self::check(folder.path(), 0, &["suite.epd"]);
        // Each of two threads may have waited for its second answer, or not have noted its last one.
        assert!(findings(&output) + 3 >= given / 2, "{given}: {}", program::transcript(&output));
    }
}

#[test]
fn findings_of_an_engine_are_suppressed_and_selected_like_others() {
    let folder = folder();
    let output = check(folder.path(), 999, &["suite.epd", "--ignore", "disputed-test-move"]);
    assert_eq!(findings(&output), 0);
    fs::write(
        folder.path().join("allowed.epd"),
        "# scoresheet: allow disputed-test-move\n7k/8/8/8/8/8/1P6/K7 w - - bm Ka2;\n",
    )
    .unwrap();
    for answers in [0, 999] {
        let output = check(folder.path(), answers, &["allowed.epd", "--select", "unused-suppression", "--quiet"]);
        assert_eq!(output.stdout, b"", "{answers}: {}", program::transcript(&output));
    }
    fs::write(folder.path().join("scoresheet.toml"), "rules.engine = 'off'\n").unwrap();
    let own = ["check", "suite.epd", "--no-cache", "--engine", "./engine", "--ignore", "second-solution"];
    fs::write(folder.path().join("engine.left"), "999").unwrap();
    assert_eq!(findings(&program::run(folder.path(), &own)), 0);
    fs::write(folder.path().join("scoresheet.toml"), "rules.engine = 'error'\n").unwrap();
    let output = program::run(folder.path(), &own);
    assert_eq!((findings(&output), output.status.code()), (RECORDS, Some(1)));
}

#[test]
fn no_engine_is_started_unasked() {
    let folder = folder();
    fs::write(folder.path().join("scoresheet.toml"), "rules.engine = 'error'\n").unwrap();
    let output = program::run(folder.path(), &["check", "suite.epd"]);
    assert_eq!((findings(&output), output.status.code()), (0, Some(0)), "{}", program::transcript(&output));
    fs::write(folder.path().join("scoresheet.toml"), "engine = './engine'\n").unwrap();
    let output = program::run(folder.path(), &["check", "suite.epd"]);
    assert_eq!((findings(&output), output.status.code()), (0, Some(2)), "a file that is checked names no program");
}

#[test]
fn test_suites_are_tried_and_counted() {
    let folder = folder();
    fs::write(folder.path().join("engine.left"), "999").unwrap();
    let more = "k7/8/8/8/8/8/1P6/K7 w - - bm Kb1; id \"easy\";\nk7/8/8/8/8/8/1P6/K7 w - - am Kb1;\n7k/8/8/8/8/8/1P6/K7 w - - id \"none\";\n";
    fs::write(folder.path().join("more.epd"), more).unwrap();
    let run = |form: &str| {
        let own = ["engine", "test", "--engine", "./engine", "--no-cache", "--output-format", form, "more.epd"];
        let output = program::run(folder.path(), &own);
        assert_eq!(output.status.code(), Some(1), "{}", program::transcript(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run("text");
    assert!(text.contains("easy  bm Kb1    Kb1 +1.00  yes"), "{text}");
    assert!(text.contains("am Kb1    Kb1 +1.00  no      Ka2 -9.00  10.00"), "{text}");
    assert!(
        text.contains("Solved 1 of 2 (50.0 %) in ") && text.ends_with("s; the engine disagrees with 1 record.\n"),
        "{text}"
    );
    let json: serde_json::Value = serde_json::from_str(&run("json")).unwrap();
    assert_eq!((&json["tried"], &json["solved"], &json["records"][1]["apart"]), (&2.into(), &1.into(), &10.0.into()));
    assert_eq!(run("csv").lines().count(), 3);
}

#[test]
fn a_position_is_analysed_line_by_line() {
    let folder = folder();
    let analyse = |fen: &str| {
        fs::write(folder.path().join("engine.left"), "1").unwrap();
        program::run(folder.path(), &["engine", "analyse", "--engine", "./engine", "--fen", fen])
    };
    let output = analyse("7k/8/8/8/8/8/1P6/K7 w - - 0 1");
    let states: Vec<serde_json::Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(states.len(), 2);
    let last = &states[1];
    assert_eq!((&last["is_over"], &last["lines"][0]["text"]), (&true.into(), &"1. Kb1".into()));
    assert_eq!((&last["lines"][0]["pawns"], &last["lines"][0]["moves"][0]), (&1.0.into(), &"a1b1".into()));
    let output = analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(output.stdout, b"{\"depth\":0,\"lines\":[],\"is_over\":true}\n");
    for wrong in ["", "7k/8/8/8/8/8/1P6/8 w - - 0 1"] {
        assert_eq!(analyse(wrong).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn games_are_annotated_as_far_as_the_engine_lives() {
    let folder = folder();
    let start = "[FEN \"7k/8/8/8/8/8/1P6/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
    let other = start.replace("7k", "6k1");
    fs::write(folder.path().join("games.pgn"), format!("{start}1. Kb1 *\n\n{other}1. Kb1 *\n")).unwrap();
    let annotate = |answers: &str| {
        fs::write(folder.path().join("engine.left"), answers).unwrap();
        let own = ["edit", "annotate", "--engine", "./engine", "--no-cache", "games.pgn"];
        program::run(folder.path(), &own)
    };
    // The engine's answer after a move of White is illegal for Black.
    let output = annotate("9");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        (output.status.code(), text.matches("1. Kb1 *").count()),
        (Some(2), 2),
        "{}",
        program::transcript(&output)
    );
    assert!(String::from_utf8_lossy(&output.stderr).contains("plays \"a1b1\", which is illegal in"));
    let output = program::run(folder.path(), &["edit", "annotate", "games.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("annotate needs an engine: use --engine PATH"));
}

#[test]
#[ignore = "asks Stockfish"]
fn stockfish_annotates_and_then_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let games = "[Event \"a\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[Event \"b\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    fs::write(folder.path().join("games.pgn"), games).unwrap();
    let run = |own: &[&str]| {
        let all = [own, &["--engine", stockfish(), "--nodes", "20000", "--no-cache", "games.pgn"]].concat();
        program::run(folder.path(), &all)
    };
    let output = run(&["edit", "annotate", "--write", "--no-backup"]);
    assert!(output.status.success(), "{}", program::transcript(&output));
    let text = fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    assert!(text.contains("2... Ke7 $4 {[%eval #1] Checkmate is now unavoidable. "), "{text}");
    assert!(text.contains("2. g4 $4 {[%eval #-1] Checkmate is now unavoidable. "), "{text}");
    let output = run(&["check", "--select", "engine", "--quiet"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0), "{}", program::transcript(&output));
    run(&["edit", "annotate", "--write", "--no-backup"]);
    assert_eq!(fs::read_to_string(folder.path().join("games.pgn")).unwrap(), text, "a second run changes nothing");
}

/// Where Debian and other systems put it.
fn stockfish() -> &'static str {
    let of_debian = "/usr/games/stockfish";
    if Path::new(of_debian).exists() { of_debian } else { "stockfish" }
}

#[test]
#[ignore = "asks Stockfish"]
fn two_runs_with_stockfish_are_equal() {
    let folder = tempfile::tempdir().unwrap();
    let suite = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm a3; id \"mate\";
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Qh5; id \"opening\";
4k2r/8/8/8/8/8/8/4K2R w - - am Rxh8+; id \"rook\";
";
    fs::write(folder.path().join("suite.epd"), suite).unwrap();
    let run = || {
        let own = ["check", "suite.epd", "--no-cache", "--nodes", "20000", "--level", "hint", "--engine", stockfish()];
        let output = program::run(folder.path(), &own);
        assert_eq!(output.stderr, b"", "{}", program::transcript(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let (one, other) = (run(), run());
    assert_eq!(one, other);
    assert!(one.contains("The engine prefers Qxf7# (mate in 1) to the best move a3 ("), "{one}");
    assert!(one.contains("The engine plays Rxh8+ ("), "{one}");
}
