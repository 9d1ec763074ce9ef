//! Blocks of any size are written as the whole file is, wherever they go.

use std::fs;

use proptest::prelude::*;
use scoresheet_chess::epd::{Notation, RecordKind};
use scoresheet_format::Style;

use super::*;
use crate::cli::testing::edits;
use crate::text_file::{STDIN_NAME, TextFile};

const RECORDS: Language = Language::Records(RecordKind { notation: Notation::Epd, variant: None });

fn block_format(style: Style, archive: bool, only_check: bool, block: usize) -> BlockFormat<'static> {
    let options = FormatOptions { style, ..FormatOptions::default() };
    BlockFormat {
        language: Language::Pgn,
        options,
        archive,
        changed: None,
        share: None,
        only_check,
        encoding: None,
        block,
    }
}

/// What goes to standard output, and what came of it.
fn formatted_input(format: BlockFormat, origin: &mut Origin) -> (Vec<u8>, FormattedBlocks) {
    let mut formatted = format.format(&Input::Stdin(STDIN_NAME.into()), origin).unwrap();
    let mut bytes = Vec::new();
    formatted.copy_output(&mut bytes).unwrap();
    (bytes, formatted)
}

/// Standard input and a file, block by block, beside all of it at once.
#[track_caller]
fn check(bytes: &[u8], style: Style, block: usize) {
    check_as(Language::Pgn, bytes, style, block);
}

#[track_caller]
fn check_as(language: Language, bytes: &[u8], style: Style, block: usize) {
    let block_format = |only_check| BlockFormat { language, ..block_format(style, false, only_check, block) };
    let file = TextFile::decode(STDIN_NAME.into(), bytes.to_vec(), None).unwrap();
    let whole = language.format(&file.text, FormatOptions { style, ..FormatOptions::default() });
    let expected = file.encode(&whole.text).unwrap();
    let mut cursor = LineCursor::default();
    let refused: String = (whole.refused.iter())
        .map(|refused| {
            let at = cursor.locate(&file.text, refused.offset);
            refusal(Path::new(STDIN_NAME), at, language.noun(), refused.game, &refused.reason) + "\n"
        })
        .collect();

    let mut rest = bytes;
    let mut redirected = tempfile::tempfile().unwrap();
    redirected.write_all(bytes).unwrap();
    redirected.rewind().unwrap();
    let origins = [Origin::stream(&mut rest, &|_| {}).unwrap(), Origin::file(redirected, &|_| {}).unwrap()];
    for mut origin in origins {
        let (written, mut formatted) = formatted_input(block_format(false), &mut origin);
        assert_eq!(String::from_utf8_lossy(&written), String::from_utf8_lossy(&expected));
        let mut lines = Vec::new();
        formatted.copy_remarks(&mut lines).unwrap();
        assert_eq!(String::from_utf8(lines).unwrap(), refused);
        assert_eq!((formatted.changed, formatted.refused_count), (expected != bytes, whole.refused.len()));
    }

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, bytes).unwrap();
    let input = Input::File(path.clone());
    for only_check in [true, false] {
        let mut origin = Origin::open(&path, None, &|_| {}).unwrap();
        let formatted = block_format(only_check).format(&input, &mut origin).unwrap();
        assert_eq!((formatted.changed, formatted.error), (expected != bytes, None));
        assert_eq!(fs::read(&path).unwrap(), if only_check { bytes } else { &expected });
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

/// Games in export format, so that they stay as they are.
fn clean(count: usize) -> String {
    let game = "[Event \"é\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n";
    game.repeat(count)
}

#[test]
fn what_is_in_order_stays_and_what_follows_is_written() {
    let late = clean(20) + "[Event \"x\"]\n\n1.e4 {♘} *\n\n[Event \"y\"]\n\n1. e4 Ke5 *\n\n" + &clean(5);
    for text in [clean(20), late, format!("\u{FEFF}{}", clean(3)), clean(3).replace('\n', "\r\n") + "1. e4"] {
        for block in [1, 400, 1 << 20] {
            check(text.as_bytes(), Style::Export, block);
        }
    }
}

#[test]
fn records_are_written_as_those_of_a_whole_file() {
    let records =
        "# Réti\n4k3/8/8/8/8/8/4P3/4K3 w - - - bm  e2e4\n\n8/8 w\n4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id \"a\";\n"
            .repeat(9);
    for text in [records.clone(), records.replace('\n', "\r\n"), format!("\u{FEFF}{records}"), String::new()] {
        for block in [1, 200, 1 << 20] {
            check_as(RECORDS, text.as_bytes(), Style::Export, block);
        }
    }
    let latin1: Vec<u8> = records.chars().map(|letter| letter as u8).collect();
    let utf16: Vec<u8> = records.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [latin1, utf16] {
        check_as(RECORDS, &bytes, Style::Export, 300);
    }
}

#[test]
fn an_archive_is_latin1_only_as_a_whole() {
    let format = |text: &str| {
        let mut rest = text.as_bytes();
        let mut origin = Origin::stream(&mut rest, &|_| {}).unwrap();
        let archive = block_format(Style::Export, true, false, 300);
        let (written, formatted) = formatted_input(archive, &mut origin);
        (written, formatted.changed, formatted.note)
    };
    let latin1: Vec<u8> = clean(9).chars().map(|letter| letter as u8).collect();
    assert_eq!(format(&clean(9)), (latin1, true, None));
    let text = clean(9) + &clean(1).replace('é', "♘");
    let note = "<stdin>: kept in UTF-8, because ISO 8859-1 has no '♘'".to_owned();
    assert_eq!(format(&text), (text.clone().into_bytes(), false, Some(note)));
}

#[test]
fn what_cannot_be_written_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let text = clean(9) + "[Event \"x\"]\n\n1.e4 *\n";
    fs::write(&path, &text).unwrap();
    let mut origin = Origin::open(&path, None, &|_| {}).unwrap();
    fs::write(&path, text.clone() + "\n").unwrap();
    let format = block_format(Style::Export, false, false, 300);
    let formatted = format.format(&Input::File(path.clone()), &mut origin).unwrap();
    let error = formatted.error.unwrap();
    assert!(error.ends_with("another program has written to it in the meantime; the file is unchanged"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text + "\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games_are_written_the_same(text in edits::games_like(), block in 1_usize..600, encoding in 0..3) {
        let bytes: Vec<u8> = match encoding {
            0 => text.chars().map(|letter| letter as u8).collect(),
            1 => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => text.into_bytes(),
        };
        for style in [Style::Export, Style::Readable] {
            check(&bytes, style, block);
        }
    }
}
