//! Tests of rules: a snippet of PGN or EPD with marks below its lines.
//!
//! A line of spaces, carets and words after them marks the line above: each run of carets is one finding, the words are its
//! message, or the beginning of it before `...`. Marking lines are removed before parsing.

mod material;

use std::sync::Arc;

use scoresheet_chess::repertoire::{Place, PlayedMoves, Repertoire};
use scoresheet_grammar::{Database, GameView, Parser, Tree};
use shakmaty::Color;

use crate::file_view::{FileFacts, FileOptions, OtherFiles};
use crate::finding::{Applicability, Finding, Level};
use crate::linter::Linter;
use crate::record_linter::RecordLinter;
use crate::repertoire::{Demands, FaultOfFile, OtherPlace, faults};
use crate::rule::Rule;
use crate::rules::{RULES, rule};
use scoresheet_chess::epd::RecordKind;
use scoresheet_chess::evaluation::Engine;

/// An engine that counts material.
pub(crate) fn engine() -> Engine {
    Engine::new(Arc::new(material::Material))
}

/// Checks that `rule` reports exactly the marked findings in `snippet`.
#[track_caller]
pub(crate) fn check(rule: &'static Rule, snippet: &str) {
    let (text, marks) = take_marks(snippet);
    let findings = findings(rule, &text);
    let found: Vec<String> = findings.iter().map(|finding| describe(&text, finding)).collect();
    let shown: Vec<String> = marks.iter().map(|mark| format!("{:?} {}", mark.range, mark.message)).collect();
    assert_eq!(findings.len(), marks.len(), "found {found:#?}\nexpected {shown:#?}");
    for (finding, mark) in findings.iter().zip(&marks) {
        assert_eq!(finding.range, mark.range, "found {found:#?}");
        let fits = match mark.message.strip_suffix("...") {
            Some(beginning) => finding.message.starts_with(beginning),
            None => mark.message.is_empty() || finding.message == mark.message,
        };
        assert!(fits, "found {:?}\nexpected {:?}", finding.message, mark.message);
    }
}

/// Checks that the first fixes of all findings of `rule` in `before` give `after`, and that `after` has no findings.
#[track_caller]
pub(crate) fn check_fix(rule: &'static Rule, before: &str, after: &str) {
    let mut text = before.to_owned();
    let found = findings(rule, before);
    assert!(!found.is_empty(), "nothing is found");
    for finding in found.iter().rev() {
        let Some(fix) = finding.fixes.first() else { panic!("{:?} has no fix", finding.message) };
        for edit in fix.edits.iter().rev() {
            text.replace_range(edit.range.clone(), &edit.text);
        }
    }
    assert_eq!(text, after);
    let left = findings(rule, after);
    assert!(left.is_empty(), "after the fix: {left:#?}");
}

/// Checks that the first fix of every finding of `rule` in `text` has this applicability.
#[track_caller]
pub(crate) fn check_applicability(rule: &'static Rule, text: &str, applicability: Applicability) {
    let found = findings(rule, text);
    assert!(!found.is_empty(), "nothing is found");
    for finding in found {
        assert_eq!(finding.fixes.first().map(|fix| fix.applicability), Some(applicability), "{:?}", finding.message);
    }
}

/// Returns the findings of one rule in a text.
pub(crate) fn findings(rule: &'static Rule, text: &str) -> Vec<Finding> {
    all_findings(&[rule], text)
}

/// Returns the findings of several rules in a text.
pub(crate) fn all_findings(rules: &[&'static Rule], text: &str) -> Vec<Finding> {
    findings_in_file(rules, text, None, FileOptions::default())
}

/// The names of the rules that find an error or warning in a text.
pub(crate) fn warnings(text: &str) -> Vec<&'static str> {
    let found = all_findings(crate::rules::RULES, text);
    found.iter().filter(|one| one.level >= Level::Warning).map(|one| one.rule.name).collect()
}

/// Returns the findings of several rules in a file that is the repertoire of White, compared with the main lines of `games` if there are any.
pub(crate) fn findings_in_repertoire(rules: &[&'static Rule], text: &str, games: Option<&str>) -> Vec<Finding> {
    let repertoire = repertoire(text);
    let played = games.map(|games| played(&repertoire, games));
    let here = |place: Place| OtherPlace::Here(place.range());
    let found: Vec<FaultOfFile> = faults(&repertoire, played.as_ref(), Demands::default())
        .into_iter()
        .map(|fault| FaultOfFile {
            kind: fault.kind,
            range: fault.place.range(),
            other: fault.other.map(here),
            fix: None,
        })
        .collect();
    let linter = Linter::new(RULES, |rule| rules.iter().any(|asked| asked.name == rule.name), Level::Hint);
    let elsewhere = OtherFiles { repertoire: &found, ..OtherFiles::default() };
    linter
        .check_database(&Database::parse(text), FileFacts { name: Some("2023.pgn"), elsewhere, ..FileFacts::default() })
}

/// The repertoire of White in a text.
pub(crate) fn repertoire(text: &str) -> Repertoire {
    let mut repertoire = Repertoire::new(Color::White);
    let (mut parser, mut tree) = (Parser::new(text), Tree::default());
    for game in 0.. {
        let Some(range) = parser.next_game(&mut tree) else { break };
        repertoire.add_game(GameView { text: &text[range.clone()], tree: &tree }, 0, game, range.start);
    }
    repertoire
}

/// What the main lines of games play.
fn played(in_repertoire: &Repertoire, games: &str) -> PlayedMoves {
    let games = repertoire(games);
    let mut played = PlayedMoves::of(in_repertoire);
    played.games = games.nodes.iter().map(|node| node.starts.len() as u64).sum();
    for (node, found) in in_repertoire.nodes.iter().enumerate() {
        let Some(same) = games.find(&found.position) else { continue };
        for other in &games.nodes[same].moves {
            played.nodes[node].count(other.action, other.occurrences.len() as u64);
        }
        played.nodes[node].reached = 1;
    }
    played
}

/// Returns the findings of several rules in a file of this name, which may have a folder before it: `1993/games.pgn`.
pub(crate) fn findings_in_file(
    rules: &[&'static Rule],
    text: &str,
    name: Option<&str>,
    options: FileOptions,
) -> Vec<Finding> {
    let is_asked = |rule: &Rule| rules.iter().any(|asked| asked.name == rule.name);
    let (folder, name) = match name.and_then(|path| path.rsplit_once('/')) {
        Some((folder, name)) => (Some(folder), Some(name)),
        None => (None, name),
    };
    let has_records = name.is_some_and(|name| name.ends_with(".epd") || name.ends_with(".fen"));
    if has_records || rules.iter().all(|rule| !rule.is_for_games()) {
        let linter = RecordLinter::new(RULES, is_asked, Level::Hint).with_engine(Some(engine()));
        return linter.check_text(text, RecordKind::of_name(name));
    }
    let linter = Linter::new(RULES, is_asked, Level::Hint).with_file_options(options).with_engine(Some(engine()));
    let database = Database::parse(text);
    let findings = linter.check_database(&database, FileFacts { name, folder, ..FileFacts::default() });
    for Finding { rule: id, level, message, .. } in &findings {
        let promised = rule(id.name).map(|rule| rule.level);
        assert!(Some(*level) <= promised, "{} promises {promised:?} at most: {message:?}", id.name);
    }
    findings
}

struct Mark {
    range: std::ops::Range<usize>,
    message: String,
}

fn take_marks(snippet: &str) -> (String, Vec<Mark>) {
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut line_start = 0;
    for line in snippet.trim_start_matches('\n').split_inclusive('\n') {
        if line.trim_start().starts_with('^') {
            marks.extend(line_marks(line, &text[line_start..], line_start));
        } else {
            line_start = text.len();
            text.push_str(line);
        }
    }
    (text, marks)
}

/// Reads the marks of one marking line. Columns are characters.
fn line_marks(marking: &str, line: &str, line_start: usize) -> Vec<Mark> {
    let offset =
        |column: usize| line_start + line.char_indices().nth(column).map_or(line.trim_end().len(), |(byte, _)| byte);
    let carets = marking.trim_end().rfind('^').map_or(0, |last| last + 1);
    let message = marking[carets..].trim().to_owned();
    let columns: Vec<char> = marking[..carets].chars().collect();
    let mut marks = Vec::new();
    let mut column = 0;
    while column < columns.len() {
        let length = columns[column..].iter().take_while(|character| **character == '^').count();
        if length > 0 {
            marks.push(Mark { range: offset(column)..offset(column + length), message: message.clone() });
        }
        column += length.max(1);
    }
    marks
}

fn describe(text: &str, finding: &Finding) -> String {
    format!("{:?} {:?} {}", finding.range, &text[finding.range.clone()], finding.message)
}
