//! Move ordinals: the place of a move among the legal moves, ordered by their SAN (section 20.2).
//!
//! The signs for check and mate are left out: no legal move's SAN is another one's with something appended, except `O-O-O`, which
//! sorts after `O-O` with any sign. So they never decide.

use shakmaty::san::San;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, MoveList, Position};

/// No SAN without signs is longer: with a promotion a piece would have `Nb1xc3=Q`.
const LONGEST: usize = 8;

/// Returns the ordinal of a legal move. `None` if it is not legal, or its ordinal is beyond 255, which only happens in variants with
/// drops. Quadratic in the legal moves, of which there are few.
pub fn ordinal_of(position: &VariantPosition, action: Move) -> Option<u8> {
    let legal = position.legal_moves();
    if !legal.contains(&action) {
        return None;
    }
    let mut san = Vec::with_capacity(LONGEST);
    let own = key(action, &legal, &mut san);
    u8::try_from(legal.iter().filter(|other| key(**other, &legal, &mut san) < own).count()).ok()
}

/// Returns the legal move with an ordinal. `None` if there are not so many. Quadratic in the legal moves, of which there are few.
pub fn move_of(position: &VariantPosition, ordinal: u8) -> Option<Move> {
    let legal = position.legal_moves();
    let mut san = Vec::with_capacity(LONGEST);
    let mut keys: Vec<([u8; LONGEST], Move)> =
        legal.iter().map(|action| (key(*action, &legal, &mut san), *action)).collect();
    let place = usize::from(ordinal);
    if place >= keys.len() {
        return None;
    }
    let (_, (_, action), _) = keys.select_nth_unstable_by_key(place, |(key, _)| *key);
    Some(*action)
}

/// The SAN of a legal move as bytes that sort as it does: shorter ones have zeros after them. It is written to `san` first.
fn key(action: Move, legal: &MoveList, san: &mut Vec<u8>) -> [u8; LONGEST] {
    san.clear();
    San::disambiguate(action, legal).append_ascii_to(san);
    let mut key = [0; LONGEST];
    key.iter_mut().zip(san).for_each(|(byte, letter)| *byte = *letter);
    key
}
