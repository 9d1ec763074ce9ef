//! The name and ECO code of an opening position (the lichess table, CC0, through the `esca` crate).

use esca::openings::lookup;
use shakmaty::variant::VariantPosition;

use crate::board::fen;

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings: `C60`.
    pub eco: &'static str,
    /// The English name: `Ruy Lopez: Morphy Defense`.
    pub name: &'static str,
}

/// The opening a position of ordinary chess is named after; transpositions are found too.
///
/// The first call builds the table (tens of milliseconds); later ones cost a few microseconds.
pub fn opening(position: &VariantPosition) -> Option<Opening> {
    if !matches!(position, VariantPosition::Chess(_)) {
        return None;
    }
    let position = esca::Position::from_fen(&fen(position)).ok()?;
    let found = lookup(&position)?;
    Some(Opening { eco: found.eco, name: found.name })
}

#[cfg(test)]
mod tests {
    use shakmaty::variant::Variant;
    use shakmaty::{Position, san::San};

    use super::*;

    fn after(variant: Variant, moves: &str) -> Option<Opening> {
        let mut position = VariantPosition::new(variant);
        for san in moves.split_whitespace() {
            let chess_move = san.parse::<San>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(chess_move);
        }
        opening(&position)
    }

    #[test]
    fn positions_have_the_name_of_their_opening() {
        let cases = [
            ("", None),
            ("e4", Some(("B00", "King's Pawn Game"))),
            ("e4 c5", Some(("B20", "Sicilian Defense"))),
            ("e4 e5 Nf3 Nc6 Bb5", Some(("C60", "Ruy Lopez"))),
            ("Nf3 Nc6 e4 e5 Bb5", Some(("C60", "Ruy Lopez"))),
            ("e4 e5 Ke2 Ke7 Kd3 Kd6", None),
        ];
        for (moves, expected) in cases {
            let found = after(Variant::Chess, moves).map(|opening| (opening.eco, opening.name));
            assert_eq!(found, expected, "{moves}");
        }
        assert_eq!(after(Variant::Atomic, "e4 e5"), None);
    }
}
