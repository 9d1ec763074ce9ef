//! Moves in figurines.

pub(super) use scoresheet_chess::figurines::figurines;
