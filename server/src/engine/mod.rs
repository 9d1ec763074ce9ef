//! Chess engines: starting one, asking it about positions, and keeping its answers.

mod answers;
mod error;
mod identity;
mod process;
mod session;
mod uci;
mod user_engine;

pub(crate) use error::EngineError;
pub(crate) use session::{Bounds, Session};
pub(crate) use user_engine::{DEFAULT_NODES, UserEngine};
