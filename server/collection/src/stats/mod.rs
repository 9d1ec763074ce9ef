//! Statistics: games counted by player, opening, year, result, event, length or final material.
//!
//! [`Counts`] adds up the rows of games, and [`StatsTable`] shows them.

mod cell;
mod counts;
mod tally;

pub use cell::{Cell, StatsColumn, StatsTable};
pub use counts::{By, Counts};
