//! A record for rules and features.

use std::cell::OnceCell;
use std::ops::Range;

use scoresheet_grammar::epd::{Dialects, Operand, Operation, Record};
use scoresheet_grammar::fen::Fen;
use shakmaty::Position;
use shakmaty::variant::{Variant, VariantPosition};

use super::moves::{MoveOperand, read_moves};
use super::opcodes::{Opcode, Operands, opcode};
use super::position::{Notation, PositionStatus, RecordKind, plain_position, set_up};
use crate::position_faults::SetupFault;
use crate::variants::display_name;

/// The number of fields of a record (section 16.2.3).
pub const FIELDS: usize = 4;

/// A record, its position and its moves. All ranges are half-open byte offsets in the line.
#[derive(Clone, Debug)]
pub struct RecordView<'line> {
    /// The line, with its line end or without.
    pub line: &'line str,
    /// The parsed parts of the line.
    pub record: Record,
    /// The notation of the file.
    pub notation: Notation,
    /// Whether the fields are in the standard's form and the position is possible in ordinary chess.
    pub is_plain: bool,
    /// The fields, read on first use.
    fen: OnceCell<Fen>,
    /// The outcome of setting up the fields.
    pub status: PositionStatus,
    /// The rules by which the position is read.
    pub variant: Variant,
    /// The faults of the position beyond the form of its fields.
    pub faults: Vec<SetupFault>,
    /// The operands that are moves, in text order.
    pub moves: Vec<MoveOperand>,
}

impl<'line> RecordView<'line> {
    /// Sets up the position of a record that was read from `line`, and plays its moves.
    pub fn new(line: &'line str, mut record: Record, kind: RecordKind) -> RecordView<'line> {
        split_joined(line, &mut record);
        let fen = OnceCell::new();
        let plain = plain_position(&line[record.fields.clone()], kind).filter(|_| has_plain_counters(line, &record));
        let is_plain = plain.is_some();
        let (status, variant, faults) = match plain {
            Some(position) => (PositionStatus::Ready(position), Variant::Chess, Vec::new()),
            None => set_up(fen.get_or_init(|| record.fen(line)), line, kind),
        };
        let notation = kind.notation;
        let moves = Vec::new();
        let mut view = RecordView { line, record, notation, is_plain, fen, status, variant, faults, moves };
        if !view.record.operations.is_empty() {
            view.moves = read_moves(&view);
        }
        view
    }

    /// Returns the fields.
    pub fn fen(&self) -> &Fen {
        self.fen.get_or_init(|| self.record.fen(self.line))
    }

    /// Returns the text of a range.
    pub fn text(&self, range: Range<usize>) -> &'line str {
        &self.line[range]
    }

    /// Returns the opcode of an operation.
    pub fn opcode(&self, operation: &Operation) -> &'line str {
        self.text(operation.opcode.clone())
    }

    /// Returns the value of the Variant tag of a game that starts from the position; `None` for ordinary chess.
    pub fn variant_tag(&self) -> Option<&'static str> {
        let is_chess960 = || self.position().is_some_and(|position| position.castles().mode().is_chess960());
        match self.variant {
            Variant::Chess => is_chess960().then_some("Chess960"),
            variant => Some(display_name(variant)),
        }
    }

    /// Returns the description of an operation's opcode.
    pub fn known(&self, operation: &Operation) -> Option<&'static Opcode> {
        opcode(self.opcode(operation))
    }

    /// Returns the first operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.record.operation(self.line, opcode)
    }

    /// Returns the operands of an operation.
    pub fn operands(&self, operation: &Operation) -> &[Operand] {
        self.record.operands(operation)
    }

    /// Returns the operations that no semicolon separates from the next one: `bm Rc8+ dm 26`.
    pub fn joined(&self) -> impl Iterator<Item = &Operation> {
        let others = self.record.operations.split_last().map_or(&[][..], |(_, others)| others);
        others.iter().filter(|operation| !operation.is_terminated)
    }

    /// Returns the moves of the operation with this index.
    pub fn moves_of(&self, operation: usize) -> &[MoveOperand] {
        let start = self.moves.partition_point(|operand| operand.operation < operation);
        let end = self.moves.partition_point(|operand| operand.operation <= operation);
        &self.moves[start..end]
    }

    /// Returns the moves of the first operation with this opcode.
    pub fn moves_named(&self, opcode: &str) -> &[MoveOperand] {
        let is_named = |operation: &Operation| self.opcode(operation) == opcode;
        self.record.operations.iter().position(is_named).map_or(&[], |operation| self.moves_of(operation))
    }

    /// Returns the position, if there is one to play from.
    pub fn position(&self) -> Option<&VariantPosition> {
        match &self.status {
            PositionStatus::Ready(position) => Some(position),
            _ => None,
        }
    }

    /// Returns the value of the first operand of the first operation with this opcode, without quotes.
    pub fn value(&self, opcode: &str) -> Option<&'line str> {
        let operand = self.operands(self.operation(opcode)?).first()?;
        Some(self.text(operand.inner()))
    }

    /// Returns the range of a string without quotes in an operation that takes one, and the string in quotes: `id
    /// sbd.001`. Returns `None` if a quote after it would close no string.
    pub fn unquoted(&self, operation: &Operation) -> Option<(Range<usize>, String)> {
        let operands = self.record.operands(operation);
        let takes_one = |known: &Opcode| matches!(known.operands, Operands::Text | Operands::TextOrNothing);
        if operands.iter().all(Operand::is_text) || !self.known(operation).is_some_and(takes_one) {
            return None;
        }
        let (first, last) = (operands.first()?, operands.last()?);
        let words = operands.iter().map(|operand| match operand.is_text() {
            true => self.text(operand.inner()).to_owned(),
            false => self.text(operand.inner()).replace('"', ""),
        });
        let text = words.collect::<Vec<_>>().join(" ");
        if hides_quote(&text) {
            return None;
        }
        Some((first.range.start..last.range.end, format!("\"{text}\"")))
    }

    /// Returns the halfmove clock and the move number of a FEN, as far as it has them.
    pub fn clocks(&self) -> impl Iterator<Item = &'line str> {
        let words = self.record.counters.clone().map_or("", |counters| &self.line[counters]);
        words.split(is_separator).filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Returns the range of an operation without its semicolon.
    pub fn body(&self, operation: &Operation) -> Range<usize> {
        let end = self.record.operands(operation).last().map_or(operation.opcode.end, |operand| operand.range.end);
        operation.range.start..end
    }

    /// Returns the ranges between the fields and the first operation, between two operations, and after the last.
    pub fn gaps(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = self.record.operations.iter().map(|operation| operation.range.start);
        let ends = self.record.operations.iter().map(|operation| operation.range.end);
        let first = std::iter::once(self.record.end_of_fields());
        first.chain(ends).zip(starts.chain([self.record.range.end])).map(|(start, end)| start..end.max(start))
    }

    /// Whether the record is in any of these dialects.
    pub fn is_in(&self, dialects: Dialects) -> bool {
        self.record.dialects.has_any(dialects)
    }
}

/// Whether a backslash precedes a quote in a string with these contents or the quote that closes it: then the text
/// after it decides where the string ends.
pub fn hides_quote(text: &str) -> bool {
    text.contains("\\\"") || (text.len() - text.trim_end_matches('\\').len()) % 2 == 1
}

/// Whether a character separates the parts of a record: programs also write NUL and other control characters there.
pub fn is_separator(letter: char) -> bool {
    letter <= ' ' || letter == '\u{7F}'
}

/// Whether nothing follows the four fields, or a halfmove clock and move number without faults.
fn has_plain_counters(line: &str, record: &Record) -> bool {
    let Some(counters) = record.counters.clone().map(|counters| &line[counters]) else { return true };
    let is_plain =
        |word: &str| (1..=LONGEST_COUNTER).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    let words = counters.split_once(' ').filter(|(_, number)| !number.starts_with('0'));
    words.is_some_and(|(clock, number)| is_plain(clock) && is_plain(number))
}

/// The number of digits that covers the counters of any game.
const LONGEST_COUNTER: usize = 3;

/// Separates operations that have no semicolon between them. Words that can be a move (`c5`) are not opcodes, nor is
/// anything after an opcode that takes strings.
fn split_joined(line: &str, record: &mut Record) {
    use Operands::{Integer, Line, Move, Moves, None};
    record.split_where(|before, operand| {
        let takes_words = |known: &Opcode| matches!(known.operands, Move | Moves | Line | Integer(..) | None);
        let word = &line[operand.range.clone()];
        let is_square = matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
        !operand.is_text()
            && !is_square
            && opcode(word).is_some()
            && opcode(&line[before.clone()]).is_some_and(takes_words)
    });
}
