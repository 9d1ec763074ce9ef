//! Blocks of any size say what the whole file says, wherever it comes from.

use std::fs;
use std::io::Write;

use proptest::prelude::*;
use scoresheet_chess::epd::RecordKind;
use scoresheet_lint::explanation::Effort;
use scoresheet_lint::finding::Level;
use scoresheet_lint::rules::RULES;

use super::*;
use crate::cli::commands::check::rule_choice::RuleChoice;
use crate::cli::render::format_of_name;
use crate::cli::testing::{edits, samples};
use crate::text_file::{Archive, STDIN_NAME, TextFile};

/// Every rule is asked, so that each has its say about places in the file.
fn settings() -> FileSettings {
    let mut settings = FileSettings::default();
    RuleChoice::new(RULES, (&["all".to_owned()], &[], &[]), None).unwrap().apply(RULES, &mut settings);
    settings
}

fn linters(settings: &FileSettings) -> Linters {
    Linters::new(RULES, settings.configuration.clone())
}

fn renderer(format: &str) -> Renderer {
    let format = format_of_name(format).unwrap();
    Renderer { format, colors: false, width: 80, failing: Level::Error }
}

/// What is said of the bytes when they are held whole, and the counts.
fn said_of_whole(bytes: &[u8], language: Language, format: &str) -> (Vec<String>, String) {
    let file = TextFile::decode(STDIN_NAME.into(), bytes.to_vec(), None).unwrap();
    let facts = FileFacts { name: None, has_byte_order_mark: file.has_utf8_byte_order_mark(), ..FileFacts::default() };
    let settings = settings();
    let mut findings = language.check(&file.text, facts, &linters(&settings), &Effort::default());
    retain_requested(&mut findings, &settings);
    let parts = Parts::whole(&file);
    Filter::new(language, true, None, None).retain(&parts, &mut findings);
    let rendered = renderer(format).findings(&file.path, &parts, &findings);
    let statistics = Statistics::of_file(findings.iter().map(|located| &located.finding), FixCount::default(), false);
    (rendered.into_iter().map(|(_, text)| text).collect(), statistics.summary())
}

/// The same, block by block; and what kept it from being read.
fn said_of(
    origin: &mut Origin,
    language: Language,
    block: usize,
    format: &str,
) -> (Vec<String>, String, Option<String>) {
    let settings = settings();
    let linters = linters(&settings);
    let check = BlockCheck {
        linters: &linters,
        language,
        settings: &settings,
        renderer: Some(renderer(format)),
        filter: &|| Filter::new(language, true, None, None),
        unsafe_fixes: false,
        encoding: None,
        elsewhere: OtherFiles::default(),
        share: None,
        block,
    };
    let path = Path::new(STDIN_NAME);
    let mut checked = check.check(path, path, origin).unwrap();
    let mut said = Vec::new();
    let print = |finding: &[u8]| {
        said.push(String::from_utf8(finding.to_vec()).unwrap());
        Ok(())
    };
    checked.report.for_each(print).unwrap();
    (said, checked.statistics.summary(), checked.error)
}

/// With every place of a finding, and with the lines.
const FORMATS: [&str; 4] = ["json", "full", "sarif", "rdjson"];

#[track_caller]
fn check(bytes: &[u8], block: usize) {
    check_as(Language::Pgn, bytes, block);
}

#[track_caller]
fn check_records(bytes: &[u8], block: usize) {
    check_as(Language::Records(RecordKind::default()), bytes, block);
}

#[track_caller]
fn check_as(language: Language, bytes: &[u8], block: usize) {
    for format in FORMATS {
        let (said, summary) = said_of_whole(bytes, language, format);
        let mut rest = bytes;
        let found = said_of(&mut Origin::stream(&mut rest, &|_| {}).unwrap(), language, block, format);
        assert_eq!(found, (said, summary, None), "blocks of {block} of {:?}", String::from_utf8_lossy(bytes));
    }
}

/// Two games, the first of which is a duplicate of the one before; both with letters beyond ASCII.
fn game(number: usize, players: &str) -> String {
    format!(
        "[Event \"{number}\"]\n[White \"{players}\"]\n[Black \"Hübner\"]\n[Date \"19{:02}.01.01\"]\n\n1. e4 e5 2. -- *\n\n",
        number % 100
    )
}

fn games() -> String {
    (0..40).map(|number| game(number, ["Réti", "Tal", "Euwe"][number % 3])).collect()
}

#[test]
fn rules_about_whole_files_see_all_blocks() {
    let top = "% scoresheet: allow-file null-move, illegal-move\n";
    let allowed = format!("% scoresheet: allow duplicate-game\n{}", game(1, "Réti"));
    for text in [games(), format!("{top}{}", games()), games() + &allowed, games().replace("\n\n1.", "\r\n\r\n1.")] {
        for block in [1, 300, 1000, 1 << 20] {
            check(text.as_bytes(), block);
        }
    }
}

#[test]
fn encodings_are_those_of_the_whole_file() {
    let latin1 = |text: &str| -> Vec<u8> { text.chars().map(|letter| letter as u8).collect() };
    let ascii = games().replace(['é', 'ü'], "e");
    let utf16 =
        |mark: &str| -> Vec<u8> { (mark.to_owned() + &games()).encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let marked = |bytes: &[u8]| [b"\xEF\xBB\xBF", bytes].concat();
    let cases: Vec<Vec<u8>> = vec![
        Vec::new(),
        games().into_bytes(),
        marked(games().as_bytes()),
        latin1(&games()),
        marked(&latin1(&games())),
        // Known only in the middle, at the end; after letters that were UTF-8; a stray byte among these.
        [ascii.as_bytes(), &latin1(&games())].concat(),
        [ascii.as_bytes(), b"{\xE9}"].concat(),
        [games().as_bytes(), &latin1(&games()), &latin1(&games())].concat(),
        [games().as_bytes(), b"{\xE9}\n\n", games().as_bytes()].concat(),
        [games().as_bytes(), "\u{10FF80}\n".as_bytes(), b"{\xE9}\n\n", games().as_bytes()].concat(),
        utf16(""),
        utf16("\u{FEFF}"),
        // Not UTF-16 after all.
        [utf16("\u{FEFF}"), b"\x00\xD8".to_vec()].concat(),
    ];
    for bytes in cases {
        for block in [1, 500, 3000] {
            check(&bytes, block);
        }
    }
}

/// Records with duplicates, traits that are told once a file, faults and remarks that allow some; an `id` with letters beyond ASCII.
fn record(number: usize) -> String {
    let (square, clocks) = (["e4", "e3", "Ke4", "e2e4"][number % 4], ["", " 0 1", " -"][number % 3]);
    let remark = ["", "# scoresheet: allow illegal-move\n", "# a\n# b\n", "\n"][number % 4];
    format!("{remark}4k3/8/8/8/8/8/4P3/4K3 w - -{clocks} bm {square}; id \"Réti {}\";\n", number % 35)
}

fn records() -> String {
    (0..40).map(record).collect()
}

#[test]
fn records_say_the_same_in_any_blocks() {
    let allowed = format!("# scoresheet: allow-file illegal-move, duplicate-id\n{}", records());
    let joined = [&records(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 3;\0\n# x\n\n"].concat();
    let utf16 =
        |mark: &str| -> Vec<u8> { (mark.to_owned() + &records()).encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let latin1: Vec<u8> = records().chars().map(|letter| letter as u8).collect();
    let marked = [b"\xEF\xBB\xBF", records().as_bytes()].concat();
    let mut cases = vec![utf16(""), utf16("\u{FEFF}"), latin1, marked];
    for text in
        [allowed, joined, records(), records().replace('\n', "\r\n"), records().replace('\n', "\r"), "# a".to_owned()]
    {
        cases.push(text.into_bytes());
    }
    cases.push(Vec::new());
    for bytes in cases {
        for block in [1, 300, 1000, 1 << 20] {
            check_records(&bytes, block);
        }
    }
}

#[test]
fn sample_records_say_the_same() {
    for (_, bytes) in samples::fixtures(&["epd", "fen"]) {
        check_records(&bytes, 1 + bytes.len() / 3);
    }
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_records_say_the_same() {
    for (_, bytes) in samples::corpus("", &["epd", "fen"]).into_iter().filter(|(_, bytes)| bytes.len() < 20_000) {
        check_records(&bytes, 1 + bytes.len() / 3);
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn an_archive_that_is_cut_short_keeps_its_findings_in_any_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn.gz");
    let bytes: Vec<u8> = games().chars().map(|letter| letter as u8).collect();
    let archive = gzip(&bytes);
    fs::write(&path, &archive[..archive.len() - 20]).unwrap();
    let (whole, _) = said_of_whole(&bytes, Language::Pgn, "json");
    for block in [700, 1 << 20] {
        let mut origin = Origin::open(&path, Archive::of(&path), &|_| {}).unwrap();
        let (said, _, error) = said_of(&mut origin, Language::Pgn, block, "json");
        assert!(error.is_some_and(|error| error.contains("cut short")), "{block}");
        let of_games = said.iter().filter(|finding| finding.contains("null-move")).count();
        assert!((10..40).contains(&of_games) && said.iter().all(|finding| whole.contains(finding)), "{block}");
    }
}

#[test]
fn files_and_archives_say_the_same() {
    let text = games();
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = text.as_bytes().split_at(text.len() / 3);
    let bzip2 = |bytes: &[u8]| {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let zstandard = |bytes: &[u8]| zstd::encode_all(bytes, 1).unwrap();
    let files = [
        ("a.pgn", text.clone().into_bytes()),
        ("a.pgn.gz", [gzip(one), gzip(other)].concat()),
        ("a.pgn.bz2", [bzip2(one), bzip2(other)].concat()),
        ("a.pgn.ZST", [zstandard(one), zstandard(other)].concat()),
    ];
    let (whole, summary) = said_of_whole(text.as_bytes(), Language::Pgn, "json");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::write(&path, &bytes).unwrap();
        let archive = Archive::of(&path);
        let mut origin = Origin::open(&path, archive, &|_| {}).unwrap();
        assert_eq!(said_of(&mut origin, Language::Pgn, 700, "json"), (whole.clone(), summary.clone(), None), "{name}");
        if archive.is_some() {
            fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
            let mut origin = Origin::open(&path, archive, &|_| {}).unwrap();
            let (said, _, error) = said_of(&mut origin, Language::Pgn, 700, "json");
            assert!(error.is_some(), "{name}");
            // What the games say that were read is kept; of the file as a whole nothing is known.
            let of_games = said.iter().filter(|finding| finding.contains("null-move")).count();
            assert!((10..40).contains(&of_games) && said.iter().all(|finding| whole.contains(finding)), "{name}");
        }
    }
}

#[test]
fn a_file_that_changes_meanwhile_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, games()).unwrap();
    for new in ["", "[Event \"other\"]\n\n*\n"] {
        let mut origin = Origin::open(&path, None, &|_| {}).unwrap();
        fs::write(&path, new).unwrap();
        let (_, _, error) = said_of(&mut origin, Language::Pgn, 700, "full");
        assert_eq!(error.as_deref(), Some("the file was changed while it was read"));
        fs::write(&path, games()).unwrap();
    }
}

#[test]
fn a_file_that_is_cut_off_before_the_second_look_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, games()).unwrap();
    let settings = settings();
    for format in FORMATS {
        let mut origin = Origin::open(&path, None, &|_| {}).unwrap();
        let file = TextFile::read(&path, None).unwrap();
        let linters = linters(&settings);
        let checker = Language::Pgn.checker(&file.text, FileFacts::default(), &linters, &Effort::default());
        let block = Block { text: file.text, encoding: file.encoding, bom: b"", start: 0, disk_start: 0 };
        let renderer = Some(renderer(format));
        let check = BlockCheck {
            linters: &linters,
            language: Language::Pgn,
            settings: &settings,
            renderer,
            filter: &Filter::open,
            unsafe_fixes: false,
            encoding: None,
            elsewhere: OtherFiles::default(),
            share: None,
            block: 1,
        };
        let mut known = Known::new(Filter::open());
        check.add_block(&path, &block, check.check_pieces(&block, checker.as_ref(), |_| {}), &mut known);
        fs::write(&path, &games()[..50]).unwrap();
        check.add_file(&path, &mut origin, checker.as_ref(), &mut known);
        assert!(known.checked.error.is_some());
        fs::write(&path, games()).unwrap();
    }
}

/// The first block is smaller than the others, also where only what is after it shows the encoding.
#[test]
fn a_file_of_several_megabytes_says_the_same() {
    let remark = format!("e5 {{{}}}", "remark ".repeat(1000));
    let plain = (0..110).map(|number| game(number, "Tal").replace('ü', "u").replace("e5", &remark)).collect::<String>();
    assert!(plain.len() > 700_000);
    let other = plain.replacen("Tal", "Réti", 1);
    for text in [format!("{plain}{other}"), format!("{other}{plain}")] {
        check(text.as_bytes(), 4 << 20);
        check(&text.chars().map(|letter| letter as u8).collect::<Vec<_>>(), 600_000);
    }
}

fn check_samples(samples: Vec<samples::Sample>) {
    for (_, bytes) in samples.into_iter().filter(|(_, bytes)| bytes.len() < 8_000) {
        check(&bytes, 1 + bytes.len() / 3);
    }
}

#[test]
fn edge_cases_say_the_same() {
    check_samples(samples::edge_cases());
}

#[test]
#[ignore = "reads other people's files in ../shared/corpus"]
fn real_files_say_the_same() {
    check_samples(samples::corpus("", &["pgn"]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games_say_the_same(text in edits::games_like(), block in 1_usize..600, encoding in 0..4) {
        let bytes: Vec<u8> = match encoding {
            0 => text.chars().map(|letter| letter as u8).collect(),
            1 => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            2 => text.replace("word", "\u{10FFFF}").into_bytes(),
            _ => text.into_bytes(),
        };
        check(&bytes, block);
    }
}
