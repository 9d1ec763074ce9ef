//! PGC, the binary representation of games (section 20 of the standard).
//!
//! [`encode`] writes a game that reads cleanly, [`decode`] or [`Decoding`] reads a stream of games and goes on after a fault as long as it is
//! certain where the next record begins. What section 20 has no place for is counted in [`Losses`].

mod decode;
mod encode;
mod latin1;
mod marker;
mod ordinal;
#[cfg(test)]
mod tests;

pub use decode::{Decoded, Decoding, Fault, decode};
pub use encode::{Losses, NoOrdinal, encode};
pub use ordinal::{move_of, ordinal_of};
