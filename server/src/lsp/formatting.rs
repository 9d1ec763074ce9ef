//! `textDocument/formatting` and `textDocument/rangeFormatting`. The editor's tab size and the like do not apply: the
//! layout is export format's, or the one that is configured.

use tower_lsp::lsp_types::Range;

use super::aside::Answer;
use super::content::Content;
use super::edits::text_edits;
use super::engine::FormatOptions;
use super::formatting_games;
use super::snapshot::Snapshot;

/// What formatting does to a file of so many bytes is worked out before anybody asks: a tenth of a second of a thread that has
/// nothing else to do.
const MOST_PREPARED: usize = 16 << 20;

/// About how long an edit is in JSON without its text.
const USUAL_BYTES: usize = 110;

/// The edits that format the whole document.
pub fn document(snapshot: &Snapshot) -> Option<Answer> {
    let of_games = match snapshot.content() {
        Content::Games(games) => formatting_games::document(snapshot, games),
        Content::Records(..) => None,
    };
    of_games.or_else(|| written(snapshot, None))
}

/// The edits that format the games or records that `range` touches.
pub fn range(snapshot: &Snapshot, range: Range) -> Option<Answer> {
    written(snapshot, Some(snapshot.offsets(range)))
}

/// Works out what the next answers are put together from, where that is little work.
pub fn prepare(snapshot: &Snapshot) {
    match snapshot.content() {
        Content::Games(games) if snapshot.text().len_bytes() <= MOST_PREPARED => {
            formatting_games::prepare(snapshot, games);
        }
        Content::Games(_) | Content::Records(..) => {}
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
