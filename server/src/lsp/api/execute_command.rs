//! `workspace/executeCommand`: the requests of Scoresheet's own by another way, for editors that can only send what the protocol has.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    DocumentChanges, ExecuteCommandParams, Location, OneOf, OptionalVersionedTextDocumentIdentifier,
    ShowDocumentParams, TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use super::{annotate, board, explorer, found_game, game, line, move_game, picture, play, query, search};
use crate::lsp::proto::collection::{EXPLORER, FOUND_GAME, QUERY, SEARCH};
use crate::lsp::proto::editing::{ANNOTATE, AnnotateParams, EditedDocument, LINE, MOVE_GAME};
use crate::lsp::proto::extensions::{BOARD, GAME, PICTURE, PLAY, PlayParams, PlayedMove};
use crate::lsp::session::state::{State, refused};

/// Shows a place: takes a location, and answers whether it is shown. Of code actions.
pub(crate) const SHOW_PLACE: &str = "scoresheet/showPlace";

/// The commands: each takes the parameters of the request of this name as its one argument, and gives its answer.
pub(crate) const COMMANDS: [&str; 12] =
    [BOARD, GAME, PICTURE, PLAY, ANNOTATE, LINE, MOVE_GAME, EXPLORER, SEARCH, QUERY, FOUND_GAME, SHOW_PLACE];

/// What a command answers. A move that is played and a game that is moved are also written into the documents, where the client lets them be.
pub(crate) async fn execute(state: &Arc<State>, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let argument = params.arguments.into_iter().next().unwrap_or_default();
    match params.command.as_str() {
        BOARD => written(board::handle(state, read(argument)?).await?),
        GAME => written(game::handle(state, read(argument)?).await?),
        PICTURE => written(picture::handle(&read(argument)?, state.settings().config.board_colours)?),
        EXPLORER => written(explorer::handle(state, read(argument)?).await?),
        SEARCH => written(search::handle(state, read(argument)?).await?),
        QUERY => written(query::handle(state, read(argument)?).await?),
        FOUND_GAME => written(found_game::handle(state, read(argument)?).await?),
        PLAY => {
            let params: PlayParams = read(argument)?;
            let uri = params.text_document.uri.clone();
            written(write_played(state, uri, play::handle(state, params).await?, "move").await?)
        }
        ANNOTATE => {
            let params: AnnotateParams = read(argument)?;
            let uri = params.text_document.uri.clone();
            written(write_played(state, uri, annotate::handle(state, params).await?, "annotation").await?)
        }
        LINE => written(line::handle(state, read(argument)?).await?),
        MOVE_GAME => {
            let moved = move_game::handle(state, read(argument)?).await?;
            if let Some(moved) = moved.as_ref().filter(|moved| !moved.documents.is_empty()) {
                write(state, &moved.documents, "game").await?;
            }
            written(moved)
        }
        SHOW_PLACE => {
            let Location { uri, range } = read(argument)?;
            let show =
                ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: Some(range) };
            written(state.client.show_document(show).await?)
        }
        other => Err(Error::invalid_params(format!("Scoresheet has no command {other}"))),
    }
}

/// Writes the edits into the document, and returns the answer with them.
async fn write_played(
    state: &Arc<State>,
    uri: Url,
    played: Option<PlayedMove>,
    what: &str,
) -> Result<Option<PlayedMove>> {
    if let Some(played) = played.as_ref().filter(|played| !played.edits.is_empty()) {
        let (version, edits) = (played.version, played.edits.clone());
        write(state, &[EditedDocument { uri, version, edits }], what).await?;
    }
    Ok(played)
}

fn read<T: DeserializeOwned>(argument: Value) -> Result<T> {
    let explained = |error| Error::invalid_params(format!("the argument is not what the request takes: {error}"));
    serde_json::from_value(argument).map_err(explained)
}

fn written(answer: impl Serialize) -> Result<Option<Value>> {
    let value = serde_json::to_value(answer).map_err(|error| Error::invalid_params(error.to_string()))?;
    Ok(Some(value).filter(|value| !value.is_null()))
}

/// Sends edits to the client, if it can apply them. `what` is what they write.
async fn write(state: &State, documents: &[EditedDocument], what: &str) -> Result<()> {
    let settings = state.settings();
    if !settings.applies_edits {
        return Ok(());
    }
    let edits = |document: &EditedDocument| -> Vec<TextEdit> {
        document.edits.iter().map(|edit| TextEdit::new(edit.range.into(), edit.new_text.clone())).collect()
    };
    let edit = if settings.versioned_edits {
        let of_document = |document: &EditedDocument| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: document.uri.clone(),
                version: Some(document.version),
            },
            edits: edits(document).into_iter().map(OneOf::Left).collect(),
        };
        let changes = DocumentChanges::Edits(documents.iter().map(of_document).collect());
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    } else {
        let changes: HashMap<Url, Vec<TextEdit>> =
            documents.iter().map(|document| (document.uri.clone(), edits(document))).collect();
        WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
    };
    let answer = state.client.apply_edit(edit).await?;
    if answer.applied {
        return Ok(());
    }
    let reason = answer.failure_reason.unwrap_or_else(|| "no reason given".to_owned());
    Err(refused(format!("The editor has not written the {what}: {reason}")))
}
