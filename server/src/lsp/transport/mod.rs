//! Messages between a client and the handlers. `tower-lsp` 0.20 routes requests; its defects are cured here and nowhere else.

pub(super) mod connection;
pub(super) mod frames;
mod free_memory;
pub(super) mod large_text;
pub(super) mod outbox;
pub(super) mod raw_answer;
pub(super) mod stdio;
pub(super) mod tolerance;
pub(super) mod trace;
