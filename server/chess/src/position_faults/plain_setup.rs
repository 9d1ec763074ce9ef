//! The setup of a FEN in the usual form, read in a third of the time that `shakmaty` takes for any form: collections of
//! studies and endings have a FEN in every game.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Role, Setup, Square};

/// Returns the setup of a FEN that [`plain_fen`](scoresheet_grammar::fen::plain_fen) accepts; the result for any other
/// text is meaningless. `None` if a castling right has no rook in its corner.
pub(super) fn plain_setup(fen: &str) -> Option<Setup> {
    let mut fields = fen.split(' ');
    let board = board(fields.next()?.as_bytes())?;
    let turn = if fields.next()? == "w" { Color::White } else { Color::Black };
    let castling_rights = castling_rights(fields.next()?, &board)?;
    let ep_square = match fields.next()? {
        "-" => None,
        square => Some(square.parse().ok()?),
    };
    let halfmoves = fields.next()?.parse().ok()?;
    let fullmoves = NonZeroU32::new(fields.next()?.parse().ok()?).unwrap_or(NonZeroU32::MIN);
    Some(Setup { board, turn, castling_rights, ep_square, halfmoves, fullmoves, ..Setup::empty() })
}

/// Reads the placement field.
fn board(field: &[u8]) -> Option<Board> {
    let (mut by_role, mut by_color) = (ByRole::<Bitboard>::default(), ByColor::<Bitboard>::default());
    let mut square = u32::from(Square::A8);
    for &byte in field {
        match byte {
            b'1'..=b'8' => square += u32::from(byte - b'0'),
            // From after the last square of a rank to the first square of the rank below.
            b'/' => square = square.checked_sub(16)?,
            letter => {
                let role = Role::from_char(letter.into())?;
                let bit = Bitboard::from_square(Square::try_from(square).ok()?);
                *by_role.get_mut(role) |= bit;
                *by_color.get_mut(Color::from_white(letter.is_ascii_uppercase())) |= bit;
                square += 1;
            }
        }
    }
    Board::try_from_bitboards(by_role, by_color).ok()
}

/// Reads the castling field as the squares of the rooks.
fn castling_rights(field: &str, board: &Board) -> Option<Bitboard> {
    let mut rights = Bitboard::EMPTY;
    for letter in field.bytes().filter(|letter| *letter != b'-') {
        let (corner, color) = match letter {
            b'K' => (Square::H1, Color::White),
            b'Q' => (Square::A1, Color::White),
            b'k' => (Square::H8, Color::Black),
            b'q' => (Square::A8, Color::Black),
            _ => return None,
        };
        if !board.by_piece(color.rook()).contains(corner) {
            return None;
        }
        rights.add(corner);
    }
    Some(rights)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scoresheet_grammar::fen::plain_fen;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn it_is_the_setup_that_anybody_reads(
            ranks in prop::collection::vec(prop::sample::select(RANKS), 8),
            rest in (prop::sample::select(&["w", "b"]), prop::sample::select(CASTLING), prop::sample::select(EN_PASSANT)),
            counters in (0_u32..200, 0_u32..10_000),
        ) {
            let (turn, castling, en_passant) = rest;
            let fen = format!("{} {turn} {castling} {en_passant} {} {}", ranks.join("/"), counters.0, counters.1);
            let expected = shakmaty::fen::Fen::from_ascii(fen.as_bytes()).map(shakmaty::fen::Fen::into_setup);
            if plain_fen(&fen).is_some()
                && let Some(setup) = plain_setup(&fen)
            {
                prop_assert_eq!(Ok(setup), expected);
            }
        }
    }

    const RANKS: &[&str] =
        &["8", "rnbqkbnr", "r3k2r", "pppppppp", "3p4", "1P1n2Q1", "R3K2R", "RNBQKBNR", "4K2R", "R3K3", "2b1k1r1"];
    const CASTLING: &[&str] = &["-", "KQkq", "KQ", "kq", "Kq", "k", "Q"];
    const EN_PASSANT: &[&str] = &["-", "e3", "d6"];

    #[test]
    fn most_are_read() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            "8/8/3k4/3P4/3K4/8/8/8 b - - 12 0",
        ] {
            assert!(plain_fen(fen).is_some() && plain_setup(fen).is_some(), "{fen}");
        }
        assert_eq!(plain_setup("8/8/3k4/8/8/8/8/4K3 w K - 0 1"), None);
    }
}
