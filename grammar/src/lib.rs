//! Text to lossless flat syntax trees, for chess PGN, EPD and FEN.
//!
//! Parsing never fails: it gives a tree that covers every byte of the text, and a list of faults. No input or output, no
//! chess rules: a move is an opaque symbol here.

pub mod ast;
pub mod command;
mod cut;
pub mod epd;
mod fault;
pub mod fen;
mod game;
pub mod incremental;
mod kind;
mod lexer;
mod parser;
mod shape;
mod tag_value;
mod tree;

pub use cut::{last_cut, piece_around, split};
pub use fault::{Fault, FaultKind};
pub use game::Game;
pub use incremental::{Chunk, Database};
pub use kind::{NodeKind, TokenKind};
pub use parser::{GAMES_AT_ONCE, Parser, SavedParse, read_head};
pub use tree::{Before, Event, Events, GameView, LineBefore, OddEmptyLines, Place, Tree};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
