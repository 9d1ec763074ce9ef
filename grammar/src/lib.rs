//! Text to lossless flat syntax trees, for chess PGN and FEN.
//!
//! Parsing never fails: it gives a tree that covers every byte of the text, and a list of faults. No input or output, no
//! chess rules: a move is an opaque symbol here.

pub mod ast;
pub mod command;
mod fault;
pub mod fen;
mod game;
mod kind;
mod lexer;
mod parser;
mod shape;
mod tag_value;
mod tree;

pub use fault::{Fault, FaultKind};
pub use game::{Database, Game, GameView, split};
pub use kind::{NodeKind, TokenKind};
pub use parser::{Parser, read_head};
pub use tree::{Event, Events, Tree};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
