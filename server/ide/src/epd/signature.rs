//! Signature help in records: the fields, and the operands of an operation.

use scoresheet_grammar::epd::EpdFile;

use crate::signature_help::{FEN, FIELDS_OF_EPD, Form, SignatureHelp, help};
use scoresheet_chess::epd::at::record_at;
use scoresheet_chess::epd::opcodes::Operands;
use scoresheet_chess::epd::position::{Notation, RecordKind};
use scoresheet_chess::epd::view::RecordView;

/// Returns the signature help at byte `offset` of the file, in the fields and in an operation; none elsewhere. Parses
/// only the line.
pub fn signature_in_record(file: &EpdFile, kind: RecordKind, offset: usize) -> Option<SignatureHelp> {
    let record = record_at(file, kind, offset)?;
    let at = offset - record.start;
    in_operation(&record.view, at).or_else(|| in_fields(&record.view, at))
}

fn in_operation(view: &RecordView, at: usize) -> Option<SignatureHelp> {
    let is_at = |start: usize, end: usize, is_terminated: bool| {
        // After an open operation, white space is where its next operand goes.
        start < at && at <= end - usize::from(is_terminated)
            || !is_terminated && end < at && view.line[end..at].trim().is_empty()
    };
    let mut operations = view.record.operations.iter();
    let operation =
        operations.find(|operation| is_at(operation.opcode.end, operation.range.end, operation.is_terminated))?;
    let known = view.known(operation)?;
    let form: Form = match known.operands {
        Operands::None | Operands::Any => return None,
        Operands::Move => &[("move", "One move that can be played here.")],
        Operands::Moves => &[("move", "A move that can be played here; several in ASCII order."), (" ...", "")],
        Operands::Line => &[("move", "Moves in the order in which they are played."), (" ...", "")],
        Operands::Integer(..) => &[("number", "A whole number.")],
        Operands::Text | Operands::TextOrNothing => {
            &[("\"", ""), ("text", "A string without quotes in it."), ("\"", "")]
        }
        Operands::TwoTexts => {
            &[("\"", ""), ("name", "The first string."), ("\" \"", ""), ("address", "The second string."), ("\"", "")]
        }
    };
    let is_second = view.operands(operation).first().is_some_and(|first| first.range.end < at);
    let active = usize::from(is_second && known.operands == Operands::TwoTexts);
    let mut help = help(form, active, known.summary);
    help.insert_into_label(0, &format!("{} ", view.opcode(operation)));
    help.label.push(';');
    Some(help)
}

fn in_fields(view: &RecordView, at: usize) -> Option<SignatureHelp> {
    let end = view.record.end_of_fields();
    if at < view.record.range.start || at > end {
        return None;
    }
    let before = view.line[view.record.range.start..at].split_ascii_whitespace().count();
    let is_between = view.line[..at].ends_with([' ', '\t']);
    let active = before.saturating_sub(usize::from(!is_between));
    let is_fen = view.notation == Notation::Fen || view.record.counters.is_some();
    let form = if is_fen { FEN } else { FIELDS_OF_EPD };
    let fields = form.iter().filter(|(_, documentation)| !documentation.is_empty()).count();
    let summary = "A position: its fields, separated by single spaces.";
    (active < fields).then(|| help(form, active, summary))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    /// Compares the label and the active parameter at the cursor.
    #[track_caller]
    fn check(record: &str, expected: Option<(&str, &str)>) {
        let (text, offset) = with_cursor(&format!("# 🏆\r\n{record}\r\n"));
        let help = signature_in_record(&EpdFile::parse(&text), RecordKind::default(), offset);
        let found =
            help.as_ref().map(|help| (help.label.as_str(), &help.label[help.parameters[help.active].range.clone()]));
        assert_eq!(found, expected, "{record}");
    }

    #[test]
    fn fields_and_operands_say_what_belongs_where() {
        let fields = "pieces turn castling en-passant";
        check("4k3/8<|>", Some((fields, "pieces")));
        check("4k3/8/8/8/8/8/4P3/4K3 w<|> - -", Some((fields, "turn")));
        check("4k3/8/8/8/8/8/4P3/4K3 w -<|> -", Some((fields, "castling")));
        check("4k3/8/8/8/8/8/4P3/4K3 w - - <|>0 1", Some((&format!("{fields} halfmoves move"), "halfmoves")));
        let record = "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"🏆\";";
        check(&format!("{record} bm <|>"), Some(("bm move ...;", "move")));
        check(&format!("{record} bm e4 <|>;"), Some(("bm move ...;", "move")));
        check(&format!("{record} ce <|>35;"), Some(("ce number;", "number")));
        check(&format!("{record} c1 \"<|>\";"), Some(("c1 \"text\";", "text")));
        check(&format!("{record} tcri \"a\" \"<|>b\";"), Some(("tcri \"name\" \"address\";", "address")));
        for nothing in ["bm<|> e4;", "bm e4;<|>", "X <|>1;", "noop <|>;"] {
            check(&format!("{record} {nothing}"), None);
        }
        check("<|>", None);
    }
}
