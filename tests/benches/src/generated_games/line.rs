//! A line of play at random, with what is written beside its moves.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};

use super::random::Random;
use super::writer::Writer;

/// What stands beside the moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Remarks {
    /// Nothing.
    None,
    /// Behind every move its evaluation and what the clock shows.
    Clocks,
    /// Comments and NAGs here and there, and at one move in `variations` variations, which have variations in turn, to `depth`.
    Prose { variations: usize, depth: usize },
    /// The same, with a comment at every second move, arrows and coloured squares in many.
    Lesson { variations: usize, depth: usize },
}

/// How many variations stand in place of the same move, at most.
const MOST_BESIDE: usize = 3;

/// What both clocks show at the start, in seconds.
const START_CLOCK: usize = 600;

pub(super) struct LineWriter<'random> {
    random: &'random mut Random,
    writer: Writer,
    remarks: Remarks,
    /// The bytes of movetext from which on no variation begins.
    full: usize,
    /// In seconds, White's first.
    clocks: [usize; 2],
    /// In hundredths of a pawn.
    evaluation: i32,
}

impl<'random> LineWriter<'random> {
    pub(super) fn new(random: &'random mut Random, remarks: Remarks, columns: Option<usize>) -> LineWriter<'random> {
        let writer = Writer::new(columns);
        LineWriter { random, writer, remarks, full: usize::MAX, clocks: [START_CLOCK; 2], evaluation: 20 }
    }

    pub(super) fn into_writer(self) -> Writer {
        self.writer
    }

    /// Writes a main line of up to so many plies; returns the position at its end.
    pub(super) fn write(&mut self, start: Chess, plies: usize) -> Chess {
        self.write_line(start, plies, None, 0)
    }

    /// Writes a main line with variations, until it is so many bytes long, or over; returns the position at its end.
    pub(super) fn write_to_size(&mut self, start: Chess, bytes: usize) -> Chess {
        /// So many plies share the bytes.
        const PLIES: usize = 60;
        let mut position = start;
        let mut needs_number = true;
        for ply in 1.. {
            let moves = position.legal_moves();
            if self.writer.len() >= bytes || is_over(&position, &moves) {
                break;
            }
            let first = self.random.below(moves.len());
            self.write_move(&position, moves[first], needs_number);
            self.full = (bytes * ply / PLIES).min(bytes);
            for step in 1..moves.len() {
                if self.writer.len() < self.full {
                    self.write_variation(&position, moves[(first + step) % moves.len()], 1);
                }
            }
            needs_number = moves.len() > 1;
            position.play_unchecked(moves[first]);
        }
        position
    }

    /// Writes up to so many plies from `position`, the first of them `first` if it is given, inside of `depth` variations.
    fn write_line(&mut self, mut position: Chess, plies: usize, first: Option<Move>, depth: usize) -> Chess {
        let mut needs_number = true;
        let mut first = first;
        for _ in 0..plies {
            let moves = position.legal_moves();
            if is_over(&position, &moves) {
                break;
            }
            let chosen = self.random.below(moves.len());
            let played = first.take().unwrap_or(moves[chosen]);
            self.write_move(&position, played, needs_number);
            needs_number = match self.remarks {
                Remarks::None => false,
                Remarks::Clocks => self.write_clock(position.turn()),
                Remarks::Prose { .. } | Remarks::Lesson { .. } => self.write_prose(&position, played, &moves, depth),
            };
            position.play_unchecked(played);
        }
        position
    }

    fn write_move(&mut self, position: &Chess, played: Move, needs_number: bool) {
        let number = position.fullmoves();
        match position.turn() {
            Color::White => self.writer.token(&format!("{number}.")),
            Color::Black if needs_number => self.writer.token(&format!("{number}...")),
            Color::Black => {}
        }
        self.writer.token(&SanPlus::from_move(position.clone(), played).to_string());
    }

    /// Writes what Lichess writes behind a move. Always true: the next move needs its number.
    fn write_clock(&mut self, turn: Color) -> bool {
        let clock = &mut self.clocks[usize::from(turn.is_black())];
        *clock -= self.random.below(*clock / 20 + 1);
        let clock = format!("[%clk 0:{:02}:{:02}]", *clock / 60, *clock % 60);
        self.evaluation = (self.evaluation + self.random.below(61) as i32 - 30).clamp(-90, 90);
        let sign = if self.evaluation < 0 { "-" } else { "" };
        let (pawns, hundredths) = (self.evaluation.abs() / 100, self.evaluation.abs() % 100);
        self.writer.token(&format!("{{ [%eval {sign}{pawns}.{hundredths:02}] {clock} }}"));
        true
    }

    /// Writes what an annotator might write about a move; whether the next move needs its number then.
    fn write_prose(&mut self, position: &Chess, played: Move, moves: &[Move], depth: usize) -> bool {
        let (Remarks::Prose { variations, depth: most_nested } | Remarks::Lesson { variations, depth: most_nested }) =
            self.remarks
        else {
            return false;
        };
        // An only move is neither good nor bad.
        if moves.len() > 1 && self.random.one_in(6) {
            let nag = self.random.pick(&NAGS);
            self.writer.token(nag);
        }
        let is_lesson = matches!(self.remarks, Remarks::Lesson { .. });
        let has_comment = self.random.one_in(if is_lesson { 2 } else { 8 });
        if has_comment && is_lesson {
            self.write_lesson();
        } else if has_comment {
            self.write_comment();
        }
        let mut has_variation = false;
        if depth < most_nested && self.writer.len() < self.full && self.random.one_in(variations + depth) {
            let first = self.random.below(moves.len());
            let others =
                (0..moves.len()).map(|step| moves[(first + step) % moves.len()]).filter(|other| *other != played);
            let beside = 1 + self.random.below(MOST_BESIDE);
            for other in others.take(beside) {
                self.write_variation(position, other, depth + 1);
                has_variation = true;
            }
        }
        has_comment || has_variation
    }

    fn write_variation(&mut self, position: &Chess, first: Move, depth: usize) {
        self.writer.open_variation();
        let plies = 1 + self.random.below(9);
        self.write_line(position.clone(), plies, Some(first), depth);
        self.writer.close_variation();
    }

    /// Writes a comment with arrows, coloured squares, and words in parentheses.
    fn write_lesson(&mut self) {
        let mut square = || self.random.pick(&SQUARES);
        let (one, other, third) = (square(), square(), square());
        self.writer.token("{");
        if self.random.one_in(2) {
            self.writer.token(&format!("[%csl G{one},R{third}]"));
        }
        if one != other && self.random.one_in(2) {
            self.writer.token(&format!("[%cal G{one}{other}]"));
        }
        for _ in 0..1 + self.random.below(24) {
            let word = self.random.pick(&WORDS);
            match self.random.below(12) {
                0 => self.writer.token(&format!("({word})")),
                _ => self.writer.token(word),
            }
        }
        self.writer.token("}");
    }

    fn write_comment(&mut self) {
        self.writer.token("{");
        for _ in 0..2 + self.random.below(12) {
            let word = self.random.pick(&WORDS);
            self.writer.token(word);
        }
        self.writer.token("}");
    }
}

/// Whether nobody would play on.
fn is_over(position: &Chess, moves: &[Move]) -> bool {
    moves.is_empty() || position.is_insufficient_material() || position.halfmoves() >= 100
}

/// Remarks that no result contradicts.
const NAGS: [&str; 10] = ["$1", "$2", "$3", "$5", "$6", "$10", "$13", "$14", "$15", "$36"];

const SQUARES: [&str; 8] = ["a1", "b7", "c3", "d4", "e4", "f6", "g5", "h7"];

const WORDS: [&str; 32] = [
    "the", "knight", "bishop", "rook", "pawn", "queen", "takes", "aim", "at", "centre", "with", "some", "pressure",
    "on", "dark", "squares,", "which", "is", "hard", "to", "meet", "after", "all", "that", "and", "keeps", "an",
    "open", "file", "for", "later", "plans",
];
