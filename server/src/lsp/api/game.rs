//! `scoresheet/game`: what a list of moves beside the text shows of the game, or of the record, at the cursor.

use scoresheet_analysis::epd::at::PlacedRecord;
use scoresheet_analysis::epd::{records_before, records_in};
use scoresheet_analysis::move_list::{self, ItemKind, MoveList, move_list};
use scoresheet_analysis::nag;
use scoresheet_analysis::placed_game::game_at;
use scoresheet_grammar::Database;
use scoresheet_grammar::epd::{EpdFile, Line};
use tower_lsp::lsp_types::Position;

use crate::lsp::documents::content::Content;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::extensions::{Evaluation, Game, Item, ListedMove, Nag, Side, Tag};
use crate::lsp::proto::position::Places;

/// So many moves and comments are answered where the client does not say how many: more than nearly all games have.
const USUAL_ITEMS: usize = 1000;

/// A list of so many is some megabytes of JSON.
const MOST_ITEMS: usize = 10_000;

/// The game or the record at `position`; nothing where there is none.
pub fn game(snapshot: &Snapshot, position: Position, limit: Option<usize>) -> Option<Game> {
    let offset = snapshot.offset(position);
    let limit = limit.unwrap_or(USUAL_ITEMS).min(MOST_ITEMS);
    match snapshot.content() {
        Content::Games(games) => of_games(snapshot, games.file(), offset, limit),
        Content::Records(records, _) => of_records(snapshot, records.file(), offset),
    }
}

fn of_games(snapshot: &Snapshot, file: &Database, offset: usize, limit: usize) -> Option<Game> {
    let game = game_at(file, offset)?;
    let start_of = |index: usize| file.start(index).map(|start| snapshot.position(start).into());
    let MoveList { start, end, items, has_earlier, has_later } = move_list(game, offset, limit);
    let tag = |tag: scoresheet_grammar::ast::Tag| Tag { name: tag.name.to_owned(), value: tag.value().into_owned() };
    Some(Game {
        version: snapshot.version(),
        game: game.index,
        games: file.len(),
        range: snapshot.range(&(game.start..game.start + game.view.text.len())).into(),
        start: snapshot.position(start).into(),
        end: end.map(|end| snapshot.position(end).into()),
        previous_game: game.index.checked_sub(1).and_then(start_of),
        next_game: start_of(game.index + 1),
        tags: game.view.tags().into_iter().map(tag).collect(),
        items: items.into_iter().map(|one| item(snapshot, one)).collect(),
        has_earlier,
        has_later,
    })
}

fn of_records(snapshot: &Snapshot, file: &EpdFile, offset: usize) -> Option<Game> {
    let index = file.line_at(offset)?;
    let record = snapshot.record_at(offset)?;
    let start_of = |index: usize| {
        let (start, line) = file.line(index)?;
        matches!(Line::read(line), Line::Record(_)).then(|| snapshot.position(start).into())
    };
    Some(Game {
        version: snapshot.version(),
        game: records_before(file, record.start),
        games: file.chunks().map(|(_, chunk)| records_in(chunk)).sum(),
        range: snapshot.range(&record.in_file(record.view.record.range.clone())).into(),
        start: snapshot.position(record.start).into(),
        end: None,
        previous_game: (0..index).rev().find_map(start_of),
        next_game: (index + 1..file.len()).find_map(start_of),
        tags: operations(&record),
        items: Vec::new(),
        has_earlier: false,
        has_later: false,
    })
}

fn operations(record: &PlacedRecord) -> Vec<Tag> {
    let view = &record.view;
    let operation = |operation| {
        let operands = view.operands(operation).iter().map(|operand| view.text(operand.inner()));
        Tag { name: view.opcode(operation).to_owned(), value: operands.collect::<Vec<_>>().join(" ") }
    };
    view.record.operations.iter().map(operation).collect()
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
            }),
        ),
    };
    Item { range: snapshot.range(&item.range).into(), line: item.line, depth: item.depth, text, listed_move }
}

fn annotation(number: u16) -> Nag {
    let meaning = nag::meaning(number).unwrap_or_default().to_owned();
    Nag { number, glyph: nag::glyph(number).map(str::to_owned), meaning }
}
