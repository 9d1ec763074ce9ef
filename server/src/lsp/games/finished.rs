//! How far the work on all games of a request came.

use crate::lsp::proto::collection::UnreadFile;

/// How far the work on all sources came.
pub(crate) struct Finished {
    /// Whether all games were read.
    pub(crate) is_complete: bool,
    /// The files of which not all was read.
    pub(crate) unread: Vec<UnreadFile>,
}
