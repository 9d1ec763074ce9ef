//! Formatting loses nothing, is idempotent, and agrees with pgn-extract: on the edge cases, on real files, on random text.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use proptest::prelude::*;
use scoresheet_format::{FormatOptions, LineEnding, format_text};
use scoresheet_tests::laws::format::check_format;
use scoresheet_tests::samples::{corpus, edge_cases, lenient_text};

#[test]
fn edge_cases_keep_their_meaning() {
    for (path, bytes) in edge_cases() {
        println!("{}", path.display());
        check_format(&lenient_text(&bytes));
    }
}

/// Inputs that fuzzing has found.
#[test]
fn texts_that_were_once_spoilt() {
    check_format("KE[Round \"1\"]\n[Whi|e \"\"\r\n]\n[Roundallow-file all \"2. e4 e5C\0\0\0Nf3 *\n");
    check_format("1. e4 *\nk\"][R\"");
    check_format("1. e5 *\nk\"][R\"");
    check_format("[Event\u{b} \"E\"]\n\n1. e4 *\n");
    check_format("[Event \"E\"]4e[Foo \"x\"]\n\n1. e4 *\n");
    check_format("*\n%\nW\"]");
    check_format("[e\":\n[\"\n][");
    check_format("[E\"\n[FEN[R\ne4");
    // Text after an unclosed comment must remain inside the comment.
    check_format("[Variant \"Atomic\"]\n\n1. e4+ e5 2. Qh5 *\n");
    check_format("1. e4 *\n\x0CRound \"1\"]\n");
    check_format("1. e4 *\n\u{A0}Round \"1\"]\n\n\u{A0}Site \"S\"]\n");
    check_format("\u{A0}Round \"1\"]\n\n1. e4 *\n");
    check_format("[Event \"E\"}\n[Site \"S\")\n\n1. e4 *\n");
    check_format("{Black \"B\"]");
    check_format("[Event \"E\"}\n[Site \"S\"]\0\0\0 \"2024.01.01\"White \"W*]\n[Flack\u{feff} \"B\"]\n[Re");
    check_format("[Result \"0-1\"]\n[Wh1iteElo \"2\"25");
    check_format("e4({\n\n[d\"\n\"\n[t\"\n({})*})");
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_files_keep_their_meaning() {
    for (path, bytes) in corpus("", &["pgn"]) {
        println!("{}", path.display());
        for refused in check_format(&lenient_text(&bytes)).refused {
            println!("  game {} at {}: {}", refused.game, refused.offset, refused.reason);
        }
    }
}

/// Files without variations, illegal moves and text between games; comments are removed before the comparison.
const PLAIN: [&str; 3] =
    ["lichess/lichess_db_100k.pgn", "otb/pgnmentor_Anderssen_excerpt.pgn", "twic/twic1389_excerpt.pgn"];

#[test]
#[ignore = "compares with pgn-extract, on other people's files in ../shared/corpus"]
fn plain_games_are_those_of_pgn_extract() {
    for (path, bytes) in corpus("pgn", &["pgn"]) {
        if !PLAIN.iter().any(|plain| path.ends_with(plain)) {
            continue;
        }
        let text = without_comments(&lenient_text(&bytes));
        let theirs = pgn_extract(&text).expect("pgn-extract is not installed");
        let ours = format_text(&text, FormatOptions { line_ending: LineEnding::Lf, ..FormatOptions::default() });
        assert_eq!(ours.refused, []);
        let (ours, theirs) = (movetexts(&ours.text), movetexts(&theirs));
        assert_eq!(ours.len(), theirs.len(), "{}", path.display());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours, theirs, "{}", path.display());
        }
    }
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or("").to_owned();
    let text = parts.fold(first, |text, part| text + part.split_once('}').map_or("", |(_, rest)| rest));
    text.split_inclusive('\n').filter(|line| !line.starts_with(';')).collect()
}

/// The output of pgn-extract for a text, if it is installed.
fn pgn_extract(text: &str) -> Option<String> {
    let program = ["pgn-extract", "/usr/games/pgn-extract"].into_iter().find(|program| {
        Path::new(program).is_absolute() && Path::new(program).exists()
            || std::env::var_os("PATH")
                .is_some_and(|path| std::env::split_paths(&path).any(|folder: PathBuf| folder.join(program).exists()))
    })?;
    let mut command = Command::new(program);
    command.args(["-w79", "-s"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut input = child.stdin.take()?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    Some(lenient_text(&output.stdout))
}

/// The movetext of every game, byte for byte.
fn movetexts(text: &str) -> Vec<String> {
    text.split_inclusive("\n\n").filter(|part| !part.starts_with('[')).map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_keeps_its_meaning(text in any::<String>()) {
        check_format(&text);
    }

    #[test]
    fn any_mixture_of_pgn_keeps_its_meaning(parts in proptest::collection::vec(prop_oneof![
        Just("[Event \"E\"]\n"), Just("[ECO \"a \"b\" c\"]"), Just("[White \"W\n"), Just("[a]\n"), Just("\n\n"), Just("\n"), Just(" "),
        Just("1. e4 "), Just("1. d4 "), Just("1... e5 "), Just("Nf3 "), Just("("), Just(")"), Just("{a %b}"), Just("{"), Just("}"), Just("; x }\n"), Just("; y\n"),
        Just("\n%y\n"), Just("1-0 "), Just("*"), Just(" 1/2-1/2\n\n"), Just("$1 "), Just("!?"), Just("word "), Just("]"), Just("\r\n"), Just("\\"),
        Just("♘f3 "),  Just("=")
    ], 0..40)) {
        check_format(&parts.concat());
    }

    #[test]
    fn any_annotated_game_keeps_its_meaning(parts in proptest::collection::vec(prop_oneof![
        Just("{a  %b}"), Just("{}"), Just("; x }\n"), Just("; y\n"), Just("\n%y\n"), Just("$1 "), Just("!? "), Just("!!! "), Just("(=) "), Just("⊕ "),
        Just("(1. d4 d5)"), Just("( {c} 1. d4 $1 (1. c4 *) )"), Just("()"), Just("1. "), Just("... "), Just("\n"), Just("\r\n\r\n"),
        Just("{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa %b %cccccccccc [%clk\n1:00:00][%eval  1] }")
    ], 0..12), tail in prop_oneof![Just(""), Just("*"), Just("1-O {x} y\n%z"), Just("½ ; c\n\n text \n")]) {
        let outcome = check_format(&format!("1. e4 {} {tail}", parts.concat()));
        prop_assert_eq!(outcome.refused, vec![]);
    }
}
