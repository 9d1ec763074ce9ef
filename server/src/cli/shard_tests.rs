//! The parts of `--shard I/N` together are one run, for every command that has it, and so are their merged reports.

use std::fs;
use std::io::{Cursor, Write};

use scoresheet_lint::rules::RULES;

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

/// Games in which every rule about whole files that needs no other file finds something, also between games that are in different parts.
fn games_with_faults_of_the_file() -> String {
    let game = |number: usize| {
        let white = ["Tal, Mikhail", "TAL, Mikhail", "Euwe, Max", "Keres"][number % 4];
        let event = ["Open", "N.N.", "Cup", "-"][number % 4];
        let date = format!("19{:02}.01.0{}", 70 + number * 7 % 23, 1 + number % 3);
        let remark =
            if number % 9 == 5 { "% scoresheet: allow duplicate-game, unsorted-games, illegal-move\n" } else { "" };
        let moves =
            ["1. e4 e5 2. Nf3 Nc6", "1. d4 d5 2. c4 e6", "1. e4 e5 2. Ke4 Nc6 {unclosed", "1. c4"][number % 13 % 4];
        let line_end = if number % 10 == 7 { "\r\n" } else { "\n" };
        let between = ["\n\n", "\n", " ", "", "\n\n\n"][number % 17 % 5];
        let game = format!(
            "{remark}[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"É\"]\n[Result \"*\"]\n\n{moves} *{between}"
        );
        game.replace('\n', line_end)
    };
    let games: String = (0..60).map(|number| game(number % 40)).collect();
    format!("\u{FEFF}% scoresheet: allow-file null-move, invalid-eco\n{games}")
}

/// Files of such games, plain, as archives, and in another encoding.
fn case_with_faults_of_files() -> Case {
    let games = games_with_faults_of_the_file();
    let latin1: Vec<u8> = games.trim_start_matches('\u{FEFF}').chars().map(|letter| letter as u8).collect();
    let (one, other) = games.as_bytes().split_at(games.len() / 3);
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let bzip2 = |bytes: &[u8]| {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    zip.start_file("e.pgn", stored).unwrap();
    zip.write_all(games.as_bytes()).unwrap();
    let zip = zip.finish().unwrap().into_inner();
    let cut_short = gzip(games.as_bytes());
    Case::new(&[
        ("a.pgn", games.as_bytes()),
        ("b.pgn", &latin1),
        ("c.pgn.zst", &[zstd::encode_all(one, 1).unwrap(), zstd::encode_all(other, 1).unwrap()].concat()),
        ("d.pgn.gz", &[gzip(one), gzip(other)].concat()),
        ("e.pgn.zip", &zip),
        ("f.pgn.bz2", &[bzip2(one), bzip2(other)].concat()),
        ("g.pgn.gz", &cut_short[..cut_short.len() - 20]),
        ("h.pgn", b"[Event \"x\"]\n\n1. e4 *\n[Event \"y\"]\n\n*\n"),
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
fn parts_find_what_rules_about_whole_files_find() {
    let case = case_with_faults_of_files();
    let files = "@a.pgn @b.pgn @c.pgn.zst @d.pgn.gz @e.pgn.zip @f.pgn.bz2 @g.pgn.gz @h.pgn";
    let command = format!("check --isolated --exit-zero --quiet --select all {files}");
    let output = |options: &str| case.run_with(&format!("{command} {options}"), RULES).stdout;
    let one = output("--output-format jsonl");
    for rule in [
        "byte-order-mark",
        "duplicate-game",
        "inconsistent-name",
        "missing-blank-line",
        "mixed-line-endings",
        "tag-after-game-end",
        "unknown-value",
        "unsorted-games",
        "unused-suppression",
    ] {
        for file in ["a.pgn", "c.pgn.zst"] {
            let is_found = |line: &str| line.contains(&format!("\"rule\":\"{rule}\"")) && line.contains(file);
            assert!(one.lines().any(is_found), "{rule} in {file}");
        }
    }
    for of in [1, 3, 8] {
        let parts: String =
            (1..=of).map(|number| output(&format!("--output-format jsonl --shard {number}/{of}"))).collect();
        let (parts, one) = (lines(&parts, 0), lines(&one, 0));
        if let Some((part, one)) = parts.iter().zip(&one).find(|(part, one)| part != one) {
            panic!("{of} parts:\n{part}\n{one}");
        }
        assert_eq!(parts.len(), one.len());
    }
    let formats = ["sarif", "junit", "json", "jsonl", "json --statistics"];
    for format in formats.map(|format| format!("--output-format {format}")) {
        fs::write(case.path("one"), output(&format)).unwrap();
        let one = case.run("merge-reports @one").stdout;
        assert!(one.len() > 1000);
        for of in [1, 3, 8] {
            let mut merge = "merge-reports".to_owned();
            for number in 1..=of {
                fs::write(case.path(&format!("{number}")), output(&format!("{format} --shard {number}/{of}"))).unwrap();
                merge += &format!(" @{number}");
            }
            let merged = case.run(&merge);
            assert_eq!(merged.exit, Exit::Clean, "{}", merged.stderr);
            assert!(merged.stdout == one, "{format} in {of} parts");
        }
    }
}

#[test]
fn a_part_reads_the_others_only_for_rules_about_whole_files() {
    let case = case_with_faults_of_files();
    let command = "check --isolated --exit-zero --quiet --select illegal-move --output-format jsonl @b.pgn";
    let output = |options: &str| case.run_with(&format!("{command} {options}"), RULES).stdout;
    let parts: String = (1..=3).map(|number| output(&format!("--shard {number}/3"))).collect();
    assert_eq!(lines(&parts, 0), lines(&output(""), 0));
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
    let finding = "{\"file\":\"a\",\"rule\":\"b\",\"start\":1,\"end\":2}\n";
    let case = Case::new(&[("a", b""), ("b", b"[]\n"), ("c", finding.as_bytes()), ("d", b"{\"rule\":1}\n")]);
    assert_eq!(case.run("merge-reports @a @a").stdout, "");
    assert_eq!(case.run("merge-reports @a @c").stdout, finding);
    assert_eq!(case.run("merge-reports @b @c").stdout, format!("[\n{finding}]\n"));
    assert_eq!(case.run("merge-reports @c @d").stderr.split(": ").nth(1), Some("d"));
}
