//! `textDocument/formatting` and `textDocument/rangeFormatting`. The editor's tab size and the like do not apply: the
//! layout is export format's, or the one that is configured.

use tower_lsp::lsp_types::Range;

use super::game_formatting;
use super::record_formatting;
use crate::lsp::documents::language::Content;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::text_edit::text_edits;
use crate::lsp::transport::raw_answer::Answer;
use scoresheet_analysis::format::FormatOptions;

/// What formatting does to a file of so many bytes is worked out before anybody asks: a tenth of a second of a thread that has
/// nothing else to do, half a second where there are records.
const MOST_PREPARED: usize = 16 << 20;

/// So many bytes of edits are kept for a document. What does not fit is worked out anew for every answer.
pub const MOST_KEPT: usize = 16 << 20;

/// About how long an edit is in JSON without its text.
const USUAL_BYTES: usize = 110;

/// The edits that format the whole document.
pub fn document(snapshot: &Snapshot) -> Option<Answer> {
    match snapshot.content() {
        Content::Games(games) => game_formatting::document(snapshot, games).or_else(|| written(snapshot, None)),
        Content::Records(records, _) => Some(record_formatting::document(snapshot, records)),
    }
}

/// The edits that format the games or records that `range` touches.
pub fn range(snapshot: &Snapshot, range: Range) -> Option<Answer> {
    written(snapshot, Some(snapshot.offsets(range)))
}

/// Works out what the next answers are put together from, where that is little work.
pub fn prepare(snapshot: &Snapshot) {
    if snapshot.text().len_bytes() > MOST_PREPARED {
        return;
    }
    match snapshot.content() {
        Content::Games(games) => game_formatting::prepare(snapshot, games),
        Content::Records(records, _) => record_formatting::prepare(snapshot, records),
    }
}

fn written(snapshot: &Snapshot, range: Option<std::ops::Range<usize>>) -> Option<Answer> {
    let edits = snapshot.format(options(snapshot), range);
    let bytes = edits.iter().map(|edit| edit.text.len() + USUAL_BYTES).sum();
    Answer::of_list(bytes, text_edits(snapshot, &edits).iter())
}

fn options(snapshot: &Snapshot) -> FormatOptions {
    snapshot.configured.settings.format_options()
}
