//! The marker codes that begin the records (section 20.4).

use scoresheet_chess::results::RESULTS;

pub(super) const NOOP: u8 = 0x00;
/// A game in reduced export format: seven strings and a long move sequence.
pub(super) const REDUCED_GAME: u8 = 0x01;
pub(super) const TAG_PAIR: u8 = 0x02;
pub(super) const SHORT_MOVES: u8 = 0x03;
pub(super) const LONG_MOVES: u8 = 0x04;
pub(super) const GAME_BEGIN: u8 = 0x05;
pub(super) const GAME_END: u8 = 0x06;
pub(super) const NAG: u8 = 0x07;
pub(super) const VARIATION_BEGIN: u8 = 0x08;
pub(super) const VARIATION_END: u8 = 0x09;
pub(super) const ESCAPE: u8 = 0x0a;

/// The Seven Tag Roster (section 8.1.1) in the order of the strings of a [`REDUCED_GAME`].
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The termination marker of a game with this Result tag: the stream has no other place for it.
pub(super) fn termination(result: Option<&str>) -> &str {
    result.filter(|result| RESULTS.contains(result)).unwrap_or("*")
}
