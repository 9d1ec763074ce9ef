//! Names of players, events and places: which of them may be the same, and why.

mod evidence;
mod forest;
mod letters;
mod one_letter;
mod places;
mod player;
mod players;
mod profile;
mod reason;
mod romanised;
mod sure;
mod unknown;

pub use evidence::{Evidence, NoEvidence};
pub use forest::{Ambiguity, Grouping, Member, NameGroup, Spelling};
pub use letters::hash_of_letters;
pub use places::{group_events, group_sites};
pub use player::PlayerName;
pub use players::{group_players, sounds_of_last_names};
pub use profile::Profile;
pub use reason::Reason;
pub use sure::{Inconsistent, inconsistent};
pub use unknown::{Unknown, unknown};
