//! The state that all handlers share, and the one way in which they answer.

pub(super) mod client_process;
pub(super) mod idle_trees;
pub(super) mod indexing;
pub(super) mod many_games;
pub(super) mod questions;
pub(super) mod repertoires;
pub(super) mod state;
