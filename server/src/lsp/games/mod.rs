//! The games of open documents and of files, segment by segment, for requests about many games.

pub(super) mod found_game;
mod open_segments;
pub(super) mod part;
pub(super) mod scope;
pub(super) mod source;
