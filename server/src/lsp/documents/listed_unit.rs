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
    /// Where a cursor means the position before the first move.
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
    let record = record_at(file, kind, offset)?;
    let start_of_record = |(start, line): (usize, &str)| matches!(Line::read(line), Line::Record(_)).then_some(start);
    let mut before = file.lines().rev().skip_while(|(start, _)| *start >= record.start);
    Some(ListedUnit {
        index: records_before(file, record.start),
        count: file.units().map(|(_, chunk)| records_in(chunk)).sum(),
        range: record.in_file(record.view.record.range.clone()),
        start: record.start,
        end: None,
        previous: before.find_map(start_of_record),
        next: file.lines_from(record.start).skip(1).find_map(start_of_record),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The starts of the neighbours of the record at `offset`.
    fn neighbours(file: &EpdFile, offset: usize) -> (Option<usize>, Option<usize>) {
        let listed = of_record(file, RecordKind::default(), offset).unwrap();
        (listed.previous, listed.next)
    }

    #[test]
    fn neighbours_of_a_record_are_found_past_runs_of_remarks_and_empty_lines() {
        let record = "8/8/8/8/8/8/8/8 w - -\n";
        let between = "# a remark\n\n".repeat(2000);
        let file = EpdFile::parse(&[record, record, record].join(&between));
        let step = record.len() + between.len();
        assert!(file.len() > 10);
        assert_eq!(neighbours(&file, 3), (None, Some(step)));
        assert_eq!(neighbours(&file, step), (Some(0), Some(2 * step)));
        assert_eq!(neighbours(&file, file.text_length()), (Some(step), None));
    }
}
