//! Repertoires: what games play in their positions, and repertoires in other forms.

mod anki;
mod count;
mod merged;

pub use anki::anki_deck;
pub use count::PlayedCounter;
pub use merged::merged_games;
