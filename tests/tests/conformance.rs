//! Scoresheet against the suite of `tests/conformance`: the games that it reads in every case, and its findings.

use scoresheet::text_file::TextFile;
use scoresheet_chess::board::fen;
use scoresheet_chess::replay::{Outcome, Ply, Replay, Step};
use scoresheet_chess::{nag, results};
use scoresheet_grammar::ast::{comment_text, nag_number};
use scoresheet_grammar::{Database, GameView, NodeKind, TokenKind};
use scoresheet_lint::configuration::Configuration;
use scoresheet_lint::file_view::FileFacts;
use scoresheet_lint::finding::{Finding, Level};
use scoresheet_lint::linter::Linter;
use scoresheet_lint::rules::RULES;
use scoresheet_tests::conformance::{Case, cases};
use serde_json::{Value, json};

#[test]
fn every_case_is_read_as_expected() {
    let differences = cases().into_iter().flat_map(|case| {
        let file = decoded(&case);
        let database = Database::parse(&file.text);
        let found: Vec<Value> = database.views().map(|(_, game)| read(game)).collect();
        let expected = case.expected["games"].as_array().unwrap();
        let mut differences: Vec<String> = expected.iter().zip(&found).filter_map(|(e, f)| difference(e, f)).collect();
        if expected.len() != found.len() {
            differences.push(format!("{} games, expected {}", found.len(), expected.len()));
        }
        differences.into_iter().map(move |difference| format!("{}: {difference}", case.name()))
    });
    assert_none(differences.collect());
}

#[test]
fn every_report_is_at_its_place() {
    let differences = cases().into_iter().flat_map(|case| {
        let file = decoded(&case);
        let findings = findings(&file, Level::Hint);
        let is_found = |report: &&Value| {
            let place = json!([report["line"], report["column"]]);
            let is_error = report["severity"] == "error";
            findings.iter().any(|finding| {
                place == place_of(&file.text, finding.range.start) && (finding.level == Level::Error) == is_error
            })
        };
        let missing = case.expected["reports"].as_array().unwrap().iter().filter(|report| !is_found(report));
        let missing: Vec<String> = missing.map(|report| format!("{}: nothing of {report}", case.name())).collect();
        missing
    });
    assert_none(differences.collect());
}

/// There are no other findings at the levels that `check` shows.
#[test]
fn every_case_has_the_findings_that_it_names() {
    let differences = cases().into_iter().filter_map(|case| {
        let findings = findings(&decoded(&case), Level::Warning);
        let names = findings.iter().map(|finding| format!("{} {}", finding.level.name(), finding.rule.name));
        let found = Value::from(names.collect::<Vec<_>>());
        let expected = &case.expected["scoresheet"];
        (found != *expected).then(|| format!("{}: {found}, expected {expected}", case.name()))
    });
    assert_none(differences.collect());
}

#[track_caller]
fn assert_none(differences: Vec<String>) {
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn decoded(case: &Case) -> TextFile {
    TextFile::decode(case.path.clone(), case.bytes.clone(), None).expect("a guess never fails")
}

fn findings(file: &TextFile, lowest: Level) -> Vec<Finding> {
    let has_byte_order_mark = file.has_utf8_byte_order_mark();
    let facts = FileFacts { name: file.name(), has_byte_order_mark, ..FileFacts::default() };
    Linter::configured(RULES, &Configuration::new(lowest)).check_database(&Database::parse(&file.text), facts)
}

/// Line and column, from 1, in characters. Lines end with LF, CR LF or CR.
fn place_of(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line_start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let lines = before[..line_start].replace("\r\n", "\n").matches(['\n', '\r']).count();
    json!([lines + 1, before[line_start..].chars().count() + 1])
}

/// The parts of a game, by their names in the suite.
fn read(game: GameView) -> Value {
    let mut replay = Replay::new(game);
    let start = replay.setup().start.as_ref().map(fen);
    let mut lines = Lines::default();
    let (mut comments, mut nags, mut result) = (Vec::new(), Vec::new(), None);
    while let Some((step, range)) = replay.advance() {
        let text = &game.text[range];
        match step {
            Step::Enter(NodeKind::Variation) => lines.begin_variation(),
            Step::Leave(NodeKind::Variation) => lines.end_variation(),
            Step::Move => lines.add(san(replay.ply(), text)),
            Step::Token(kind) if kind.is_comment() => comments.push(words(comment_text(kind, text))),
            Step::Token(TokenKind::Nag) => nags.push(nag_number(text)),
            Step::Token(TokenKind::Suffix) => nags.extend(nag::from_suffix(text).map(u32::from)),
            Step::Token(kind) if kind.is_termination() && lines.open.is_empty() && result.is_none() => {
                result = results::canonical(text);
            }
            Step::Token(_) | Step::Enter(_) | Step::Leave(_) => {}
        }
    }
    let tags: Vec<Value> = game.tags().iter().map(|tag| json!([tag.name, tag.value()])).collect();
    json!({
        "tags": tags,
        "start": start,
        "moves": lines.main,
        "variations": lines.variations,
        "comments": comments,
        "nags": nags,
        "result": result,
    })
}

/// The main line, and the variations in the order of their starts.
#[derive(Default)]
struct Lines {
    main: Vec<String>,
    variations: Vec<Vec<String>>,
    /// The open variations, the innermost last.
    open: Vec<usize>,
}

impl Lines {
    fn begin_variation(&mut self) {
        self.open.push(self.variations.len());
        self.variations.push(Vec::new());
    }

    fn end_variation(&mut self) {
        self.open.pop();
    }

    fn add(&mut self, san: String) {
        match self.open.last() {
            Some(&variation) => self.variations[variation].push(san),
            None => self.main.push(san),
        }
    }
}

/// A move in SAN, or its text if it is illegal or ambiguous.
fn san(ply: &Ply, written: &str) -> String {
    match &ply.outcome {
        // The NAG of a sign directly before the move comes first.
        Outcome::Played { canonical: Some(canonical), .. } => {
            canonical.split(' ').next_back().unwrap_or_default().to_owned()
        }
        Outcome::Null { .. } => "--".to_owned(),
        _ => written.to_owned(),
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first part of a game that is not as expected, of those that the case names.
fn difference(expected: &Value, found: &Value) -> Option<String> {
    let expected = expected.as_object().unwrap();
    let has_open_end = expected.contains_key("open_end");
    let differs = |part: &&String| {
        let (expected, found) = (&expected[*part], &found[part.as_str()]);
        match (part.as_str(), expected, found) {
            ("open_end" | "optional", ..) => false,
            ("moves", Value::Array(expected), Value::Array(found)) if has_open_end => !found.starts_with(expected),
            (_, Value::Number(count), Value::Array(found)) => count.as_u64() != Some(found.len() as u64),
            _ => expected != found,
        }
    };
    let part = expected.keys().find(differs)?;
    Some(format!("{part} {}, expected {}", found[part], expected[part]))
}
