//! Records in the position index: their positions and those that their moves reach.

use std::ops::Range;

use scoresheet_grammar::epd::{EpdFile, Line, lines};

use crate::call_hierarchy::PositionItem;
use crate::position_index::IndexedGame;
use scoresheet_chess::epd::at::record_at;
use scoresheet_chess::epd::position::RecordKind;
use scoresheet_chess::epd::steps::Steps;
use scoresheet_chess::epd::view::RecordView;
use scoresheet_chess::move_numbers::indication;
use scoresheet_chess::position_key::PositionKey;
use scoresheet_lint::records::duplicates;

/// Returns the index entries of whole lines: the positions of their records, and those that the moves of the records
/// reach.
///
/// A place is the byte offset in `text` of the fields or the move. Linear in `text`.
pub fn indexed_records(text: &str, kind: RecordKind) -> IndexedGame {
    let mut places = Vec::new();
    for line in lines(text) {
        let Line::Record(record) = Line::read(&text[line.clone()]) else { continue };
        let view = RecordView::new(&text[line.clone()], record, kind);
        let Some(position) = view.position() else { continue };
        places.push((PositionKey::of(position), line.start + view.record.fields.start));
        let starts = view.moves.iter().map(|operand| line.start + operand.range.start);
        let reached = Steps::of(&view).reached().into_iter().zip(starts);
        places.extend(reached.filter_map(|(key, start)| Some((key?, start))));
    }
    IndexedGame::of_records(places)
}

/// Returns the range of the move or the fields at byte `place` of whole lines, as the index stores it.
///
/// Half-open byte offsets in `text`. Linear in `text`.
pub fn place_in_records(text: &str, kind: RecordKind, place: usize) -> Option<Range<usize>> {
    let line = lines(text).find(|line| line.contains(&place))?;
    let Line::Record(record) = Line::read(&text[line.clone()]) else { return None };
    let view = RecordView::new(&text[line.clone()], record, kind);
    let of_moves = view.moves.iter().map(|operand| &operand.range);
    let found = of_moves.chain([&view.record.fields]).find(|range| line.start + range.start == place)?;
    Some(line.start + found.start..line.start + found.end)
}

/// Returns the position after the move at byte `offset` of the file, else that of the record, and the range of the move
/// or the fields.
///
/// Half-open byte offsets in the file. Parses only the line.
pub fn position_in_record(file: &EpdFile, kind: RecordKind, offset: usize) -> Option<(PositionItem, Range<usize>)> {
    let record = record_at(file, kind, offset)?;
    let view = &record.view;
    let steps = Steps::of(view);
    let last = steps.at(offset - record.start);
    let position = steps.position(last)?;
    let (name, range) = match last {
        Some(last) => {
            let operand = &view.moves[last];
            let (number, turn) = steps.number_and_turn(last);
            let san = operand.san().unwrap_or(&operand.text);
            (format!("{} {san}", indication(number, turn)), operand.range.clone())
        }
        None => {
            let id = duplicates::id(view.line, &view.record).map(|id| view.text(id));
            (id.filter(|id| !id.is_empty()).unwrap_or("Record").to_owned(), view.record.fields.clone())
        }
    };
    Some((PositionItem::of(&position, name), record.in_file(range)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position_index::{GameId, IndexLimits, PositionIndex};

    const RECORDS: &str = "# 🏆\r\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3 Bc4; pv g1f3 Nc6; id \"🏆\";\r\n\
        rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - c0 \"♘\"; bm Ke5;\r\n";

    #[test]
    fn records_are_found_by_their_positions_and_moves() {
        let kind = RecordKind::default();
        let mut index = PositionIndex::new(IndexLimits::default());
        index.add(GameId(7), &indexed_records(RECORDS, kind));
        let file = EpdFile::parse(RECORDS);
        let check = |at: &str, name: &str, places: &[&str]| {
            let (item, _) = position_in_record(&file, kind, RECORDS.find(at).unwrap() + 1).unwrap();
            let position = item.position().unwrap();
            let reached = index.reached(PositionKey::of(&position));
            assert!(reached.iter().all(|reach| reach.game == GameId(7) && reach.in_record));
            let found: Vec<&str> = reached
                .iter()
                .map(|reach| &RECORDS[place_in_records(RECORDS, kind, reach.place.unwrap()).unwrap()])
                .collect();
            assert_eq!((item.name.as_str(), found.as_slice()), (name, places), "{at}");
            // A recommended move is not a played move.
            assert!(index.next_moves(&position).is_empty() && index.ways_to(PositionKey::of(&position)).is_empty());
        };
        let second = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -";
        check("Nf3 Bc4", "1. Nf3", &["Nf3", "g1f3", second]);
        check("g1f3", "1. Nf3", &["Nf3", "g1f3", second]);
        check("Nc6", "1... Nc6", &["Nc6"]);
        check(second, "Record", &["Nf3", "g1f3", second]);
        check("rnbqkbnr", "🏆", &["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"]);
        // An illegal move reaches no position.
        assert_eq!(position_in_record(&file, kind, RECORDS.find("Ke5").unwrap()), None);
        assert_eq!(place_in_records(RECORDS, kind, 3), None);
    }
}
