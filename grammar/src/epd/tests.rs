use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::incremental::{Memo, Missing, UnitPlace};

/// The parts of a line, one after the other: fields, `|`, operations as `opcode:operand:operand`.
fn parts(line: &str) -> String {
    let Line::Record(record) = Line::read(line) else { return format!("{:?}", Line::read(line)) };
    let mut parts = vec![line[record.fields.clone()].to_owned()];
    parts.extend(record.hyphen.iter().chain(&record.counters).map(|range| line[range.clone()].to_owned()));
    for operation in &record.operations {
        let operands = record.operands(operation).iter().map(|operand| &line[operand.range.clone()]);
        let words: Vec<&str> = std::iter::once(&line[operation.opcode.clone()]).chain(operands).collect();
        parts.push(words.join(":") + if operation.is_terminated { ";" } else { "" });
    }
    parts.join(" | ")
}

fn dialects(line: &str) -> Dialects {
    match Line::read(line) {
        Line::Record(record) => record.dialects,
        _ => Dialects::default(),
    }
}

const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3";

#[test]
fn lines_are_taken_apart() {
    let cases = [
        ("w - - bm e4 e3; id \"BK.01\";", "w - - | bm:e4:e3; | id:\"BK.01\";"),
        ("w - - 0 1", "w - - | 0 1"),
        ("w - - 0 1;", "w - - | 0 1"),
        ("w - - 0 1 ;D1 20 ;D2 400", "w - - | 0 1 | D1:20; | D2:400"),
        ("w - - 0 1 bm g6g4", "w - - | 0 1 | bm:g6g4"),
        ("b - - ; bm Qc7; id  sbd.001\0\n", "b - - | bm:Qc7; | id:sbd.001"),
        ("w q - - bm Rxf4; - id \"E\";", "w q - | - | bm:Rxf4; | -:id:\"E\";"),
        ("w - - -", "w - - | -"),
        ("w - - 3+3 0 1", "w - - | 3+3 0 1"),
        ("w ce - c0 \"a; b\" ;", "w ce - | c0:\"a; b\";"),
        ("w - - c0 \"a \\\" b\"; c1 \"\\\";", "w - - | c0:\"a \\\" b\"; | c1:\"\\\";"),
        ("w - - c0 \"bm g5g2; am g5f5;", "w - - | c0:\"bm g5g2; am g5f5;"),
        ("w bm e4;", "w | bm:e4;"),
        ("w - bm e4;", "w - | bm:e4;"),
        ("w - -;bad EPD", "w - - | bad:EPD"),
        ("w - - +- x;", "w - - | +- | x;"),
        ("w - - id\"x\"y;", "w - - | id:\"x\":y;"),
        ("w - - \"x\";", "w - - | \":x\";"),
        ("w - - noop;;", "w - - | noop;"),
        ("w - - resign;\r\n", "w - - | resign;"),
    ];
    for (rest, expected) in cases {
        assert_eq!(parts(&format!("{BOARD} {rest}")), format!("{BOARD} {expected}"), "{rest}");
    }
    assert_eq!(parts("\u{FEFF}  8/8 w\n"), "8/8 w");
    assert_eq!(Line::read(" \0 \n"), Line::Blank);
    assert_eq!(Line::read("\t# from there \r\n"), Line::Comment(1..13));
    assert_eq!(parts("startpos ; should be OK"), "startpos | should:be:OK");
}

#[test]
fn dialects_are_a_property_of_the_record() {
    let of = |rest: &str| dialects(&format!("{BOARD} {rest}"));
    assert!(of("w - - bm e4; id \"1\";\r\n").is_empty());
    assert!(of("w - -").is_empty());
    assert_eq!(of("w - - 0 1"), Dialects::COUNTERS);
    assert_eq!(of("w - - - bm e4;"), Dialects::HYPHEN);
    assert_eq!(of("w - -; bm e4;"), Dialects::STRAY_SEMICOLON);
    assert_eq!(of("w - - bm e4"), Dialects::MISSING_SEMICOLON);
    assert_eq!(of("w - -\0\n"), Dialects::ZERO_BYTE);
    for odd in ["w - -  ", "w  - -", "w - - bm e4 ;", "w - - bm  e4;", "w - - bm\te4;", "w - - bm e4;id \"1\";"] {
        assert_eq!(of(odd), Dialects::ODD_SPACES, "{odd}");
    }
}

#[test]
fn an_operation_can_be_split() {
    let line = format!("{BOARD} w - - bm e4 dm 26 dm dm; id \"dm\" dm;");
    let Line::Record(mut record) = Line::read(&line) else { panic!("no record") };
    record.split_where(|opcode, operand| &line[opcode.clone()] != "id" && &line[operand.range.clone()] == "dm");
    let shown: Vec<_> =
        record.operations.iter().map(|it| (&line[it.range.clone()], record.operands(it).len())).collect();
    assert_eq!(shown, [("bm e4", 1), ("dm 26", 1), ("dm", 0), ("dm;", 0), ("id \"dm\" dm;", 2)]);
    assert!(record.operations[3].is_terminated && !record.operations[2].is_terminated);
}

#[test]
fn fields_have_ranges_in_the_line() {
    let line = format!("  {BOARD} w - e9x 0 1; bm e4;");
    let Line::Record(record) = Line::read(&line) else { panic!("no record") };
    let fen = record.fen(&line);
    assert_eq!(&line[fen.en_passant.unwrap()], "e9x");
    assert_eq!(&line[fen.faults[0].range.clone()], "e9x");
    assert_eq!(&line[fen.pieces[1].range.clone()], "P");
}

/// Edits that a person might make, and any others.
fn check_edit(text: &str, range: std::ops::Range<usize>, new: &str) -> Result<(), TestCaseError> {
    let start = text.floor_char_boundary(range.start.min(text.len()));
    let end = text.floor_char_boundary(range.end.min(text.len())).max(start);
    let before = EpdFile::parse(text);
    let (after, edit) = before.edit(start..end, new);
    let mut edited = text.to_owned();
    edited.replace_range(start..end, new);
    prop_assert_eq!(&after, &EpdFile::parse(&edited));
    prop_assert_eq!(after.text_length(), edited.len());
    prop_assert_eq!(before.len() - edit.removed + edit.inserted, after.len());
    for (at, line) in after.lines() {
        prop_assert_eq!(&edited[at..at + line.len()], line);
        let last = at + line.chars().next_back().map_or(0, |last| line.len() - last.len_utf8());
        prop_assert_eq!((after.line_around(at), after.line_around(last)), (Some((at, line)), Some((at, line))));
    }
    Ok(())
}

#[test]
fn runs_far_from_the_edit_are_shared() {
    let text: String = (0..5000).map(|index| format!("{BOARD} w - - id \"{index}\";\n")).collect();
    let before = EpdFile::parse(&text);
    let at = text.find("\"2500\"").unwrap();
    let (after, edit) = before.edit(at..at, "\"x");
    assert!(edit.inserted <= 2);
    let shared = |(_, records): &(usize, &Arc<Records>)| before.units().any(|(_, other)| Arc::ptr_eq(records, other));
    assert!(after.units().filter(|placed| !shared(placed)).count() <= 2);
    let mut file = after;
    for left in (1..file.lines().count()).rev() {
        let (_, first) = file.line_around(0).unwrap();
        file = file.edit(0..first.len(), "").0;
        assert!(file.len() <= 2 + left / 16);
    }
}

#[test]
fn runs_of_records_have_values_too() {
    let text: String = (0..5000).map(|number| format!("{BOARD} w - - id \"{number}\";\n")).collect();
    let file = EpdFile::parse(&text);
    let mut memo = Memo::of(&file);
    memo.complete(|place: UnitPlace<Records>| place.unit.len());
    assert_eq!(memo.values().sum::<usize>(), 5000);
    let at = text.find("\"2500\"").unwrap();
    let (edited, _) = file.edit(at..at, "\"x");
    let memo = memo.carried_to(&edited);
    assert!(memo.missing().iter().map(Missing::len).sum::<usize>() <= 2);
}

fn any_lines() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(format!("{BOARD} w - -")),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just("# x".to_owned()),
        " ?[ \0;\"\\\\#a-eK/8+-]{0,6}",
        "bm e4;| id \"x\";|[♘\u{FEFF}]",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn an_edited_file_is_the_file_read_anew(text in any_lines(), at in 0..300_usize, length in 0..40_usize, new in any_lines()) {
        check_edit(&text, at..at + length, &new)?;
    }

    #[test]
    fn any_text_is_kept(text in any::<String>()) {
        check_edit(&text, 1..3, "\n")?;
        let joined: String = EpdFile::parse(&text).lines().map(|(_, line)| line).collect();
        prop_assert_eq!(joined, text);
    }

    #[test]
    fn pieces_are_whole_lines(text in any_lines(), target in 0..50_usize) {
        let pieces = split_lines(&text, target);
        let of_pieces: Vec<_> = pieces.iter().flat_map(|piece| lines(&text[piece.clone()]).map(|line| line.start + piece.start)).collect();
        prop_assert_eq!(of_pieces, lines(&text).map(|line| line.start).collect::<Vec<_>>());
    }

    /// Parts lie inside the line, in order, and what lies between two of them is spaces and semicolons.
    #[test]
    fn nothing_of_a_line_is_lost(line in "(\u{FEFF})?[ \0\t]{0,2}[8/kKé]{0,9}[ \0][wb]( [-\"]){0,3}[ ;\0\"\\\\a-c0-9é-]{0,30}") {
        let Line::Record(record) = Line::read(&line) else { return Ok(()) };
        let mut rest = line.clone();
        let mut end = 0;
        let parts = [Some(record.fields.clone()), record.hyphen.clone(), record.counters.clone()].into_iter().flatten();
        let of_operations = record.operations.iter().flat_map(|operation| {
            let operands = record.operands(operation).iter().map(|operand| operand.range.clone());
            std::iter::once(operation.opcode.clone()).chain(operands)
        });
        for part in parts.chain(of_operations) {
            prop_assert!(end <= part.start && line.get(part.clone()).is_some(), "{:?}", part);
            end = part.end;
            rest.replace_range(part.clone(), &" ".repeat(part.len()));
        }
        prop_assert!(rest.chars().all(|letter| letter <= ' ' || matches!(letter, ';' | '\u{FEFF}')), "{:?}", rest);
        let fen = record.fen(&line);
        prop_assert!(fen.faults.iter().all(|fault| line.get(fault.range.clone()).is_some()));
    }
}
