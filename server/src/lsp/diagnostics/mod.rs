//! Findings on their way to the client.

pub(super) mod conversion;
pub(super) mod notification;
pub(super) mod publish;
pub(super) mod pull;
