//! `diagram`: pictures of positions of FENs, games and records, and its ends.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::path::Path;

use program::run;

const GAMES: &str = "\
[White \"A\"]\n\n1. e4 {[%cal Ge2e4,Rd7d5][%csl Yd5]} e5 (1... c5 2. Nf3 {[%csl Bc5]}) 2. Nf3 *\n\n\
[White \"B\"]\n\n1. e4 e5 2. Ke3 Qxe1 *\n";

const RECORDS: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"</text><script>alert('&')</script>\";\n\
8/8 w - - id \"broken\";\n\
4k3/4p3/8/8/8/8/8/4K3 b - - am e6; bm e5; id \"third\";\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    fs::write(folder.path().join("problems.epd"), RECORDS).unwrap();
    folder
}

/// Exit code, standard output and standard error.
fn ran(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(folder, &[&["diagram"], arguments].concat());
    let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), string(&output.stdout), string(&output.stderr))
}

/// What a picture of a place shows beside the pieces: its title and its description.
fn words(svg: &str) -> (String, String) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let text = |tag| document.descendants().find(|node| node.has_tag_name(tag)).unwrap().text().unwrap().to_owned();
    (text(("http://www.w3.org/2000/svg", "title")), text(("http://www.w3.org/2000/svg", "desc")))
}

#[test]
fn a_diagram_with_marks_is_drawn_from_both_sides() {
    let folder = folder();
    let fen =
        ["--fen", "4k3/8/8/3p4/8/8/4P3/4K3 b - - 0 1", "--arrow", "e2e4", "--square", "d5:red", "--colors", "grey"];
    for (name, more) in [("white", &[][..]), ("mover", &["--side", "mover", "--no-coordinates"])] {
        let (code, svg, _) = ran(folder.path(), &[&fen[..], more].concat());
        assert_eq!(code, Some(0));
        assert_eq!(words(&svg).0, "Black to move");
        insta::assert_snapshot!(format!("svg_{name}"), svg.replace("><", ">\n<"));
    }
}

#[test]
fn places_have_the_marks_of_their_comments() {
    let folder = folder();
    let at = |arguments: &[&str]| {
        let (code, svg, error) = ran(folder.path(), &[&["games.pgn"], arguments].concat());
        assert_eq!((code, error.as_str()), (Some(0), ""), "{arguments:?}");
        let (title, description) = words(&svg);
        // Two sentences are about the pieces.
        let marks = description.splitn(3, ". ").nth(2).unwrap_or_default().to_owned();
        (title, marks)
    };
    let after_e4 = (
        "After 1.e4, Black to move".to_owned(),
        "Green arrow from e2 to e4. Red arrow from d7 to d5. Yellow square d5.".to_owned(),
    );
    assert_eq!(at(&["--at", "3:6"]), after_e4);
    assert_eq!(at(&["--game", "1", "--ply", "1"]), after_e4);
    assert_eq!(at(&["--game", "1", "--ply", "1", "--no-marks"]).1, "");
    assert_eq!(at(&["--at", "3:53"]), ("After 2.Nf3, Black to move".to_owned(), "Blue square c5.".to_owned()));
    assert_eq!(at(&["--game", "2", "--at", "3:7"]).0, "After 1...e5, White to move");
    assert_eq!(at(&["--game", "1"]).0, "After 2.Nf3, Black to move");
    assert_eq!(
        at(&["--game", "2", "--ply", "0", "--arrow", "a1h8:blue"]),
        ("White to move".to_owned(), "Blue arrow from a1 to h8.".to_owned())
    );
}

#[test]
fn records_are_files_or_a_sheet_and_their_text_is_no_markup() {
    let folder = folder();
    let (code, _, error) = ran(folder.path(), &["problems.epd", "--sheet", "-o", "sheet.svg", "--columns", "2"]);
    assert_eq!(code, Some(1));
    assert_eq!(error, "problems.epd:2:1: record 2 is not drawn: 2 ranks where a board has 8\n");
    let sheet = fs::read_to_string(folder.path().join("sheet.svg")).unwrap();
    let document = roxmltree::Document::parse(&sheet).unwrap();
    let texts: Vec<_> =
        document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text"))).collect();
    let captions: Vec<_> = texts.iter().map(|node| node.text().unwrap()).collect();
    assert_eq!(captions, ["1. </text><script>alert('&')</script>, White to move", "3. third, Black to move"]);
    assert!(!document.descendants().any(|node| node.tag_name().name() == "script"));

    let (code, _, error) = ran(folder.path(), &["problems.epd", "-o", "all/", "--solution", "--side", "mover"]);
    assert_eq!((code, error.lines().last()), (Some(1), Some("2 pictures in all/")));
    let third = fs::read_to_string(folder.path().join("all/3.svg")).unwrap();
    let description = "White: king e1. Black: king e8, pawn e7. Green arrow from e7 to e5. Red arrow from e7 to e6.";
    assert_eq!(words(&third), ("third, Black to move".to_owned(), description.to_owned()));
    assert!(!folder.path().join("all/2.svg").exists());
    let (code, _, error) = ran(folder.path(), &["problems.epd", "-o", "all/"]);
    assert_eq!((code, error.contains("the file exists; use --force")), (Some(2), true), "{error}");
}

#[test]
fn text_boards_have_the_marks_in_words() {
    let folder = folder();
    let (code, text, _) = ran(folder.path(), &["problems.epd", "--game", "3", "--solution", "-o", "third.txt"]);
    assert_eq!((code, text.as_str()), (Some(0), ""));
    insta::assert_snapshot!(fs::read_to_string(folder.path().join("third.txt")).unwrap());
}

#[test]
fn a_guessed_position_is_told() {
    let folder = folder();
    fs::write(folder.path().join("slip.pgn"), "1. d4 d5 2. Ke4 Nf6 *\n").unwrap();
    let (code, svg, error) = ran(folder.path(), &["slip.pgn", "--ply", "4"]);
    assert_eq!((code, words(&svg).0.as_str()), (Some(0), "After 2...Nf6, White to move"));
    assert!(error.contains("a move before this place cannot be played"), "{error}");
}

#[test]
fn wrong_places_end_with_2() {
    let folder = folder();
    for (arguments, message) in [
        (&["games.pgn"][..], "the file has 2 games: use --at LINE:COLUMN"),
        (&["games.pgn", "--game", "3"], "there is no game 3: the file has 2"),
        (&["games.pgn", "--game", "1", "--ply", "4"], "the main line of game 1 has 3 plies, so there is no ply 4"),
        (&["games.pgn", "--game", "2", "--at", "3:17"], "the position is not known here"),
        (&["games.pgn", "--at", "99:1"], "there is no line 99"),
        (&["games.pgn", "--sheet"], "a sheet is drawn of records"),
        (&["problems.epd"], "there are 2 records"),
        (&["problems.epd", "--game", "2"], "2 ranks where a board has 8"),
        (&["problems.epd", "--game", "4"], "there is no record 4: the file has 3"),
        (&["problems.epd", "--ply", "1"], "a record has no main line"),
        (&["problems.epd", "--sheet", "--output-format", "text"], "a sheet is written as svg"),
        (&["missing.pgn"], "missing.pgn"),
        (&["--fen", ""], "--fen: The FEN is empty"),
        (&["--fen", "8/8/8/8/8/8/8/7<"], "is no piece"),
        (&["--fen", "8/8/8/8/8/8/8/8", "--size", "5000"], "5000 is not in 16..=4096"),
        (&["--fen", "8/8/8/8/8/8/8/8", "--colors", "pink"], "brown, blue, green, grey"),
        (&["--fen", "8/8/8/8/8/8/8/8", "games.pgn"], "cannot be used with"),
    ] {
        let (code, output, error) = ran(folder.path(), arguments);
        assert_eq!((code, output.len()), (Some(2), 0), "{arguments:?}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
}
