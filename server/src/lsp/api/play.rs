//! `scoresheet/play`: writing a move into a game or a record from a board beside the text.

use crate::lsp::proto::extensions::PlayParams;
use crate::lsp::session::state::{State, refused};
use scoresheet_ide::play;
use tower_lsp::jsonrpc;
use tower_lsp::lsp_types::Position;

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::extensions::{PlayedMove, TextEdit};

/// No notation of a move has so many bytes. What is longer is not repeated in an answer.
const LONGEST_MOVE: usize = 64;

/// Answers the request.
pub(crate) async fn handle(state: &State, params: PlayParams) -> jsonrpc::Result<Option<PlayedMove>> {
    let (uri, position) = (params.text_document.uri, params.position.into());
    let answer =
        state.answer_around(&uri, position, move |snapshot| Some(played(snapshot, position, &params.played))).await?;
    answer.transpose().map_err(refused)
}

/// The edits that play `played` from the position at `position`, or why it cannot be played.
fn played(snapshot: &Snapshot, position: Position, played: &str) -> Result<PlayedMove, String> {
    if played.len() > LONGEST_MOVE {
        return Err(format!("A move is written with at most {LONGEST_MOVE} letters"));
    }
    let done = snapshot.play(snapshot.offset(position), played)?;
    if !done.edits.is_empty() && snapshot.edits_in_document(&done.edits).is_empty() {
        return Err("This move cannot be written here: the document has a command of its own for variations".to_owned());
    }
    Ok(written(snapshot, &done))
}

/// The edits and the cursor as the protocol has them.
pub(super) fn written(snapshot: &Snapshot, done: &play::PlayedMove) -> PlayedMove {
    let edits = snapshot.text_edits(&done.edits);
    PlayedMove {
        version: snapshot.version(),
        edits: edits.into_iter().map(|edit| TextEdit { range: edit.range.into(), new_text: edit.new_text }).collect(),
        position: snapshot.position_after(&done.edits, done.cursor).into(),
    }
}
