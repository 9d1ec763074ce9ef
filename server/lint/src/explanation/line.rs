//! The lines of play of a reading: what is known on the board, and which lines open variations interrupt.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use scoresheet_chess::replay::written::CheckMark;
use scoresheet_chess::replay::{Setup, has_legal_move, is_check, pass};
use scoresheet_grammar::{GameView, Parser, Tree};
use shakmaty::san::{San, Suffix};
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move, Position};

use super::costs;

/// `Qa1xb2`, `axb8=Q`. Bytes.
const LONGEST_SAN: usize = 6;

/// What is known between two moves.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// `None` once a move could not be read.
    pub(super) position: Option<VariantPosition>,
    pub(super) in_check: bool,
    pub(super) turn: Color,
    /// The number of the next move.
    pub(super) number: u32,
    playable: OnceCell<Vec<(Move, String)>>,
}

impl Board {
    pub(super) fn new(position: Option<VariantPosition>, in_check: bool, turn: Color, number: u32) -> Board {
        Board { position, in_check, turn, number, playable: OnceCell::new() }
    }

    /// The legal moves with their SAN, without check marks; none where the position is unknown. Explanations that share a board share
    /// them.
    pub(super) fn playable(&self) -> &[(Move, String)] {
        self.playable.get_or_init(|| {
            let Some(position) = &self.position else { return Vec::new() };
            let legal = position.legal_moves();
            // Names a move with the others at hand, which need not be found once more for each.
            let named = |action: &Move| {
                let mut san = String::with_capacity(LONGEST_SAN);
                San::disambiguate(*action, &legal).append_to_string(&mut san);
                (*action, san)
            };
            legal.iter().map(named).collect()
        })
    }

    /// The board after a legal move.
    pub(super) fn after(&self, action: Move) -> Board {
        let position = self.position.clone().map(|mut position| {
            position.play_unchecked(action);
            position
        });
        let in_check = position.as_ref().is_some_and(is_check);
        Board { position, in_check, ..self.after_any() }
    }

    /// A move that led to this board, by its SAN without a check mark, with the check mark that it has.
    pub(super) fn with_check_mark(&self, san: &str) -> String {
        // Only variants have other ends that are written as mates.
        let is_marked = |position: &&VariantPosition| self.in_check || !matches!(position, VariantPosition::Chess(_));
        match self.position.as_ref().filter(is_marked).and_then(Suffix::from_position) {
            Some(mark) => format!("{san}{mark}"),
            None => san.to_owned(),
        }
    }

    /// The board after a null move; `None` in check or where the position is unknown.
    pub(super) fn after_pass(&self) -> Option<Board> {
        let position = pass(self.position.as_ref()?)?;
        Some(Board { position: Some(position), in_check: false, ..self.after_any() })
    }

    /// What a check mark costs that does not fit the board after its move.
    pub(super) fn against(&self, mark: CheckMark) -> u32 {
        let Some(position) = &self.position else { return 0 };
        match (mark, self.in_check) {
            (CheckMark::None, false) => 0,
            (CheckMark::None, true) => costs::MISSING_CHECK,
            (_, false) => costs::CHECK_THAT_IS_NONE,
            (CheckMark::Check, true) => 0,
            (CheckMark::Mate, true) if has_legal_move(position, true) => costs::MATE_THAT_IS_NONE,
            (CheckMark::Mate, true) => 0,
        }
    }

    /// The unknown board after a move that could not be read.
    pub(super) fn after_any(&self) -> Board {
        let number = self.number.saturating_add(u32::from(self.turn.is_black()));
        Board::new(None, false, !self.turn, number)
    }
}

/// A line of play at a place of the text.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) now: Rc<Board>,
    /// Before the last move of the line; `None` before its first move.
    pub(super) before: Option<Rc<Board>>,
    /// The last move of the line.
    pub(super) last: Option<Range<usize>>,
    /// The line that this one interrupts.
    pub(super) outer: Option<Rc<Line>>,
    /// How many lines are interrupted.
    pub(super) depth: usize,
}

impl Line {
    /// A main line.
    pub(super) fn main(now: Board) -> Rc<Line> {
        Rc::new(Line { now: Rc::new(now), before: None, last: None, outer: None, depth: 0 })
    }

    /// The line after a move, whose token is at `range`.
    pub(super) fn moved(&self, now: Board, range: Range<usize>) -> Rc<Line> {
        Rc::new(Line {
            now: Rc::new(now),
            before: Some(Rc::clone(&self.now)),
            last: Some(range),
            outer: self.outer.clone(),
            depth: self.depth,
        })
    }

    /// The same line with another board.
    pub(super) fn with_board(&self, now: Board) -> Rc<Line> {
        Rc::new(Line { now: Rc::new(now), ..self.clone() })
    }

    /// A variation that replaces the last move of this line; one that begins here where the line has none.
    pub(super) fn varied(self: &Rc<Line>) -> Rc<Line> {
        Rc::new(Line {
            now: Rc::clone(self.before.as_ref().unwrap_or(&self.now)),
            before: None,
            last: None,
            outer: Some(Rc::clone(self)),
            depth: self.depth + 1,
        })
    }
}

/// The board before the first move of a game.
pub(super) fn board_of(setup: &Setup) -> Board {
    let position = setup.start.clone();
    let in_check = setup.has_fen && position.as_ref().is_some_and(is_check);
    Board::new(position, in_check, setup.turn, setup.number)
}

/// The main line of a game with this text, before its first move.
pub(super) fn line_of(text: &str) -> Option<Rc<Line>> {
    let mut tree = Tree::default();
    let range = Parser::new(text).next_game(&mut tree)?;
    let setup = Setup::of(GameView { text: &text[range], tree: &tree });
    setup.start.as_ref()?;
    Some(Line::main(board_of(&setup)))
}
