//! `scoresheet/line`: a line of a game as text, to be copied.

use scoresheet_chess::placed_game::game_at;
use scoresheet_ide::line_text::{self, LinePart, LineText, line_text};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::Position;

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::editing::{Line, LineParams, Notation, Part};
use crate::lsp::session::state::{State, refused};

/// Answers the request.
pub(crate) async fn handle(state: &State, params: LineParams) -> Result<Option<Line>> {
    let LineParams { text_document, position, part, notation } = params;
    let (part, notation) = (line_part(part), in_notation(notation));
    let position = position.into();
    let work = move |snapshot: &Snapshot| line(snapshot, position, part, notation);
    state.answer_around(&text_document.uri, position, work).await?.transpose().map_err(refused)
}

fn line(
    snapshot: &Snapshot,
    position: Position,
    part: LinePart,
    notation: line_text::Notation,
) -> Option<std::result::Result<Line, String>> {
    let offset = snapshot.offset(position);
    let game = game_at(snapshot.games()?, offset)?;
    let line = line_text(game, offset, part, notation);
    Some(line.map(|LineText { text, moves }| Line { text, moves }))
}

fn line_part(part: Part) -> LinePart {
    match part {
        Part::MainLine => LinePart::MainLine,
        Part::Line => LinePart::Line,
        Part::Variation => LinePart::Variation,
    }
}

fn in_notation(notation: Notation) -> line_text::Notation {
    match notation {
        Notation::San => line_text::Notation::San,
        Notation::Figurines => line_text::Notation::Figurines,
        Notation::Uci => line_text::Notation::Uci,
        Notation::Fen => line_text::Notation::Fen,
    }
}
