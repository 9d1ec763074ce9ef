//! The order of the games of a file (section 12): what is moved as a whole, and by what it is sorted.
//!
//! [`entries`](Entries) cuts a text into games with the text that stays with them; a [`SortOrder`] gives each a key. Keys
//! are compared byte by byte, so that they can be merged outside memory.

mod arranged;
mod entries;
mod key;
mod seams;
mod sorted;

pub use arranged::{Part, arranged, seamed};
pub use entries::{Ending, Entries, Entry, EntryTag, is_game};
pub use key::{Column, KEYS, SortColumn, SortOrder};
pub use seams::Seams;
pub use sorted::sorted;
