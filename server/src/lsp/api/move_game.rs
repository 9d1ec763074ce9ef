//! `scoresheet/moveGame`: putting a game at another place of its document or into another one.

use scoresheet_chess::placed_game::game_at;
use scoresheet_format::arrange::{Arranged, add_game, copy_game, game_alone, move_game, without_game};
use scoresheet_lint::finding::Edit;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::Position;

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::editing::{EditedDocument, MoveGameParams, MovedGame};
use crate::lsp::proto::extensions::TextEdit;
use crate::lsp::proto::position;
use crate::lsp::proto::text_edit::replace;
use crate::lsp::session::state::{State, refused};

/// Answers the request.
pub(crate) async fn handle(state: &State, params: MoveGameParams) -> Result<Option<MovedGame>> {
    let MoveGameParams { text_document, position, before, into, copy } = params;
    let open = state.snapshot(&text_document.uri).filter(|snapshot| !snapshot.has_blocks());
    let Some(snapshot) = open else { return Ok(None) };
    let mut snapshots = vec![snapshot];
    if let Some(into) = into.filter(|into| into.uri != text_document.uri) {
        let Some(other) = state.snapshot(&into.uri) else {
            return Err(refused("The document that gets the game is not open".to_owned()));
        };
        snapshots.push(other);
    }
    let before = before.unwrap_or(usize::MAX);
    let answer = state.answer_of(snapshots, move |snapshots| moved(snapshots, position.into(), before, copy));
    answer.await?.transpose().map_err(refused)
}

/// The edits that move or copy the game at `position` of the first document; nothing where there is none.
fn moved(
    snapshots: &[Snapshot],
    position: Position,
    before: usize,
    copy: bool,
) -> Option<std::result::Result<MovedGame, String>> {
    let [from, others @ ..] = snapshots else { return None };
    let game = game_at(from.games()?, from.offset(position))?.index;
    let text = from.text().to_string();
    let arranged = match others {
        [] if copy => copy_game(&text, game, before).map(|arranged| (from, arranged, None)),
        [] => move_game(&text, game, before).map(|arranged| (from, arranged, None)),
        [into, ..] => {
            into.games()?;
            game_alone(&text, game).and_then(|alone| {
                let added = add_game(&into.text().to_string(), alone, before)?;
                let rest = if copy { None } else { Some(without_game(&text, game)?) };
                Ok((into, added, rest))
            })
        }
    };
    Some(arranged.map_err(|refusal| sentence(&refusal.reason)).map(|(into, arranged, rest)| {
        let rest = rest.map(|rest| edited(from, &crate::text_edits::text_edits(&text, &rest)));
        let mut documents: Vec<EditedDocument> = [edited(into, &arranged.edits)].into_iter().chain(rest).collect();
        documents.retain(|document| !document.edits.is_empty());
        let position = start(into, &arranged);
        MovedGame { documents, uri: into.uri.clone(), game: arranged.game, position }
    }))
}

fn edited(snapshot: &Snapshot, edits: &[Edit]) -> EditedDocument {
    let edits = snapshot.text_edits(edits).into_iter();
    let edits = edits.map(|edit| TextEdit { range: edit.range.into(), new_text: edit.new_text }).collect();
    EditedDocument { uri: snapshot.uri.clone(), version: snapshot.version(), edits }
}

/// Where the game begins in the text after the edits.
fn start(snapshot: &Snapshot, arranged: &Arranged) -> crate::lsp::proto::extensions::Position {
    let mut new = snapshot.text().clone();
    for edit in arranged.edits.iter().rev() {
        replace(&mut new, &edit.range, &edit.text);
    }
    position::position(&new, arranged.range.start, snapshot.settings.encoding).into()
}

/// The reason as a message.
fn sentence(reason: &str) -> String {
    format!("The game cannot be moved: {reason}")
}
