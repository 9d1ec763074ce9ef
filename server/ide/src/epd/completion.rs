//! Completion in records: opcodes with their operands, and legal moves as operands.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line};
use shakmaty::Position;

use crate::completion::moves::{is_move_letter, legal_moves};
use crate::completion::{Item, Kind, Known};
use scoresheet_chess::epd::opcodes::{Opcode, Operands, opcode_names};
use scoresheet_chess::epd::position::RecordKind;
use scoresheet_chess::epd::view::RecordView;

/// The number of fields before the first operation.
const FIELDS: usize = 4;

/// Returns the completions at byte `offset` of the file, best first; moves are ranked by how often they were played.
///
/// Linear in the line up to `offset`.
pub fn completion(file: &EpdFile, kind: RecordKind, offset: usize, known: Known) -> Vec<Item> {
    let Some((start, line)) = file.line_around(offset) else { return Vec::new() };
    let mut items = in_line(line, offset - start, kind, known);
    for (index, item) in items.iter_mut().enumerate() {
        item.range = item.range.start + start..item.range.end + start;
        item.sort_text = Some(format!("{index:03}"));
    }
    items
}

fn in_line(line: &str, at: usize, kind: RecordKind, known: Known) -> Vec<Item> {
    let Some(before) = line.get(..at) else { return Vec::new() };
    let word_start = before.trim_end_matches(is_word).len();
    let typed = &before[word_start..];
    // The text before the word decides what the word can be.
    let Line::Record(record) = Line::read(&before[..word_start]) else { return Vec::new() };
    let view = RecordView::new(&before[..word_start], record, kind);
    let fields = view.text(view.record.fields.clone()).split_ascii_whitespace().count();
    let is_apart = before[..word_start].ends_with([' ', '\t', ';']);
    if fields < FIELDS || !is_apart {
        return Vec::new();
    }
    let rest = line[at..].len() - line[at..].trim_start_matches(is_word).len();
    let word = word_start..at + if typed.is_empty() { 0 } else { rest };
    let mut items = match view.record.operations.iter().rposition(|operation| !operation.is_terminated) {
        None => opcodes(&view, line, &word),
        Some(open) => moves(&view, open, &word, known),
    };
    // Keep the inserted text apart from the word after it.
    if typed.is_empty() && rest > 0 {
        items.iter_mut().for_each(|item| item.text.push(' '));
    }
    items
}

fn is_word(letter: char) -> bool {
    is_move_letter(letter) || letter == '_'
}

/// Returns the opcodes that the record does not have yet.
fn opcodes(view: &RecordView, line: &str, word: &Range<usize>) -> Vec<Item> {
    let rest = line[word.end..].trim_start_matches([' ', '\t']);
    // A word right after the cursor is another opcode.
    let is_before_word = word.is_empty() && line[word.end..].starts_with(is_word);
    let has_operands =
        !is_before_word && !rest.is_empty() && !rest.starts_with(['\n', '\r']) && !line[word.end..].starts_with(';');
    let is_free = |name: &str| {
        let is_first = !name.ends_with(|last: char| matches!(last, '1'..='9'));
        view.operation(name).is_none() && (is_first || view.operation(&previous_opcode(name)).is_some())
    };
    let item = |(name, opcode): (String, &'static Opcode)| {
        let (text, caret) = if has_operands { (name.clone(), None) } else { template(&name, opcode.operands) };
        Item {
            detail: Some(opcode.title.to_owned()),
            documentation: Some(documentation(opcode)),
            filter_text: Some(name.clone()),
            label: name,
            caret,
            ..Item::new(Kind::Command, text, word.clone())
        }
    };
    opcode_names().filter(|(name, _)| is_free(name)).map(item).collect()
}

/// Returns the opcode before `name` in its family: of the ten comments, only the next free one is offered.
fn previous_opcode(name: &str) -> String {
    let (family, member) = name.split_at(name.len() - 1);
    format!("{family}{}", member.parse::<u8>().unwrap_or(0).saturating_sub(1))
}

fn documentation(opcode: &Opcode) -> String {
    let section = if opcode.section.is_empty() { String::new() } else { format!(" (section {})", opcode.section) };
    format!("{} Takes {}{section}.", opcode.summary, opcode.operands.describe())
}

/// Returns the text to insert for an opcode, and the cursor's offset in it.
fn template(name: &str, operands: Operands) -> (String, Option<usize>) {
    match operands {
        Operands::None => (format!("{name};"), None),
        Operands::Text | Operands::TextOrNothing => (format!("{name} \"\";"), Some(name.len() + 2)),
        Operands::TwoTexts => (format!("{name} \"\" \"\";"), Some(name.len() + 2)),
        Operands::Integer(..) | Operands::Move | Operands::Moves | Operands::Line | Operands::Any => {
            (format!("{name} ;"), Some(name.len() + 1))
        }
    }
}

/// Returns the legal moves for an operation that takes moves, without those it already has.
fn moves(view: &RecordView, operation: usize, word: &Range<usize>, known: Known) -> Vec<Item> {
    let opcode = view.known(&view.record.operations[operation]);
    let (Some(opcode), Some(position)) = (opcode.filter(|opcode| opcode.takes_moves()), view.position()) else {
        return Vec::new();
    };
    let written = view.moves_of(operation);
    if opcode.operands != Operands::Line {
        let is_new = |item: &Item| written.iter().all(|operand| operand.san() != Some(&item.label));
        return legal_moves(position, word, known).into_iter().filter(is_new).collect();
    }
    let mut now = position.clone();
    for operand in written {
        let Some(action) = operand.action() else { return Vec::new() };
        now.play_unchecked(action);
    }
    legal_moves(&now, word, known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    /// Returns the labels of the items, and the text after accepting the first one.
    fn offered(text: &str) -> (Vec<String>, String) {
        let (mut text, offset) = with_cursor(text);
        let items = completion(&EpdFile::parse(&text), RecordKind::default(), offset, Known::default());
        if let Some(first) = items.first() {
            text.replace_range(first.range.clone(), &first.text);
        }
        (items.into_iter().map(|item| item.label).collect(), text)
    }

    const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3";

    #[test]
    fn opcodes_come_with_their_operands() {
        let (labels, text) = offered(&format!("\n{BOARD} w - - <|>\n"));
        assert_eq!(labels[..5], ["acd", "acn", "acs", "am", "bm"]);
        assert_eq!(text, format!("\n{BOARD} w - - acd ;\n"));
        assert!(labels.contains(&"c0".to_owned()) && !labels.contains(&"c1".to_owned()));
        let (labels, _) = offered(&format!("{BOARD} w - - bm e4; c0 \"x\"; i<|>"));
        assert!(labels.contains(&"c1".to_owned()) && !labels.contains(&"bm".to_owned()));
        let (_, text) = offered(&format!("{BOARD} w - - a<|>m e4;"));
        assert_eq!(text, format!("{BOARD} w - - acd e4;"));
        let (_, text) = offered(&format!("{BOARD} w - - <|>bm e4;"));
        assert_eq!(text, format!("{BOARD} w - - acd ; bm e4;"));
        assert!(offered(&format!("{BOARD} w <|>")).0.is_empty());
        assert!(offered(&format!("{BOARD} w - - id \"<|>")).0.is_empty());
    }

    #[test]
    fn moves_are_those_that_can_be_played() {
        let (labels, text) = offered(&format!("{BOARD} w - - bm e4 <|>;"));
        assert_eq!(labels, ["e3", "Kd1", "Kd2", "Kf1", "Kf2"]);
        assert_eq!(text, format!("{BOARD} w - - bm e4 e3;"));
        let (_, text) = offered(&format!("{BOARD} w - - bm <|>e4;"));
        assert_eq!(text, format!("{BOARD} w - - bm e3 e4;"));
        let (labels, _) = offered(&format!("{BOARD} w - - pv e4 K<|>"));
        assert_eq!(labels, ["Kd7", "Kd8", "Ke7", "Kf7", "Kf8"]);
    }
}
