//! Work that takes its time: where it runs, how far it is, and how it is cancelled.

pub(super) mod background;
pub(super) mod progress;
pub(super) mod reporter;
