//! Between our values and those of the protocol: positions and ranges, edits, findings, and the requests that the protocol lacks.

pub(super) mod collection;
pub(super) mod editing;
pub mod extensions;
pub mod position;
pub(super) mod text_edit;
pub(super) mod unit_position;
