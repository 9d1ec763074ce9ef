//! Tournaments: who played whom, the final ranking with its tie-breaks, and what is missing.
//!
//! Games become [`Record`]s, records [`Event`]s, and an event a [`Tournament`], which [`Ranking`] puts in order. The tie-breaks are those of FIDE's
//! Tie-Break Regulations (Handbook C.07, in force from 1 March 2026); comments name their articles.

mod contributions;
mod direct_encounter;
mod event;
mod missing;
mod names;
mod players;
mod ranking;
mod record;
#[cfg(test)]
mod tests;
mod tie_break;
mod value;

pub use event::{Event, events};
pub use missing::missing;
pub(crate) use names::identity;
pub use players::{Kind, Player, Tournament, Turn, Way};
pub use ranking::{Placed, Ranking};
pub(crate) use record::leading_number;
pub use record::{Outcome, Record};
pub use tie_break::TieBreak;
pub use value::Value;
