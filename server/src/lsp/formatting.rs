//! `textDocument/formatting` and `textDocument/rangeFormatting`. The editor's tab size and the like do not apply: the
//! layout is export format's, or the one that is configured.

use tower_lsp::lsp_types::Range;

use super::aside::Answer;
use super::edits::text_edits;
use super::engine::FormatOptions;
use super::snapshot::Snapshot;

/// About how long an edit is in JSON without its text.
const USUAL_BYTES: usize = 110;

/// The edits that format the whole document.
pub fn document(snapshot: &Snapshot) -> Option<Answer> {
    written(snapshot, None)
}

/// The edits that format the games or records that `range` touches.
pub fn range(snapshot: &Snapshot, range: Range) -> Option<Answer> {
    written(snapshot, Some(snapshot.offsets(range)))
}

fn written(snapshot: &Snapshot, range: Option<std::ops::Range<usize>>) -> Option<Answer> {
    let edits = snapshot.format(options(snapshot), range);
    let bytes = edits.iter().map(|edit| edit.text.len() + USUAL_BYTES).sum();
    Answer::of_list(bytes, text_edits(snapshot, &edits).iter())
}

fn options(snapshot: &Snapshot) -> FormatOptions {
    snapshot.configured.settings.format_options()
}
