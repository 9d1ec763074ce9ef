//! The move numbers of a game, and whether a move number indication fits the next move.

use scoresheet_grammar::ast::MoveNumber;
use scoresheet_grammar::{Event, GameView, TokenKind};
use shakmaty::Color;

use crate::move_tree::MoveTree;

/// How a move number indication fits the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is correct in the count of the game.
    Right,
    /// It is wrong, but continues from an earlier wrong number.
    CountsOn,
    /// It begins a separate count: the first number of a game from a FEN tag that disagrees with that tag.
    BeginsOwnCount,
    /// It is wrong.
    Wrong,
}

/// The state of a game's count of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The difference between the game's numbers and those counted from its start.
    own: i64,
    /// The difference of the last number; `None` before the first.
    last: Option<i64>,
    /// Whether the last number was that of a move of White with the periods of one of Black.
    has_periods_of_black: bool,
    /// Whether the last number was wrong, but right as that of a halfmove.
    counts_halfmoves: bool,
}

impl Count {
    /// Compares a written number with the number of the next move counted from the start of the game. Only a game that
    /// `has_fen` may have a separate count.
    pub fn check(&mut self, written: MoveNumber, from_start: u32, turn: Color, has_fen: bool) -> Fit {
        let difference = i64::from(written.number) - i64::from(from_start) - self.own;
        let last = self.last.replace(difference);
        // One period before a move of Black is import format; two or more before a move of White are an error.
        let has_periods_of_black = written.periods >= 2 && turn.is_white();
        let had_periods_of_black = std::mem::replace(&mut self.has_periods_of_black, has_periods_of_black);
        if has_periods_of_black {
            return if had_periods_of_black && difference == 0 { Fit::CountsOn } else { Fit::Wrong };
        }
        let is_of_halfmove = difference != 0 && is_number_of_halfmove(written, from_start, turn);
        let counted_halfmoves = std::mem::replace(&mut self.counts_halfmoves, is_of_halfmove);
        match last {
            _ if difference == 0 => Fit::Right,
            None if has_fen => {
                *self = Count { own: difference, last: Some(0), ..Count::default() };
                Fit::BeginsOwnCount
            }
            Some(last) if difference == last => Fit::CountsOn,
            _ if is_of_halfmove && counted_halfmoves => Fit::CountsOn,
            _ => Fit::Wrong,
        }
    }

    /// Whether a written number is correct; a wrong number leaves the count unchanged.
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

    /// Whether it is separate from the start of the game.
    pub fn is_own(&self) -> bool {
        self.own != 0
    }

    /// Returns the number of the next move in this count.
    pub fn number(&self, from_start: u32) -> u32 {
        u32::try_from(i64::from(from_start) + self.own).unwrap_or(from_start)
    }
}

/// Whether a written number is the number of a move.
pub fn is_number_of(written: MoveNumber, number: u32, turn: Color) -> bool {
    Count::default().check(written, number, turn, false) == Fit::Right
}

/// Whether a written number counts the moves of each side by themselves: `1. e4 2. e5 3. Nf3`.
pub fn is_number_of_halfmove(written: MoveNumber, from_start: u32, turn: Color) -> bool {
    let before = i64::from(from_start) * 2 - 2;
    i64::from(written.number) == before + turn.fold_wb(1, 2)
}

/// Returns the move number indication in export format (section 8.2.2.2).
pub fn indication(number: u32, turn: Color) -> String {
    format!("{number}{}", turn.fold_wb(".", "..."))
}

/// Returns the move number indication that export format requires (section 8.2.2.2) between the token `previous` and
/// the move after it; `None` if it requires none. `previous` is `None` at the start of the game.
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

/// Returns the move numbers that export format requires and the game lacks, each with the byte offset of its move in
/// the game. Linear in the game.
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

/// Whether the number at byte `start` follows a dollar sign, which makes it a NAG with a space in it.
pub fn follows_dollar(text: &str, start: usize) -> bool {
    text[..start].trim_end().ends_with('$')
}
