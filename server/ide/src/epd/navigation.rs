//! Navigation in records: from a move to its origin, to the same positions, and to the enclosing ranges.
//!
//! All offsets and ranges are bytes of the file; ranges are half-open.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line};

use crate::navigation::{Jump, nested};
use scoresheet_chess::epd::at::{place_of, record_at};
use scoresheet_chess::epd::position::RecordKind;
use scoresheet_chess::epd::steps::Steps;
use scoresheet_chess::epd::view::RecordView;

/// The maximum number of highlights: an editor draws each of them.
const MOST_HIGHLIGHTS: usize = 10_000;

/// Returns the origin of the move at byte `offset`: for a move of `pv` the move before it, for any other the fields of
/// its record.
///
/// Parses only the line.
pub fn definition_in_record(file: &EpdFile, kind: RecordKind, offset: usize) -> Option<Jump> {
    let record = record_at(file, kind, offset)?;
    let view = &record.view;
    let index = move_at(view, offset - record.start)?;
    let target = match Steps::of(view).previous(index) {
        Some(previous) => view.moves[previous].range.clone(),
        None => view.record.fields.clone(),
    };
    Some(Jump { origin: record.in_file(view.moves[index].range.clone()), target: record.in_file(target) })
}

/// Returns the ranges that match the one at byte `offset`, in text order.
///
/// At a move: the moves of its record that lead to the same position. At the fields: the same fields of other records,
/// at most 10,000. Linear in the file for the fields, else in the line.
pub fn highlights_in_record(file: &EpdFile, kind: RecordKind, offset: usize) -> Vec<Range<usize>> {
    let Some(record) = record_at(file, kind, offset) else { return Vec::new() };
    let view = &record.view;
    let at = offset - record.start;
    if let Some(index) = move_at(view, at) {
        let reached = Steps::of(view).reached();
        let same = (0..view.moves.len()).filter(|other| reached[*other].is_some() && reached[*other] == reached[index]);
        return same.map(|other| record.in_file(view.moves[other].range.clone())).collect();
    }
    let fields = view.record.fields.clone();
    if place_of([&fields], at).is_none() || fields.is_empty() {
        return Vec::new();
    }
    let words = view.text(fields);
    let with_same = file.lines().filter(|(_, line)| line.trim_start().starts_with(words));
    let same = with_same.filter_map(|(start, line)| {
        let Line::Record(other) = Line::read(line) else { return None };
        let fields = other.fields;
        (line[fields.clone()] == *words).then(|| start + fields.start..start + fields.end)
    });
    same.take(MOST_HIGHLIGHTS).collect()
}

/// Returns the selection ranges around byte `offset`, from the inside out.
///
/// The field, the operand or the inside of a string; the operation; all fields or all operations; the record; the file.
/// Parses only the line.
pub fn selection_in_record(file: &EpdFile, kind: RecordKind, offset: usize) -> Vec<Range<usize>> {
    let (start, line) = file.line_around(offset).unwrap_or((offset, ""));
    let found = match Line::read(line) {
        Line::Blank => Vec::new(),
        Line::Comment(range) => vec![range],
        Line::Record(record) => in_record(&RecordView::new(line, record, kind)),
    };
    let in_file = found.into_iter().map(|range| range.start + start..range.end + start);
    nested(std::iter::once(0..file.text_length()).chain(in_file).collect(), offset)
}

/// Returns the ranges of the parts of a record, in no particular order.
fn in_record(view: &RecordView) -> Vec<Range<usize>> {
    let record = &view.record;
    let mut parts = vec![record.range.clone(), record.fields.clone()];
    let fen = view.fen();
    let fields = [&fen.placement, &fen.turn, &fen.castling, &fen.en_passant, &fen.halfmove, &fen.fullmove];
    parts.extend(fields.into_iter().flatten().cloned());
    parts.extend(view.moves.iter().map(|operand| operand.range.clone()));
    for operation in &record.operations {
        parts.extend([operation.range.clone(), view.body(operation), operation.opcode.clone()]);
        parts.extend(view.operands(operation).iter().flat_map(|operand| [operand.range.clone(), operand.inner()]));
    }
    if let (Some(first), Some(last)) = (record.operations.first(), record.operations.last()) {
        parts.push(first.range.start..last.range.end);
    }
    parts
}

fn move_at(view: &RecordView, at: usize) -> Option<usize> {
    place_of(view.moves.iter().map(|operand| &operand.range), at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    const RECORDS: &str = "# 🏆\r\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"♘ b\";\r\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Ke4; c0 \"🏆 x\"; pv e2e4 Kd7 Kd2 Ke8 Ke1; sm e4;\r\n4k3/8/8/8/8/8/4P3/4K3 b - -\r\n";

    /// Returns the file and the offset of the cursor in `at`.
    fn place(at: &str) -> (EpdFile, usize) {
        let (text, offset) = with_cursor(&RECORDS.replacen(&at.replace("<|>", ""), at, 1));
        (EpdFile::parse(&text), offset)
    }

    #[test]
    fn moves_lead_to_their_origin() {
        let check = |at: &str, expected: Option<(&str, usize)>| {
            let (file, offset) = place(at);
            let target = definition_in_record(&file, RecordKind::default(), offset).map(|jump| jump.target);
            let found = target.map(|target| (&RECORDS[target.clone()], RECORDS[..target.start].lines().count()));
            assert_eq!(found, expected, "{at}");
        };
        check("Kd<|>7", Some(("e2e4", 3)));
        check("e<|>2e4", Some(("4k3/8/8/8/8/8/4P3/4K3 w - -", 2)));
        check("bm e<|>4", Some(("4k3/8/8/8/8/8/4P3/4K3 w - -", 2)));
        check("b<|>m", None);
        check("# <|>", None);
    }

    #[test]
    fn the_same_positions_are_highlighted() {
        let check = |at: &str, expected: &[&str]| {
            let (file, offset) = place(at);
            let found = highlights_in_record(&file, RecordKind::default(), offset);
            assert_eq!(found.into_iter().map(|range| &RECORDS[range]).collect::<Vec<_>>(), expected, "{at}");
        };
        check("bm e<|>4", &["e4", "e2e4", "Ke1", "e4"]);
        check("Kd<|>7", &["Kd7"]);
        check("4k<|>3/8/8/8/8/8/4P3/4K3 w - - id", &["4k3/8/8/8/8/8/4P3/4K3 w - -"; 2]);
        check("🏆<|> x", &[]);
        check("# <|>", &[]);
    }

    #[test]
    fn selections_grow() {
        let check = |at: &str, expected: &[&str]| {
            let (file, offset) = place(at);
            let found = selection_in_record(&file, RecordKind::default(), offset);
            let found: Vec<&str> = found.into_iter().map(|range| &RECORDS[range]).collect();
            let (last, others) = found.split_last().unwrap();
            assert_eq!((others, *last), (expected, RECORDS), "{at}");
        };
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"♘ b\";";
        check("♘<|> b", &["♘ b", "\"♘ b\"", "id \"♘ b\"", "id \"♘ b\";", line]);
        check("w<|> - - id", &["w", "4k3/8/8/8/8/8/4P3/4K3 w - -", line]);
        check("# <|>🏆", &["# 🏆"]);
        let (file, offset) = place("Kd<|>7");
        let steps = selection_in_record(&file, RecordKind::default(), offset);
        assert_eq!(&RECORDS[steps[0].clone()], "Kd7");
        assert!(
            steps
                .iter()
                .any(|step| RECORDS[step.clone()].starts_with("bm") && RECORDS[step.clone()].ends_with("sm e4;"))
        );
    }
}
