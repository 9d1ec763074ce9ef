//! What the client and the configuration files set.

pub(super) mod client_settings;
pub(super) mod configurations;
