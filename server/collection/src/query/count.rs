//! Counts and comparisons in a position: `R = 1`, `Q + q = 0`, `P[d4,e5] = 2`, `movenumber <= 20`.

use std::ops::RangeInclusive;

use shakmaty::{Bitboard, Position};

use super::lexer::Compare;
use super::men::{Men, read_squares};
use crate::game::Reached;
use crate::material::MaterialBounds;

/// A comparison of two sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comparison {
    /// What is added up on the left less what is on the right.
    parts: Vec<(i32, Quantity)>,
    compare: Compare,
}

/// What can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// Men on some squares.
    Men(Men, Bitboard),
    /// A number.
    Number(i32),
    /// Plies from the start of the game.
    Ply,
    /// The number of the move that leads to the position; at the start, that of the next move.
    MoveNumber,
    /// Plies since the last capture or move of a pawn.
    HalfmoveClock,
}

impl Quantity {
    /// Reads a word. `None` if it is something else.
    pub(super) fn read(word: &str) -> Option<Quantity> {
        match word.to_ascii_lowercase().as_str() {
            "ply" => return Some(Quantity::Ply),
            "movenumber" => return Some(Quantity::MoveNumber),
            "halfmoves" => return Some(Quantity::HalfmoveClock),
            "men" => return Some(Quantity::Men(Men::ANY, Bitboard::FULL)),
            _ => {}
        }
        if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
            // What is larger than any count compares in the same way.
            return Some(Quantity::Number(word.parse().unwrap_or(i32::MAX)));
        }
        let (men, rest) = Men::read(word)?;
        let squares = if rest.is_empty() { Bitboard::FULL } else { read_squares(rest)? };
        Some(Quantity::Men(men, squares))
    }

    fn of(self, reached: &Reached) -> i32 {
        match self {
            Quantity::Men(men, squares) => (men.on(reached.position.board()) & squares).count() as i32,
            Quantity::Number(number) => number,
            Quantity::Ply => i32::try_from(reached.ply).unwrap_or(i32::MAX),
            Quantity::MoveNumber => i32::try_from(move_number(reached)).unwrap_or(i32::MAX),
            Quantity::HalfmoveClock => i32::try_from(reached.position.halfmoves()).unwrap_or(i32::MAX),
        }
    }

    /// Between which numbers it is in some positions.
    fn bounds(self, among: &Among) -> RangeInclusive<i32> {
        match self {
            Quantity::Men(men, squares) => {
                let all = among.material.and_then(|bounds| men.counts(&bounds)).unwrap_or(0..=64);
                let squares = if men.are_pawns() { squares & !Bitboard::BACKRANKS } else { squares };
                if squares == Bitboard::FULL { all } else { 0..=squares.count().min(*all.end() as usize) as i32 }
            }
            Quantity::Number(number) => number..=number,
            Quantity::Ply => among.plies.clone(),
            Quantity::MoveNumber => 1..=i32::MAX,
            Quantity::HalfmoveClock => 0..=i32::MAX,
        }
    }

    fn flipped(self) -> Quantity {
        match self {
            Quantity::Men(men, squares) => Quantity::Men(men.flipped(), squares.flip_vertical()),
            other => other,
        }
    }

    fn mirrored(self) -> Quantity {
        match self {
            Quantity::Men(men, squares) => Quantity::Men(men, squares.flip_horizontal()),
            other => other,
        }
    }
}

/// What is known of some positions.
pub(super) struct Among {
    pub(super) material: Option<MaterialBounds>,
    /// How many plies lead to them.
    pub(super) plies: RangeInclusive<i32>,
}

/// The number of the move that leads to a position; at the start, that of the next move.
pub(super) fn move_number(reached: &Reached) -> u32 {
    let next = reached.position.fullmoves().get();
    let is_after_blacks = reached.ply > 0 && reached.position.turn().is_white();
    next.saturating_sub(u32::from(is_after_blacks))
}

impl Comparison {
    /// The sum of `left` compared with the sum of `right`; both have signs.
    pub(super) fn new(left: Vec<(i32, Quantity)>, compare: Compare, right: Vec<(i32, Quantity)>) -> Comparison {
        let mut parts = left;
        parts.extend(right.into_iter().map(|(sign, quantity)| (-sign, quantity)));
        Comparison { parts, compare }
    }

    /// A comparison with one quantity on the left and a number on the right.
    pub(super) fn with_number(quantity: Quantity, compare: Compare, number: u32) -> Comparison {
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        Comparison::new(vec![(1, quantity)], compare, vec![(1, Quantity::Number(number))])
    }

    #[inline]
    pub(super) fn holds(&self, reached: &Reached) -> bool {
        let sum = self
            .parts
            .iter()
            .fold(0_i32, |sum, (sign, quantity)| sum.saturating_add(sign.saturating_mul(quantity.of(reached))));
        self.passes(sum)
    }

    /// Whether it may hold in one of some positions.
    pub(super) fn may_hold(&self, among: &Among) -> bool {
        let (mut least, mut most) = (0_i32, 0_i32);
        for (sign, quantity) in &self.parts {
            let bounds = quantity.bounds(among);
            let ends = [*bounds.start(), *bounds.end()].map(|end| sign.saturating_mul(end));
            least = least.saturating_add(ends[0].min(ends[1]));
            most = most.saturating_add(ends[0].max(ends[1]));
        }
        // The sum may be any number between them.
        self.passes(least) || self.passes(most) || least < 0 && most > 0 && self.passes(0)
    }

    #[inline]
    fn passes(&self, sum: i32) -> bool {
        match self.compare {
            Compare::Same | Compare::Exact | Compare::Finds => sum == 0,
            Compare::Not => sum != 0,
            Compare::Less => sum < 0,
            Compare::LessOrEqual => sum <= 0,
            Compare::More => sum > 0,
            Compare::MoreOrEqual => sum >= 0,
        }
    }

    pub(super) fn flipped(&self) -> Comparison {
        self.map(Quantity::flipped)
    }

    pub(super) fn mirrored(&self) -> Comparison {
        self.map(Quantity::mirrored)
    }

    fn map(&self, change: impl Fn(Quantity) -> Quantity) -> Comparison {
        let parts = self.parts.iter().map(|(sign, quantity)| (*sign, change(*quantity))).collect();
        Comparison { parts, compare: self.compare }
    }
}
