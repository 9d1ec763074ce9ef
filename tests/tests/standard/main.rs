//! The PGN standard: what the page about it says, and a right and a wrong text for its requirements.

mod page;
mod texts;
