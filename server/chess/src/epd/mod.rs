//! EPD and FEN records.

pub mod at;
pub mod mini_game;
pub mod moves;
pub mod opcodes;
pub mod position;
pub mod steps;
pub mod view;

pub use at::record_at;
pub use moves::{MoveOperand, Reading};
pub use position::{Notation, PositionStatus, RecordKind};
pub use view::RecordView;
