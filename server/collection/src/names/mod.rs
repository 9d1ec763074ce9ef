//! Names of players, events and sites: how they are spelt in many games, which may be the same, and how they are unified.

mod canonical;
mod counts;
mod evidence;
mod listing;
mod renames;

pub use canonical::{Canonical, MisreadCanonical};
pub use counts::{Kind, NameCounts, Place};
pub use listing::{Listing, Name, SpeltName};
pub use renames::{Rename, Renames};
