//! Move ordinals: the place of a move among the legal moves, ordered by their SAN (section 20.2).
//!
//! The signs for check and mate are left out: no legal move's SAN is another one's with something appended, except `O-O-O`, which
//! sorts after `O-O` with any sign. So they never decide.

use shakmaty::san::San;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

/// Returns the ordinal of a legal move. `None` if it is not legal, or its ordinal is beyond 255, which only happens in variants with
/// drops. Linear in the legal moves.
pub fn ordinal_of(position: &VariantPosition, action: Move) -> Option<u8> {
    let san = |action: Move| San::from_move(position, action).to_string();
    let legal = position.legal_moves();
    if !legal.contains(&action) {
        return None;
    }
    let own = san(action);
    u8::try_from(legal.into_iter().filter(|other| san(*other) < own).count()).ok()
}

/// Returns the legal move with an ordinal. `None` if there are not so many.
pub fn move_of(position: &VariantPosition, ordinal: u8) -> Option<Move> {
    let mut legal: Vec<(String, Move)> = position
        .legal_moves()
        .into_iter()
        .map(|action| (San::from_move(position, action).to_string(), action))
        .collect();
    let place = usize::from(ordinal);
    if place >= legal.len() {
        return None;
    }
    let (_, (_, action), _) = legal.select_nth_unstable_by(place, |(one, _), (other, _)| one.cmp(other));
    Some(*action)
}
