//! The commands on files of records, through the real program: EPD and lists of FEN records.

#![allow(clippy::unwrap_used, reason = "a test file outside of cfg(test)")]

mod program;

use std::fs;
use std::path::Path;
use std::process::Output;

use program::{fixture, transcript};

use scoresheet_chess::epd::{RecordKind, RecordView};
use scoresheet_grammar::epd::{Line, lines};

#[path = "../../tests/src/samples.rs"]
#[allow(unreachable_pub, reason = "a module of another crate, where it is public")]
#[allow(dead_code, reason = "other ways to read are for others")]
mod samples;

/// A folder with copies of the sample records.
fn copies() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(fixture("epd")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn run_with(input: &[u8], folder: &Path, command_line: &str) -> Output {
    program::run_with(input, folder, &command_line.split_whitespace().collect::<Vec<_>>())
}

fn run(folder: &Path, command_line: &str) -> Output {
    run_with(b"", folder, command_line)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a command says of the sample records, and what stands in a file of them after it.
fn golden(command_line: &str, file: Option<&str>) -> String {
    let folder = copies();
    let output = transcript(&run(folder.path(), command_line));
    match file {
        Some(file) => format!("{output}----- {file}\n{}", text(&fs::read(folder.path().join(file)).unwrap())),
        None => output,
    }
}

#[test]
fn check() {
    insta::assert_snapshot!(golden("check --level info", None));
    insta::assert_snapshot!(golden("check --output-format json faults.epd", None));
    insta::assert_snapshot!(golden("check --output-format full --color never dialects.epd", None));
    insta::assert_snapshot!(golden("check --statistics --level info .", None));
    insta::assert_snapshot!(golden("check --select illegal-move,portability --ignore stray-semicolon .", None));
}

#[test]
fn fix() {
    insta::assert_snapshot!(golden("check --fix --level info dialects.epd", Some("dialects.epd")));
    insta::assert_snapshot!(golden("check --diff --color never dialects.epd faults.epd", Some("faults.epd")));
    insta::assert_snapshot!(golden("check --fix --unsafe-fixes faults.epd", Some("faults.epd")));
}

#[test]
fn format() {
    insta::assert_snapshot!(golden("format .", Some("dialects.epd")));
    insta::assert_snapshot!(golden("format --check .", None));
    insta::assert_snapshot!(golden("format --diff --color never dialects.epd", Some("dialects.epd")));
}

#[test]
fn convert() {
    insta::assert_snapshot!(golden("convert positions.fen --to epd", None));
    insta::assert_snapshot!(golden("convert suite.epd --to fen", None));
    insta::assert_snapshot!(golden("convert suite.epd -o problems.pgn", Some("problems.pgn")));
    insta::assert_snapshot!(golden("convert faults.epd --to pgn", None));
    let folder = copies();
    let games = b"[White \"A\"]\n[Black \"B\"]\n\n1. e4! {best} e5 (1... c5) *\n\n1. Ke2 *\n";
    insta::assert_snapshot!(transcript(&run_with(games, folder.path(), "convert --language pgn --to epd")));
    insta::assert_snapshot!(transcript(&run_with(games, folder.path(), "convert --stdin-filename a.pgn --to fen -")));
}

#[test]
fn convert_replaces_no_file_unasked() {
    let folder = copies();
    let before = fs::read(folder.path().join("suite.epd")).unwrap();
    let refused = run(folder.path(), "convert positions.fen -o suite.epd");
    insta::assert_snapshot!(transcript(&refused));
    assert_eq!(fs::read(folder.path().join("suite.epd")).unwrap(), before);
    assert_eq!(run(folder.path(), "convert positions.fen -o suite.epd --force").status.code(), Some(0));
    assert!(fs::read_to_string(folder.path().join("suite.epd")).unwrap().ends_with("fmvn 39; hmvc 5;\n"));
    for wrong in ["convert suite.epd", "convert suite.epd --to epd", "convert none.epd --to fen", "convert --to epd"] {
        assert_eq!(run(folder.path(), wrong).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn conversions_lead_back() {
    let folder = copies();
    let fen = fs::read(folder.path().join("positions.fen")).unwrap();
    let epd = run(folder.path(), "convert positions.fen --to epd").stdout;
    let back = run_with(&epd, folder.path(), "convert --language epd --to fen -");
    assert_eq!(text(&back.stdout), text(&fen));
    assert!(back.stderr.is_empty());
}

#[test]
fn claims_are_verified_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let claims = "6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 2;\n\
                  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 401; D9 9999999;\n";
    fs::write(folder.path().join("claims.epd"), claims).unwrap();
    assert_eq!(run(folder.path(), "check .").stdout, b"Nothing to report in 1 file.\n");
    insta::assert_snapshot!(transcript(&run(folder.path(), "check --verify .")));
    let found = |command_line: &str| text(&run(folder.path(), command_line).stdout).matches("wrong-").count();
    assert_eq!(found("check --verify --ignore wrong-mate-count ."), 1);
    assert_eq!(found("check --verify --select illegal-move ."), 2);
    assert_eq!(found("check --select wrong-perft-count ."), 1);
}

/// The same records in other encodings, with other line ends, as an archive, from standard input: the same places.
#[test]
fn places_are_those_of_the_file() {
    let records =
        "# Réti\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"é\";\n\n4k3/8/8/8/8/8/4P3/4K3 b - - id \"♘\"; bm Ke4;\n";
    let utf16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let latin1: Vec<u8> = records.replace('♘', "N").chars().map(|letter| letter as u8).collect();
    let cases: Vec<(&str, Vec<u8>, usize)> = vec![
        ("plain.epd", records.into(), 1),
        ("mark.epd", [b"\xEF\xBB\xBF", records.as_bytes()].concat(), 1),
        ("crlf.epd", records.replace('\n', "\r\n").into(), 1),
        ("nul.epd", records.replace(";\n", ";\0\n").into(), 1),
        ("latin1.EPD", latin1, 1),
        ("utf16.epd", utf16(&format!("\u{FEFF}{records}")), 2),
        ("packed.epd.zst", zstd::encode_all(records.as_bytes(), 1).unwrap(), 1),
    ];
    for (name, bytes, width) in cases {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), &bytes).unwrap();
        let said = text(&run(folder.path(), "check --output-format concise --ignore zero-byte,duplicate-id").stdout);
        let expected =
            format!("{name}:4:40: error[illegal-move] Ke4 cannot be played: the king on e8 cannot reach e4\n");
        assert!(said.starts_with(&expected) && said.contains("Found 1 error "), "{name}: {said}");
        let json = text(&run(folder.path(), "check --output-format json --level error").stdout);
        let on_disk = |key: &str| {
            let rest = &json[json.find(key).unwrap() + key.len()..];
            rest[..rest.find([',', '}']).unwrap()].parse::<usize>().unwrap()
        };
        let range = on_disk("\"start\":")..on_disk("\"end\":");
        let bytes = if name.ends_with("zst") { records.as_bytes() } else { &bytes };
        let letters: Vec<u8> = bytes[range].iter().copied().step_by(width).collect();
        assert_eq!(text(&letters), "Ke4", "{name}");
        assert!(json.contains("\"game\":2,"), "{name}: {json}");
        if !name.ends_with("zst") {
            let named = format!("check --output-format concise --stdin-filename {name} --ignore zero-byte -");
            assert!(text(&run_with(bytes, folder.path(), &named).stdout).starts_with(&expected), "{name}");
        }
    }
}

#[test]
fn standard_input_is_what_it_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let format = |flags: &str, input: &str| {
        text(&run_with(input.as_bytes(), folder.path(), &format!("format {flags} -")).stdout)
    };
    let record = "4k3/8/8/8/8/8/4P3/4K3  w - - bm  e2e4\n";
    let formatted = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
    assert_eq!(format("--language epd", record), formatted);
    assert_eq!(format("--stdin-filename a/b.epd", record), formatted);
    assert!(format("", "1.e4 *").ends_with("\n\n1. e4 *\n\n"));
    assert!(format("--language pgn --stdin-filename a.epd", "1.e4 *").ends_with("\n\n1. e4 *\n\n"));
}

#[test]
fn configuration_holds_for_records_too() {
    let folder = copies();
    let configuration = "exclude = ['faults.epd']\n[[overrides]]\nfiles = ['dialects.*']\n\
                         rules = { untidy-move = 'error', joined-operations = 'off' }\n";
    fs::write(folder.path().join("scoresheet.toml"), configuration).unwrap();
    insta::assert_snapshot!(transcript(&run(folder.path(), "check --output-format concise .")));
}

/// The faults of level error in the files that engines are tested with: all of them are true. By file, rule and lines.
const TRUE_FAULTS: [(&str, &str, &[usize]); 4] = [
    ("epd_fen_with_counters.epd", "illegal-move", &[3]),
    ("3fold_unbalanced_quote.epd", "unclosed-string", &[3]),
    ("destructive_illegal_positions.epd", "invalid-position", &[]),
    ("grief_causers_nul.epd", "invalid-position", &[3, 4]),
];

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap()
}

fn records(text: &str) -> Vec<&str> {
    lines(text).map(|line| &text[line]).filter(|line| matches!(Line::read(line), Line::Record(_))).collect()
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_suites_have_no_errors_but_true_ones() {
    for (path, bytes) in samples::corpus("", &["epd", "fen"]) {
        let folder = path.parent().unwrap();
        let file = name(&path);
        let output = run(folder, &format!("check --level error --output-format concise {file}"));
        let said = text(&output.stdout);
        let mut faults: Vec<(String, usize)> = said
            .lines()
            .filter_map(|line| {
                let (place, rest) = line.split_once(": error[")?;
                let rule = rest.split(']').next()?;
                Some((rule.to_owned(), place.split(':').nth(1)?.parse().ok()?))
            })
            .collect();
        faults.dedup();
        let known = TRUE_FAULTS.iter().find(|(name, ..)| *name == file);
        match known {
            // Every position of this file is broken on purpose.
            Some((_, rule, [])) => assert!(faults.len() > 50 && faults.iter().all(|(found, _)| found == rule)),
            Some((_, rule, at)) => {
                let expected: Vec<_> = at.iter().map(|line| ((*rule).to_owned(), *line)).collect();
                assert_eq!(faults, expected, "{file}");
            }
            None => assert_eq!(faults, [], "{file}"),
        }
        assert_eq!(output.status.code(), Some(i32::from(known.is_some())), "{file}: {}", transcript(&output));
        // Every record is either converted or told to be left out.
        let converted =
            run(folder, &format!("convert --to {} {file}", if file.ends_with("fen") { "epd" } else { "fen" }));
        let left_out = text(&converted.stderr).matches(" left out: ").count();
        let is_record = |line: &&str| !line.trim_matches(|c: char| c <= ' ').is_empty() && !line.starts_with('#');
        let expected = samples::lenient_text(&bytes).split('\n').filter(is_record).count();
        assert_eq!(records(&samples::lenient_text(&converted.stdout)).len() + left_out, expected, "{file}");
    }
}

/// Opcodes in ASCII order, each as often as it stands there: those of a record.
fn opcodes(line: &str) -> Vec<&str> {
    let Line::Record(record) = Line::read(line) else { return Vec::new() };
    let record = RecordView::new(line, record, RecordKind::default()).record;
    let mut opcodes: Vec<&str> = record.operations.iter().map(|operation| &line[operation.opcode.clone()]).collect();
    opcodes.sort_unstable();
    opcodes
}

/// Formatting is done after one run and loses no operation.
fn check_formatting(samples: Vec<samples::Sample>) {
    for (path, bytes) in samples {
        let folder = tempfile::tempdir().unwrap();
        let file = name(&path);
        fs::write(folder.path().join(file), &bytes).unwrap();
        assert!(matches!(run(folder.path(), "format .").status.code(), Some(0 | 1)), "{file}");
        let formatted = fs::read(folder.path().join(file)).unwrap();
        let (before, after) = (samples::lenient_text(&bytes), samples::lenient_text(&formatted));
        let (before, after) = (records(&before), records(&after));
        assert_eq!(before.len(), after.len(), "{file}");
        for (before, after) in before.into_iter().zip(after) {
            assert_eq!(opcodes(before), opcodes(after), "{file}: {before} became {after}");
        }
        let again = run(folder.path(), "format --check .");
        assert!(again.stdout.is_empty(), "{file}: {}", transcript(&again));
    }
}

#[test]
fn formatting_is_done_after_one_run_and_loses_no_operation() {
    check_formatting(samples::fixtures(&["epd", "fen"]));
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn formatting_of_real_files_loses_no_operation() {
    check_formatting(samples::corpus("", &["epd", "fen"]));
}
