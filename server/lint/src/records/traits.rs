//! The traits of records that are reported once per file, and the facts that find duplicates.

use scoresheet_grammar::epd::{Dialects, Operand, OperandKind};
use scoresheet_grammar::fen::{Dialect, FenField};

use super::position_words::position_words;
use scoresheet_chess::epd::moves::{MoveOperand, Reading};
use scoresheet_chess::epd::opcodes::Operands;
use scoresheet_chess::epd::opcodes::is_opcode;
use scoresheet_chess::epd::position::{Notation, PositionStatus};
use scoresheet_chess::epd::view::RecordView;
use scoresheet_chess::move_hash::MoveHash;

/// A set of traits that usually all records of a file share, such as the dialect of the program that wrote them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(u32);

/// The facts about a checked record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordFacts {
    /// The byte offset of its line in the piece of the file.
    pub start: u32,
    /// The traits that are reported once per file.
    pub traits: Traits,
    /// A hash of the position; 0 if there are fewer than four fields.
    pub position: u64,
    /// A hash of the `id`; 0 if there is none.
    pub id: u64,
}

impl Traits {
    /// An EPD record with the halfmove clock and the move number of FEN.
    pub const COUNTERS: Traits = Traits(1 << 0);
    /// A fifth field that is a hyphen.
    pub const HYPHEN: Traits = Traits(1 << 1);
    /// A semicolon that ends no operation.
    pub const STRAY_SEMICOLON: Traits = Traits(1 << 2);
    /// No semicolon after the last operation.
    pub const MISSING_SEMICOLON: Traits = Traits(1 << 3);
    /// Zero bytes.
    pub const ZERO_BYTE: Traits = Traits(1 << 4);
    /// White space other than a single space between two parts.
    pub const ODD_SPACES: Traits = Traits(1 << 5);
    /// Moves by their two squares.
    pub const COORDINATES: Traits = Traits(1 << 6);
    /// Strings without quotes.
    pub const UNQUOTED: Traits = Traits(1 << 7);
    /// A position of a chess variant, not of chess, or of a variant.
    pub const VARIANT: Traits = Traits(1 << 8);
    /// Opcodes not in ASCII order.
    pub const OPCODE_ORDER: Traits = Traits(1 << 9);
    /// Moves not in ASCII order.
    pub const MOVE_ORDER: Traits = Traits(1 << 10);
    /// Two operations without a semicolon between them.
    pub const JOINED: Traits = Traits(1 << 11);
    /// A FEN record without halfmove clock and move number.
    pub const NO_COUNTERS: Traits = Traits(1 << 12);
    /// A FEN record with operations.
    pub const OPERATIONS: Traits = Traits(1 << 13);
    /// Moves with characters that do not belong to them.
    pub const UNTIDY_MOVES: Traits = Traits(1 << 14);

    /// Words in place of an opcode that cannot be opcodes.
    pub const MALFORMED_OPCODE: Traits = Traits(1 << 15);

    /// The number of traits.
    pub const COUNT: usize = 16;

    const OF_DIALECTS: [(Dialects, Traits); 5] = [
        (Dialects::HYPHEN, Traits::HYPHEN),
        (Dialects::STRAY_SEMICOLON, Traits::STRAY_SEMICOLON),
        (Dialects::MISSING_SEMICOLON, Traits::MISSING_SEMICOLON),
        (Dialects::ZERO_BYTE, Traits::ZERO_BYTE),
        (Dialects::ODD_SPACES, Traits::ODD_SPACES),
    ];

    /// Returns the traits of a record.
    pub fn of(view: &RecordView) -> Traits {
        let mut traits = Traits::default();
        if !view.record.dialects.is_empty() {
            for (dialect, of_dialect) in Traits::OF_DIALECTS {
                traits.add_if(view.is_in(dialect), of_dialect);
            }
        }
        let is_fen = view.notation == Notation::Fen;
        traits.add_if(!is_fen && view.is_in(Dialects::COUNTERS) && view.clocks().next().is_some(), Traits::COUNTERS);
        traits.add_if(is_fen && lacks_counters(view), Traits::NO_COUNTERS);
        traits.add_if(is_fen && !view.record.operations.is_empty(), Traits::OPERATIONS);
        let dialect = if view.is_plain { Dialect::default() } else { view.fen().dialect };
        let is_variant = matches!(view.status, PositionStatus::Foreign) || dialect.holdings || dialect.checks;
        traits.add_if(is_variant, Traits::VARIANT);
        for (index, operation) in view.record.operations.iter().enumerate() {
            let is_set = view.known(operation).is_some_and(|known| known.operands == Operands::Moves);
            let moves = view.moves_of(index);
            let has_coordinates = moves.iter().any(|operand| matches!(operand.reading, Reading::Coordinates(..)));
            traits.add_if(has_coordinates, Traits::COORDINATES);
            let is_untidy = moves.iter().any(|operand| view.text(operand.range.clone()) != operand.text);
            traits.add_if(is_untidy, Traits::UNTIDY_MOVES);
            let is_ordered = moves.is_sorted_by_key(|operand| operand.text.as_str());
            let can_be_ordered = is_set && moves.iter().all(MoveOperand::can_be_moved);
            traits.add_if(!is_ordered && can_be_ordered, Traits::MOVE_ORDER);
            traits.add_if(view.unquoted(operation).is_some(), Traits::UNQUOTED);
            traits.add_if(!is_opcode(view.opcode(operation)), Traits::MALFORMED_OPCODE);
        }
        traits.add_if(view.joined().next().is_some(), Traits::JOINED);
        // The order of operations that are not certain does not matter.
        let is_unclosed = |operand: &Operand| operand.kind == OperandKind::UnclosedText;
        let mut operands = view.record.operations.iter().flat_map(|operation| view.operands(operation));
        let is_certain = !traits.has_any(Traits::MALFORMED_OPCODE.and(Traits::JOINED)) && !operands.any(is_unclosed);
        let is_ordered = view.record.operations.is_sorted_by_key(|operation| view.opcode(operation));
        traits.add_if(is_certain && !is_ordered, Traits::OPCODE_ORDER);
        traits
    }

    /// Returns the union of both sets.
    pub const fn and(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// Returns what is in this set and not in the other.
    pub(crate) const fn without(self, other: Traits) -> Traits {
        Traits(self.0 & !other.0)
    }

    /// Whether the two sets overlap.
    pub const fn has_any(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the indices of the traits in this set.
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        (0..Traits::COUNT).filter(move |place| self.0 & 1 << place != 0)
    }

    fn add_if(&mut self, condition: bool, other: Traits) {
        if condition {
            self.0 |= other.0;
        }
    }
}

impl RecordFacts {
    /// Returns the facts about a record whose line begins at byte `start` of its piece of the file.
    pub(crate) fn of(view: &RecordView, start: usize) -> RecordFacts {
        let fields = view.text(view.record.fields.clone());
        let has_fields = view.is_plain || view.fen().en_passant.is_some();
        let id = view.operation("id").map_or(&[][..], |operation| view.operands(operation));
        RecordFacts {
            start: u32::try_from(start).unwrap_or(u32::MAX),
            traits: Traits::of(view),
            position: if has_fields { hash(position_words(fields)) } else { 0 },
            id: if id.is_empty() { 0 } else { hash(id.iter().map(|operand: &Operand| view.text(operand.inner()))) },
        }
    }
}

fn hash<'text>(words: impl Iterator<Item = &'text str>) -> u64 {
    let mut hash = MoveHash::START;
    words.for_each(|word| hash.add_text(word));
    hash.number()
}

fn lacks_counters(view: &RecordView) -> bool {
    if view.is_plain {
        return view.record.counters.is_none();
    }
    let missing = |field| {
        view.fen().faults.iter().any(|fault| fault.kind == scoresheet_grammar::fen::FenFaultKind::MissingField(field))
    };
    missing(FenField::Halfmove) || missing(FenField::Fullmove)
}
