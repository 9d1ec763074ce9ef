//! Findings on their way to the client.

pub(super) mod publish;
pub(super) mod published;
pub(super) mod pull;
pub(super) mod unmoved;
