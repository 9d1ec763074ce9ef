//! Properties of any file of records: findings lie inside, pieces give the same findings as the whole, formatting and fixes keep the
//! meaning of the records, and edits invalidate caches.

use scoresheet_chess::board::fen;
use scoresheet_chess::epd::{MoveOperand, RecordKind, RecordView};
use scoresheet_format::epd::{format_edits, format_records};
use scoresheet_format::{FormatOptions, Formatted};
use scoresheet_grammar::epd::{EpdFile, Line, lines, split_lines};
use scoresheet_ide::completion::Known;
use scoresheet_ide::epd;
use scoresheet_ide::hover::Style;
use scoresheet_lint::checked_file::{CheckedFile, FileFindings};
use scoresheet_lint::configuration::Configuration;
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::finding::{Applicability, Edit, Finding, Level};
use scoresheet_lint::record_linter::RecordLinter;
use scoresheet_lint::records::{Piece, PieceText};
use scoresheet_lint::rules::RULES;

use crate::edits::RandomEdit;

/// Findings lie inside the text, pieces give what the whole gives, and features answer anywhere.
pub fn check_text(text: &str, kind: RecordKind) {
    let linter = RecordLinter::for_file(RULES, &Configuration::new(Level::Hint), text);
    let findings = linter.check_text(text, kind);
    for finding in &findings {
        let places = finding.related.iter().map(|related| &related.range);
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.range);
        for range in std::iter::once(&finding.range).chain(places).chain(edits) {
            assert!(text.get(range.clone()).is_some(), "{finding:?} in {text:?}");
        }
    }
    let pieces = split_lines(text, 200);
    let checked: Vec<_> =
        pieces.iter().map(|piece| linter.check_lines(&text[piece.clone()], kind, &Effort::default())).collect();
    let of_records = pieces
        .iter()
        .zip(&checked)
        .flat_map(|(piece, checked)| checked.findings.iter().map(|it| it.clone().shifted(piece.start)));
    let mut joined: Vec<Finding> = of_records.collect();
    let pieces: Vec<Piece> = pieces
        .iter()
        .zip(&checked)
        .map(|(piece, checked)| Piece { start: piece.start, text: PieceText::Held(&text[piece.clone()]), checked })
        .collect();
    joined.extend(linter.check_pieces(&pieces, kind));
    joined.sort_by_key(|finding| (finding.range.start, finding.range.end));
    assert_eq!(shown(&joined), shown(&findings));
}

#[track_caller]
pub fn check_formatting(text: &str, kind: RecordKind) {
    let once = formatted(text, kind);
    let twice = formatted(&once.text, kind);
    assert_eq!(twice.text, once.text, "from {text:?}");
    let (before, after): (Vec<_>, Vec<_>) = (records(text).collect(), records(&once.text).collect());
    assert_eq!(before.len(), after.len(), "from {text:?}");
    for ((_, before), (_, after)) in before.iter().zip(&after) {
        if before.trim_end_matches(['\n', '\r']) != after.trim_end_matches(['\n', '\r']) {
            assert_eq!(meaning(before, kind), meaning(after, kind), "{before:?}\n{after:?}");
        }
    }
    let pieces = split_lines(text, 100);
    let options = FormatOptions::default().for_text(text);
    let mut joined = Formatted::default();
    for piece in pieces {
        joined.append(format_records(&text[piece.clone()], kind, options), piece.start);
    }
    assert_eq!(joined, once);
}

pub fn check_features(text: &str, kind: RecordKind, offset: usize) {
    let offset = text.floor_char_boundary(offset.min(text.len()));
    let file = EpdFile::parse(text);
    if let Some(hover) = epd::hover(&file, kind, offset, Style::Plain) {
        assert!(text.get(hover.range).is_some());
    }
    for item in epd::completion(&file, kind, offset, Known::default()) {
        assert!(text.get(item.range.clone()).is_some() && item.range.start <= offset && offset <= item.range.end);
    }
    for symbol in epd::symbols(&file) {
        assert!(text.get(symbol.range.clone()).is_some() && text.get(symbol.selection_range).is_some());
    }
    assert!(epd::folds(&file).iter().all(|fold| text[fold.range.clone()].contains(['\n', '\r'])));
    let mut edited = text.to_owned();
    for edit in format_edits(&file, kind, None).into_iter().rev() {
        edited.replace_range(edit.range, &edit.text);
    }
    assert!(format_edits(&EpdFile::parse(&edited), kind, None).is_empty());
}

/// After any edits, the findings are those of a fresh check.
pub fn check_edits(text: &str, edits: &[RandomEdit], kind: RecordKind) {
    let linter = |text: &str| RecordLinter::for_file(RULES, &Configuration::new(Level::Info), text);
    let mut text = text.to_owned();
    let mut file = EpdFile::parse(&text);
    let mut checked = CheckedFile::complete(&linter(&text), &file, kind, None);
    for edit in edits {
        let (range, new) = edit.of(&text);
        file = file.edit(range.clone(), new).0;
        text.replace_range(range, new);
        let linter = linter(&text);
        checked = CheckedFile::complete(&linter, &file, kind, Some(&checked));
        assert_eq!(shown(&checked.all()), shown(&linter.check_text(&text, kind)));
    }
}

#[track_caller]
pub fn check_repairs(text: &str, kind: RecordKind) {
    let repaired = repaired(text, kind);
    // After a hyphen in place of an opcode comes another operation, which has more findings without the hyphen.
    let is_certain = |line: &str| match Line::read(line) {
        Line::Record(record) => record.operations.iter().all(|operation| &line[operation.opcode.clone()] != "-"),
        _ => false,
    };
    if !records(text).all(|(_, line)| is_certain(line)) {
        return;
    }
    let errors =
        |text: &str| RecordLinter::configured(RULES, &Configuration::new(Level::Error)).check_text(text, kind).len();
    assert!(errors(&repaired) <= errors(text), "{text:?}\n{repaired:?}");
    let (before, after): (Vec<_>, Vec<_>) = (records(text).collect(), records(&repaired).collect());
    assert_eq!(before.len(), after.len(), "{text:?}\n{repaired:?}");
    // Move numbers count from 1.
    let repaired_meaning = |line: &str| {
        let mut parts = meaning(line, kind);
        parts.iter_mut().filter(|part| *part == "clock 0").for_each(|part| *part = "clock 1".to_owned());
        parts.sort();
        parts
    };
    for ((_, before), (_, after)) in before.iter().zip(&after) {
        assert_eq!(repaired_meaning(before), repaired_meaning(after), "{before:?}\n{after:?}");
    }
}

pub fn records(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).map(|line| (line.start, &text[line])).filter(|(_, line)| matches!(Line::read(line), Line::Record(_)))
}

pub fn formatted(text: &str, kind: RecordKind) -> Formatted {
    format_records(text, kind, FormatOptions::default())
}

/// The meaning of a record: fields and operations with their operands, in no particular order.
fn meaning(line: &str, kind: RecordKind) -> Vec<String> {
    let Line::Record(record) = Line::read(line) else { panic!("{line:?}") };
    let view = RecordView::new(line, record, kind);
    let mut parts: Vec<String> = view.clocks().map(|clock| format!("clock {clock}")).collect();
    // After a hyphen, the clocks are not part of the position.
    parts.extend(view.position().map(|position| fen(position).split(' ').take(4).collect::<Vec<_>>().join(" ")));
    for (index, operation) in view.record.operations.iter().enumerate() {
        // Quotes do not change the meaning of an operand.
        let of_move = |operand: &MoveOperand| {
            operand.action().map_or_else(|| operand.text.replace('"', ""), |action| format!("{action:?}"))
        };
        let mut moves: Vec<String> = view.moves_of(index).iter().map(of_move).collect();
        if view.opcode(operation) != "pv" {
            moves.sort();
        }
        let takes_moves = view.known(operation).is_some_and(|known| known.takes_moves());
        let others = view.operands(operation).iter().filter(|_| !takes_moves);
        let others: Vec<&str> = others.map(|operand| view.text(operand.inner())).collect();
        let part = format!("{} {} {}", view.opcode(operation), moves.join(" "), others.join(" "));
        parts.push(part);
    }
    let mut parts: Vec<String> = parts
        .iter()
        .map(|part| part.replace('"', "").replace('\0', " ").split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    parts.sort();
    parts
}

fn shown(findings: &[Finding]) -> Vec<String> {
    findings
        .iter()
        .map(|finding| format!("{:?} {} {:?} {:?}", finding.range, finding.message, finding.related, finding.fixes))
        .collect()
}

/// Applies safe fixes in text order until none is left.
fn repaired(text: &str, kind: RecordKind) -> String {
    let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Info));
    let mut text = text.to_owned();
    for _ in 0..MOST_ROUNDS {
        let findings = linter.check_text(&text, kind);
        let is_safe =
            |finding: &&Finding| finding.fixes.first().is_some_and(|fix| fix.applicability == Applicability::Safe);
        let mut edits: Vec<Edit> = Vec::new();
        for finding in findings.iter().filter(is_safe) {
            let is_apart = |edit: &Edit| {
                edits.iter().all(|other| edit.range.end < other.range.start || other.range.end < edit.range.start)
            };
            if finding.fixes[0].edits.iter().all(is_apart) {
                edits.extend(finding.fixes[0].edits.iter().cloned());
            }
        }
        if edits.is_empty() {
            return text;
        }
        edits.sort_by_key(|edit| edit.range.start);
        for edit in edits.iter().rev() {
            text.replace_range(edit.range.clone(), &edit.text);
        }
    }
    panic!("repairs of {text:?} do not come to an end");
}

/// The number of rounds after which no fix may be left.
const MOST_ROUNDS: usize = 30;
