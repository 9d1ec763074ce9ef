//! `textDocument/formatting` and `textDocument/rangeFormatting`. The editor's tab size and the like do not apply: the
//! layout is export format's, or the one that is configured.

use tower_lsp::lsp_types::{Range, TextEdit};

use super::edits::text_edits;
use super::engine::FormatOptions;
use super::snapshot::Snapshot;

/// The edits that format the whole document.
pub fn document(snapshot: &Snapshot) -> Option<Vec<TextEdit>> {
    Some(text_edits(snapshot, &snapshot.format(options(snapshot), None)))
}

/// The edits that format the games or records that `range` touches.
pub fn range(snapshot: &Snapshot, range: Range) -> Option<Vec<TextEdit>> {
    let range = snapshot.offsets(range);
    Some(text_edits(snapshot, &snapshot.format(options(snapshot), Some(range))))
}

fn options(snapshot: &Snapshot) -> FormatOptions {
    snapshot.configured.settings.format_options()
}
