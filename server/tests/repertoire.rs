//! `scoresheet repertoire` through the real program: a repertoire with every fault once, and its ends.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use program::{fixture, run, run_with};

/// Exit code, standard output and standard error.
fn text(output: &Output) -> (Option<i32>, String, String) {
    let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), string(&output.stdout), string(&output.stderr))
}

/// The findings of the sample repertoire, one a line, without the summary.
fn check(arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let of_sample =
        ["repertoire", "check", "white", "--side", "white", "--no-cache", "--quiet", "--output-format", "concise"];
    let (code, out, _) = text(&run(&fixture("repertoire"), &[&of_sample, arguments].concat()));
    (code, out.lines().map(str::to_owned).collect())
}

/// The findings of files with these texts, which are the repertoire of a side.
fn found(side: &str, texts: &[&str], arguments: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (number, text) in texts.iter().enumerate() {
        fs::write(folder.path().join(format!("{number}.pgn")), text).unwrap();
    }
    let of_side =
        ["repertoire", "check", "--side", side, "--isolated", "--no-cache", "--quiet", "--output-format", "concise"];
    let (_, out, error) = text(&run(folder.path(), &[&of_side, arguments].concat()));
    assert_eq!(error, "");
    out.lines().map(str::to_owned).collect()
}

const CONFLICT: &str = "white/sicilian.pgn:19:13: error[conflicting-answers] The repertoire plays 2. c3 here and 2. Nf3 in the same position elsewhere in \
                        this file: keep one, or mark the other with ? (white/sicilian.pgn:9:13: the other answer)";
const MARKS: &str = "white/open.pgn:10:25: warning[contradictory-marks] 4... Nf6 is marked ! (a good move) here, but ? (a mistake) at \
                     white/extra.pgn:9:38: only one can be true";
const UNREACHABLE: &str = "white/extra.pgn:19:13: warning[unreachable-line] 2. Qh5 is marked as a mistake at white/open.pgn:9:21, and the \
                           repertoire plays 2. Nf3: this line is never reached";
const REPLY: &str = "white/extra.pgn:9:4: warning[missing-reply] After 1. e4 there is no answer to 1... e6, which 22 % of the games play";
const UNPLAYED: &str = "white/open.pgn:10:7: info[unplayed-move] None of the 4 games that reach this position plays 3... h5: probably nobody will";

#[test]
fn every_fault_is_found_once() {
    let answer = "white/sicilian.pgn:9:26: warning[missing-answer] 2... Nc6, which 67 % of the games play, has no answer: add one, or judge the \
                  position";
    let with_games = check(&["--against", "games.pgn", "--moves", "4"]);
    assert_eq!(
        with_games,
        (Some(1), [REPLY, UNREACHABLE, UNPLAYED, MARKS, answer, CONFLICT].map(str::to_owned).to_vec())
    );
    let answer =
        "white/sicilian.pgn:9:26: warning[missing-answer] 2... Nc6 has no answer: add one, or judge the position";
    assert_eq!(check(&[]), (Some(1), [UNREACHABLE, MARKS, answer, CONFLICT].map(str::to_owned).to_vec()));
}

#[test]
fn options_choose_what_is_reported() {
    let (code, rare) =
        check(&["--against", "games.pgn", "--moves", "4", "--threshold", "30", "--select", "missing-reply"]);
    assert_eq!((code, rare), (Some(0), Vec::new()));
    let (_, shallow) =
        check(&["--against", "games.pgn", "--moves", "1", "--ignore", "unplayed-move,contradictory-marks"]);
    assert_eq!(shallow, [REPLY, UNREACHABLE, CONFLICT]);
    let (code, _) = check(&["--select", "contradictory-marks", "--level", "warning"]);
    assert_eq!(code, Some(1));
    let (code, _) = check(&["--exit-zero"]);
    assert_eq!(code, Some(0));
}

#[test]
fn formats_name_both_places() {
    let json = ["--select", "unreachable-line", "--output-format", "json"];
    let of_sample = ["repertoire", "check", "white", "--side", "white", "--no-cache", "--quiet"];
    let (_, out, _) = text(&run(&fixture("repertoire"), &[&of_sample[..], &json].concat()));
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(found[0]["location"], serde_json::json!({"line": 19, "column": 13}));
    let related = &found[0]["related"][0];
    assert_eq!(
        (related["file"].as_str(), related["line"].as_u64(), related["column"].as_u64()),
        (Some("white/open.pgn"), Some(9), Some(21))
    );
    let whole = fs::read(fixture("repertoire/white/open.pgn")).unwrap();
    let start = usize::try_from(related["start"].as_u64().unwrap()).unwrap();
    assert!(whole[start..].starts_with(b"Qh5 $6"));
    let sarif = ["--select", "unreachable-line", "--output-format", "sarif"];
    let (_, out, _) = text(&run(&fixture("repertoire"), &[&of_sample[..], &sarif].concat()));
    assert!(out.contains(r#""region":{"startColumn":21,"startLine":9}"#), "{out}");
}

#[test]
fn transpositions_and_other_starts_count() {
    let by_transposition = found("black", &["1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 *", "1. c4 Nf6 2. d4 g6 *"], &[]);
    assert_eq!(by_transposition.len(), 1, "{by_transposition:?}");
    assert!(by_transposition[0].contains("2... g6 here and 2... e6"), "{by_transposition:?}");
    // The en passant square counts only where a pawn can capture.
    assert_eq!(
        found(
            "white",
            &["1. e4 e6 2. d4 *", "1. d4 e6 2. c4 *", "1. d4 e6 2. e4 *"],
            &["--select", "conflicting-answers"]
        )
        .len(),
        2
    );
    let chapter =
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 2\"]\n\n2... Nf6 3. f4 *\n";
    let dead = found("white", &["1. e4 e5 2. Nf3 Nc6 3. Bb5 *", chapter], &[]);
    assert_eq!(
        dead,
        [
            "1.pgn:2:1: warning[unreachable-line] This game begins after 2. Nc3, but the repertoire plays 2. Nf3 there, at 0.pgn:1:13: the \
          position never comes about"
        ]
    );
    // It begins after a reply that the repertoire has in that game only.
    let alive = chapter.replace("2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 2", "5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(found("white", &["1. e4 e5 2. Nf3 *", &alive.replace("3. f4", "3. Nc3")], &[]), [""; 0]);
}

#[test]
fn what_is_no_part_of_the_repertoire_is_left_alone() {
    // After a mistake of the side, where it judges, after a null move and what cannot be played.
    let fine = [
        "1. e4 e5 2. Nf3 (2. Qh5? Nc6 3. Qf3 Nf6) (2. Ke2 $4) 2... Nc6 3. Bb5 a6 $10 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. -- Nf6 4. Ng5) *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Ke7 4. Ra8) 4. Ba4 *",
        "1. f3 e5 2. g4 Qh4# *",
    ];
    for text in fine {
        assert_eq!(found("white", &[text], &[]), [""; 0], "{text}");
    }
    let allowed = "% scoresheet: allow conflicting-answers\n1. e4 e5 2. Nf3 (2. Nc3) *\n";
    assert_eq!(found("white", &[allowed], &[]), [""; 0]);
}

#[test]
fn a_configuration_makes_a_folder_a_repertoire() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), text).unwrap();
    };
    for side in ["white", "black"] {
        write(
            &format!("{side}/scoresheet.toml"),
            &format!("[repertoire]\nside = \"{side}\"\nagainst = [\"../games.pgn\"]\nmoves = 2\n"),
        );
        write(&format!("{side}/a.pgn"), "1. e4 e5 2. Nf3 *\n");
        write(&format!("{side}/b.pgn"), "1. e4 c5 2. c3 *\n\n1. d4 *\n");
    }
    fs::copy(fixture("repertoire/games.pgn"), folder.path().join("games.pgn")).unwrap();
    let concise = |arguments: &[&str]| -> Vec<String> {
        let (_, out, _) = text(&run(folder.path(), &[arguments, &["--quiet", "--output-format", "concise"]].concat()));
        out.lines().map(str::to_owned).collect()
    };
    let kinds = |found: &[String]| -> Vec<String> {
        found.iter().map(|line| line.split(']').next().unwrap().to_owned()).collect()
    };
    let expected = [
        "black/a.pgn:1:13: warning[missing-answer",
        "black/b.pgn:1:7: error[conflicting-answers",
        "black/b.pgn:1:7: warning[missing-reply",
        "black/b.pgn:3:4: warning[missing-answer",
        "white/a.pgn:1:4: warning[missing-reply",
        "white/a.pgn:1:13: warning[missing-reply",
        "white/b.pgn:3:4: error[conflicting-answers",
        "white/b.pgn:3:4: warning[missing-reply",
    ];
    assert_eq!(kinds(&concise(&["repertoire", "check", "--no-cache", "--ignore", "unplayed-move"])), expected);
    assert_eq!(kinds(&concise(&["check", "--ignore", "style,portability,correctness,suspicious"])), expected);
    let off = concise(&["check", "--select", "conflicting-answers", "--isolated"]);
    assert_eq!(off, [""; 0]);
}

#[test]
fn fixes_leave_what_is_wrong_in_a_repertoire() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("scoresheet.toml", "[repertoire]\nside = \"white\"\n");
    write("a.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n");
    write("b.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0 *\n");
    let fix = ["check", "--fix", "--select", "conflicting-answers,zero-castling", "-q", "--output-format", "concise"];
    let (code, out, _) = text(&run(folder.path(), &fix));
    assert!(code == Some(1) && out.starts_with("b.pgn:1:34: error[conflicting-answers]"), "{out}");
    assert!(fs::read_to_string(folder.path().join("b.pgn")).unwrap().contains("4. O-O"));
    let (_, again, _) = text(&run(folder.path(), &fix));
    assert_eq!(again.lines().next(), out.lines().next());
}

#[test]
fn wrong_usage_is_named() {
    let folder = fixture("repertoire");
    let error = |arguments: &[&str]| {
        let (code, _, error) =
            text(&run_with(b"1. e4 *", &folder, &[&["repertoire", "check", "--isolated"], arguments].concat()));
        assert_eq!(code, Some(2), "{error}");
        error
    };
    assert!(error(&["white"]).contains("whose repertoire is it?"));
    assert!(error(&["-", "--side", "white"]).contains("standard input cannot be one"));
    assert!(error(&["white", "--side", "white", "--against", "none.pgn"]).contains("none.pgn"));
    assert!(error(&["white", "--side", "white", "--against", "-"]).contains("not with standard input"));
    assert!(error(&["none.pgn", "--side", "white"]).contains("none.pgn"));
    assert!(error(&["white", "--side", "white", "--threshold", "120"]).contains("from 0 to 100"));
    assert!(error(&["white", "--side", "white", "--select", "illegal-move"]).contains("no rule about repertoires"));
    assert!(Path::new(&folder).is_dir());
}

/// What `repertoire export` of the sample writes.
fn exported(form: &str) -> Vec<u8> {
    let output = run(&fixture("repertoire"), &["repertoire", "export", "white", "--side", "white", "--to", form]);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    output.stdout
}

#[test]
fn a_book_has_the_moves_of_the_repertoire() {
    let book = exported("polyglot");
    let (entries, rest) = book.as_chunks::<16>();
    assert!(rest.is_empty() && entries.windows(2).all(|pair| pair[0][..8] <= pair[1][..8]));
    // The key of the usual start is one of those that the format's author gives as examples; e2-e4 is 12 and 28; the four games begin with it.
    let start: Vec<&[u8; 16]> =
        entries.iter().filter(|entry| entry[..8] == 0x463b_9618_1691_fc9c_u64.to_be_bytes()).collect();
    let e4 = (12_u16 << 6 | 28).to_be_bytes();
    assert_eq!(start, [&[0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, e4[0], e4[1], 0, 5, 0, 0, 0, 0]]);
    // As what the repertoire is compared with, it misses nothing of itself.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("white.bin"), &book).unwrap();
    let book = folder.path().join("white.bin");
    let (_, found) =
        check(&["--against", book.to_str().unwrap(), "--threshold", "0", "--select", "missing-reply,unplayed-move"]);
    assert_eq!(found, [""; 0]);
    fs::write(folder.path().join("a.pgn"), "1. e4 e5 2. Nf3 *\n").unwrap();
    let against = [
        "repertoire",
        "check",
        "a.pgn",
        "--side",
        "white",
        "--against",
        "white.bin",
        "--threshold",
        "25",
        "--moves",
        "1",
        "-q",
    ];
    let (_, out, error) = text(&run(folder.path(), &against));
    assert!(out.contains("no answer to 1... c5, which 40 % of the games play"), "{out}{error}");
}

/// Runs a script that reads an export of the sample, and returns what it prints.
fn read_by(script: &str, file: &Path, more: &[&str]) -> usize {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repertoire");
    let games = ["extra", "open", "sicilian"].map(|name| fixture("repertoire/white").join(name).with_extension("pgn"));
    let mut python = Command::new("python3");
    python.arg(scripts.join(script)).arg("white").arg(file).args(more).args(games);
    let output = python.output().unwrap();
    assert!(output.status.success(), "{}", program::transcript(&output));
    String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
}

#[test]
#[ignore = "compares with python-chess"]
fn another_program_reads_the_same_from_the_book() {
    let folder = tempfile::tempdir().unwrap();
    let (path, book) = (folder.path().join("white.bin"), exported("polyglot"));
    fs::write(&path, &book).unwrap();
    assert_eq!(read_by("read_book.py", &path, &[]), book.len() / 16);
}

/// Tested where the library of Anki is installed: `pip install anki chess`.
#[test]
fn anki_imports_the_deck() {
    let has_library = Command::new("python3").args(["-c", "import anki, chess"]).output();
    if !has_library.is_ok_and(|output| output.status.success()) {
        // Not by a macro, whose output tests that succeed do not show.
        let _ = writeln!(std::io::stderr(), "repertoire: the deck is not imported: there is no library of Anki here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, deck) = (folder.path().join("white.txt"), exported("anki"));
    fs::write(&path, &deck).unwrap();
    let cards = String::from_utf8(deck).unwrap().lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(read_by("read_deck.py", &path, &[folder.path().to_str().unwrap()]), cards);
}

#[test]
fn a_deck_has_each_position_once() {
    let deck = String::from_utf8(exported("anki")).unwrap();
    let head: Vec<&str> = deck.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(
        head,
        [
            "#separator:tab",
            "#html:true",
            "#notetype:Basic",
            "#deck:Repertoire White",
            "#columns:GUID\tFront\tBack\tTags",
            "#guid column:1",
            "#tags column:4"
        ]
    );
    let cards: Vec<Vec<&str>> = deck.lines().skip(head.len()).map(|line| line.split('\t').collect()).collect();
    let mut names: Vec<&str> = cards.iter().map(|card| card[0]).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), cards.iter().filter(|card| card.len() != 4).count()), (cards.len(), 0));
    let answer = |front: &str| cards.iter().find(|card| card[1].starts_with(front)).unwrap()[2];
    assert_eq!(answer("1. e4 e5<br>rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"), "2. Nf3");
    assert_eq!(answer("1. e4 c5<br>"), "2. Nf3<br>2. c3");
    assert_eq!(cards.iter().filter(|card| card[2].contains("Qh5")).count(), 0);
}

#[test]
fn a_tree_is_one_game_that_reads_cleanly() {
    let tree = String::from_utf8(exported("pgn")).unwrap();
    assert_eq!(tree.matches("[Event ").count(), 1, "{tree}");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tree.pgn"), &tree).unwrap();
    let (code, out, _) = text(&run(
        folder.path(),
        &["check", "tree.pgn", "--isolated", "-q", "--level", "info", "--ignore", "contradictory-nags"],
    ));
    assert_eq!((code, out.as_str()), (Some(0), ""), "{tree}");
    let (code, out, _) = text(&run(folder.path(), &["format", "tree.pgn", "--check", "--isolated", "-q"]));
    assert_eq!((code, out.as_str()), (Some(0), ""), "{tree}");
    // It says the same as the files.
    let kinds = |folder: &Path, files: &str| {
        let (_, out, _) = text(&run(
            folder,
            &[
                "repertoire",
                "check",
                files,
                "--side",
                "white",
                "-q",
                "--no-cache",
                "--statistics",
                "--output-format",
                "json",
            ],
        ));
        out.matches("missing-answer").count() + out.matches("conflicting-answers").count()
    };
    assert_eq!(kinds(folder.path(), "tree.pgn"), kinds(&fixture("repertoire"), "white"));
    let (code, _, error) = text(&run(
        folder.path(),
        &["repertoire", "export", "tree.pgn", "--side", "white", "--to", "pgn", "-o", "tree.pgn"],
    ));
    assert_eq!(code, Some(2), "{error}");
}

#[test]
fn coverage_is_a_number() {
    let arguments = ["repertoire", "coverage", "white", "--side", "white", "--against", "games.pgn", "--no-cache"];
    let (code, out, error) =
        text(&run(&fixture("repertoire"), &[&arguments[..], &["--moves", "2", "--output-format", "json"]].concat()));
    let figures: serde_json::Value = serde_json::from_str(&out).unwrap();
    let expected = serde_json::json!({
        "side": "white", "moves": 2, "games": 10, "staying": 7, "share": 0.7, "left_by_white": 1, "left_by_black": 2, "share_of_followers": 7.0 / 9.0,
    });
    assert_eq!((code, figures, error.as_str()), (Some(0), expected, ""));
    let (_, out, _) = text(&run(&fixture("repertoire"), &[&arguments[..], &["--moves", "4"]].concat()));
    assert!(
        out.starts_with(
            "5 of 10 games (50.0 %) stay in the repertoire for 4 moves; White leaves it first in 3, Black in 2"
        ),
        "{out}"
    );
    let (code, _, error) = text(&run(&fixture("repertoire"), &["repertoire", "coverage", "white", "--side", "white"]));
    assert!(code == Some(2) && error.contains("which games?"), "{error}");
}
