//! EPD and FEN files: findings in real ones, and formatting that keeps their meaning.

use std::path::Path;

use proptest::prelude::*;
use scoresheet_chess::epd::RecordKind;
use scoresheet_format::epd;
use scoresheet_grammar::epd::EpdFile;
use scoresheet_lint::checked_file::{CheckedFile, FileFindings};
use scoresheet_lint::configuration::Configuration;
use scoresheet_lint::finding::Level;
use scoresheet_lint::record_linter::RecordLinter;
use scoresheet_lint::rules::RULES;
use scoresheet_tests::edits::{edits, epd_like};
use scoresheet_tests::laws::epd::{
    check_edits, check_features, check_formatting, check_repairs, check_text, formatted, records,
};
use scoresheet_tests::samples::{corpus, fixtures, lenient_text};

/// Files with faulty positions, strings or moves.
const FAULTY: [&str; 5] = [
    "3fold_unbalanced_quote.epd",
    "destructive_illegal_positions.epd",
    "epd_fen_with_counters.epd",
    "grief_causers_nul.epd",
    "faults.epd",
];

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap()
}

fn kind(path: &Path) -> RecordKind {
    RecordKind::of_name(Some(name(path)))
}

fn all_rules() -> RecordLinter {
    RecordLinter::new(RULES, |_| true, Level::Hint)
}

fn check_lines(path: &Path, text: &str) {
    let is_blank = |letter: char| letter <= ' ';
    let expected = text
        .split('\n')
        .map(|line| line.trim_matches(is_blank))
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    assert_eq!(records(text).count(), expected.count(), "{}", path.display());
    let joined: String = EpdFile::parse(text).lines().map(|(_, line)| line).collect();
    assert!(joined == text, "{}", path.display());
}

fn check_errors(path: &Path, text: &str) {
    let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Error));
    let errors = linter.check_text(text, kind(path));
    assert_eq!(!errors.is_empty(), FAULTY.contains(&name(path)), "{}: {errors:#?}", path.display());
}

fn check_dialects(path: &Path, text: &str) {
    let findings = RecordLinter::configured(RULES, &Configuration::new(Level::Info)).check_text(text, kind(path));
    for rule in
        ["six-field-record", "stray-semicolon", "missing-semicolon", "zero-byte", "coordinate-move", "surplus-blank"]
    {
        let told = findings.iter().filter(|finding| finding.rule.name == rule).count();
        assert!(told <= 1, "{}: {rule} {told} times", path.display());
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

fn check_formatting_of(path: &Path, text: &str) {
    println!("{}", path.display());
    check_formatting(text, kind(path));
}

#[test]
fn what_is_formatted_is_in_the_standards_form() {
    let text = include_str!("../fixtures/epd/dialects.epd");
    let formatted = formatted(text, RecordKind::default());
    assert_eq!(formatted.refused, []);
    let found = all_rules().check_text(&formatted.text, RecordKind::default());
    let rules: Vec<&str> = found.iter().map(|finding| finding.rule.name).collect();
    // Clocks remain fields, and a variant has its own.
    assert_eq!(rules, ["six-field-record", "duplicate-position", "variant-position", "duplicate-position"]);
}

/// Suppression by remarks does not depend on how a file is cut into pieces.
#[test]
fn remarks_stay_with_their_records() {
    let record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke4;\n";
    let text: String = (0..3000)
        .map(|index| format!("{}{record}", ["", "# scoresheet: allow illegal-move\n", "# x\n"][index % 3]))
        .collect();
    check_text(&text, RecordKind::default());
    let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Error));
    assert_eq!(linter.check_text(&text, RecordKind::default()).len(), 2000);
    let again = CheckedFile::complete(&linter, &EpdFile::parse(&text), RecordKind::default(), None);
    assert_eq!(again.len(), 2000);
}

fn check_pieces(path: &Path, text: &str) {
    check_text(text, kind(path));
    for offset in (0..text.len()).step_by(text.len() / 20 + 1) {
        check_features(text, kind(path), offset);
    }
}

/// Every fix removes its finding, and adds no syntax fault.
fn check_each_repair(path: &Path, text: &str) {
    let kind = kind(path);
    let linter = RecordLinter::configured(RULES, &Configuration::new(Level::Info));
    for finding in linter.check_text(text, kind) {
        let Some(fix) = finding.fixes.first() else { continue };
        let mut repaired = text.to_owned();
        for edit in fix.edits.iter().rev() {
            repaired.replace_range(edit.range.clone(), &edit.text);
        }
        let left = linter.check_text(&repaired, kind).iter().filter(|one| one.rule.name == finding.rule.name).count();
        let before = linter.check_text(text, kind).iter().filter(|one| one.rule.name == finding.rule.name).count();
        // A fix for all records skips those with syntax faults.
        let is_done = left < before || FAULTY.contains(&name(path)) && left == before && repaired != text;
        assert!(is_done, "{}: {} {:?}", path.display(), finding.message, fix.title);
        assert_eq!(records(&repaired).count(), records(text).count());
    }
}

fn check_all_repairs(path: &Path, text: &str) {
    println!("{}", path.display());
    check_repairs(text, kind(path));
}

/// Each check on the records of this repository.
fn on_fixtures(check: fn(&Path, &str)) {
    fixtures(&["epd", "fen"]).iter().for_each(|(path, bytes)| check(path, &lenient_text(bytes)));
}

#[test]
fn every_line_that_is_no_remark_is_a_record() {
    on_fixtures(check_lines);
}

#[test]
fn files_that_engines_use_have_no_errors() {
    on_fixtures(check_errors);
}

#[test]
fn dialects_are_told_once_a_file() {
    on_fixtures(check_dialects);
}

#[test]
fn formatting_keeps_what_files_say() {
    on_fixtures(check_formatting_of);
}

#[test]
fn files_are_seen_in_pieces_as_whole() {
    on_fixtures(check_pieces);
}

#[test]
fn safe_repairs_repair() {
    on_fixtures(check_each_repair);
}

#[test]
fn safe_repairs_come_to_an_end_and_keep_what_files_say() {
    on_fixtures(check_all_repairs);
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_files_hold_to_all_of_that() {
    let checks = [
        check_lines,
        check_errors,
        check_dialects,
        check_formatting_of,
        check_pieces,
        check_each_repair,
        check_all_repairs,
    ];
    for (path, bytes) in corpus("", &["epd", "fen"]) {
        println!("{}", path.display());
        checks.iter().for_each(|check: &fn(&Path, &str)| check(&path, &lenient_text(&bytes)));
    }
}

/// Inputs that fuzzing has found.
#[test]
fn records_that_were_once_spoilt() {
    for text in [
        // A field is missing or invalid, so that a moved opcode would become a field.
        "4k3/- - - bm e2e4, Kd2!; Private \"x\"\n",
        "rnbqkbnr/\0pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n",
        // There is no field between two spaces.
        "4k3/8/8/8/8/8/4P3/4K3 w  -; m\n",
        // The rest of a version number is not a move number.
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm 1.4.0, 13.4.\n",
        // A word with more than a move is not a move.
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4- Kd2;\n",
        // A letter after a move is no novelty sign: records have no NAGs.
        "4k3/8/8/8/8/8/4P3/4K3 w - - pv e5 Nf3 N\n",
        // A clock after a NUL is a clock.
        "4k3/8/8/8/8/8/4P3/4K3 w - - 3+3\u{0}0 \n",
        // Without the move number a quote would start a string.
        "4k3/8/8/8/8/8/4P3/4K3 w - - dm 0; bm e4; bm  Ge7b7]} e5 2.\"]fe3;3 id  *\"unclosed\n",
        // Elsewhere another quote would close the string.
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2; id \\; id \"suite.3\"; v0 \"\";",
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm  e4; c0 \"C:\\games\\\";  id \"x\";",
        "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"x\"; c1 \"\\\";",
        // The move number, which cannot be 0, is one of three clocks.
        "4k3/8/8/8/8/8/4P3/4K3 w - - 03 0 1 ;D 1\n",
        // Quotes without a move make no difference.
        "4k3/8/8/8/8/8/4P3/4K3 w - - sm e4\", \"0-1\", \"1-0e5 *\", \n",
    ] {
        check_formatting(text, RecordKind::default());
        check_repairs(text, RecordKind::default());
    }
}

/// Long lines of everything: work that is not linear would not terminate in time.
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
