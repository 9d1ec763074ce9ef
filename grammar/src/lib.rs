//! Reads chess games in PGN, and positions in EPD and FEN. Reading never fails: it gives a lossless tree of any text, and a list of faults.
//!
//! # Read games
//!
//! [`Games`] reads the games of a text one by one. A game knows its tag pairs and its result, and its movetext is a sequence of [`Item`]s:
//! moves, comments, NAGs and variations, each with its byte range.
//!
//! ```
//! use scoresheet_grammar::{Games, Item};
//!
//! let text = r#"[White "Carlsen, Magnus"]
//! [Black "Caruana, Fabiano"]
//! [Result "1/2-1/2"]
//!
//! 1. e4 c5 {the Sicilian} 2. Nf3 $1 (2. c3 d5) 2... Nc6 1/2-1/2
//! "#;
//!
//! for game in Games::new(text) {
//!     let game = game.view();
//!     assert_eq!(game.tag("White").as_deref(), Some("Carlsen, Magnus"));
//!     assert_eq!(game.result().as_deref(), Some("1/2-1/2"));
//!
//!     let mut main_line = Vec::new();
//!     for (item, range) in game.main_line() {
//!         match item {
//!             Item::Move(san) => main_line.push(san),
//!             Item::Comment(words) => assert_eq!(words, "the Sicilian"),
//!             Item::Nag(number) => assert_eq!((number, &game.text[range]), (1, "$1")),
//!             _ => {}
//!         }
//!     }
//!     assert_eq!(main_line, ["e4", "c5", "Nf3", "Nc6"]);
//!
//!     for variation in game.variations() {
//!         assert_eq!(variation.replaces.clone().map(|range| &game.text[range]), Some("Nf3"));
//!         assert_eq!(variation.main_line().filter(|(item, _)| matches!(item, Item::Move(_))).count(), 2);
//!     }
//!     assert!(game.tree.faults().is_empty());
//! }
//! ```
//!
//! There are no chess rules here: a move is text, and whether it is legal is not checked. There is no input or output either.
//!
//! # More
//!
//! - [`Tag`](ast::Tag) is a tag pair with the ranges of its parts; [`command`] reads `[%clk 0:01:00]` and the like in comments.
//! - [`Fault`] is what is wrong with the text of a game, as `1. e4 {` lacks a brace.
//! - [`epd`] reads files of EPD and FEN records line by line, [`fen`] reads a FEN.
//! - [`Parser`] reads into a [`Tree`] that is used again for the next game, which is the fastest way; [`Tree::events`] walks over all tokens.
//! - [`incremental`] is for editors: a file of games or records whose edits read only what they touch.

pub mod ast;
pub mod command;
mod conflict;
mod cut;
pub mod epd;
mod fault;
pub mod fen;
mod game;
mod game_view;
pub mod incremental;
mod kind;
mod lexer;
mod parser;
mod plain_game;
mod reader;
mod shape;
mod tag_value;
mod tree;

#[doc(hidden)]
pub use cut::is_certain_start;
pub use cut::{last_cut, piece_around, split};
pub use fault::{Fault, FaultKind};
pub use game::Game;
pub use game_view::GameView;
pub use incremental::{Chunk, Database};
pub use kind::{NodeKind, TokenKind};
pub use lexer::token_at;
pub use parser::{GAMES_PER_CALL, Parser, read_head};
#[doc(hidden)]
pub use plain_game::{PlainTagPair, plain_game};
pub use reader::{Games, Item, Items, MainLine, ParsedGame, Variation, Variations};
pub use tree::{Before, Event, Events, LineBefore, OddEmptyLines, Place, Tree};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
