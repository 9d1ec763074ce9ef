//! Semantic tokens of records.

use std::ops::Range;

use scoresheet_grammar::epd::{Line, Operand, OperandKind, Record, Records};

use crate::semantic_tokens::{Modifiers, SemanticToken, TokenType};
use scoresheet_chess::epd::opcodes::{Operands, opcode};

/// Returns the tokens of a chunk in text order without overlaps; ranges are relative to the chunk.
///
/// They depend on its text only; no move is played. Linear in the text.
pub fn record_tokens(chunk: &Records) -> Vec<SemanticToken> {
    chunk
        .lines()
        .flat_map(|(start, line)| line_tokens(line).into_iter().filter_map(move |token| token.shifted(start)))
        .collect()
}

/// Returns the tokens of a line in text order without overlaps; ranges are relative to the line.
fn line_tokens(line: &str) -> Vec<SemanticToken> {
    let mut tokens = Vec::new();
    let mut push = |range, kind, modifiers| tokens.extend(SemanticToken::new(range, kind, modifiers));
    match Line::read(line) {
        Line::Blank => {}
        Line::Comment(range) => push(range, TokenType::Comment, Modifiers::NONE),
        Line::Record(record) => of_record(line, &record, push),
    }
    tokens
}

fn of_record(line: &str, record: &Record, mut push: impl FnMut(Range<usize>, TokenType, Modifiers)) {
    for (index, field) in words(line, record.fields.clone()).enumerate() {
        let kind = if index == 0 { TokenType::RosterTag } else { TokenType::Tag };
        push(field, kind, Modifiers::NONE);
    }
    for counter in record.counters.iter().flat_map(|counters| words(line, counters.clone())) {
        push(counter, TokenType::MoveNumber, Modifiers::NONE);
    }
    for operation in &record.operations {
        push(operation.opcode.clone(), TokenType::Command, Modifiers::NONE);
        let takes = opcode(&line[operation.opcode.clone()]).map_or(Operands::Any, |known| known.operands);
        for operand in record.operands(operation) {
            let modifiers =
                if operand.kind == OperandKind::UnclosedText { Modifiers::UNCLOSED } else { Modifiers::NONE };
            push(operand.range.clone(), token_type(operand, takes), modifiers);
        }
    }
}

fn token_type(operand: &Operand, takes: Operands) -> TokenType {
    match takes {
        Operands::Move | Operands::Moves => TokenType::Move,
        Operands::Line => TokenType::VariationMove,
        _ if operand.is_text() => TokenType::TagValue,
        _ => TokenType::CommandValue,
    }
}

/// Returns the ranges of the words in a range of a line.
fn words(line: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let text = &line[range.clone()];
    text.split_ascii_whitespace().map(move |word| {
        let start = range.start + (word.as_ptr() as usize - text.as_ptr() as usize);
        start..start + word.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[(&str, u32, &str)]) {
        let tokens = line_tokens(line);
        let shown = |token: &SemanticToken| (token.kind.name(), token.modifiers.bits(), &line[token.range()]);
        assert_eq!(tokens.iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn each_piece_has_a_type() {
        check("  # 🏆 x\r\n", &[("comment", 0, "# 🏆 x")]);
        check("\r\n", &[]);
        check(
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 bm e4 Kd1; c0 \"🏆\"; ce 35; pv e4; X 1; id \"open\r\n",
            &[
                ("rosterTag", 0, "4k3/8/8/8/8/8/4P3/4K3"),
                ("tag", 0, "w"),
                ("tag", 0, "-"),
                ("tag", 0, "-"),
                ("moveNumber", 0, "0"),
                ("moveNumber", 0, "1"),
                ("command", 0, "bm"),
                ("move", 0, "e4"),
                ("move", 0, "Kd1"),
                ("command", 0, "c0"),
                ("tagValue", 0, "\"🏆\""),
                ("command", 0, "ce"),
                ("commandValue", 0, "35"),
                ("command", 0, "pv"),
                ("variationMove", 0, "e4"),
                ("command", 0, "X"),
                ("commandValue", 0, "1"),
                ("command", 0, "id"),
                ("tagValue", 8, "\"open"),
            ],
        );
    }
}
