//! Chess for Scoresheet: positions and variants, reading moves in every notation, replaying games, why a move is
//! illegal, position keys, openings, and the tables of the PGN standard.
//!
//! Pure functions: no input or output, no threads, no types of the language server. Ranges are half-open byte offsets.

pub mod annotated_moves;
pub mod base64;
pub mod board;
pub mod collation;
pub mod command_arguments;
pub mod command_docs;
pub mod common_bytes;
pub mod damaged_commands;
pub mod dates;
pub mod diagram;
pub mod duplicates;
pub mod engine_comment;
pub mod epd;
pub mod evaluation;
pub mod figurines;
pub mod game_identity;
pub mod game_name;
pub mod hidden_moves;
pub mod line_ends;
pub mod line_history;
pub mod look_alikes;
pub mod meaning;
pub mod men_key;
pub mod move_hash;
pub mod move_marks;
pub mod move_numbers;
pub mod move_tree;
pub mod nag;
pub mod names;
pub mod openings;
pub mod pasted;
pub mod piece_letters;
pub mod placed_game;
pub mod player_names;
pub mod position_facts;
pub mod position_faults;
pub mod position_key;
pub mod reach;
pub mod readable_moves;
pub mod repertoire;
pub mod replay;
pub mod results;
pub mod similar_words;
pub mod tag_docs;
pub mod time_control;
pub mod variants;
