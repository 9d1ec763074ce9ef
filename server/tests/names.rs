//! `names` through the real program: what it writes, and that no other byte changes.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::path::Path;

use program::{fixture, run, run_with};

/// Exit code, standard output and standard error.
fn ran(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(folder, &[arguments, &["--no-cache"]].concat());
    let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), string(&output.stdout), string(&output.stderr))
}

/// A folder with the made-up games, and a file of names.
fn folder(canonical: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture("names/names.pgn"), folder.path().join("a.pgn")).unwrap();
    std::fs::write(folder.path().join("canonical.tsv"), canonical).unwrap();
    folder
}

#[test]
fn only_the_values_of_the_tags_change() {
    let folder = folder("Tal, M.\tTal, \"Misha\" \\ Mikhail\n");
    let path = folder.path().join("a.pgn");
    // Windows line ends, a remark, and the spelling in a comment.
    let text = std::fs::read_to_string(&path).unwrap().replace('\n', "\r\n")
        + "; Tal, M.\r\n[White  'Tal, M.']\r\n{[White \"Tal, M.\"]} *";
    std::fs::write(&path, &text).unwrap();
    let written = ran(folder.path(), &["names", "a.pgn", "--canonical", "canonical.tsv", "--write"]);
    assert_eq!(written.0, Some(0), "{}", written.2);
    assert!(written.2.contains("1 spelling changed in 2 games of 1 file"), "{}", written.2);
    let new = "Tal, \\\"Misha\\\" \\\\ Mikhail";
    let expected = text.replacen("\"Tal, M.\"", &format!("\"{new}\""), 1).replacen("'Tal, M.'", &format!("'{new}'"), 1);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
    // No repository has the old file.
    let backup = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    assert!(
        backup.into_iter().any(|other| other != path && std::fs::read_to_string(&other).is_ok_and(|old| old == text))
    );
    let again = ran(folder.path(), &["names", "a.pgn", "--canonical", "canonical.tsv", "--write"]);
    let nothing = "In no game: \"Tal, M.\".\nThe list was read as 1 spelling with other names, and 0 names of players.\nNothing to change.\n";
    assert_eq!((again.0, again.2.as_str()), (Some(0), nothing));
}

#[test]
fn a_dry_run_and_another_file_leave_the_games_alone() {
    let folder = folder("\"Tal, M.\",\"Tal, Mikhail\"\n");
    let path = folder.path().join("a.pgn");
    let text = std::fs::read(&path).unwrap();
    assert_eq!(ran(folder.path(), &["names", "a.pgn", "--canonical", "canonical.tsv"]).0, Some(1));
    let output = ["names", "a.pgn", "--canonical", "canonical.tsv", "-o", "b.pgn"];
    assert_eq!(ran(folder.path(), &output).0, Some(0));
    assert_eq!(ran(folder.path(), &output).0, Some(2));
    assert_eq!(std::fs::read(&path).unwrap(), text);
    let new = std::fs::read_to_string(folder.path().join("b.pgn")).unwrap();
    assert_eq!(new, String::from_utf8(text).unwrap().replace("Tal, M.\"", "Tal, Mikhail\""));
    let on_stdout = ran(folder.path(), &["names", "a.pgn", "--canonical", "canonical.tsv", "-o", "-", "--quiet"]);
    assert_eq!(on_stdout, (Some(0), new, String::new()));
}

#[test]
fn the_encoding_stays() {
    let folder = folder("Muller\tMüller\nTal, M.\tŁ\n");
    let path = folder.path().join("latin.pgn");
    std::fs::write(&path, b"[White \"Muller\"]\n[Black \"B\xE9la\"]\n\n*\n").unwrap();
    let written = ran(folder.path(), &["names", "latin.pgn", "--canonical", "canonical.tsv", "--write", "--no-backup"]);
    assert_eq!(written.0, Some(0), "{}", written.2);
    assert_eq!(std::fs::read(&path).unwrap(), b"[White \"M\xFCller\"]\n[Black \"B\xE9la\"]\n\n*\n");
    // A letter that the encoding lacks.
    let lacking = b"[White \"Tal, M.\"]\n[Black \"B\xE9la\"]\n\n*\n";
    std::fs::write(&path, lacking).unwrap();
    let refused = ran(folder.path(), &["names", "latin.pgn", "--canonical", "canonical.tsv", "--write"]);
    assert_eq!(refused.0, Some(2));
    assert!(refused.2.contains("latin.pgn") && refused.2.contains("the file is unchanged"), "{}", refused.2);
    assert_eq!(std::fs::read(&path).unwrap(), lacking);
}

#[test]
fn options_choose_games_and_kinds() {
    let folder = folder("kind,spelling,name\nplayer,\"Tal, M.\",\"Tal, Mikhail\"\nsite,London,London ENG\n");
    let lines = |arguments: &[&str]| {
        let (_, out, _) =
            ran(folder.path(), &[&["names", "a.pgn", "--canonical", "canonical.tsv"], arguments].concat());
        out.lines().count()
    };
    assert_eq!(lines(&[]), 2);
    assert_eq!(lines(&["--of", "sites"]), 1);
    assert_eq!(lines(&["--since", "1972"]), 0);
    let list = |name: &str, reasons: &[&str]| {
        std::fs::write(folder.path().join("list.txt"), name).unwrap();
        ran(folder.path(), &[&["names", "a.pgn", "--canonical", "list.txt"], reasons].concat())
    };
    assert_eq!(list("Kortschnoi, Viktor\n", &[]).1.lines().count(), 2);
    assert_eq!(list("Kortschnoi, Viktor\n", &["--reasons", "letters"]).1, "");
    let ambiguous = list("Polgar, Judit\nPolgar, Jozsef\n", &[]);
    assert!(ambiguous.1.is_empty() && ambiguous.2.contains("\"Polgar, J.\" left unchanged"), "{}", ambiguous.2);
}

#[test]
fn what_cannot_be_done_is_told() {
    let folder = folder("Tal, M.\tTal, Mikhail\n");
    std::fs::copy(folder.path().join("a.pgn"), folder.path().join("b.pgn")).unwrap();
    let fails = |arguments: &[&str], words: &str| {
        let (exit, _, error) = ran(folder.path(), arguments);
        assert_eq!(exit, Some(2), "{arguments:?}");
        assert!(error.contains(words), "{error}");
    };
    fails(&["names", "a.pgn", "b.pgn", "--canonical", "canonical.tsv", "-o", "c.pgn"], "one file");
    fails(&["names", "a.pgn", "--canonical", "none.tsv"], "none.tsv");
    fails(&["names", "a.pgn", "--write"], "--canonical");
    std::fs::write(folder.path().join("broken.csv"), "\"a\n").unwrap();
    fails(&["names", "a.pgn", "--canonical", "broken.csv"], "broken.csv:1: a quote is not closed");
    std::fs::write(folder.path().join("none.csv"), "spelling,name\n").unwrap();
    fails(&["names", "a.pgn", "--canonical", "none.csv"], "there are no names");
    std::fs::write(folder.path().join("list.csv"), "Foo,Bar\n\"Nobody, N.\",\"Somebody, N.\"\n").unwrap();
    let (exit, _, told) = ran(folder.path(), &["names", "a.pgn", "--canonical", "list.csv"]);
    let expected = "In no game: \"Nobody, N.\".\nThe list was read as 1 spelling with other names, and 1 name of players.\nNothing to change.\n";
    assert_eq!((exit, told.as_str()), (Some(0), expected));
    let games = std::fs::read(folder.path().join("a.pgn")).unwrap();
    let piped = run_with(&games, folder.path(), &["names", "-", "--canonical", "canonical.tsv", "-o", "-"]);
    assert!(String::from_utf8_lossy(&piped.stderr).contains("standard input cannot be changed"));
    std::fs::write(folder.path().join("empty.pgn"), "").unwrap();
    let nothing = |told: &str| (Some(1), String::new(), told.to_owned());
    assert_eq!(ran(folder.path(), &["names", "empty.pgn"]), nothing("There are no names.\n"));
    assert_eq!(ran(folder.path(), &["names", "-q", "empty.pgn"]), nothing(""));
}

#[test]
fn every_form_has_every_spelling() {
    let folder = folder("");
    let printed = |format: &str| ran(folder.path(), &["names", "a.pgn", "--output-format", format]).1;
    for format in ["text", "csv", "json", "markdown", "html"] {
        let text = printed(format);
        for name in ["Tal, M.", "Mikhail Tal", "Korchnoi, Viktor", "London ENG", "club championship"] {
            assert!(text.contains(name), "{format}: {name}");
        }
    }
    // Given back, the table writes what the standard has for an unknown name.
    let csv = printed("csv");
    assert!(csv.contains("\nplayer,?,N.N.,1,unknown,,a.pgn:61\n"), "{csv}");
    std::fs::write(folder.path().join("dash.pgn"), "[White \"-\"]\n[Black \"?\"]\n\n*\n").unwrap();
    let (_, dash, _) = ran(folder.path(), &["names", "dash.pgn", "--doubtful", "--of", "players"]);
    assert!(dash.contains("unknown: ? in the standard") && dash.lines().count() == 4, "{dash}");
    let json: serde_json::Value = serde_json::from_str(&printed("json")).unwrap();
    let tal = json.as_array().unwrap().iter().find(|name| name["name"] == "Tal, Mikhail").unwrap();
    assert_eq!(tal["games"], 4);
    assert_eq!(tal["spellings"][0]["places"], serde_json::json!(["a.pgn:1", "a.pgn:11"]));
    assert_eq!(tal["spellings"][1]["reason"], "initials");
}
