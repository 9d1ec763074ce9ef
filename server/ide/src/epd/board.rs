//! The state of a board next to a file of records: the position at the cursor and its place in the record.

use scoresheet_grammar::epd::EpdFile;
use shakmaty::{Position, Square};

use super::outline::records_before;
use crate::board_state::{BoardState, MoveAt, legal_moves};
use scoresheet_chess::board::{fen, squares_of};
use scoresheet_chess::command_docs::Score;
use scoresheet_chess::diagram::Brush;
use scoresheet_chess::epd::at::record_at;
use scoresheet_chess::epd::opcodes::{FIRST_MATE, MATE};
use scoresheet_chess::epd::position::RecordKind;
use scoresheet_chess::epd::steps::Steps;
use scoresheet_chess::epd::view::RecordView;
use scoresheet_chess::openings::opening;
use scoresheet_chess::position_facts::facts;
use scoresheet_chess::variants::display_name;

/// The operations whose moves are shown as arrows, each with its colour; of `pv`, only the first move.
const ARROWS: [(&str, Brush); 5] =
    [("bm", Brush::Green), ("am", Brush::Red), ("sm", Brush::Yellow), ("pm", Brush::Blue), ("pv", Brush::Blue)];

/// Returns the state at byte `offset` of the file.
///
/// On a move, right after it, and anywhere after a move of `pv`, it is the position after that move; elsewhere the
/// position of the record, with its moves as arrows. None where there is no record. Parses the line, and counts the
/// records before it: linear in the file up to there.
pub fn record_board(file: &EpdFile, kind: RecordKind, offset: usize) -> Option<BoardState> {
    let record = record_at(file, kind, offset)?;
    let view = &record.view;
    let steps = Steps::of(view);
    let last = steps.at(offset - record.start);
    let position = steps.position(last);
    let at = |index: usize| {
        let range = view.moves[index].range.clone();
        let (number, turn) = steps.number_and_turn(index);
        MoveAt { text: view.text(range.clone()).to_owned(), range: record.in_file(range), number, turn }
    };
    let all = |moves: Vec<usize>| moves.into_iter().map(at).collect();
    Some(BoardState {
        game: records_before(file, record.start),
        fen: position.as_ref().map(fen),
        is_guessed: false,
        variant: display_name(view.variant).to_owned(),
        last_move: last.map(at),
        last_squares: last.and_then(|last| view.moves[last].action()).map(squares_of),
        arrows: if last.is_none() { arrows(view) } else { Vec::new() },
        squares: Vec::new(),
        legal_moves: position.as_ref().map(legal_moves).unwrap_or_default(),
        facts: position.as_ref().map(|position| facts(position, 1)).unwrap_or_default(),
        path: last.map_or(0..0, |last| steps.path(last)).map(at).collect(),
        depth: 0,
        previous: last.and_then(|last| steps.previous(last)).map(at),
        next: all(steps.next(last)),
        replaces: None,
        alternatives: last.map(|last| all(steps.alternatives(last))).unwrap_or_default(),
        clocks: (None, None),
        evaluation: evaluation(view).filter(|_| last.is_none()),
        opening: position.as_ref().and_then(opening),
        left_book_at: None,
        result: None,
    })
}

/// Returns the moves that the operations of a record name, each once.
fn arrows(view: &RecordView) -> Vec<(Brush, Square, Square)> {
    let mut arrows: Vec<(Brush, Square, Square)> = Vec::new();
    for (opcode, brush) in ARROWS {
        let most = if opcode == "pv" { 1 } else { usize::MAX };
        for (from, to) in view.moves_named(opcode).iter().take(most).filter_map(|one| one.action()).map(squares_of) {
            if !arrows.iter().any(|(_, other_from, other_to)| (*other_from, *other_to) == (from, to)) {
                arrows.push((brush, from, to));
            }
        }
    }
    arrows
}

/// Returns the value of `ce` from White's side, and the depth of `acd` (section 16.2.5.6).
fn evaluation(view: &RecordView) -> Option<(Score, Option<u32>)> {
    let centipawns: i32 = view.value("ce")?.parse().ok().filter(|number| i64::from(*number).abs() < MATE)?;
    let for_white = view.position().map_or(1, |position| position.turn().fold_wb(1, -1));
    let plies = i32::try_from(MATE).unwrap_or(i32::MAX) - centipawns.abs();
    let score = match i64::from(centipawns) {
        FIRST_MATE.. => Score::Mate(for_white * (plies + 1) / 2),
        number if number <= -FIRST_MATE => Score::Mate(-for_white * plies / 2),
        _ => Score::Pawns(f64::from(for_white * centipawns) / 100.0),
    };
    Some((score, view.value("acd").and_then(|depth| depth.parse().ok())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_state::LegalMove;
    use crate::testing::with_cursor;

    const BEFORE: &str = "# 🏆\r\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"♘\";\r\n\r\n";

    /// Returns the text and the state at the cursor in `at`, a part of the second record of a file.
    fn state(at: &str) -> (String, BoardState) {
        let record = "4k3/8/8/8/8/8/4P3/4K3 b - - acd 12; am Kd8; bm Kd7 Kf7; c0 \"🏆\"; ce 35; fmvn 40; hmvc 7; pv e8d7 e4 Kc7; sm Kf7;";
        let record = record.replacen(&at.replace("<|>", ""), at, 1);
        let (text, offset) = with_cursor(&format!("{BEFORE}{record}\r\n"));
        let state = record_board(&EpdFile::parse(&text), RecordKind::default(), offset).unwrap();
        (text, state)
    }

    fn words(text: &str, moves: &[MoveAt]) -> String {
        for one in moves {
            assert_eq!(text[one.range.clone()], one.text);
        }
        let shown = |one: &MoveAt| format!("{}{}{}", one.number, one.turn.fold_wb(".", "..."), one.text);
        moves.iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_record_has_its_moves_as_arrows_and_as_lines() {
        let (text, state) = state("4k3<|>");
        assert_eq!(state.fen.as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 b - - 7 40"));
        assert_eq!((state.game, state.variant.as_str(), &state.last_move), (1, "Standard", &None));
        let arrows: Vec<_> = state.arrows.iter().map(|(brush, _, to)| (*brush, to.to_string())).collect();
        let expected = [(Brush::Green, "d7"), (Brush::Green, "f7"), (Brush::Red, "d8")];
        assert_eq!(arrows, expected.map(|(brush, to)| (brush, to.to_owned())));
        assert_eq!(words(&text, &state.next), "40...e8d7 40...Kf7 40...Kd8");
        assert_eq!(state.evaluation, Some((Score::Pawns(-0.35), Some(12))));
        assert_eq!(state.legal_moves.len(), 5);
        assert!(state.legal_moves.contains(&LegalMove { san: "Kd7".into(), uci: "e8d7".into() }));
        assert_eq!(state.facts, ["White is a pawn up.", "Black has 5 legal moves."]);
    }

    #[test]
    fn moves_lead_from_position_to_position() {
        let (text, after) = state("e8d7 e4<|>");
        assert_eq!(after.fen.as_deref(), Some("8/3k4/8/8/4P3/8/8/4K3 b - e3 0 41"));
        assert_eq!(words(&text, &after.path), "40...e8d7 41.e4");
        assert_eq!((words(&text, &after.next), words(&text, &after.alternatives)), ("41...Kc7".into(), "41.e4".into()));
        assert_eq!(after.previous.unwrap().text, "e8d7");
        assert_eq!((after.last_squares, after.arrows.len()), (Some((Square::E2, Square::E4)), 0));
        assert_eq!(after.evaluation, None);
        // A move of `bm` continues as in `pv`.
        let (text, best) = state("bm K<|>d7");
        assert_eq!(words(&text, &best.next), "41.e4");
        assert_eq!(words(&text, &best.alternatives), "40...Kd7 40...Kf7 40...Kd8");
        assert_eq!((words(&text, &best.path), best.previous), ("40...Kd7".into(), None));
        let (text, supplied) = state("sm Kf7<|>");
        assert_eq!((words(&text, &supplied.next), words(&text, &supplied.path)), (String::new(), "40...Kf7".into()));
    }

    #[test]
    fn mates_are_scored_from_whites_side() {
        for (turn, centipawns, expected) in [("w", 32758, 5), ("w", -32757, -5), ("b", 32758, -5), ("b", -32757, 5)] {
            let text = format!("4k3/8/8/8/8/8/4P3/4K3 {turn} - - ce {centipawns};");
            let state = record_board(&EpdFile::parse(&text), RecordKind::default(), 0).unwrap();
            assert_eq!(state.evaluation, Some((Score::Mate(expected), None)), "{text}");
        }
    }

    #[test]
    fn broken_records_have_a_state_and_comments_have_none() {
        let text = "# x\n4k3/8 w - -\n4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke4; pv e4 Ke1;\n";
        let file = EpdFile::parse(text);
        let at = |place| record_board(&file, RecordKind::default(), text.find(place).unwrap());
        assert_eq!(at("#"), None);
        let broken = at("4k3").unwrap();
        assert_eq!((broken.game, broken.fen, broken.legal_moves.len()), (0, None, 0));
        let illegal = at("Ke4").unwrap();
        assert_eq!((illegal.fen, illegal.last_move.unwrap().text.as_str()), (None, "Ke4"));
    }
}
