//! Terms about a position and the move that leads to it.

use scoresheet_chess::replay::has_legal_move;
use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Board, Color, File, Position, Role};

use super::board_pattern::BoardPattern;
use super::count::{Among, Comparison};
use super::material_pattern::MaterialPattern;
use super::move_pattern::MovePattern;
use crate::exact_position::{ExactPosition, pawns_at_home};
use crate::game::{Facts, Reached};
use crate::material::{Material, MaterialBounds};

/// A term that holds in a position or not.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PositionTerm {
    /// The very position.
    Exact(ExactPosition),
    /// Men on squares.
    Board(BoardPattern),
    /// All pawns of both sides, and no others: White's and Black's.
    Pawns(Bitboard, Bitboard),
    /// The material of both sides.
    Material(MaterialPattern),
    /// Counts of men and plies.
    Compare(Comparison),
    /// How many more men of a kind White has, in the order of [`shakmaty::Role::ALL`].
    Imbalance([i8; 6]),
    /// The last move.
    Move(MovePattern),
    /// The side to move.
    Turn(Color),
    /// The side to move is in check.
    Check,
    /// The side to move is mated.
    Mate,
    /// The side to move has no move and is not in check.
    Stalemate,
}

/// What is at hand for the terms about a position.
pub(super) struct At<'a> {
    pub(super) reached: &'a Reached<'a>,
    /// The material of the position.
    pub(super) material: &'a Material,
}

impl PositionTerm {
    #[inline]
    pub(super) fn holds(&self, at: &At) -> bool {
        let reached = at.reached;
        match self {
            PositionTerm::Exact(exact) => exact.is(reached.position),
            PositionTerm::Board(pattern) => pattern.holds(reached.position.board()),
            PositionTerm::Pawns(white, black) => {
                let board = reached.position.board();
                board.pawns() & board.white() == *white && board.pawns() & board.black() == *black
            }
            PositionTerm::Material(pattern) => pattern.holds(at.material),
            PositionTerm::Compare(comparison) => comparison.holds(reached),
            PositionTerm::Imbalance(differences) => Role::ALL.into_iter().zip(differences).all(|(role, more)| {
                let count = |color: Color| at.material.count(role.of(color)) as i8;
                count(Color::White) - count(Color::Black) == *more
            }),
            PositionTerm::Move(pattern) => pattern.holds(reached),
            PositionTerm::Turn(color) => reached.position.turn() == *color,
            PositionTerm::Check => reached.in_check,
            PositionTerm::Mate => reached.in_check && !has_legal_move(reached.position, true),
            PositionTerm::Stalemate => {
                !reached.in_check
                    && matches!(reached.position, VariantPosition::Chess(_))
                    && !has_legal_move(reached.position, false)
            }
        }
    }

    /// Whether some position of ordinary chess from the usual start may fulfil it.
    pub(super) fn is_possible(&self) -> bool {
        let start = Material::of(&Board::default());
        let mut material = MaterialBounds::after(start);
        // The bounds have the promotions of all variants.
        for king in Color::ALL.map(|color| Role::King.of(color)) {
            material.least.set(king, 1);
            material.most.set(king, 1);
        }
        self.may_be_in(&Facts { material: Some(material), ..Facts::default() })
            && match self {
                PositionTerm::Board(pattern) => !pattern.has_pawns_at_the_edge(),
                PositionTerm::Pawns(white, black) => {
                    (*white | *black) & Bitboard::BACKRANKS == Bitboard::EMPTY
                        && white.count().max(black.count()) <= File::ALL.len()
                }
                PositionTerm::Material(pattern) => pattern.may_follow(&start),
                PositionTerm::Move(pattern) => pattern.is_possible(),
                _ => true,
            }
    }

    /// Whether a position of a game of ordinary chess may fulfil it, as far as the facts tell.
    pub(super) fn may_be_in(&self, facts: &Facts) -> bool {
        let keeps = |pawns: Bitboard| facts.pawns_at_home.is_none_or(|left| left.is_subset(pawns));
        match self {
            PositionTerm::Exact(exact) => {
                let material = Material::of(exact.board());
                facts.material.is_none_or(|bounds| bounds.may_reach(&material)) && keeps(exact.pawns_at_home())
            }
            PositionTerm::Pawns(white, black) => keeps(*white | *black),
            PositionTerm::Material(pattern) => pattern.may_be_in(facts),
            PositionTerm::Compare(comparison) => {
                let plies = facts.plies.and_then(|plies| i32::try_from(plies).ok()).unwrap_or(i32::MAX);
                comparison.may_hold(&Among { material: facts.material, plies: 0..=plies })
            }
            PositionTerm::Imbalance(differences) => {
                facts.material.is_none_or(|bounds| may_differ(differences, &bounds))
            }
            _ => true,
        }
    }

    /// Whether it may hold in a position after this one, in ordinary chess.
    pub(super) fn may_follow(&self, at: &At) -> bool {
        let board = at.reached.position.board();
        let has = |pawns: Bitboard| pawns.is_subset(pawns_at_home(board));
        // Counts are bounded by the material, which few moves change.
        let keeps_material = at.reached.last.is_some_and(|action| !action.is_capture() && !action.is_promotion());
        match self {
            PositionTerm::Compare(_) | PositionTerm::Imbalance(_) if keeps_material => true,
            PositionTerm::Exact(exact) => {
                has(exact.pawns_at_home()) && exact.board().occupied().count() <= board.occupied().count()
            }
            PositionTerm::Board(pattern) => pattern.pawns_at_home().is_subset(pawns_at_home(board)),
            PositionTerm::Pawns(white, black) => {
                let of = |color: Color| (board.pawns() & board.by_color(color)).count();
                white.count() <= of(Color::White) && black.count() <= of(Color::Black)
            }
            PositionTerm::Material(pattern) => pattern.may_follow(at.material),
            PositionTerm::Compare(comparison) => {
                let plies = i32::try_from(at.reached.ply).unwrap_or(i32::MAX)..=i32::MAX;
                comparison.may_hold(&Among { material: Some(MaterialBounds::after(*at.material)), plies })
            }
            PositionTerm::Imbalance(differences) => may_differ(differences, &MaterialBounds::after(*at.material)),
            _ => true,
        }
    }

    pub(super) fn flipped(&self) -> PositionTerm {
        match self {
            PositionTerm::Exact(exact) => PositionTerm::Exact(exact.flipped()),
            PositionTerm::Board(pattern) => PositionTerm::Board(pattern.flipped()),
            PositionTerm::Pawns(white, black) => PositionTerm::Pawns(black.flip_vertical(), white.flip_vertical()),
            PositionTerm::Material(pattern) => PositionTerm::Material(pattern.swapped()),
            PositionTerm::Compare(comparison) => PositionTerm::Compare(comparison.flipped()),
            PositionTerm::Imbalance(differences) => PositionTerm::Imbalance(differences.map(|more| -more)),
            PositionTerm::Move(pattern) => PositionTerm::Move(pattern.flipped()),
            PositionTerm::Turn(color) => PositionTerm::Turn(!*color),
            PositionTerm::Check | PositionTerm::Mate | PositionTerm::Stalemate => self.clone(),
        }
    }

    pub(super) fn mirrored(&self) -> PositionTerm {
        match self {
            PositionTerm::Exact(exact) => PositionTerm::Exact(exact.mirrored()),
            PositionTerm::Board(pattern) => PositionTerm::Board(pattern.mirrored()),
            PositionTerm::Pawns(white, black) => PositionTerm::Pawns(white.flip_horizontal(), black.flip_horizontal()),
            PositionTerm::Compare(comparison) => PositionTerm::Compare(comparison.mirrored()),
            PositionTerm::Move(pattern) => PositionTerm::Move(pattern.mirrored()),
            PositionTerm::Material(_)
            | PositionTerm::Imbalance(_)
            | PositionTerm::Turn(_)
            | PositionTerm::Check
            | PositionTerm::Mate
            | PositionTerm::Stalemate => self.clone(),
        }
    }
}

/// Whether White may have so many more men of each kind in a position whose material is in some bounds.
fn may_differ(differences: &[i8; 6], bounds: &MaterialBounds) -> bool {
    let of = |color: Color| bounds.least.of_color(color).iter().zip(bounds.most.of_color(color));
    of(Color::White).zip(of(Color::Black)).zip(differences).all(|((white, black), more)| {
        let [(least, most), (others_least, others_most)] =
            [white, black].map(|(least, most)| (i32::from(*least), i32::from(*most)));
        (least - others_most..=most - others_least).contains(&i32::from(*more))
    })
}
