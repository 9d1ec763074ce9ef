//! The games of open documents and of files, segment by segment, for requests about many games.

pub(super) mod finished;
pub(super) mod found_game;
pub(super) mod game_list;
mod open_segments;
pub(super) mod part;
pub(super) mod scope;
pub(super) mod sort_values;
pub(super) mod source;
