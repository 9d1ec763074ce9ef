//! EPD and FEN records.

pub mod convert;
pub mod format;
mod problem;

pub use convert::{
    Converted, epd_to_fen, epd_to_games, fen_to_epd, game_to_epd, games_to_epd, games_to_fen, record_at_move, record_of,
};
pub use format::{Counters, format_edits, format_edits_of, format_records, write_record};
pub use problem::problem_game;
