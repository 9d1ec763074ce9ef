//! A game or a record as a list of moves shows it.

use std::ops::Range;

use scoresheet_chess::epd::at::PlacedRecord;
use scoresheet_chess::epd::{RecordKind, record_at};
use scoresheet_chess::placed_game::game_at;
use scoresheet_grammar::Database;
use scoresheet_grammar::ast;
use scoresheet_grammar::epd::{EpdFile, Line};
use scoresheet_ide::epd::{records_before, records_in};
use scoresheet_ide::move_list::{Item, MoveList, move_list};

/// A game, or a record, which has no moves. Offsets and ranges are bytes of the whole text.
pub(crate) struct ListedUnit {
    /// The place among the units of its kind, from 0.
    pub index: usize,
    /// How many of them there are.
    pub count: usize,
    pub range: Range<usize>,
    /// Where a cursor means the position in front of the first move.
    pub start: usize,
    /// Where the last move of the main line ends, if there is any.
    pub end: Option<usize>,
    pub previous: Option<usize>,
    pub next: Option<usize>,
    /// Names and values of tag pairs, or of operations.
    pub tags: Vec<(String, String)>,
    /// Moves and comments.
    pub items: Vec<Item>,
    pub has_earlier: bool,
    pub has_later: bool,
}

/// The game at `offset`, with no more than `limit` moves and comments.
pub(super) fn of_game(file: &Database, offset: usize, limit: usize) -> Option<ListedUnit> {
    let game = game_at(file, offset)?;
    let MoveList { start, end, items, has_earlier, has_later } = move_list(game, offset, limit);
    let tag = |tag: ast::Tag| (tag.name.to_owned(), tag.value().into_owned());
    Some(ListedUnit {
        index: game.index,
        count: file.len(),
        range: game.start..game.start + game.view.text.len(),
        start,
        end,
        previous: game.index.checked_sub(1).and_then(|before| file.start(before)),
        next: file.start(game.index + 1),
        tags: game.view.tags().into_iter().map(tag).collect(),
        items,
        has_earlier,
        has_later,
    })
}

/// The record at `offset`.
pub(super) fn of_record(file: &EpdFile, kind: RecordKind, offset: usize) -> Option<ListedUnit> {
    let index = file.line_at(offset)?;
    let record = record_at(file, kind, offset)?;
    let start_of = |index: usize| {
        let (start, line) = file.line(index)?;
        matches!(Line::read(line), Line::Record(_)).then_some(start)
    };
    Some(ListedUnit {
        index: records_before(file, record.start),
        count: file.units().map(|(_, chunk)| records_in(chunk)).sum(),
        range: record.in_file(record.view.record.range.clone()),
        start: record.start,
        end: None,
        previous: (0..index).rev().find_map(start_of),
        next: (index + 1..file.line_count()).find_map(start_of),
        tags: operations(&record),
        items: Vec::new(),
        has_earlier: false,
        has_later: false,
    })
}

fn operations(record: &PlacedRecord) -> Vec<(String, String)> {
    let view = &record.view;
    let operation = |operation| {
        let operands = view.operands(operation).iter().map(|operand| view.text(operand.inner()));
        (view.opcode(operation).to_owned(), operands.collect::<Vec<_>>().join(" "))
    };
    view.record.operations.iter().map(operation).collect()
}
