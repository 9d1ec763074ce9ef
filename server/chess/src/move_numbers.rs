//! How a game counts its moves, and whether a move number indication fits the move to come.

use scoresheet_grammar::ast::MoveNumber;
use scoresheet_grammar::{Event, GameView, TokenKind};
use shakmaty::Color;

use crate::move_tree::MoveTree;

/// How a move number indication fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is that of the move to come, as the game counts.
    Right,
    /// It is wrong, but goes on counting from a wrong one before it.
    CountsOn,
    /// It begins a count of its own: the first number of a game from a FEN tag that does not go with that tag.
    BeginsOwnCount,
    /// It is wrong.
    Wrong,
}

/// How a game counts its moves so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// By how much the numbers of the game differ from those that its start gives them.
    own: i64,
    /// By how much the last number differed from that; none before the first.
    last: Option<i64>,
}

impl Count {
    /// Compare a written number with the one that the start of the game gives the move to come. Only a game that
    /// `has_fen` may have a count of its own.
    pub fn check(&mut self, written: MoveNumber, from_start: u32, turn: Color, has_fen: bool) -> Fit {
        let difference = i64::from(written.number) - i64::from(from_start) - self.own;
        let last = self.last.replace(difference);
        // One period before a move of Black is import format; two or more before a move of White are a slip.
        if written.periods >= 2 && turn.is_white() {
            return Fit::Wrong;
        }
        match last {
            _ if difference == 0 => Fit::Right,
            None if has_fen => {
                *self = Count { own: difference, last: Some(0) };
                Fit::BeginsOwnCount
            }
            Some(last) if difference == last => Fit::CountsOn,
            _ => Fit::Wrong,
        }
    }

    /// Whether a written number is right; if it is not, it is as if it had not been read.
    #[inline]
    pub fn is_right(&mut self, written: MoveNumber, from_start: u32, turn: Color, has_fen: bool) -> bool {
        let mut count = *self;
        let is_right = count.check(written, from_start, turn, has_fen) == Fit::Right;
        if is_right {
            *self = count;
        }
        is_right
    }

    /// Whether a number has been read.
    pub fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// The number that the move to come has in this count.
    pub fn number(&self, from_start: u32) -> u32 {
        u32::try_from(i64::from(from_start) + self.own).unwrap_or(from_start)
    }
}

/// Whether a written number is that of a move.
pub fn is_number_of(written: MoveNumber, number: u32, turn: Color) -> bool {
    Count::default().check(written, number, turn, false) == Fit::Right
}

/// The move number indication that export format has (section 8.2.2.2).
pub fn indication(number: u32, turn: Color) -> String {
    format!("{number}{}", turn.fold_wb(".", "..."))
}

/// The move number indication that export format asks for (section 8.2.2.2) between a token and the move that follows it, if any;
/// nothing where it asks for none. `previous` is none at the start of the game.
pub fn missing(number: u32, turn: Color, previous: Option<TokenKind>) -> Option<String> {
    let is_needed = match (turn, previous) {
        (_, Some(TokenKind::MoveNumber | TokenKind::Periods)) => false,
        (Color::White, _) => true,
        (Color::Black, Some(TokenKind::San | TokenKind::EnPassantMark)) => false,
        (Color::Black, Some(kind)) => !kind.is_annotation(),
        (Color::Black, None) => true,
    };
    is_needed.then(|| indication(number, turn))
}

/// The move numbers that export format has and the game does not: each with the byte offset in the game of its move. Linear in the game.
pub fn missing_in(game: GameView, tree: &MoveTree) -> Vec<(usize, String)> {
    let mut moves = tree.moves.iter();
    let mut previous = None;
    let mut missing = Vec::new();
    for (event, range) in game.tree.events() {
        let Event::Token(kind) = event else { continue };
        if kind == TokenKind::San
            && let Some(one) = moves.next()
            && let Some(number) = self::missing(one.number, one.turn, previous)
        {
            missing.push((range.start, number));
        }
        previous = Some(kind);
    }
    missing
}

/// Whether the number at byte `start` follows a dollar sign: it is a NAG with a blank in it.
pub fn follows_dollar(text: &str, start: usize) -> bool {
    text[..start].trim_end().ends_with('$')
}
