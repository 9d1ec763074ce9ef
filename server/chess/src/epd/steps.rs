//! The moves of a record as steps between positions: the moves of `pv` in sequence, all others from the record's
//! position.

use std::ops::Range;

use shakmaty::variant::VariantPosition;
use shakmaty::{Color, EnPassantMode, Position, PositionError};

use super::at::place_of;
use super::moves::MoveOperand;
use super::opcodes::Operands;
use super::view::RecordView;
use crate::position_key::PositionKey;

/// The operations whose moves are played from the position of a record, in the order of display.
const FIRST_MOVES: [&str; 5] = ["pv", "bm", "sm", "pm", "am"];

/// The moves of a record, identified by their index in [`RecordView::moves`].
pub struct Steps<'view> {
    view: &'view RecordView<'view>,
    /// The record's position with its halfmove clock and move number.
    start: Option<VariantPosition>,
}

impl<'view> Steps<'view> {
    /// Builds the steps of a record.
    pub fn of(view: &'view RecordView<'view>) -> Steps<'view> {
        Steps { view, start: view.position().map(|position| numbered(view, position)) }
    }

    /// Returns the move at byte `offset` of the line or ending there; within a line of moves the last one before it.
    pub fn at(&self, offset: usize) -> Option<usize> {
        let moves = &self.view.moves;
        place_of(moves.iter().map(|operand| &operand.range), offset).or_else(|| {
            let operation = place_of(self.view.record.operations.iter().map(|operation| &operation.range), offset)?;
            let is_before = |operand: &MoveOperand| operand.operation == operation && operand.range.end <= offset;
            moves.iter().rposition(is_before).filter(|last| self.is_of_line(*last))
        })
    }

    /// Returns the position after move `index`, or the record's position without an index. `None` if it is unknown.
    pub fn position(&self, index: Option<usize>) -> Option<VariantPosition> {
        let mut position = self.start.clone()?;
        for step in index.map_or(0..0, |index| self.path(index)) {
            position.play_unchecked(self.view.moves[step].action()?);
        }
        Some(position)
    }

    /// Returns the moves from the first one to `index`.
    pub fn path(&self, index: usize) -> Range<usize> {
        let operation = self.view.moves[index].operation;
        let first = self.view.moves.partition_point(|operand| operand.operation < operation);
        if self.is_of_line(index) { first..index + 1 } else { index..index + 1 }
    }

    /// Returns the number of move `index` and the side that plays it, whether the move is legal or not.
    pub fn number_and_turn(&self, index: usize) -> (u32, Color) {
        let (number, turn) = match &self.start {
            Some(start) => (start.fullmoves().get(), start.turn()),
            None => (1, Color::White),
        };
        let plies_before = self.path(index).len() - 1 + usize::from(turn.is_black());
        let number = number.saturating_add(u32::try_from(plies_before / 2).unwrap_or(u32::MAX));
        (number, if plies_before.is_multiple_of(2) { Color::White } else { Color::Black })
    }

    /// Returns the position that each move reaches; `None` for an illegal move and those after it. Linear in the
    /// record.
    pub fn reached(&self) -> Vec<Option<PositionKey>> {
        let mut reached = Vec::with_capacity(self.view.moves.len());
        let mut now = self.start.clone();
        for (index, operand) in self.view.moves.iter().enumerate() {
            if self.previous(index).is_none() {
                now = self.start.clone();
            }
            now = now.zip(operand.action()).map(|(mut now, action)| {
                now.play_unchecked(action);
                now
            });
            reached.push(now.as_ref().map(PositionKey::of));
        }
        reached
    }

    /// Returns the moves that follow `index`, the move of `pv` first, without duplicates.
    pub fn next(&self, index: Option<usize>) -> Vec<usize> {
        let Some(index) = index else { return self.first_moves(None) };
        if self.is_of_line(index) {
            return self.following(index).into_iter().collect();
        }
        let line = self.first_moves(None).into_iter().next().filter(|first| self.is_of_line(*first));
        let goes_on = |first: &usize| self.is_same(*first, index);
        line.filter(goes_on).and_then(|first| self.following(first)).into_iter().collect()
    }

    /// Returns the alternatives to move `index`, including itself.
    pub fn alternatives(&self, index: usize) -> Vec<usize> {
        if self.previous(index).is_some() { vec![index] } else { self.first_moves(Some(index)) }
    }

    /// Returns the move before `index`; `None` for the first.
    pub fn previous(&self, index: usize) -> Option<usize> {
        self.path(index).rev().nth(1)
    }

    /// Whether the move belongs to an operation whose moves are played in sequence.
    pub fn is_of_line(&self, index: usize) -> bool {
        let operation = &self.view.record.operations[self.view.moves[index].operation];
        self.view.known(operation).is_some_and(|known| known.operands == Operands::Line)
    }

    /// Returns the index range of the moves of the first operation with this opcode.
    pub fn named(&self, opcode: &str) -> Range<usize> {
        let moves = self.view.moves_named(opcode);
        let Some(first) = moves.first() else { return 0..0 };
        let start = self.view.moves.partition_point(|operand| operand.operation < first.operation);
        start..start + moves.len()
    }

    /// Returns the first moves of all operations without duplicates: of equal moves `preferred`, or else the first.
    fn first_moves(&self, preferred: Option<usize>) -> Vec<usize> {
        let mut first_moves: Vec<usize> = Vec::new();
        for opcode in FIRST_MOVES {
            let named = self.named(opcode);
            let most = if opcode == "pv" { 1 } else { named.len() };
            for step in named.take(most) {
                let is_known = first_moves.iter().any(|known| self.is_same(*known, step));
                let gives_way = preferred.is_some_and(|preferred| preferred != step && self.is_same(preferred, step));
                if !is_known && !gives_way {
                    first_moves.push(step);
                }
            }
        }
        first_moves.extend(preferred.filter(|preferred| !first_moves.contains(preferred)));
        first_moves
    }

    fn following(&self, index: usize) -> Option<usize> {
        let next = self.view.moves.get(index + 1)?;
        (next.operation == self.view.moves[index].operation).then_some(index + 1)
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        let action = |index: usize| self.view.moves[index].action();
        action(one).is_some() && action(one) == action(other)
    }
}

/// Returns a position with the halfmove clock and move number of its record, from its fields or its operations.
fn numbered(view: &RecordView, position: &VariantPosition) -> VariantPosition {
    let (halfmoves, fullmoves) = clocks(view);
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.halfmoves = halfmoves.parse().unwrap_or(setup.halfmoves);
    setup.fullmoves = fullmoves.parse().unwrap_or(setup.fullmoves);
    let of_setup = VariantPosition::from_setup(position.variant(), setup, position.castles().mode());
    // The first setup has already reported the faults of the position.
    let of_setup = of_setup.or_else(PositionError::ignore_too_much_material);
    let of_setup = of_setup.or_else(PositionError::ignore_impossible_check);
    let of_setup = of_setup.or_else(PositionError::ignore_invalid_castling_rights);
    of_setup.or_else(PositionError::ignore_invalid_ep_square).unwrap_or_else(|_| position.clone())
}

/// Returns the halfmove clock and the move number of a record, from its fields or its operations.
pub fn clocks(view: &RecordView) -> (String, String) {
    let mut of_fields = view.clocks();
    let (halfmove, fullmove) = (of_fields.next(), of_fields.next());
    let number = |field: Option<&str>, opcode: &str, default: &str| {
        let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        field.or_else(|| view.value(opcode)).filter(is_number).unwrap_or(default).to_owned()
    };
    (number(halfmove, "hmvc", "0"), number(fullmove, "fmvn", "1"))
}
