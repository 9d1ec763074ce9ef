//! Games that are in several files.

use crate::run::*;

/// What `check --across` prints, a line a finding.
fn found(path: &std::path::Path, more: &[&str]) -> Vec<String> {
    let all = [&["check", "--across", "--select", "duplicate-game", "--output-format", "concise"], more].concat();
    stdout(&scoresheet(path, &all))
        .lines()
        .filter(|line| line.contains("[duplicate-game]"))
        .map(str::to_owned)
        .collect()
}

fn message(place: &str, other: &str) -> String {
    format!("{place}: warning[duplicate-game] This game is a duplicate of {other}: same text")
}

#[test]
fn games_of_later_files_are_duplicates() {
    let folder = repository(&[("a.pgn", &(clean("A") + &clean("B"))), ("b.pgn", &(clean("C") + &clean("B")))]);
    let path = folder.path();
    let line = clean("A").lines().count() + 1;
    let b = message(&format!("b.pgn:{line}:1"), &format!("game 2 of a.pgn (line {line})"));
    assert_eq!(found(path, &[]), [b.as_str()]);

    // A game of the same file that is in another one as well is reported once.
    write(path, "c.pgn", &(clean("B") + &clean("B")));
    let c = |at: usize| message(&format!("c.pgn:{at}:1"), &format!("game 2 of a.pgn (line {line})"));
    assert_eq!(found(path, &[]), [b.clone(), c(1), c(line)]);

    // What is new is a duplicate of what was there, whatever the names of the files.
    write(path, "0.pgn", &clean("C"));
    assert_eq!(found(path, &["--changed"])[0], message("0.pgn:1:1", "game 1 of b.pgn (line 1)"));

    // A comment allows it, as in one file.
    write(path, "c.pgn", &format!("% scoresheet: allow-file duplicate-game\n{}", clean("B")));
    write(path, "0.pgn", "");
    assert_eq!(found(path, &[]), [b]);
}

#[test]
fn a_file_that_cannot_be_read_hides_no_other() {
    let folder = repository(&[("a.pgn", &clean("A")), ("b.pgn", &clean("A"))]);
    write(folder.path(), "0.pgn.gz", "this is not compressed");
    let output = scoresheet(folder.path(), &["check", "--across", "--output-format", "concise"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains(&message("b.pgn:1:1", "game 1 of a.pgn (line 1)")), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told.matches("0.pgn.gz").count(), 1, "{told}");
}

#[test]
fn every_format_names_the_other_game() {
    let folder = repository(&[("a.pgn", &(clean("A") + &clean("B"))), ("b.pgn", &clean("B"))]);
    for format in ["full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson"] {
        let arguments = ["check", "--across", "--select", "duplicate-game", "--output-format", format];
        let printed = stdout(&scoresheet(folder.path(), &arguments));
        assert!(printed.contains("game 2 of a.pgn (line "), "{format}: {printed}");
        let names_place = match format {
            "full" => printed.contains("::: a.pgn:"),
            "json" | "jsonl" => printed.contains(r#""related":[{"file":"a.pgn","line":"#),
            "sarif" => printed.contains(r#""relatedLocations":[{"#),
            "gitlab" => printed.contains(r#""other_locations":[{"#),
            "rdjson" => printed.contains(r#""related_locations":[{"#),
            _ => true,
        };
        assert!(names_place, "{format}: {printed}");
    }
}

#[test]
fn the_fix_deletes_the_later_game() {
    let folder =
        repository(&[("a.pgn", &(clean("A") + &clean("B"))), ("b.pgn", &(clean("B") + &clean("C") + &clean("A")))]);
    let path = folder.path();
    let text = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let fix = |more: &[&str]| {
        scoresheet(path, &[&["check", "--across", "--select", "duplicate-game", "--fix"], more].concat());
    };
    fix(&[]);
    assert_eq!(text("b.pgn"), clean("B") + &clean("C") + &clean("A"));
    fix(&["--unsafe-fixes"]);
    assert_eq!((text("a.pgn"), text("b.pgn")), (clean("A") + &clean("B"), clean("C")));
    assert_eq!(found(path, &[]), [""; 0]);
}

#[test]
fn the_fix_keeps_the_game_with_most_annotation() {
    let clean = |name: &str| format!("[Event \"Cup\"]\n{}", clean(name));
    let annotated = |name: &str| clean(name).replace("1. e4", "1. e4 { best }");
    assert_ne!(annotated("A"), clean("A"));
    let folder = repository(&[("a.pgn", &clean("A")), ("b.pgn", &(annotated("A") + &clean("B") + &clean("B")))]);
    let path = folder.path();
    let text = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let fix = ["check", "--select", "duplicate-game", "--fix", "--unsafe-fixes"];
    scoresheet(path, &[&fix[..], &["--across", "a.pgn", "b.pgn"]].concat());
    assert_eq!((text("a.pgn"), text("b.pgn")), (String::new(), annotated("A") + &clean("B")));

    // In one file, too.
    write(path, "c.pgn", &(clean("A") + &clean("C") + &annotated("A") + &clean("C")));
    let output = scoresheet(path, &[&fix[..], &["c.pgn"]].concat());
    assert_eq!(text("c.pgn"), clean("C") + &annotated("A"), "{}", stderr(&output));
    // Not a game with moves that the other one does not have.
    let varied = clean("A").replace("1. e4", "1. e4 (1. d4)");
    let commented = clean("A").replace("1. e4", "1. e4 { a longer comment than the variation }");
    write(path, "c.pgn", &(varied.clone() + &commented));
    scoresheet(path, &[&fix[..], &["c.pgn"]].concat());
    assert_eq!(text("c.pgn"), varied + &commented);
}

#[test]
fn standard_input_is_refused() {
    let folder = repository(&[("a.pgn", &clean("A"))]);
    let output = scoresheet(folder.path(), &["check", "--across", "-", "a.pgn"]);
    assert_eq!((output.status.code(), stderr(&output).contains("standard input")), (Some(2), true));
}

/// A game with players and a date.
fn between(white: &str, black: &str, date: &str) -> String {
    format!("[Event \"{date}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 e5 *\n\n")
}

fn names(path: &std::path::Path, more: &[&str]) -> Vec<String> {
    let all = ["check", "--across", "--select", "inconsistent-name", "--output-format", "concise"];
    let printed = stdout(&scoresheet(path, &[&all[..], more].concat()));
    printed.lines().filter(|line| line.contains("[inconsistent-name]")).map(str::to_owned).collect()
}

#[test]
fn names_are_those_of_most_games_of_all_files() {
    let usual = between("Tal, Mikhail", "Keres, Paul", "1958.01.01") + &between("Tal, Mikhail", "a", "1958.01.02");
    let other = between("b", "Mikhail Tal", "1958.02.01") + &between("Mikhail Tal", "KERES, PAUL", "1958.02.02");
    // In this file alone, its own spelling is the more common one.
    let both = between("TAL, Mikhail", "c", "1958.03.01") + &between("TAL, Mikhail", "d", "1958.03.02");
    let both = both + &between("Tal, Mikhail", "e", "1958.03.03");
    let folder = repository(&[("a.pgn", &usual), ("b.pgn", &other), ("c.pgn", &both)]);
    let path = folder.path();
    let message = |place: &str, name: &str, right: &str| {
        let other = match name.starts_with("TAL") {
            true => "c.pgn:17:9: spelt Tal, Mikhail here",
            false => "a.pgn:1: the other spelling",
        };
        format!("{place}: warning[inconsistent-name] {name} is spelt {right} of all files ({other})")
    };
    let found = [
        message("b.pgn:4:9", "Mikhail Tal (in 2 games)", "Tal, Mikhail in 3 games"),
        message("b.pgn:11:9", "KERES, PAUL (in 1 game)", "Keres, Paul in 1 game"),
        message("c.pgn:3:9", "TAL, Mikhail (in 2 games)", "Tal, Mikhail in 3 games"),
    ];
    assert_eq!(names(path, &[]), found);
    assert_eq!(names(path, &["b.pgn"]), [""; 0]);

    // The other spelling is in another file, or further on in the same one.
    let json =
        stdout(&scoresheet(path, &["check", "--across", "--select", "inconsistent-name", "--output-format", "jsonl"]));
    assert!(json.contains(r#""related":[{"file":"a.pgn","line":1,"#), "{json}");
    assert!(json.contains(r#""message":"the other spelling""#) && json.contains("spelt Tal, Mikhail here"), "{json}");
    let full =
        stdout(&scoresheet(path, &["check", "--across", "--select", "inconsistent-name", "--output-format", "full"]));
    assert!(full.contains("::: a.pgn:1:1: the other spelling"), "{full}");

    // Who played each other are two.
    write(path, "d.pgn", &between("Mikhail Tal", "Tal, Mikhail", "1958.04.01"));
    assert_eq!(names(path, &[]).len(), 2);
    write(path, "d.pgn", "");

    // The fix writes the usual name in every file, also where duplicates are deleted.
    write(path, "d.pgn", &between("Tal, Mikhail", "Keres, Paul", "1958.01.01"));
    let fix = ["check", "--across", "--select", "inconsistent-name,duplicate-game", "--fix", "--unsafe-fixes"];
    scoresheet(path, &fix);
    let text = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    assert_eq!(text("a.pgn"), usual);
    assert_eq!(text("b.pgn"), other.replace("Mikhail Tal", "Tal, Mikhail").replace("KERES, PAUL", "Keres, Paul"));
    assert_eq!((text("c.pgn"), text("d.pgn")), (both.replace("TAL,", "Tal,"), String::new()));
    assert_eq!(names(path, &[]), [""; 0]);
}
