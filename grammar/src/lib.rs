//! Text to lossless flat syntax trees, for chess PGN and FEN.

pub mod fen;
