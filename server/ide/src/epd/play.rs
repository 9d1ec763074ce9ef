//! Moves played on a board, written into a record: as a best move, or as the next move of the predicted variation.

use scoresheet_grammar::epd::{EpdFile, OperandKind};
use shakmaty::san::SanPlus;

use crate::play::{PlayedMove, read};
use scoresheet_chess::epd::at::record_at;
use scoresheet_chess::epd::position::{Notation, RecordKind};
use scoresheet_chess::epd::steps::Steps;
use scoresheet_chess::epd::view::RecordView;
use scoresheet_lint::finding::Edit;

/// Plays a move, in UCI notation or SAN, from the position that [`super::record_board`] returns for byte `offset` of
/// the file.
///
/// If the same move already follows, only the cursor moves. A move from the record's own position is added to `bm`; a
/// move after another one continues `pv`. A missing operation is inserted in ASCII order (section 16.2.4). Parses only
/// the line.
///
/// # Errors
/// A sentence for the user where the move is illegal or has no place in the record.
pub fn play_in_record(file: &EpdFile, kind: RecordKind, offset: usize, played: &str) -> Result<PlayedMove, String> {
    let unknown = || "The position here is not known: no move can be played".to_owned();
    let record = record_at(file, kind, offset).ok_or_else(unknown)?;
    let view = &record.view;
    let steps = Steps::of(view);
    let last = steps.at(offset - record.start);
    let position = steps.position(last).ok_or_else(unknown)?;
    let action = read(&position, played)?;
    let next = steps.next(last);
    if let Some(same) = next.iter().find(|next| view.moves[**next].action() == Some(action)) {
        return Ok(PlayedMove { edits: Vec::new(), cursor: record.start + view.moves[*same].range.end });
    }
    if kind.notation == Notation::Fen {
        return Err("A FEN record cannot hold moves; an EPD record can".to_owned());
    }
    let san = SanPlus::from_move(position, action).to_string();
    let (edit, cursor) = match last {
        None => as_best_move(view, &steps, &san),
        Some(last) => as_continuation(view, &steps, last, &san)?,
    };
    Ok(PlayedMove { edits: vec![edit.shifted(record.start)], cursor: record.start + cursor })
}

/// Inserts a best move in ASCII order (section 16.2.5.4). Returns the edit, and the cursor's offset in the edited line.
fn as_best_move(view: &RecordView, steps: &Steps, san: &str) -> (Edit, usize) {
    let moves = &view.moves[steps.named("bm")];
    match (moves.iter().find(|other| *other.text > *san), moves.last()) {
        (Some(other), _) => (Edit::insert(other.range.start, format!("{san} ")), other.range.start + san.len()),
        (None, Some(last)) => insert_after(view, last.range.end, san),
        (None, None) => operation(view, "bm", san),
    }
}

/// Inserts a move after move `last`, which is the end of `pv` or becomes its first move.
fn as_continuation(view: &RecordView, steps: &Steps, last: usize, san: &str) -> Result<(Edit, usize), String> {
    let no_place = |other: usize| {
        let other = view.text(view.moves[other].range.clone());
        format!("pv already continues with {other}, and a record cannot hold variations")
    };
    let line = steps.named("pv");
    let Some(first) = line.clone().next() else {
        let first = view.moves[last].san().unwrap_or(&view.moves[last].text);
        return Ok(operation(view, "pv", &format!("{first} {san}")));
    };
    match steps.next(Some(last)).first() {
        Some(next) => Err(no_place(*next)),
        None if steps.is_of_line(last) => Ok(insert_after(view, view.moves[last].range.end, san)),
        None if view.moves[first].action() == view.moves[last].action() => {
            Ok(insert_after(view, view.moves[first].range.end, san))
        }
        None => Err(no_place(first)),
    }
}

/// Inserts operands: into the operation if it is present and has none, else with a new operation in its place.
fn operation(view: &RecordView, opcode: &str, operands: &str) -> (Edit, usize) {
    if let Some(empty) = view.operation(opcode) {
        return insert_after(view, empty.opcode.end, operands);
    }
    let words = format!("{opcode} {operands}");
    let operations = &view.record.operations;
    // No operation can follow a string that runs to the end of the line.
    let is_open =
        |operation| view.operands(operation).last().is_some_and(|last| last.kind == OperandKind::UnclosedText);
    let place = operations.iter().position(|other| view.opcode(other) > opcode || is_open(other));
    let before = place.unwrap_or(operations.len()).checked_sub(1).map(|before| &operations[before]);
    let lead = if before.is_some_and(|before| !before.is_terminated) { "; " } else { "" };
    match place {
        Some(place) => {
            let start = operations[place].range.start;
            (Edit::insert(start, format!("{lead}{words}; ")), start + lead.len() + words.len())
        }
        None => {
            let end = before.map_or(view.record.end_of_fields(), |before| before.range.end);
            let lead = if lead.is_empty() { " " } else { lead };
            (Edit::insert(end, format!("{lead}{words};")), end + lead.len() + words.len())
        }
    }
}

/// Inserts words at byte `end` of the line, after the token that ends there.
fn insert_after(view: &RecordView, end: usize, words: &str) -> (Edit, usize) {
    let is_apart = view.line[end..].starts_with([' ', '\t', ';', '\r', '\n']) || view.line[end..].is_empty();
    let space = if is_apart { "" } else { " " };
    (Edit::insert(end, format!(" {words}{space}")), end + 1 + words.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    fn played(record: &str, played: &str, kind: RecordKind) -> Result<String, String> {
        let (mut text, offset) = with_cursor(&format!("# 🏆\r\n{BOARD}{record}\r\n{BOARD} bm e3;\r\n"));
        let PlayedMove { edits, cursor } = play_in_record(&EpdFile::parse(&text), kind, offset, played)?;
        edits.iter().rev().for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
        text.insert_str(cursor, "<|>");
        Ok(text.lines().nth(1).unwrap().strip_prefix(BOARD).unwrap().to_owned())
    }

    #[track_caller]
    fn check(record: &str, uci: &str, expected: &str) {
        assert_eq!(played(record, uci, RecordKind::default()).as_deref(), Ok(expected), "{record}");
    }

    #[test]
    fn a_move_from_the_position_of_the_record_is_a_best_one() {
        check("<|>", "e2e4", " bm e4<|>;");
        check(" <|>bm e3 e4;", "e3", " bm e3<|> e4;");
        check(" <|>bm e3;", "e2e4", " bm e3 e4<|>;");
        check(" <|>bm e4;", "e2e3", " bm e3<|> e4;");
        check(" <|>bm Kd1, e3!", "e4", " bm Kd1, e3! e4<|>");
        check(" <|>bm;", "Kf2", " bm Kf2<|>;");
        check(" acd 3; c0 \"🏆\"; id <|>\"1\";", "e4", " acd 3; bm e4<|>; c0 \"🏆\"; id \"1\";");
        check(" <|>acd 3", "e4", " acd 3; bm e4<|>;");
        check(" 0 1<|>", "e4", " 0 1 bm e4<|>;");
        check(" <|>am e3 dm 3;", "e4", " am e3 ; bm e4<|>; dm 3;");
        check(" <|>am e3; c0 \"open", "e4", " am e3; bm e4<|>; c0 \"open");
        check(" <|>pm e4;", "e2e4", " pm e4<|>;");
    }

    #[test]
    fn a_move_after_another_continues_the_predicted_variation() {
        check(" bm e4<|>;", "e8d7", " bm e4; pv e4 Kd7<|>;");
        check(" bm e4<|>; id \"1\";", "e8d7", " bm e4; id \"1\"; pv e4 Kd7<|>;");
        check(" bm e4<|>; pv e4;", "Kd7", " bm e4; pv e4 Kd7<|>;");
        check(" bm e4<|>; pv e2e4 Kd7 Kd2;", "Kd7", " bm e4; pv e2e4 Kd7<|> Kd2;");
        check(" pv e4<|> Kd7 Kd2;", "Kd7", " pv e4 Kd7<|> Kd2;");
        check(" pv e4 Kd7<|>", "Kd2", " pv e4 Kd7 Kd2<|>");
        check(" pv e4 <|>;", "Kd7", " pv e4 Kd7<|> ;");
    }

    #[test]
    fn what_has_no_place_is_refused() {
        let refuse = |record: &str, uci: &str| played(record, uci, RecordKind::default()).unwrap_err();
        assert_eq!(refuse(" <|>", "e2e5"), "e2e5 cannot be played here");
        let other = "pv already continues with Kd7, and a record cannot hold variations";
        assert_eq!(refuse(" pv e4<|> Kd7;", "Ke7"), other);
        assert_eq!(refuse(" bm e4<|>; pv e4 Kd7;", "Ke7"), other);
        assert!(refuse(" bm e4<|>; pv e3 Kd7;", "Ke7").starts_with("pv already continues with e3"));
        assert!(refuse(" bm Ke4<|>;", "Ke7").starts_with("The position here is not known"));
        let fen = RecordKind { notation: Notation::Fen, ..RecordKind::default() };
        assert!(played(" 0 1<|>", "e4", fen).unwrap_err().starts_with("A FEN record cannot hold moves"));
        let nothing = play_in_record(&EpdFile::parse("# x\n"), fen, 1, "e4");
        assert!(nothing.unwrap_err().starts_with("The position here is not known"));
    }
}
