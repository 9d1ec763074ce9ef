//! The Language Server Protocol as its own machine-readable description (`metaModel.json`) has it, and sessions checked against it:
//! the shape of every message, the order of requests and answers, positions inside their documents, and that nothing is sent that
//! the other side has not said it knows.
//!
//! The description is no part of this project: `tests/meta_model.sh` fetches it. Without it, sessions are checked for all the rest, and a
//! test of `lsp_lifecycle.rs` is ignored and says so.

mod announced;
mod capabilities;
mod documents;
mod places;
mod samples;
mod schema;
mod session;
mod tokens;
mod types;

use std::path::PathBuf;
use std::sync::OnceLock;

pub use session::{Direction, Session};
pub use types::MetaModel;

/// Where the description is, in place of the folder to which the script writes it.
const VARIABLE: &str = "SCORESHEET_META_MODEL";

/// The description, read once; nothing where it is missing.
///
/// # Panics
/// If the file is there and is no such description.
pub fn meta_model() -> Option<&'static MetaModel> {
    static MODEL: OnceLock<Option<MetaModel>> = OnceLock::new();
    let read = || {
        let text = std::fs::read_to_string(path()?).ok()?;
        Some(MetaModel::parse(&text).expect("a description of the protocol"))
    };
    MODEL.get_or_init(read).as_ref()
}

fn path() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(VARIABLE) {
        return Some(path.into());
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
    Some(cache.join("scoresheet/metaModel.json"))
}
