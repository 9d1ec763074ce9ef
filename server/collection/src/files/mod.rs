//! Whole files of games: which games an order moves, and names for files.

mod moved;

pub use moved::moved;
