//! `textDocument/codeLens` and `codeLens/resolve`: a line above each game. Its title is computed when it is seen, as the games
//! have to be played for the opening. If the client can show a board, one more lens does that.

use scoresheet_ide::code_lenses::{self, CodeLensKind};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{CodeLens, Command, Range, Url};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::extensions::SHOW_BOARD;
use crate::lsp::proto::position::Places;
use crate::lsp::session::state::State;
use crate::lsp::settings::client_settings::CodeLensOptions;
use crate::lsp::transport::raw_answer::RawAnswer;

/// About how long a lens is in JSON without the name of its file.
const USUAL_BYTES: usize = 150;

/// Between two parts of a title.
const BETWEEN: &str = " · ";

/// Where a lens comes from.
#[derive(Serialize, Deserialize)]
struct Origin {
    uri: Url,
    /// Our own number for the text; see [`Snapshot::state`].
    state: u64,
}

/// For each game a lens without its words, and one for its board.
pub(crate) fn lenses(snapshot: &Snapshot) -> Option<RawAnswer> {
    let settings = &snapshot.settings;
    let CodeLensOptions { moves, result, opening, board } = settings.config.code_lenses;
    let (has_words, has_board) = (moves || result || opening, board && settings.shows_boards);
    let places = snapshot.lens_places();
    if places.is_empty() || !(has_words || has_board) {
        return None;
    }
    let data = serde_json::to_value(Origin { uri: snapshot.uri.clone(), state: snapshot.state() }).ok()?;
    let of_game = |place: &code_lenses::CodeLensPlace| {
        let range = snapshot.range(&place.range);
        let words = CodeLens { range, command: None, data: Some(data.clone()) };
        [has_words.then_some(words), has_board.then(|| of_board(snapshot, range))].into_iter().flatten()
    };
    let bytes_of_lens = USUAL_BYTES + snapshot.uri.as_str().len();
    let bytes = places.len() * (usize::from(has_words) + 2 * usize::from(has_board)) * bytes_of_lens;
    RawAnswer::of(&places.iter().flat_map(of_game).collect::<Vec<_>>(), bytes)
}

/// A lens by which the client shows the position at the start of `range`. Its words need no game to be played.
fn of_board(snapshot: &Snapshot, range: Range) -> CodeLens {
    let place = json!({ "textDocument": { "uri": snapshot.uri }, "position": range.start });
    let command = Command::new("board".to_owned(), SHOW_BOARD.to_owned(), Some(vec![place]));
    CodeLens { range, command: Some(command), data: None }
}

/// The lens with its words. `ContentModified` where its text is not there any more.
pub(crate) async fn resolve(state: &State, lens: CodeLens) -> Result<CodeLens> {
    let origin = lens.data.clone().and_then(|data| serde_json::from_value::<Origin>(data).ok());
    let Some(origin) = origin else { return Err(Error::invalid_params("a lens of another server")) };
    let work = move |snapshot: &Snapshot| (snapshot.state() == origin.state).then(|| resolved(snapshot, lens));
    state.answer(&origin.uri, work).await?.ok_or_else(Error::content_modified)
}

/// It runs nothing.
fn resolved(snapshot: &Snapshot, lens: CodeLens) -> CodeLens {
    let options = snapshot.settings.config.code_lenses;
    let is_shown = |lens: &code_lenses::CodeLens| match lens.kind {
        CodeLensKind::Moves => options.moves,
        CodeLensKind::Result => options.result,
        CodeLensKind::Opening => options.opening,
    };
    let lenses = snapshot.lenses(snapshot.offset(lens.range.start)).into_iter();
    let titles: Vec<String> = lenses.filter(is_shown).map(|lens| lens.title).collect();
    CodeLens { command: Some(Command::new(titles.join(BETWEEN), String::new(), None)), ..lens }
}
