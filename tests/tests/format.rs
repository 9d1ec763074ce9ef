//! Formatting loses nothing, is done after one run, and agrees with pgn-extract: on the edge cases, on real files, on
//! random text.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use proptest::prelude::*;
use scoresheet_analysis::format::{FormatOptions, Formatted, LineEnding, Style, format_text};
use scoresheet_analysis::nag;
use scoresheet_analysis::replay::{Outcome, Replay, Step};
use scoresheet_analysis::results;
use scoresheet_grammar::{Database, GameView, NodeKind, TokenKind, ast, split};
use scoresheet_tests::samples::{lenient_text, sample_files};

const STYLES: [Style; 3] = [Style::Export, Style::Reduced, Style::Readable];

/// What a game says, whatever its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    /// A move as it was played, or as it was written where it was not.
    Move(String),
    /// The number of a NAG.
    Nag(String),
    /// The words of a comment.
    Comment(Vec<String>),
    Open,
    Close,
    Escape(String),
    Text(String),
    Tag(String, String),
    /// A termination marker in a variation.
    Marker(String),
    Result(String),
}

fn said(game: GameView, style: Style) -> Vec<Said> {
    let mut said = Vec::new();
    let mut tags: Vec<Said> = Vec::new();
    for tag in game.tags() {
        let value = tag.value().split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let value = if tag.is_quoted { value } else { value.trim_end_matches('"').trim_end().to_owned() };
        tags.push(Said::Tag(tag.name.to_owned(), value));
    }
    let mut replay = Replay::new(game);
    let mut result = None;
    while let Some((step, range)) = replay.advance() {
        let text = &game.text[range];
        match step {
            Step::Move => said.push(match &replay.ply().outcome {
                Outcome::Played { action, .. } => Said::Move(format!("{action:?}")),
                Outcome::Null { .. } => Said::Move("--".to_owned()),
                _ => Said::Move(text.to_owned()),
            }),
            Step::Token(kind) if kind.is_comment() => said.push(comment(ast::comment_text(kind, text))),
            Step::Token(TokenKind::Nag) => said.push(Said::Nag(text.trim_start_matches(['$', '0']).to_owned())),
            Step::Token(kind) if kind.is_annotation() => {
                let white_moved = replay.turn().is_black();
                let number = match kind {
                    TokenKind::Entity => nag::from_entity(text, white_moved),
                    _ => nag::from_glyph(text, white_moved),
                };
                said.push(number.map_or_else(|| comment(text), |number| Said::Nag(number.to_string())));
            }
            Step::Token(kind) if kind.is_termination() && replay.depth() == 0 => result = Some(marker(text)),
            Step::Token(kind) if kind.is_termination() => said.push(Said::Marker(marker(text))),
            Step::Token(TokenKind::EscapeLine) => said.push(Said::Escape(text.to_owned())),
            Step::Token(TokenKind::Text) => said.push(Said::Text(text.to_owned())),
            Step::Enter(NodeKind::Variation) => said.push(Said::Open),
            Step::Leave(NodeKind::Variation) => said.push(Said::Close),
            _ => {}
        }
    }
    let from_tag = game.tag_value("Result").and_then(|value| results::canonical(&value));
    said.push(Said::Result(result.unwrap_or_else(|| from_tag.map_or("*".to_owned(), Into::into))));
    if style == Style::Reduced {
        reduce(said)
    } else {
        // Escape lines and text between the tag pairs move with them, so they are compared apart from the moves.
        let (mut outside, mut all): (Vec<_>, Vec<_>) =
            said.into_iter().partition(|said| matches!(said, Said::Escape(_) | Said::Text(_)));
        outside.sort_by_key(|said| format!("{said:?}"));
        tags.retain(|tag| !is_filled_in(tag));
        tags.sort_by_key(|tag| format!("{tag:?}"));
        all.extend(tags);
        all.extend(outside);
        all
    }
}

/// What is left in reduced export format: the moves of the main line and the result.
fn reduce(said: Vec<Said>) -> Vec<Said> {
    let mut depth = 0;
    said.into_iter()
        .filter(|said| {
            depth += i32::from(*said == Said::Open) - i32::from(*said == Said::Close);
            depth == 0 && matches!(said, Said::Move(_) | Said::Result(_))
        })
        .collect()
}

/// Whether a tag pair says no more than that nothing is known.
fn is_filled_in(tag: &Said) -> bool {
    matches!(tag, Said::Tag(name, value) if value.is_empty() || name == "Result" || value.trim_matches(['?', '.']).is_empty())
}

fn comment(text: &str) -> Said {
    Said::Comment(
        text.split([' ', '\t', '\n', '\r', '\x0B', '\x0C'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect(),
    )
}

fn marker(text: &str) -> String {
    let same: String =
        text.replace(['O', 'o', 'О'], "0").replace(['l', 'I'], "1").replace([' ', '.'], "").replace(':', "-");
    match same.replace(['–', '—', '−', '‐', '‑'], "-").as_str() {
        "1/2" | "½" | "½-½" | "05-05" => "1/2-1/2".to_owned(),
        other => other.to_owned(),
    }
}

/// Formatting `text` in every style gives games that say the same, and formatting them again changes nothing. Returns
/// the outcome in export format.
fn check_format(text: &str) -> Formatted {
    let old = Database::parse(text);
    for style in STYLES {
        let options = FormatOptions { style, ..FormatOptions::default() };
        let formatted = format_text(text, options);
        assert_eq!(formatted.games, old.len());
        let again = format_text(&formatted.text, options);
        assert!(
            again.text == formatted.text,
            "{style:?} is not idempotent: {}",
            difference(&formatted.text, &again.text)
        );
        let new = Database::parse(&formatted.text);
        assert_eq!(new.len(), old.len(), "{style:?}: another number of games in\n{}", formatted.text);
        for ((_, old), (_, new)) in old.games().zip(new.games()) {
            let (before, after) = (said(old.view(), style), said(new.view(), style));
            let differ = before.iter().zip(&after).position(|(before, after)| before != after);
            let differ = differ.unwrap_or(before.len().min(after.len()));
            let (before_text, after_text) = (old.view().text, new.view().text);
            assert!(
                before == after,
                "{style:?} changes {:?} to {:?} in\n{before_text:.1000}\n\n{after_text:.1000}",
                before.get(differ),
                after.get(differ)
            );
        }
        check_edits(text, &formatted.text);
        check_pieces(text, options, &formatted);
        check_lines(&formatted, style);
    }
    format_text(text, FormatOptions::default())
}

/// The first line that differs.
fn difference(left: &str, right: &str) -> String {
    let lines = left.lines().zip(right.lines()).find(|(left, right)| left != right);
    lines.map_or_else(|| "the ends".to_owned(), |(left, right)| format!("\n{left}\n{right}"))
}

fn check_edits(old: &str, new: &str) {
    let mut text = String::with_capacity(new.len());
    let mut end = 0;
    for edit in scoresheet::text_edits::text_edits(old, new) {
        assert!(edit.range.start >= end);
        text.push_str(&old[end..edit.range.start]);
        text.push_str(&edit.text);
        end = edit.range.end;
    }
    text.push_str(&old[end..]);
    assert!(text == new, "the edits do not give the formatted text");
}

fn check_pieces(text: &str, options: FormatOptions, whole: &Formatted) {
    let options = options.for_text(text);
    let mut joined = Formatted::default();
    for piece in split(text, 1000) {
        joined.append(format_text(&text[piece.clone()], options), piece.start);
    }
    assert!(joined == *whole, "the pieces do not give the whole");
}

/// Section 8.2.1, in files that were formatted as a whole: no blank at either end of a line of the movetext.
fn check_lines(formatted: &Formatted, style: Style) {
    if !formatted.refused.is_empty() || style == Style::Readable {
        return;
    }
    for (_, game) in Database::parse(&formatted.text).games() {
        let game = game.view();
        if game.tags().is_empty() {
            // Text without a game was left as it is.
            continue;
        }
        let mut in_movetext = false;
        let mut range = 0..0;
        for (event, at) in game.tree.events() {
            match event {
                scoresheet_grammar::Event::Enter(NodeKind::Movetext) => (in_movetext, range.start) = (true, at.start),
                scoresheet_grammar::Event::Leave(NodeKind::Movetext) => (in_movetext, range.end) = (false, at.end),
                scoresheet_grammar::Event::Token(TokenKind::EscapeLine) if in_movetext => return,
                _ => {}
            }
        }
        for line in game.text[range].lines() {
            assert!(!line.is_empty() && line.trim_ascii() == line && !line.starts_with('%'), "{line:?}");
        }
    }
}

#[test]
fn edge_cases_keep_their_meaning() {
    for (path, bytes) in sample_files("edge-cases") {
        println!("{}", path.display());
        check_format(&lenient_text(&bytes));
    }
}

#[test]
fn real_files_keep_their_meaning() {
    for (path, bytes) in sample_files("corpus") {
        println!("{}", path.display());
        for refused in check_format(&lenient_text(&bytes)).refused {
            println!("  game {} at {}: {}", refused.game, refused.offset, refused.reason);
        }
    }
}

/// Files without variations, illegal moves and text between games; all comments are taken out before comparing.
const PLAIN: [&str; 3] =
    ["lichess/lichess_db_100k.pgn", "otb/pgnmentor_Anderssen_excerpt.pgn", "twic/twic1389_excerpt.pgn"];

#[test]
fn plain_games_are_those_of_pgn_extract() {
    for (path, bytes) in sample_files("corpus/pgn") {
        if !PLAIN.iter().any(|plain| path.ends_with(plain)) {
            continue;
        }
        let text = without_comments(&lenient_text(&bytes));
        let Some(theirs) = pgn_extract(&text) else {
            eprintln!("skipped: pgn-extract is not installed");
            return;
        };
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

/// What pgn-extract makes of a text, where it is installed.
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
