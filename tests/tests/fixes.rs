//! Safe fixes come to an end, keep what the game says, and add no new fault: on the edge cases, on real files, on random
//! text.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use scoresheet::repair::repair;
use scoresheet_analysis::file_view::{FileFacts, FileOptions};
use scoresheet_analysis::finding::{Edit, Finding, Level};
use scoresheet_analysis::lint::Linter;
use scoresheet_analysis::placed_game::games;
use scoresheet_analysis::replay::{Outcome, Replay, Step};
use scoresheet_analysis::results;
use scoresheet_analysis::root_cause::is_among_moves;
use scoresheet_analysis::rule::{Hook, Rule};
use scoresheet_analysis::rules::RULES;
use scoresheet_grammar::{Database, GameView, NodeKind, ast};
use scoresheet_tests::samples::{lenient_text, sample_files};

/// Of real files so many bytes are read, so that the tests are done in seconds without optimization; all with
/// `WHOLE_FILES=1 cargo test --release -p scoresheet-tests --test fixes`.
const MOST_BYTES: usize = 12_000;

/// So many random texts are tried.
const RANDOM_TEXTS: u32 = 2_000;

/// Every law at every level at which the command can be run. Which fixes there are depends on the level.
fn check_laws(text: &str) -> Result<(), String> {
    [Level::Hint, Level::Warning].into_iter().try_for_each(|lowest| {
        let options = FileOptions { beginnings_are_duplicates: true };
        let linter = Linter::new(RULES.iter(), lowest).with_file_options(options);
        check_laws_of(&linter, text).map_err(|broken| format!("{broken}\nat level {lowest:?} in {text:?}"))
    })
}

fn check_laws_of(linter: &Linter, text: &str) -> Result<(), String> {
    let findings = check(linter, text);
    for finding in &findings {
        check_edits(finding, text)?;
    }
    let before = count_by_rule(&findings);
    let repaired = repair(text, findings, false, |text| check(linter, text));
    if !repaired.settled {
        return Err(format!("the fixes do not come to an end: {:?}", repaired.text));
    }
    let (was_said, is_said) = (said(text), said(&repaired.text));
    if let Some((was, is)) = first_difference(&was_said, &is_said) {
        return Err(format!("the fixes change {was:?} to {is:?} in {:?}", repaired.text));
    }
    for (rule, count) in count_by_rule(&repaired.remaining) {
        if count > before.get(rule).copied().unwrap_or(0) {
            return Err(format!("the fixes add {rule}: {:?}", repaired.text));
        }
    }
    Ok(())
}

fn first_difference<'a>(one: &'a [String], other: &'a [String]) -> Option<(Option<&'a String>, Option<&'a String>)> {
    let length = one.len().max(other.len());
    (0..length).map(|index| (one.get(index), other.get(index))).find(|(one, other)| one != other)
}

/// The edits of every fix lie in the text, between characters, in order and apart.
fn check_edits(finding: &Finding, text: &str) -> Result<(), String> {
    for fix in &finding.fixes {
        let mut edits: Vec<&Edit> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let is_inside = edits.iter().all(|edit| text.get(edit.range.clone()).is_some());
        let is_apart = edits.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start);
        if edits.is_empty() || !is_inside || !is_apart {
            return Err(format!("the edits cannot be applied: {finding:?}"));
        }
    }
    Ok(())
}

fn check(linter: &Linter, text: &str) -> Vec<Finding> {
    linter.check_database(&Database::parse(text), FileFacts::default())
}

/// How often each rule has something to say that is shown unasked. What does not read is counted together: with less in the
/// way the same slip may get a better name.
fn count_by_rule(findings: &[Finding]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.level >= Level::Warning) {
        let name = if is_about_reading(finding.rule) { "what does not read" } else { finding.rule.name };
        *counts.entry(name).or_insert(0) += 1;
    }
    counts
}

fn is_about_reading(rule: &Rule) -> bool {
    let is_about_reading = |hook: &Hook| match hook {
        Hook::Slip(_) | Hook::Failed(_) | Hook::WrongNumber(_) => true,
        Hook::Fault(kind, _) => is_among_moves(*kind),
        _ => false,
    };
    rule.hooks.iter().any(is_about_reading)
}

/// The moves as they were played and the comments of all games that have any.
fn said(text: &str) -> Vec<String> {
    let database = Database::parse(text);
    let games = games(&database).map(|game| said_in_game(game.view)).filter(|said| !said.is_empty());
    games.flat_map(|said| std::iter::once("a game".to_owned()).chain(said)).collect()
}

fn said_in_game(game: GameView) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        let text = &game.text[range];
        match step {
            Step::Move => said.push(match &replay.ply().outcome {
                Outcome::Played { action, .. } => format!("{action:?}"),
                Outcome::Null { .. } => "--".to_owned(),
                _ => text.to_owned(),
            }),
            Step::Token(kind) if kind.is_comment() => said.extend(comment(ast::comment_text(kind, text))),
            Step::Enter(NodeKind::Variation) => said.push("(".to_owned()),
            Step::Leave(NodeKind::Variation) => leave_variation(&mut said),
            _ => {}
        }
    }
    said
}

/// The letters of a comment, sorted: a command that is broken is joined and gets its bracket back, its time its zeros,
/// its score the usual signs (`-#1` is `#-1`). A result is not a comment, but a marker made one in a variation.
fn comment(text: &str) -> Option<String> {
    let mut letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if results::canonical(text).is_some() {
        return None;
    }
    letters.retain(|letter| !matches!(letter, ']' | '0' | ':' | '+'));
    letters.sort_unstable();
    Some(format!("{{{}}}", String::from_iter(letters)))
}

/// Variations without moves are no variations: empty ones go, comments stay without the parentheses.
fn leave_variation(said: &mut Vec<String>) {
    let start = said.iter().rposition(|part| part == "(").unwrap_or(0);
    if said[start..].iter().skip(1).all(|part| part.starts_with('{')) {
        said.remove(start);
    } else {
        // Closed, it is no start for what follows.
        said[start] = "((".to_owned();
        said.push(")".to_owned());
    }
}

#[track_caller]
fn check_samples(folder: &str) {
    let broken: Vec<String> = sample_files(folder)
        .into_iter()
        .filter_map(|(path, bytes)| {
            let most = if std::env::var_os("WHOLE_FILES").is_some() { usize::MAX } else { MOST_BYTES };
            let text = lenient_text(&bytes[..bytes.len().min(most)]);
            check_laws(&text).err().map(|broken| format!("{}: {broken}", path.display()))
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

#[test]
fn edge_cases_keep_what_they_say() {
    check_samples("edge-cases");
}

#[test]
fn real_files_keep_what_they_say() {
    check_samples("corpus");
}

#[test]
fn texts_that_were_once_spoilt() {
    for text in [
        "[Event \"x\"] foo",
        "[Variant \"Losers\"]\n\ne4 2. e5 e6 2. d4 d5 *",
        "1. e4 ()e5 *",
        "1. e4 ()1-0",
        "1. e4 a6 2. e5 d5 3. exd6 e.p.exd6 *",
        "1. ♘f3½-½",
        "1. e4\0e5 2. Nf3\n\0\n2... Nc6 *",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 Bd6",
        "1. d4 d5\n()\n%y\n",
        "[Event \"x\"]\n[Round \"1[Event \"y\"]\n\n1. e4 *",
        "[Event \"x\"] [Site \"y\"] 1. e4\t{a\tb} $1 \n\n\u{A0}e5\u{FEFF}\n %y\r*\n[Event \"x\"]\r\n\r\n\r\n1. e4 ; x\n*",
        "1. d4 \n[Event \"x\"]\n\n\u{A0}e.p.{a}",
        "1. d4 * \r \ne4",
        "1. d4 \n\n\n1.\u{A0}e4",
        "1. d4 \r\u{FEFF}%",
    ] {
        check_laws(text).unwrap();
    }
}

/// The same text at every run: among random noise there will always be some in which a repair of one slip lets another one
/// show.
#[test]
fn random_text_keeps_what_it_says() {
    let configuration = ProptestConfig { cases: RANDOM_TEXTS, failure_persistence: None, ..ProptestConfig::default() };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(configuration, random);
    runner.run(&mixture(), |text| check_laws(&text).map_err(TestCaseError::fail)).unwrap();
}

/// Pieces of games, whole and broken, in any order. Letters of other languages are left out: one move of a game is read by
/// the letters of all.
fn mixture() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(vec![
        "1.",
        "1. ",
        "1...",
        "2.",
        "2...",
        "(",
        ")",
        "()",
        "( )",
        "{a}",
        "{}",
        "({c})",
        "; x\n",
        "\n%y\n",
        "$1",
        "$01",
        "!",
        "?!",
        "!!!",
        "±",
        "+=",
        "-+",
        "&plusmn;",
        "*",
        "1-0",
        "1-O",
        "½-½",
        "e.p.",
        "--",
        "Z0",
        "<>",
        "$",
        "%",
        "}",
        "{",
        "word",
        "[%clk 0:01:00]",
        "{[%clk 0:01:00}",
        "{[%eval 1\n]}",
        "{[%clk 1:00]}",
        "\n",
        "\r\n",
        "\n\n",
    ]);
    let moves = prop::sample::select(vec![
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "d4",
        "exd4",
        "nf3",
        "♘f3",
        "e2e4",
        "e2-e4",
        "0-0",
        "o-o",
        "exd",
        "Bb5+",
        "Bb5",
        "bc4",
        "Ng1f3",
        "Nxf3",
        "dxe5 e.p.",
        "Ke2",
        "Bc4",
        "a6",
        "Nf6",
        "O-O",
        "Be7",
        "ee5",
        "bb4",
    ]);
    let tags = prop::sample::select(vec![
        "[Event \"x\"]\n",
        "[Event \"x\"",
        "[Event \"x",
        "[Event x]\n",
        "Event \"x\"]\n",
        "[White \"a \"b\" c\"]\n",
        "[Result \"1-0\"]\n",
        "[Result \"½\"]",
        "[Result \"\"]\n",
        "[Result]\n",
        "[Date \"2020-1-2\"]\n",
        "[event \"y\"]\n",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3\"]\n",
        "[SetUp \"0\"]\n",
        "[Setup \"1\"]",
        "[Site \"a\nb\"]\n",
        "[]",
        "[ \"v\"]",
        "[Variant \"Chess960\"]\n",
        "[Variant \"foo\"]\n",
        "[White 'w']\n",
        "[Black b\"]\n",
        "[Round \"1\\\"]\n",
        "[ECO \"A00\"][ECO \"A00\"]",
        "text ",
    ]);
    // On a line of their own: in the middle of one a tag pair begins the next game as soon as what stands before it is gone.
    let tags = tags.prop_map(|tag| format!("\n{tag}\n"));
    let piece = prop_oneof![3 => marks.prop_map(str::to_owned), 4 => moves.prop_map(str::to_owned), 2 => tags];
    let gap = prop::sample::select(vec!["", " ", " ", " ", "\n", "\r\n"]);
    let start = prop::sample::select(vec!["1. d4 ", "[Event \"x\"]\n", "[Event \"x\"]\n\n1. d4 "]);
    let pieces = prop::collection::vec((piece, gap), 0..16);
    (start, pieces).prop_map(|(start, pieces)| {
        let pieces: String = pieces.into_iter().map(|(piece, gap)| format!("{piece}{gap}")).collect();
        format!("{start}{pieces}")
    })
}
