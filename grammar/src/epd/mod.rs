//! Extended Position Description and lists of FEN records: lines of fields and operations (standard, section 16.2).
//!
//! [`Line::read`] never fails, whatever the line; lines know nothing of each other. No chess rules here: fields are read by
//! [`crate::fen`], and a move operand is a symbol like any other.

mod file;
mod lines;
mod read;
mod record;

pub use file::{EpdFile, Records};
pub use lines::{last_line_cut, lines, split_lines};
pub use record::{Dialects, Line, Operand, OperandKind, Operation, Record};

#[cfg(test)]
mod tests;
