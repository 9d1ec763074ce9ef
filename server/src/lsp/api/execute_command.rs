//! `workspace/executeCommand`: the requests of Scoresheet's own by another way, for editors that can only send what the protocol has.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    DocumentChanges, ExecuteCommandParams, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Url, WorkspaceEdit,
};

use super::{board, explorer, found_game, game, picture, play, search};
use crate::lsp::proto::collection::{EXPLORER, FOUND_GAME, SEARCH};
use crate::lsp::proto::extensions::{BOARD, GAME, PICTURE, PLAY, PlayParams, PlayedMove};
use crate::lsp::session::state::{State, refused};

/// The commands: each takes the parameters of the request of this name as its one argument, and gives its answer.
pub(crate) const COMMANDS: [&str; 7] = [BOARD, GAME, PICTURE, PLAY, EXPLORER, SEARCH, FOUND_GAME];

/// What a command answers. A move that is played is also written into the document, where the client lets it be.
pub(crate) async fn execute(state: &Arc<State>, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let argument = params.arguments.into_iter().next().unwrap_or_default();
    match params.command.as_str() {
        BOARD => written(board::handle(state, read(argument)?).await?),
        GAME => written(game::handle(state, read(argument)?).await?),
        PICTURE => written(picture::handle(&read(argument)?)?),
        EXPLORER => written(explorer::handle(state, read(argument)?).await?),
        SEARCH => written(search::handle(state, read(argument)?).await?),
        FOUND_GAME => written(found_game::handle(state, read(argument)?).await?),
        PLAY => {
            let params: PlayParams = read(argument)?;
            let uri = params.text_document.uri.clone();
            let played = play::handle(state, params).await?;
            if let Some(played) = played.as_ref().filter(|played| !played.edits.is_empty()) {
                write(state, uri, played).await?;
            }
            written(played)
        }
        other => Err(Error::invalid_params(format!("Scoresheet has no command {other}"))),
    }
}

fn read<T: DeserializeOwned>(argument: Value) -> Result<T> {
    let explained = |error| Error::invalid_params(format!("the argument is not what the request takes: {error}"));
    serde_json::from_value(argument).map_err(explained)
}

fn written(answer: impl Serialize) -> Result<Option<Value>> {
    let value = serde_json::to_value(answer).map_err(|error| Error::invalid_params(error.to_string()))?;
    Ok(Some(value).filter(|value| !value.is_null()))
}

/// Sends the edits of a move to the client, if it can apply them.
async fn write(state: &State, uri: Url, played: &PlayedMove) -> Result<()> {
    let settings = state.settings();
    if !settings.applies_edits {
        return Ok(());
    }
    let edit = |edit: &crate::lsp::proto::extensions::TextEdit| TextEdit::new(edit.range.into(), edit.new_text.clone());
    let edits: Vec<TextEdit> = played.edits.iter().map(edit).collect();
    let edit = if settings.versioned_edits {
        let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: Some(played.version) };
        let edits = edits.into_iter().map(OneOf::Left).collect();
        let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }]);
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    } else {
        WorkspaceEdit { changes: Some(HashMap::from([(uri, edits)])), ..WorkspaceEdit::default() }
    };
    let answer = state.client.apply_edit(edit).await?;
    if answer.applied {
        return Ok(());
    }
    let reason = answer.failure_reason.unwrap_or_else(|| "no reason given".to_owned());
    Err(refused(format!("The editor has not written the move: {reason}")))
}
