//! EPD and FEN files: what is said of real ones, and that formatting keeps what they say.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use scoresheet_analysis::board::fen;
use scoresheet_analysis::configuration::Configuration;
use scoresheet_analysis::epd::{
    self, MoveOperand, Piece, PieceText, RecordKind, RecordLinter, RecordView, format_edits, format_records,
};
use scoresheet_analysis::finding::{Applicability, Edit, Finding, Level};
use scoresheet_analysis::format::{FormatOptions, Formatted};
use scoresheet_analysis::hover::Style;
use scoresheet_analysis::rules::RULES;
use scoresheet_grammar::epd::{EpdFile, Line, lines, split_lines};
use scoresheet_tests::edits::{RandomEdit, edits, epd_like};
use scoresheet_tests::samples::{lenient_text, sample_files_with};

/// Files of which not all positions, strings or moves are sound.
const FAULTY: [&str; 5] = [
    "3fold_unbalanced_quote.epd",
    "destructive_illegal_positions.epd",
    "epd_fen_with_counters.epd",
    "grief_causers_nul.epd",
    "faults.epd",
];

/// The shared samples and the fixtures, as text.
fn files() -> Vec<(PathBuf, String)> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/epd");
    let own = std::fs::read_dir(fixtures).unwrap().map(|entry| entry.unwrap().path());
    let own = own.map(|path| (path.clone(), std::fs::read(path).unwrap()));
    let all = own.chain(sample_files_with("corpus", &["epd", "fen"]));
    all.map(|(path, bytes)| (path, lenient_text(&bytes))).collect()
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap()
}

fn kind(path: &Path) -> RecordKind {
    RecordKind::of_name(Some(name(path)))
}

fn all_rules() -> RecordLinter {
    RecordLinter::new(RULES, Level::Hint)
}

fn records(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).map(|line| (line.start, &text[line])).filter(|(_, line)| matches!(Line::read(line), Line::Record(_)))
}

#[test]
fn every_line_that_is_no_remark_is_a_record() {
    for (path, text) in files() {
        let is_blank = |letter: char| letter <= ' ';
        let expected = text
            .split('\n')
            .map(|line| line.trim_matches(is_blank))
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(records(&text).count(), expected.count(), "{}", path.display());
        let joined: String = EpdFile::parse(&text).lines().map(|(_, line)| line).collect();
        assert!(joined == text, "{}", path.display());
    }
}

#[test]
fn files_that_engines_use_have_no_errors() {
    for (path, text) in files() {
        let linter = RecordLinter::configured(&Configuration::new(Level::Error));
        let errors = linter.check_text(&text, kind(&path));
        assert_eq!(!errors.is_empty(), FAULTY.contains(&name(&path)), "{}: {errors:#?}", path.display());
    }
}

#[test]
fn dialects_are_told_once_a_file() {
    for (path, text) in files() {
        let findings = RecordLinter::configured(&Configuration::new(Level::Info)).check_text(&text, kind(&path));
        for rule in [
            "six-field-record",
            "stray-semicolon",
            "missing-semicolon",
            "zero-byte",
            "coordinate-move",
            "surplus-blank",
        ] {
            let told = findings.iter().filter(|finding| finding.rule.name == rule).count();
            assert!(told <= 1, "{}: {rule} {told} times", path.display());
        }
    }
}

#[test]
fn the_suite_in_the_standards_form_is_clean() {
    let text = include_str!("../fixtures/epd/suite.epd");
    assert!(all_rules().check_text(text, RecordKind::default()).is_empty());
    assert_eq!(formatted(text, RecordKind::default()).text, text);
    let fen = include_str!("../fixtures/epd/positions.fen");
    assert!(all_rules().check_text(fen, RecordKind::of_name(Some("positions.fen"))).is_empty());
}

/// Section 16.1.4.
#[test]
fn the_examples_of_the_standard_are_clean() {
    let examples = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n\
                    rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\n\
                    rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n";
    let kind = RecordKind::of_name(Some("examples.fen"));
    assert!(all_rules().check_text(examples, kind).is_empty());
    assert_eq!(formatted(examples, kind).text, examples);
    let epd = epd::fen_to_epd(examples).text;
    assert!(all_rules().check_text(&epd, RecordKind::default()).is_empty());
    assert_eq!(epd::epd_to_fen(&epd, RecordKind::default()).text, examples);
}

fn formatted(text: &str, kind: RecordKind) -> Formatted {
    format_records(text, kind, FormatOptions::default())
}

/// All that a record says, however it is written: fields and operations with their operands, in no order.
fn meaning(line: &str, kind: RecordKind) -> Vec<String> {
    let Line::Record(record) = Line::read(line) else { panic!("{line:?}") };
    let view = RecordView::new(line, record, kind);
    let mut parts: Vec<String> = view.clocks().map(|clock| format!("clock {clock}")).collect();
    // Where a hyphen stands before them, the clocks are not part of the position.
    parts.extend(view.position().map(|position| fen(position).split(' ').take(4).collect::<Vec<_>>().join(" ")));
    for (index, operation) in view.record.operations.iter().enumerate() {
        let of_move =
            |operand: &MoveOperand| operand.action().map_or(operand.text.clone(), |action| format!("{action:?}"));
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
        .map(|part| part.replace(['"', '\0'], "").split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    parts.sort();
    parts
}

#[track_caller]
fn check_formatting(text: &str, kind: RecordKind) {
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

#[test]
fn formatting_keeps_what_real_files_say() {
    for (path, text) in files() {
        println!("{}", path.display());
        check_formatting(&text, kind(&path));
    }
}

#[test]
fn what_is_formatted_is_in_the_standards_form() {
    let text = include_str!("../fixtures/epd/dialects.epd");
    let formatted = formatted(text, RecordKind::default());
    assert_eq!(formatted.refused, []);
    let found = all_rules().check_text(&formatted.text, RecordKind::default());
    let rules: Vec<&str> = found.iter().map(|finding| finding.rule.name).collect();
    // Clocks stay fields, and a variant is one.
    assert_eq!(rules, ["six-field-record", "duplicate-position", "variant-position", "duplicate-position"]);
}

fn shown(findings: &[Finding]) -> Vec<String> {
    findings
        .iter()
        .map(|finding| format!("{:?} {} {:?} {:?}", finding.range, finding.message, finding.related, finding.fixes))
        .collect()
}

/// Findings lie inside the text, pieces give what the whole gives, and features answer anywhere.
fn check_text(text: &str, kind: RecordKind) {
    let linter = RecordLinter::configured(&Configuration::new(Level::Hint));
    let findings = linter.check_text(text, kind);
    for finding in &findings {
        let places = finding.related.iter().map(|related| &related.range);
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.range);
        for range in std::iter::once(&finding.range).chain(places).chain(edits) {
            assert!(text.get(range.clone()).is_some(), "{finding:?} in {text:?}");
        }
    }
    let pieces = split_lines(text, 200);
    let checked: Vec<_> = pieces.iter().map(|piece| linter.check_lines(&text[piece.clone()], kind)).collect();
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

/// Where remarks allow something, it does not matter how a file lies in pieces.
#[test]
fn remarks_stay_with_their_records() {
    let record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke4;\n";
    let text: String = (0..3000)
        .map(|index| format!("{}{record}", ["", "# scoresheet: allow illegal-move\n", "# x\n"][index % 3]))
        .collect();
    check_text(&text, RecordKind::default());
    let linter = RecordLinter::configured(&Configuration::new(Level::Error));
    assert_eq!(linter.check_text(&text, RecordKind::default()).len(), 2000);
    let again = linter.check_again(&EpdFile::parse(&text), RecordKind::default(), None);
    assert_eq!(again.len(), 2000);
}

fn check_features(text: &str, kind: RecordKind, offset: usize) {
    let offset = text.floor_char_boundary(offset.min(text.len()));
    let file = EpdFile::parse(text);
    if let Some(hover) = epd::hover(&file, kind, offset, Style::Plain) {
        assert!(text.get(hover.range).is_some());
    }
    for item in epd::completion(&file, kind, offset) {
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

#[test]
fn real_files_are_seen_in_pieces_as_whole() {
    for (path, text) in files() {
        check_text(&text, kind(&path));
        for offset in (0..text.len()).step_by(text.len() / 20 + 1) {
            check_features(&text, kind(&path), offset);
        }
    }
}

/// Whatever is typed, what is said of the text is what is said of it anew.
fn check_edits(text: &str, edits: &[RandomEdit], kind: RecordKind) {
    let linter = RecordLinter::configured(&Configuration::new(Level::Info));
    let mut text = text.to_owned();
    let mut file = EpdFile::parse(&text);
    let mut checked = linter.check_again(&file, kind, None);
    for edit in edits {
        let (range, new) = edit.of(&text);
        file = file.edit(range.clone(), new).0;
        text.replace_range(range, new);
        checked = linter.check_again(&file, kind, Some(&checked));
        assert_eq!(shown(&checked.all()), shown(&linter.check_text(&text, kind)));
    }
}

/// Every repair of every finding ends what it was for, and makes nothing unreadable.
#[test]
fn safe_repairs_repair() {
    for (path, text) in files() {
        let kind = kind(&path);
        let linter = RecordLinter::configured(&Configuration::new(Level::Info));
        for finding in linter.check_text(&text, kind) {
            let Some(fix) = finding.fixes.first() else { continue };
            let mut repaired = text.clone();
            for edit in fix.edits.iter().rev() {
                repaired.replace_range(edit.range.clone(), &edit.text);
            }
            let left =
                linter.check_text(&repaired, kind).iter().filter(|one| one.rule.name == finding.rule.name).count();
            let before = linter.check_text(&text, kind).iter().filter(|one| one.rule.name == finding.rule.name).count();
            // A repair of all records leaves out those that do not read cleanly.
            let is_done = left < before || FAULTY.contains(&name(&path)) && left == before && repaired != text;
            assert!(is_done, "{}: {} {:?}", path.display(), finding.message, fix.title);
            assert_eq!(records(&repaired).count(), records(&text).count());
        }
    }
}

/// Applies safe repairs, those first that come first, until none is left.
fn repaired(text: &str, kind: RecordKind) -> String {
    let linter = RecordLinter::configured(&Configuration::new(Level::Info));
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

/// Rounds after which nothing is left to repair.
const MOST_ROUNDS: usize = 30;

#[track_caller]
fn check_repairs(text: &str, kind: RecordKind) {
    let repaired = repaired(text, kind);
    // Behind a hyphen that stands for an opcode there is another operation, of which more can be said without it.
    let is_certain = |line: &str| match Line::read(line) {
        Line::Record(record) => record.operations.iter().all(|operation| &line[operation.opcode.clone()] != "-"),
        _ => false,
    };
    if !records(text).all(|(_, line)| is_certain(line)) {
        return;
    }
    let errors = |text: &str| RecordLinter::configured(&Configuration::new(Level::Error)).check_text(text, kind).len();
    assert!(errors(&repaired) <= errors(text), "{text:?}\n{repaired:?}");
    let (before, after): (Vec<_>, Vec<_>) = (records(text).collect(), records(&repaired).collect());
    assert_eq!(before.len(), after.len(), "{text:?}\n{repaired:?}");
    // Move numbers count from 1.
    let repaired_meaning = |line: &str| {
        let parts =
            meaning(line, kind).into_iter().map(|part| if part == "clock 0" { "clock 1".to_owned() } else { part });
        parts.collect::<Vec<_>>()
    };
    for ((_, before), (_, after)) in before.iter().zip(&after) {
        assert_eq!(repaired_meaning(before), repaired_meaning(after), "{before:?}\n{after:?}");
    }
}

#[test]
fn safe_repairs_come_to_an_end_and_keep_what_files_say() {
    for (path, text) in files() {
        println!("{}", path.display());
        check_repairs(&text, kind(&path));
    }
}

/// Long lines of everything: what is not linear does not come to an end.
#[test]
fn hostile_lines_are_read() {
    const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    let pieces =
        ["bm dm;", "a;", ";", " ", "bm e4;", "\"", "\" ", "c0 \"a  b\";", "id x", "bm Ke9 ", "\\\"", "/", "\0", "D1 1"];
    let mut lines: Vec<String> = pieces.iter().map(|piece| format!("{BOARD} {}", piece.repeat(20_000))).collect();
    lines.extend(pieces.iter().map(|piece| piece.repeat(20_000)));
    lines.push(format!("{BOARD} pv e2-e4 e5 {}", shuffle.repeat(500)));
    lines.push(format!("{BOARD} bm {}", "Ke4 ".repeat(20_000)));
    for line in lines {
        check_text(&line, RecordKind::default());
        let once = formatted(&line, RecordKind::default());
        assert_eq!(formatted(&once.text, RecordKind::default()).text, once.text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_is_checked_and_formatted(text in epd_like(), offset in 0..400_usize) {
        check_text(&text, RecordKind::default());
        check_formatting(&text, RecordKind::default());
        check_features(&text, RecordKind::default(), offset);
    }

    #[test]
    fn any_text_is_repaired(text in epd_like()) {
        check_repairs(&text, RecordKind::default());
    }

    #[test]
    fn any_edits_are_seen(text in epd_like(), edits in edits(6)) {
        check_edits(&text, &edits, RecordKind::default());
    }

    #[test]
    fn any_text_is_converted(text in epd_like()) {
        let epd = epd::fen_to_epd(&text);
        let fen = epd::epd_to_fen(&text, RecordKind::default());
        prop_assert_eq!(records(&epd.text).count() + epd.refused.len(), records(&text).count());
        prop_assert_eq!(records(&fen.text).count() + fen.refused.len(), records(&text).count());
        epd::epd_to_games(&text, RecordKind::default());
    }
}
