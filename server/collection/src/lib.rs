//! Questions about many games: a query language, and games that a query can see, from text or from records.
//!
//! # How the pieces fit
//!
//! - [`Query::parse`](query::Query::parse) reads a query once. Errors have a span, a message and a suggestion; they need no game.
//! - [`Game`](game::Game) is the one way in which a query sees a game: its tags, its [`Facts`](game::Facts), which are what is known without a replay, its
//!   annotations, and its positions one by one. What a source does not keep is unknown, not absent.
//! - [`TextGame`](text_game::TextGame) is a game of a PGN text. It is read as far as the query needs it. A record of a cache is another `Game`: it has
//!   some tags, the bounds of the material, and its moves; the rest is unknown.
//! - [`Query::find`](query::Query::find) answers in three steps, each of which may decide: tags; facts; positions, with an early exit. Its answer is
//!   [`Answer::Unknown`](query::Answer::Unknown) if the source does not keep what decides. Then the caller asks the text of the same game.
//!
//! ```
//! use scoresheet_collection::query::{Answer, Query};
//! use scoresheet_collection::text_game::TextGames;
//!
//! let query = Query::parse("white = \"Morphy*\" and material KBNvK").unwrap();
//! let text = "[White \"Morphy, Paul\"]\n[FEN \"7k/8/8/8/8/1r6/2B5/K5N1 w - - 0 1\"]\n\n1. Bxb3 *\n";
//! let mut games = TextGames::new(text);
//! while let Some(mut game) = games.next() {
//!     let Answer::Found(found) = query.find(&mut game) else { panic!("not found") };
//!     assert_eq!(found.ply, Some(1));
//! }
//! ```
//!
//! [`cache`] keeps what was read of games, [`tree`] counts what was played from a position, [`table`] makes rows of games, [`tournament`] ranks
//! players, [`stats`] counts games, [`files`] puts whole files in order, [`pgc`] is the binary representation of games,
//! [`publish`] makes pages of them, [`export`] has what tables for other engines are made of.
//!
//! Pure functions: no input or output, no threads, no clock. Ranges are half-open byte offsets.

pub mod cache;
pub mod exact_position;
pub mod export;
pub mod files;
pub mod following;
pub mod game;
pub mod material;
pub mod names;
pub mod pgc;
pub mod publish;
pub mod query;
pub mod repertoire;
pub mod stats;
pub mod table;
pub mod text_game;
pub mod tournament;
pub mod tree;
pub mod truth;
