//! `scoresheet/board`: what a board beside the text shows of the place of the cursor.

use crate::lsp::proto::extensions::BoardParams;
use crate::lsp::session::state::State;
use scoresheet_chess::diagram::Brush;
use scoresheet_ide::board_state::{BoardState, MoveAt};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::Position;

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::extensions::{
    Arrow, Board, Clocks, Colour, Evaluation, LegalMove, MarkedSquare, Move, Opening, Side,
};
use crate::lsp::proto::position::Places;

/// Answers the request.
pub(crate) async fn handle(state: &State, params: BoardParams) -> Result<Option<Board>> {
    let (uri, position) = (params.text_document.uri, params.position.into());
    state.answer_around(&uri, position, move |snapshot| board(snapshot, position)).await
}

/// The position at `position`; nothing in an empty file, and on a line without a record.
fn board(snapshot: &Snapshot, position: Position) -> Option<Board> {
    let state = snapshot.board_state(snapshot.offset(position))?;
    let at = |one: MoveAt| Move {
        range: snapshot.range(&one.range).into(),
        text: one.text,
        number: one.number,
        turn: if one.turn.is_white() { Side::White } else { Side::Black },
    };
    let all = |moves: Vec<MoveAt>| moves.into_iter().map(at).collect();
    let BoardState { arrows, squares, legal_moves, clocks: (white, black), .. } = state;
    let arrow = |(brush, from, to): (Brush, _, _)| Arrow { colour: colour(brush), from: text(from), to: text(to) };
    let square = |(brush, square): (Brush, _)| MarkedSquare { colour: colour(brush), square: text(square) };
    Some(Board {
        version: snapshot.version(),
        game: state.game,
        fen: state.fen,
        is_guessed: state.is_guessed,
        variant: state.variant,
        last_move: state.last_move.map(at),
        last_squares: state.last_squares.map(|(from, to)| (text(from), text(to))),
        arrows: arrows.into_iter().map(arrow).collect(),
        squares: squares.into_iter().map(square).collect(),
        legal_moves: legal_moves.into_iter().map(|legal| LegalMove { san: legal.san, uci: legal.uci }).collect(),
        facts: state.facts,
        path: all(state.path),
        depth: state.depth,
        previous: state.previous.map(at),
        next: all(state.next),
        replaces: state.replaces.map(at),
        alternatives: all(state.alternatives),
        clocks: Clocks { white, black },
        evaluation: state.evaluation.map(|(score, depth)| Evaluation { score: text(score), depth }),
        opening: state.opening.map(|opening| Opening { eco: opening.eco.into(), name: opening.name.into() }),
        left_book_at: state.left_book_at,
        result: state.result.map(str::to_owned),
    })
}

fn text(shown: impl ToString) -> String {
    shown.to_string()
}

fn colour(brush: Brush) -> Colour {
    match brush {
        Brush::Green => Colour::Green,
        Brush::Red => Colour::Red,
        Brush::Blue => Colour::Blue,
        Brush::Yellow => Colour::Yellow,
    }
}
