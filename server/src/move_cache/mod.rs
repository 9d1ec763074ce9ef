//! The move cache on the disk: a file in the cache directory of the user for each file of games.
//!
//! A cache never changes an answer. What is stale, short, foreign or of another version is made anew; what cannot be written is
//! left out. A cache is written beside and renamed, so that several programs can use and make one at the same time.

mod file_state;
mod filler;
mod folder;
mod game_texts;
mod reading;
mod stored;
#[cfg(test)]
mod tests;
mod work;
mod writer;

pub(crate) use filler::kept_games;
pub(crate) use folder::{CacheFolder, Entry};
pub(crate) use game_texts::GameTexts;
pub(crate) use reading::{Done, MoveCache, SegmentText};
pub(crate) use work::{GamesWork, Work};
