//! The entries of the index.

use shakmaty::{Move, Role};

use scoresheet_chess::position_key::PositionKey;

/// The place of a start position, which no move reaches.
const START: u32 = u32::MAX;

/// The bit of a move's code that is set for a move in a variation.
const IN_VARIATION: u16 = 0x8000;

/// A position that a game reaches, and one move played from it. 20 bytes, since there are millions of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    key: [u32; 2],
    /// The slot of the game.
    pub slot: u32,
    place: u32,
    next: u16,
    by: u16,
}

/// A move in two bytes, independent of the position: from square, to square and promotion. 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveCode(u16);

/// A move of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    pub code: MoveCode,
    pub in_variation: bool,
}

impl MoveCode {
    /// Encodes a move. Different legal moves of the same position have different codes.
    pub fn of(action: Move) -> MoveCode {
        let (from, role) = match action {
            // A drop is encoded as a move from its own square.
            Move::Put { role, to } => (to, Some(role)),
            _ => (action.from().unwrap_or(action.to()), action.promotion()),
        };
        let role = role.map_or(0, |role: Role| role as u16);
        MoveCode(role << 12 | u16::from(from.to_u32() as u8) << 6 | u16::from(action.to().to_u32() as u8))
    }
}

impl Played {
    pub(super) fn new(action: Option<Move>, in_variation: bool) -> Played {
        Played { code: action.map_or(MoveCode::default(), MoveCode::of), in_variation }
    }

    fn bits(self) -> u16 {
        self.code.0 | if self.in_variation { IN_VARIATION } else { 0 }
    }

    fn of_bits(bits: u16) -> Option<Played> {
        let code = MoveCode(bits & !IN_VARIATION);
        (code != MoveCode::default()).then_some(Played { code, in_variation: bits & IN_VARIATION != 0 })
    }
}

impl Entry {
    /// Creates an entry. `place` is the byte offset of the move that reaches the position; none for a start position.
    pub(super) fn new(key: PositionKey, place: Option<usize>, by: Option<Played>, next: Option<Played>) -> Entry {
        let number = key.number();
        Entry {
            key: [(number >> 32) as u32, number as u32],
            slot: 0,
            place: place.and_then(|place| u32::try_from(place).ok()).unwrap_or(START),
            next: next.map_or(0, Played::bits),
            by: by.map_or(0, Played::bits),
        }
    }

    pub(super) fn of_game(self, slot: u32) -> Entry {
        Entry { slot, ..self }
    }

    pub(super) fn key(&self) -> PositionKey {
        PositionKey::from_number(u64::from(self.key[0]) << 32 | u64::from(self.key[1]))
    }

    pub(super) fn place(&self) -> Option<usize> {
        (self.place != START).then_some(self.place as usize)
    }

    /// Returns the move played from the position.
    pub(super) fn next(&self) -> Option<Played> {
        Played::of_bits(self.next)
    }

    /// Returns the move that reached the position.
    pub(super) fn by(&self) -> Option<Played> {
        Played::of_bits(self.by)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use shakmaty::variant::Variant;
    use shakmaty::{Position, Square};

    use super::*;
    use scoresheet_chess::position_faults::start_position;

    #[test]
    fn entries_are_small_and_keep_what_they_are_given() {
        assert_eq!(size_of::<Entry>(), 20);
        let action = Move::Normal {
            role: Role::Pawn,
            from: Square::E7,
            to: Square::E8,
            capture: None,
            promotion: Some(Role::Knight),
        };
        let played = Played::new(Some(action), true);
        let key = PositionKey::from_number(0x0123_4567_89AB_CDEF);
        let entry = Entry::new(key, Some(70), None, Some(played));
        assert_eq!((entry.key(), entry.place(), entry.next(), entry.by()), (key, Some(70), Some(played), None));
        assert_eq!(Entry::new(key, None, None, None).place(), None);
        let high = PositionKey::from_number(u64::MAX);
        assert!(Entry::new(key, Some(9), None, None) < Entry::new(high, None, None, None), "in the order of keys");
    }

    #[test]
    fn codes_tell_the_legal_moves_of_a_position_apart() {
        let positions = [
            ("r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Variant::Chess),
            ("rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[QPp] w KQkq - 0 4", Variant::Crazyhouse),
            ("8/P7/8/8/8/8/k7/8 w - - 0 1", Variant::Antichess),
        ];
        for (fen, variant) in positions {
            let moves = start_position(fen, variant, false).unwrap().legal_moves();
            let codes: HashSet<MoveCode> = moves.iter().map(|action| MoveCode::of(*action)).collect();
            assert_eq!(codes.len(), moves.len(), "{fen}");
            assert!(!codes.contains(&MoveCode::default()));
        }
    }
}
