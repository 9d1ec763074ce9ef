//! Records in the standard's form (sections 16.2.3 and 16.2.4): one space between parts, operations and moves in ASCII
//! order, moves in SAN, strings in quotes, a semicolon after every operation.
//!
//! Each record is formatted separately; one that does not read cleanly is copied byte for byte.

use std::ops::Range;

use scoresheet_grammar::epd::{Dialects, EpdFile, Line, Operand, OperandKind, Operation, Records, lines};
use scoresheet_grammar::fen::{FenFaultKind, FenField, Severity};

use crate::edit::Edit;
use crate::formatted::{Formatted, Refusal, RefusedGame, end_like};
use crate::style::FormatOptions;
use scoresheet_chess::epd::moves::{MoveOperand, Reading};
use scoresheet_chess::epd::opcodes::Operands;
use scoresheet_chess::epd::opcodes::is_opcode;
use scoresheet_chess::epd::position::{PositionStatus, RecordKind};
use scoresheet_chess::epd::view::{FIELDS, RecordView, hides_quote, is_separator};

/// The treatment of the halfmove clock and the move number of a FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counters {
    /// Keep the fields: programs that read the file require them.
    #[default]
    Keep,
    /// Convert them to the operations `fmvn` and `hmvc`.
    Operations,
}

/// Formats all records of a text. Empty lines and remarks stay. Linear in the text.
///
/// The pieces from [`scoresheet_grammar::epd::split_lines`] can be formatted separately, with options from
/// [`FormatOptions::for_text`] for the whole file, and joined with [`Formatted::append`].
pub fn format_records(text: &str, kind: RecordKind, options: FormatOptions) -> Formatted {
    let options = options.for_text(text);
    let mut formatted = Formatted { text: String::with_capacity(text.len() + text.len() / 16), ..Formatted::default() };
    for range in lines(text) {
        let line = &text[range.clone()];
        let is_record = matches!(Line::read(line), Line::Record(_));
        formatted.games += usize::from(is_record);
        match format_line(line, kind) {
            Ok(written) => {
                formatted.text.push_str(&written);
                formatted.text.push_str(options.line_ending.text());
            }
            Err(Refusal { offset, reason }) => {
                let game = formatted.games;
                formatted.refused.push(RefusedGame { game, offset: range.start + offset, reason });
                formatted.text.push_str(line);
            }
        }
    }
    let is_last_written = formatted.refused.last().is_none_or(|refused| refused.game < formatted.games);
    if options.is_fragment && is_last_written {
        end_like(text, &mut formatted.text, options.line_ending.text());
    }
    formatted
}

/// Returns the edits that format the lines of a file that overlap `range` (bytes), or all lines without a range: in
/// ascending order, one per line. Line ends stay.
pub fn format_edits(file: &EpdFile, kind: RecordKind, range: Option<Range<usize>>) -> Vec<Edit> {
    let touched = file.lines_from(range.as_ref().map_or(0, |range| range.start));
    let touched = touched.take_while(|(start, _)| range.as_ref().is_none_or(|range| *start <= range.end));
    touched.filter_map(|(start, line)| line_edit(start, line, kind)).collect()
}

/// Returns the edits that format all lines of a chunk. Ranges are relative to it.
pub fn format_edits_of(chunk: &Records, kind: RecordKind) -> Vec<Edit> {
    chunk.lines().filter_map(|(start, line)| line_edit(start, line, kind)).collect()
}

/// Returns the edit that formats a line that begins at byte `start`.
fn line_edit(start: usize, line: &str, kind: RecordKind) -> Option<Edit> {
    let content = line.trim_end_matches(['\n', '\r']);
    let written = format_line(content, kind).ok()?;
    (written != content).then(|| Edit::replace(start..start + content.len(), written))
}

/// Formats a line without its end.
fn format_line(line: &str, kind: RecordKind) -> Result<String, Refusal> {
    let mark = if line.starts_with('\u{FEFF}') { "\u{FEFF}" } else { "" };
    let written = match Line::read(line) {
        Line::Blank => String::new(),
        Line::Comment(range) => line[range].to_owned(),
        Line::Record(record) => write_record(&RecordView::new(line, record, kind), Counters::Keep)?,
    };
    Ok(format!("{mark}{written}"))
}

/// Returns a record in the standard's form, without a line end. Linear in its length.
///
/// # Errors
/// The first obstacle, if the record does not read cleanly.
pub fn write_record(view: &RecordView, counters: Counters) -> Result<String, Refusal> {
    let (dialects, is_bare) = (view.record.dialects, view.is_plain && view.record.operations.is_empty());
    if is_bare && (dialects.is_empty() || dialects == Dialects::COUNTERS && counters == Counters::Keep) {
        return Ok(view.text(view.record.range.clone()).to_owned());
    }
    let (mut fields, clocks) = write_fields(view)?;
    let mut operations = Vec::with_capacity(view.record.operations.len() + 2);
    for (index, operation) in view.record.operations.iter().enumerate() {
        write_operation(view, index, operation, &mut operations)?;
    }
    match counters {
        Counters::Keep => fields.extend(clocks),
        Counters::Operations => {
            for (opcode, clock) in ["hmvc", "fmvn"].into_iter().zip(clocks) {
                if view.operation(opcode).is_none() {
                    operations.push(Written { opcode: opcode.to_owned(), operands: vec![clock] });
                }
            }
        }
    }
    operations.sort_by(|one, other| one.opcode.cmp(&other.opcode));
    let operations = operations.iter().map(Written::text);
    Ok(fields.into_iter().chain(operations).collect::<Vec<_>>().join(" "))
}

/// An operation in the standard's form.
struct Written {
    opcode: String,
    operands: Vec<String>,
}

impl Written {
    fn text(&self) -> String {
        let words = std::iter::once(self.opcode.as_str()).chain(self.operands.iter().map(String::as_str));
        words.collect::<Vec<_>>().join(" ") + ";"
    }
}

/// Returns the fields of EPD and others that are not counters, then the counters.
fn write_fields(view: &RecordView) -> Result<(Vec<String>, Vec<String>), Refusal> {
    let words =
        |range: Range<usize>| view.text(range).split(is_separator).filter(|word| !word.is_empty()).map(str::to_owned);
    let counters = view.record.counters.clone().into_iter().flat_map(words);
    let is_clock = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let (clocks, others): (Vec<_>, Vec<_>) = counters.partition(is_clock);
    let is_count_of_checks =
        |word: &&String| word.contains('+') && !word.contains(|letter: char| !letter.is_ascii_digit() && letter != '+');
    let odd = others.iter().find(|word| !is_count_of_checks(word)).or(clocks.get(2));
    if let (Some(odd), Some(counters)) = (odd, &view.record.counters) {
        return Err(Refusal { offset: counters.start, reason: format!("{odd} is neither a clock nor a move number") });
    }
    if let Some(refusal) = in_the_way(view) {
        return Err(refusal);
    }
    if view.is_plain || matches!(view.status, PositionStatus::Foreign) {
        return Ok((words(view.record.fields.clone()).chain(others).collect(), clocks));
    }
    // A readable position has a normal form, which begins with the four fields.
    let normal = view.fen().normalized().unwrap_or_default();
    Ok((normal.split(' ').take(FIELDS).map(str::to_owned).chain(others).collect(), clocks))
}

fn write_operation(
    view: &RecordView,
    index: usize,
    operation: &Operation,
    out: &mut Vec<Written>,
) -> Result<(), Refusal> {
    let written = view.opcode(operation);
    if !is_opcode(written) {
        return Err(Refusal { offset: operation.range.start, reason: format!("{written} is no opcode") });
    }
    let operands = view.record.operands(operation);
    if let Some(open) = operands.iter().find(|operand| operand.kind == OperandKind::UnclosedText) {
        return Err(Refusal { offset: open.range.start, reason: "Nothing closes this string".to_owned() });
    }
    let known = view.known(operation);
    let mut words: Vec<String> = if known.is_some_and(|known| known.takes_moves()) {
        write_moves(view, index)?
    } else if let Some((_, text)) = view.unquoted(operation) {
        vec![text]
    } else {
        view.operands(operation).iter().map(|operand| view.text(operand.range.clone()).to_owned()).collect()
    };
    if known.is_some_and(|known| known.operands == Operands::Moves) {
        words.sort();
    }
    out.push(Written { opcode: written.to_owned(), operands: words });
    Ok(())
}

fn write_moves(view: &RecordView, operation: usize) -> Result<Vec<String>, Refusal> {
    let write = |operand: &MoveOperand| match operand.reading {
        Reading::Unchecked => Ok(operand.text.clone()),
        _ => operand.san().map(str::to_owned).ok_or_else(|| Refusal {
            offset: operand.range.start,
            reason: format!("{} is not one legal move", operand.text),
        }),
    };
    view.moves_of(operation).iter().map(write).collect()
}

/// Returns what makes the boundaries of fields or strings uncertain; no part of such a record may move.
pub fn in_the_way(view: &RecordView) -> Option<Refusal> {
    // In another place, or without the quotes after it, it may end at another quote.
    let is_in_doubt = |operand: &&Operand| operand.is_text() && hides_quote(view.text(operand.inner()));
    let mut operands = view.record.operations.iter().flat_map(|operation| view.record.operands(operation));
    if let Some(string) = operands.find(is_in_doubt) {
        let reason = "A backslash precedes a quote in this string".to_owned();
        return Some(Refusal { offset: string.range.start, reason });
    }
    if view.is_plain {
        return None;
    }
    if matches!(view.status, PositionStatus::Foreign) {
        let words = view.text(view.record.fields.clone()).split(is_separator).filter(|word| !word.is_empty());
        let reason = format!("a position has {FIELDS} fields, this one fewer");
        return (words.count() < FIELDS).then_some(Refusal { offset: view.record.fields.start, reason });
    }
    let fault = view.fen().faults.iter().find(|fault| {
        let is_missing_clock =
            matches!(fault.kind, FenFaultKind::MissingField(FenField::Halfmove | FenField::Fullmove));
        // What a side in other letters or in words means is plain.
        let is_side = matches!(fault.kind, FenFaultKind::SideToMoveSpelling { .. });
        fault.kind.severity() != Severity::Style && !is_missing_clock && !is_side
    });
    fault.map(|fault| Refusal { offset: fault.range.start, reason: fault.kind.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3";

    fn formatted(text: &str) -> String {
        format_records(text, RecordKind::default(), FormatOptions::default()).text
    }

    #[track_caller]
    fn check(rest: &str, expected: &str) {
        let line = format!("{BOARD} {rest}");
        let once = formatted(&line);
        assert_eq!(once, format!("{BOARD} {expected}\n"));
        assert_eq!(formatted(&once), once);
    }

    #[test]
    fn records_take_the_standards_form() {
        check("w - -", "w - -");
        check("w  - -  ;  bm Kd2 e2e4, ; id WAC 1\0", "w - - bm Kd2 e4; id \"WAC 1\";");
        check("w - - id \"1\";bm e4 Kf2 ;am e3", "w - - am e3; bm Kf2 e4; id \"1\";");
        check("w - - 0 1 ;D2 30 ;D1 6", "w - - 0 1 D1 6; D2 30;");
        check("w - - - pv 1. e2-e4 Ke8-d7", "w - - pv e4 Kd7;");
        check("w - - bm e4 dm 26", "w - - bm e4; dm 26;");
        check("W - - c1; c0 \"a;  b\"; noop  1 \"x\";", "w - - c0 \"a;  b\"; c1; noop 1 \"x\";");
        check("w - - bm e4; Private 1; bm e3;", "w - - Private 1; bm e4; bm e3;");
        check("w - - 3+3 5 9 resign", "w - - 3+3 5 9 resign;");
        check("w - - id \\; v0 \"\"", "w - - id \\; v0 \"\";");
    }

    #[test]
    fn what_does_not_read_cleanly_is_left_as_it_is() {
        let refusal = |rest: &str| {
            let text = format!("{BOARD} {rest}");
            let formatted = format_records(&text, RecordKind::default(), FormatOptions::default());
            assert_eq!(formatted.text, text);
            formatted.refused.into_iter().map(|refused| refused.reason).collect::<Vec<_>>()
        };
        assert_eq!(refusal("w - -  bm Ke4;"), ["Ke4 is not one legal move"]);
        assert_eq!(refusal("w  -; m"), ["The en passant square is missing (\"-\" if there is nothing to say)"]);
        assert_eq!(refusal("w - -  c0 \"x"), ["Nothing closes this string"]);
        assert_eq!(refusal("w - -  c9 \"x\"; c1 \"\\\";"), ["A backslash precedes a quote in this string"]);
        assert_eq!(refusal("w - - ;  18 knights;"), ["18 is no opcode"]);
        assert_eq!(refusal("x - -  bm e4;"), ["The side to move is w or b"]);
    }

    #[test]
    fn lines_between_records_stay() {
        let text = "\u{FEFF}# a remark \r\n\r\n  4k3/8/8/8/8/8/4P3/4K3 w - - bm e4\r\n \r\nx";
        assert_eq!(formatted(text), "\u{FEFF}# a remark\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\r\n\r\nx");
        let file = EpdFile::parse(text);
        let edits = format_edits(&file, RecordKind::default(), Some(20..30));
        assert_eq!(edits.len(), 1);
        assert_eq!(&text[edits[0].range.clone()], "  4k3/8/8/8/8/8/4P3/4K3 w - - bm e4");
    }

    #[test]
    fn counters_can_become_operations() {
        let line = format!("{BOARD} w - - 5 39 id \"1\";");
        let Line::Record(record) = Line::read(&line) else { panic!("no record") };
        let view = RecordView::new(&line, record, RecordKind::default());
        let written = write_record(&view, Counters::Operations).unwrap();
        assert_eq!(written, format!("{BOARD} w - - fmvn 39; hmvc 5; id \"1\";"));
    }
}
