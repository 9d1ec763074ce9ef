//! The Language Server Protocol by its machine-readable description (`metaModel.json`), and the check of sessions against it: the shape of
//! every message, the order of requests and answers, positions inside their documents, and the capabilities of the other side.
//!
//! The description is not part of this project: `tests/meta_model.sh` fetches it. Without it, only the shapes of messages are not checked,
//! and a test of `lsp_lifecycle.rs` is ignored.

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

/// The environment variable with the path of the description; by default it is in the folder of the script.
const VARIABLE: &str = "SCORESHEET_META_MODEL";

/// The description, read once; `None` if it is missing.
///
/// # Panics
/// If the file exists and is not a valid description.
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
