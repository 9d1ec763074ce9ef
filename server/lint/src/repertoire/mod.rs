//! What is wrong in a repertoire: two answers in one position, replies without an answer, lines that are never reached.
//!
//! [`faults`] finds it in all files together; the rules of the group `repertoire` report what of it is in their file.

mod fault;
mod find;
mod marks;
mod unreachable;

pub use fault::{Addition, Fault, FaultKind, FaultOfFile, OtherPlace, Share};
pub use find::{Demands, faults};
