//! The parts of `--shard I/N` together are one run, for every command that has it, and so are their merged reports.

use std::fs;

use super::output::Exit;
use super::tests::Case;

/// Games with words that the rules of the tests find, some that do not read, some longer than a block.
fn games(count: usize) -> String {
    let game = |number: usize| {
        let comment = match number % 5 {
            0 => "bad",
            1 => "odd odd",
            2 => "fine",
            3 => "unclosed",
            _ => "bad odd",
        };
        let long = "fine ".repeat(if number % 11 == 4 { 250 } else { 3 });
        let (open, close) = if number % 5 == 3 { ("", "") } else { ("{", "}") };
        format!(
            "[Event \"É{number}\"]\n[White \"W{}\"]\n[Result \"*\"]\n\n1. e4 {{{long}}} {open}{comment}{close} e5 2. Nf3  {}*\n\n",
            number % 4,
            if number.is_multiple_of(7) { "Ke7 Qx9 " } else { "" },
        )
    };
    (0..count).map(game).collect()
}

fn case() -> Case {
    let long = games(60);
    let archive = zstd::encode_all(games(70).as_bytes(), 1).unwrap();
    Case::new(&[
        ("a.pgn", long.as_bytes()),
        ("b.pgn", games(2).as_bytes()),
        ("c.pgn.zst", &archive),
        ("d.pgn", b""),
        ("e.epd", b"8/8/8/8/8/8/8/K1k5 w - - bad\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - odd\n"),
    ])
}

/// The lines of an output, in order.
fn lines(text: &str, skipped: usize) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().skip(skipped).map(str::to_owned).collect();
    lines.sort();
    lines
}

/// Compares the lines of the parts of a command with those of one run; both have `header` lines before them.
#[track_caller]
fn check(command: &str, header: usize, is_error: bool) {
    let case = case();
    let output = |command: &str| {
        let outcome = case.run(command);
        assert_ne!(outcome.exit, Exit::Trouble, "{command}: {}", outcome.stderr);
        if is_error { outcome.stderr } else { outcome.stdout }
    };
    let one = lines(&output(command), header);
    assert!(one.len() > 10, "{command}: {one:?}");
    for of in [1, 3, 8] {
        let mut parts: Vec<String> = Vec::new();
        for number in 1..=of {
            let part = lines(&output(&format!("{command} --shard {number}/{of}")), header);
            assert!(of == 1 || part.len() < one.len(), "{command}: part {number} of {of} is all");
            parts.extend(part);
        }
        parts.sort();
        assert_eq!(parts, one, "{command} in {of} parts");
    }
}

#[test]
fn searches_in_parts_find_what_one_finds() {
    let files = "@a.pgn @b.pgn @c.pgn.zst @d.pgn";
    check(&format!("search {files} --player W1 --no-cache --quiet --output-format jsonl"), 0, false);
    check(&format!("search {files} --player W1 --cache-dir @cache --quiet --output-format locations"), 0, false);
    check(&format!("search {files} --no-cache --quiet --output-format text"), 0, false);
}

#[test]
fn tables_in_parts_are_one_table() {
    let columns = "--columns file,line,game,white,plies,broken";
    check(&format!("table @a.pgn @b.pgn @c.pgn.zst {columns} --no-cache --quiet --output-format csv"), 1, false);
    check(&format!("table @a.pgn @c.pgn.zst {columns} --cache-dir @cache --quiet --output-format csv"), 1, false);
}

#[test]
fn games_that_do_not_read_are_refused_in_one_part() {
    check("format --isolated --check --quiet @a.pgn @b.pgn", 0, true);
    let outcome = case().run("format --shard 1/2 @a.pgn");
    assert_eq!((outcome.exit, outcome.stderr.contains("--shard goes with --check")), (Exit::Trouble, true));
}

#[test]
fn checks_in_parts_find_what_one_finds() {
    check(
        "check --isolated --exit-zero --quiet --output-format jsonl @a.pgn @b.pgn @c.pgn.zst @d.pgn @e.epd",
        0,
        false,
    );
    for option in ["--fix", "--diff", "--baseline @x.json"] {
        let outcome = case().run(&format!("check --shard 1/2 {option} @a.pgn"));
        assert_eq!((outcome.exit, outcome.stderr.contains("--shard")), (Exit::Trouble, true), "{option}");
    }
}

#[test]
fn merged_reports_are_those_of_one_run() {
    for format in ["--output-format sarif", "--output-format junit", "--statistics --output-format json"] {
        let case = case();
        let command = format!("check --isolated --exit-zero --quiet {format} @a.pgn @b.pgn @c.pgn.zst");
        fs::write(case.path("one"), case.run(&command).stdout).unwrap();
        // One report that is merged alone is put in order, as are several.
        let one = case.run("merge-reports @one");
        assert_eq!(one.exit, Exit::Clean, "{}", one.stderr);
        assert!(one.stdout.len() > 100);
        for of in [1, 3, 8] {
            let mut merge = "merge-reports".to_owned();
            for number in 1..=of {
                let part = case.run(&format!("{command} --shard {number}/{of}"));
                fs::write(case.path(&format!("{number}")), part.stdout).unwrap();
                merge += &format!(" @{number}");
            }
            let merged = case.run(&merge);
            assert_eq!(merged.exit, Exit::Clean, "{}", merged.stderr);
            assert_eq!(merged.stdout, one.stdout, "{format} in {of} parts");
        }
    }
}

#[test]
fn what_is_no_report_is_named() {
    let case = Case::new(&[("a", b"[]\n"), ("b", b"{}"), ("c", b"hello"), ("d", b"<x/>")]);
    for command in
        ["merge-reports @b", "merge-reports @c", "merge-reports @d", "merge-reports @a @b", "merge-reports @a @none"]
    {
        let outcome = case.run(command);
        assert_eq!((outcome.exit, outcome.stdout.as_str()), (Exit::Trouble, ""), "{command}");
        let name = command.rsplit('@').next().unwrap();
        assert!(outcome.stderr.starts_with(&format!("error: {name}: ")), "{}", outcome.stderr);
    }
    assert_eq!(case.run("merge-reports @a @a").stdout, "[]\n");
}
