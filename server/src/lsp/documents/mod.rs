//! The open documents: their texts, what is computed from a text, and what a request sees of it.

pub(super) mod answers;
pub(super) mod change_order;
mod check;
pub(super) mod findings;
pub(super) mod games;
pub(super) mod language;
mod listed_unit;
pub(super) mod observer;
pub(super) mod open_blocks;
pub(super) mod open_documents;
pub(super) mod records;
pub(super) mod repertoire_faults;
pub(super) mod snapshot;
pub(super) mod text_version;
pub(super) mod unit;
pub(super) mod unit_values;
