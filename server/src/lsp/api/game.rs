//! `scoresheet/game`: what a list of moves beside the text shows of the game, or of the record, at the cursor.

use crate::lsp::proto::extensions::GameParams;
use crate::lsp::session::state::State;
use scoresheet_chess::nag;
use scoresheet_ide::move_list::{self, ItemKind};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::Position;

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::extensions::{Evaluation, Game, Item, ListedMove, Nag, Side, Tag};
use crate::lsp::proto::position::Places;

/// So many moves and comments are answered where the client does not say how many: more than nearly all games have.
const USUAL_ITEMS: usize = 1000;

/// A list of so many is some megabytes of JSON.
const MOST_ITEMS: usize = 10_000;

/// Answers the request.
pub(crate) async fn handle(state: &State, params: GameParams) -> Result<Option<Game>> {
    let (uri, position) = (params.text_document.uri, params.position.into());
    state.answer_around(&uri, position, move |snapshot| game(snapshot, position, params.limit)).await
}

/// The game or the record at `position`; nothing where there is none.
fn game(snapshot: &Snapshot, position: Position, limit: Option<usize>) -> Option<Game> {
    let offset = snapshot.offset(position);
    let limit = limit.unwrap_or(USUAL_ITEMS).min(MOST_ITEMS);
    let unit = snapshot.listed_unit(offset, limit)?;
    let position = |offset| snapshot.position(offset).into();
    Some(Game {
        version: snapshot.version(),
        game: unit.index,
        games: unit.count,
        range: snapshot.range(&unit.range).into(),
        start: position(unit.start),
        end: unit.end.map(position),
        previous_game: unit.previous.map(position),
        next_game: unit.next.map(position),
        tags: unit.tags.into_iter().map(|(name, value)| Tag { name, value }).collect(),
        items: unit.items.into_iter().map(|one| item(snapshot, one)).collect(),
        has_earlier: unit.has_earlier,
        has_later: unit.has_later,
    })
}

fn item(snapshot: &Snapshot, item: move_list::Item) -> Item {
    let (text, listed_move) = match item.kind {
        ItemKind::Comment(words) => (words, None),
        ItemKind::Move(one) => (
            one.text,
            Some(ListedMove {
                number: one.number,
                turn: if one.turn.is_white() { Side::White } else { Side::Black },
                is_certain: one.is_certain,
                nags: one.nags.into_iter().map(annotation).collect(),
                evaluation: (one.evaluation).map(|(score, depth)| Evaluation { score: score.to_string(), depth }),
                clock: one.clock,
                data: one.data,
            }),
        ),
    };
    Item { range: snapshot.range(&item.range).into(), line: item.line, depth: item.depth, text, listed_move }
}

fn annotation(number: u16) -> Nag {
    let meaning = nag::meaning(number).unwrap_or_default().to_owned();
    Nag { number, glyph: nag::glyph(number).map(str::to_owned), meaning }
}
