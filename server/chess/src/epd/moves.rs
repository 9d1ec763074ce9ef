//! The moves among the operands of a record, and their outcomes on the board.

use std::ops::Range;

use scoresheet_grammar::epd::Operation;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use super::mini_game::MiniGame;
use super::opcodes::Operands;
use super::view::RecordView;
use crate::replay::written::read_plain;
use crate::replay::{Outcome, Resolution, check_notes, has_legal_move, is_check, resolve};

/// An operand that is a move.
#[derive(Clone, Debug)]
pub struct MoveOperand {
    /// The index of its operation in the record.
    pub operation: usize,
    /// The half-open byte range of all its parts, including a separate check mark (`Qd1 +`), a comma or a suffix.
    pub range: Range<usize>,
    /// The move without the parts that do not belong to it.
    pub text: String,
    /// The outcome of the move.
    pub reading: Reading,
}

/// The outcome of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A legal move in canonical SAN.
    Plain(Move),
    /// A legal move in coordinates, as engines write it (`e2e4`), and its canonical SAN.
    Coordinates(Move, String),
    /// A legal move in another spelling, and its canonical SAN.
    Odd(Move, String),
    /// A move that is illegal or ambiguous.
    Failed,
    /// A text that does not resemble a move.
    NotAMove,
    /// An unchecked move: there is no position, or an earlier move of the line failed.
    Unchecked,
}

impl MoveOperand {
    /// Returns the canonical SAN if the text is one legal move.
    pub fn san(&self) -> Option<&str> {
        match &self.reading {
            Reading::Plain(_) => Some(&self.text),
            Reading::Coordinates(_, san) | Reading::Odd(_, san) => Some(san),
            Reading::Failed | Reading::NotAMove | Reading::Unchecked => None,
        }
    }

    /// Whether the operand may be sorted among others: spaces surround it.
    pub fn can_be_moved(&self) -> bool {
        self.reading != Reading::NotAMove && !self.text.contains('"')
    }

    /// Returns the move if the text is one legal move.
    pub fn action(&self) -> Option<Move> {
        match &self.reading {
            Reading::Plain(action) | Reading::Coordinates(action, _) | Reading::Odd(action, _) => Some(*action),
            Reading::Failed | Reading::NotAMove | Reading::Unchecked => None,
        }
    }
}

/// The limit on the moves of a record that are searched for what the writer meant, at a thousand times the cost of a
/// canonical move. The moves of one line count as one.
const MOST_ODD_MOVES: usize = 32;

/// Returns the moves of all operations of a record whose operands are moves.
pub(super) fn read_moves(view: &RecordView) -> Vec<MoveOperand> {
    let mut moves = Vec::new();
    let mut odd_moves = 0;
    for (index, operation) in view.record.operations.iter().enumerate() {
        let Some(known) = view.known(operation).filter(|known| known.takes_moves()) else { continue };
        let mut of_operation = written_moves(view, index, operation);
        if let Some(position) = view.position() {
            if known.operands == Operands::Line {
                play_line(view, position, &mut of_operation);
            } else {
                of_operation.iter_mut().for_each(|operand| play_one(view, position, operand, &mut odd_moves));
            }
        }
        moves.append(&mut of_operation);
    }
    moves
}

/// Returns the moves as written: symbols without the parts that do not belong to a move, with separated parts joined.
fn written_moves(view: &RecordView, index: usize, operation: &Operation) -> Vec<MoveOperand> {
    let mut moves: Vec<MoveOperand> = Vec::new();
    let mut is_open = false;
    let mut number: Option<usize> = None;
    for operand in view.operands(operation) {
        // A quoted move counts as a move, but other strings do not.
        let is_apart = view.line[operand.range.end..].chars().next().is_none_or(|next| next <= ' ' || next == ';');
        let is_part = |letter: char| letter.is_alphanumeric() || "+#=-".contains(letter);
        let is_word = is_apart && view.text(operand.inner()).chars().all(is_part);
        let written = view.text(if is_word { operand.inner() } else { operand.range.clone() });
        let text = written.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let after_points = text.trim_start_matches('.');
        let is_numbered = text.len() < written.len() && text.starts_with('.');
        let text = if is_numbered && may_be_move(after_points) { after_points } else { written };
        let text = text.trim_end_matches(['!', '?', ',']);
        let is_number = text.is_empty() && written.starts_with(|first: char| first.is_ascii_digit());
        let is_mark = matches!(text, "" | "+" | "#" | "++" | "=") || text.starts_with('=') || is_open;
        if let Some(last) = moves.last_mut().filter(|_| is_mark && !is_number) {
            last.text.push_str(text);
            last.range.end = operand.range.end;
            is_open = text == "=";
            continue;
        }
        if text.is_empty() {
            number = number.or(Some(operand.range.start));
            continue;
        }
        let start = number.take().unwrap_or(operand.range.start);
        let range = start..operand.range.end;
        is_open = text.ends_with('=');
        moves.push(MoveOperand { operation: index, range, text: text.to_owned(), reading: Reading::Unchecked });
    }
    moves
}

/// Whether the text after a move number may be a move, unlike a version (`1.4.0`). Without the number, a quote would
/// begin a string.
fn may_be_move(text: &str) -> bool {
    text.starts_with("0-") || !text.starts_with(|first: char| first == '"' || first.is_ascii_digit())
}

fn play_one(view: &RecordView, position: &VariantPosition, operand: &mut MoveOperand, odd_moves: &mut usize) {
    operand.reading = match plain(position, &operand.text) {
        Some((reading, _)) => reading,
        None if *odd_moves == MOST_ODD_MOVES => Reading::Unchecked,
        None => MiniGame::new(view, &[operand]).outcomes().into_iter().next().map_or(Reading::NotAMove, reading),
    };
    *odd_moves += usize::from(matches!(operand.reading, Reading::Odd(..) | Reading::Failed | Reading::NotAMove));
}

fn play_line(view: &RecordView, position: &VariantPosition, line: &mut [MoveOperand]) {
    let mut now = position.clone();
    for index in 0..line.len() {
        let Some((reading, after)) = plain(&now, &line[index].text) else { return play_odd_line(view, line) };
        line[index].reading = reading;
        now = after;
    }
}

/// Plays a line that has a move in another spelling as a game, because the moves that follow show what the writer
/// meant.
fn play_odd_line(view: &RecordView, line: &mut [MoveOperand]) {
    let all: Vec<&MoveOperand> = line.iter().collect();
    let outcomes = MiniGame::new(view, &all).outcomes();
    let mut is_lost = false;
    for (index, operand) in line.iter_mut().enumerate() {
        operand.reading = outcomes.get(index).cloned().map_or(Reading::NotAMove, reading);
        if let (Reading::Odd(action, san), true) = (&operand.reading, is_coordinates(&operand.text)) {
            operand.reading = Reading::Coordinates(*action, san.clone());
        }
        // What comes after a text that is no move follows from an unknown position.
        is_lost |= operand.reading == Reading::NotAMove;
        if is_lost && operand.reading == Reading::Failed {
            operand.reading = Reading::Unchecked;
        }
    }
}

fn reading(outcome: Option<(Outcome, String)>) -> Reading {
    match outcome {
        Some((Outcome::Played { action, canonical: Some(san), .. }, _)) => Reading::Odd(action, san),
        Some((Outcome::Played { action, canonical: None, .. }, _)) => Reading::Plain(action),
        Some((Outcome::Unchecked, _)) => Reading::Unchecked,
        Some(_) => Reading::Failed,
        None => Reading::NotAMove,
    }
}

/// Returns a move in canonical SAN or in coordinates, and the position after it.
fn plain(position: &VariantPosition, text: &str) -> Option<(Reading, VariantPosition)> {
    if let Some(written) = read_plain(text.as_bytes())
        && let Resolution::One(action, notes) = resolve(position, is_check(position), &written)
        && notes.is_empty()
    {
        let mut after = position.clone();
        after.play_unchecked(action);
        let in_check = is_check(&after);
        let has_legal_move = || has_legal_move(&after, in_check);
        return check_notes(written.check, in_check, has_legal_move)
            .is_empty()
            .then_some((Reading::Plain(action), after));
    }
    if !is_coordinates(text) {
        return None;
    }
    let action = text.to_ascii_lowercase().parse::<UciMove>().ok()?.to_move(position).ok()?;
    let san = SanPlus::from_move(position.clone(), action).to_string();
    let mut after = position.clone();
    after.play_unchecked(action);
    Some((Reading::Coordinates(action, san), after))
}

/// Whether a move is written in coordinates, as engines do: `e2e4`, `e7e8q`.
fn is_coordinates(text: &str) -> bool {
    let (squares, promotion) = text.split_at_checked(4).unwrap_or((text, ""));
    let is_pair = matches!(squares.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']);
    is_pair && matches!(promotion.as_bytes(), [] | [b'q' | b'r' | b'b' | b'n' | b'Q' | b'R' | b'B' | b'N'])
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::epd::Line;

    use super::*;
    use crate::epd::RecordKind;

    /// Checks which operands of a record count as moves, and their outcomes.
    #[track_caller]
    fn check(operations: &str, expected: &[(&str, &str)]) {
        let line = format!("4k3/P7/8/8/8/8/4P3/4K2R w K - {operations}");
        let Line::Record(record) = Line::read(&line) else { panic!("no record") };
        let view = RecordView::new(&line, record, RecordKind::default());
        let shown = |operand: &MoveOperand| {
            let what = match &operand.reading {
                Reading::Plain(_) => "plain".to_owned(),
                Reading::Coordinates(_, san) => format!("coordinates of {san}"),
                Reading::Odd(_, san) => format!("odd {san}"),
                other => format!("{other:?}"),
            };
            (line[operand.range.clone()].to_owned(), what)
        };
        let found: Vec<_> = view.moves.iter().map(shown).collect();
        let expected: Vec<_> = expected.iter().map(|(text, what)| ((*text).to_owned(), (*what).to_owned())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn moves_are_found_and_played() {
        check("bm e4 a8=Q+ O-O; id \"e4\";", &[("e4", "plain"), ("a8=Q+", "plain"), ("O-O", "plain")]);
        check(
            "am e2e4 a7a8Q e1g1;",
            &[("e2e4", "coordinates of e4"), ("a7a8Q", "coordinates of a8=Q+"), ("e1g1", "coordinates of O-O")],
        );
        check("bm a8=Q e2-e4 0-0;", &[("a8=Q", "odd a8=Q+"), ("e2-e4", "odd e4"), ("0-0", "odd O-O")]);
        check("bm Ke3 hello {};", &[("Ke3", "Failed"), ("hello", "NotAMove"), ("{}", "NotAMove")]);
        check("pv e4 Kd7 a8=Q; pm e4;", &[("e4", "plain"), ("Kd7", "plain"), ("a8=Q", "plain"), ("e4", "plain")]);
    }

    #[test]
    fn what_does_not_belong_to_a_move_is_told_from_it() {
        check("bm a8 = Q + e4!, e3;", &[("a8 = Q +", "plain"), ("e4!,", "plain"), ("e3", "plain")]);
        check("bm 1.4.0 12.O-O 12.0-0;", &[("1.4.0", "NotAMove"), ("12.O-O", "plain"), ("12.0-0", "odd O-O")]);
        check("pv 1.e4 Kd7 2. a8=Q;", &[("1.e4", "plain"), ("Kd7", "plain"), ("2. a8=Q", "plain")]);
        check("bm e4 , ! Kd1 ??;", &[("e4 , !", "plain"), ("Kd1 ??", "plain")]);
    }

    #[test]
    fn a_line_continues_after_a_guessed_move() {
        check("pv Ke3 Kd7 e4 Kc7;", &[("Ke3", "Failed"), ("Kd7", "plain"), ("e4", "plain"), ("Kc7", "plain")]);
    }
}
