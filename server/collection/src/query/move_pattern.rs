//! Moves as a query writes them: `Bxh7+`, `e8=Q`, `O-O`, `N`, `*`.

use scoresheet_chess::replay::has_legal_move;
use shakmaty::{Bitboard, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Square};

use super::count::move_number;
use crate::game::Reached;

/// A null move, as most programs write it.
pub(super) const NULL_MOVE: &str = "--";

/// What is known about a move; the rest may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MovePattern {
    mover: Option<Color>,
    /// The number of the move.
    number: Option<u32>,
    role: Option<Role>,
    from: Option<Bitboard>,
    to: Option<Bitboard>,
    is_capture: bool,
    captured: Option<Role>,
    promotion: Option<Role>,
    is_promotion: bool,
    castling: Option<Option<CastlingSide>>,
    is_en_passant: bool,
    gives_check: bool,
    mates: bool,
    is_null: bool,
    is_drop: bool,
}

impl MovePattern {
    /// Reads a move in SAN of which parts may be missing: no squares, no piece (a pawn, if there is a square to go to; any
    /// man before `x`), `*` for any man.
    pub(super) fn read(text: &str) -> Option<MovePattern> {
        let mut pattern = MovePattern::default();
        let mut rest = text.trim_end_matches(['!', '?']);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if rest[digits..].starts_with('.') && digits > 0 {
            let periods = rest[digits..].bytes().take_while(|byte| *byte == b'.').count();
            pattern.number = Some(rest[..digits].parse().ok()?);
            pattern.mover = Some(if periods > 1 { Color::Black } else { Color::White });
            rest = rest[digits + periods..].trim_start();
        }
        if let Some(body) = rest.strip_suffix('#') {
            (pattern.mates, rest) = (true, body);
        } else if let Some(body) = rest.strip_suffix('+') {
            (pattern.gives_check, rest) = (true, body);
        }
        match rest {
            "O-O" | "0-0" => {
                pattern.castling = Some(Some(CastlingSide::KingSide));
                return Some(pattern);
            }
            "O-O-O" | "0-0-0" => {
                pattern.castling = Some(Some(CastlingSide::QueenSide));
                return Some(pattern);
            }
            NULL_MOVE | "Z0" => {
                pattern.is_null = true;
                return Some(pattern);
            }
            "" if pattern == MovePattern::default() => return None,
            "" | "*" => return Some(pattern),
            _ => {}
        }
        let mut is_any = false;
        let mut characters = rest.chars();
        match characters.clone().next() {
            Some('*') => {
                is_any = true;
                characters.next();
            }
            Some(letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P')) => {
                pattern.role = Role::from_char(letter);
                characters.next();
            }
            _ => {}
        }
        rest = characters.as_str();
        if let Some((before, piece)) = rest.split_once('=') {
            let mut letters = piece.chars();
            pattern.promotion = Role::from_char(letters.next()?).filter(|role| *role != Role::Pawn);
            let is_pawns = pattern.role.is_none_or(|role| role == Role::Pawn);
            if letters.next().is_some() || pattern.promotion.is_none() || !is_pawns {
                return None;
            }
            (pattern.is_promotion, rest) = (true, before);
        }
        if let Some(to) = rest.strip_prefix('@') {
            (pattern.is_drop, rest) = (true, to);
        }
        let (from, to) = match rest.split_once('x') {
            _ if pattern.is_drop => ("", rest),
            Some((from, to)) => {
                pattern.is_capture = true;
                (from, to)
            }
            // One square is where the move goes.
            None => rest.split_at_checked(rest.len() - rest.len().min(2))?,
        };
        (pattern.from, pattern.to) = (read_area(from)?, read_area(to)?);
        let is_pawns = pattern.role.is_none() && !is_any && (pattern.to.is_some() || pattern.is_promotion);
        if is_pawns && !(pattern.is_capture && from.is_empty()) {
            pattern.role = Some(Role::Pawn);
        }
        Some(pattern)
    }

    /// Any capture, of this man by that.
    pub(super) fn capture(captured: Option<Piece>, by: Option<Piece>) -> MovePattern {
        MovePattern {
            mover: by.map(|piece| piece.color).or(captured.map(|piece| !piece.color)),
            role: by.map(|piece| piece.role),
            is_capture: true,
            captured: captured.map(|piece| piece.role),
            ..MovePattern::default()
        }
    }

    /// Any promotion, or to this piece.
    pub(super) fn promotion(to: Option<Piece>) -> MovePattern {
        let (mover, promotion) = (to.map(|piece| piece.color), to.map(|piece| piece.role));
        MovePattern { mover, is_promotion: true, promotion, ..MovePattern::default() }
    }

    /// Any castling.
    pub(super) fn castling(side: Option<CastlingSide>) -> MovePattern {
        MovePattern { castling: Some(side), ..MovePattern::default() }
    }

    /// A capture en passant.
    pub(super) fn en_passant() -> MovePattern {
        MovePattern { is_en_passant: true, ..MovePattern::default() }
    }

    /// Whether the move that leads to this position is one of them.
    #[inline]
    pub(super) fn holds(&self, reached: &Reached) -> bool {
        let is_of = match reached.last {
            Some(action) => !self.is_null && self.is_of(action),
            None => self.is_null && reached.ply > 0,
        };
        is_of
            && self.mover.is_none_or(|mover| mover != reached.position.turn())
            && self.number.is_none_or(|number| number == move_number(reached))
            && (!self.gives_check || reached.in_check)
            && (!self.mates || reached.in_check && !has_legal_move(reached.position, true))
    }

    /// Whether a move of `us` may be one of them, as far as the move itself tells.
    #[inline]
    pub(super) fn may_be(&self, us: Color, action: Move) -> bool {
        self.mover.is_none_or(|mover| mover == us) && self.is_of(action)
    }

    /// Whether there is such a move in ordinary chess, for all that the user may take for one: a drop means Crazyhouse.
    pub(super) fn is_possible(&self) -> bool {
        let of_king = |role: Option<Role>| role == Some(Role::King);
        !of_king(self.captured) && !of_king(self.promotion)
    }

    /// Whether it is a null move, which plays nothing.
    pub(super) fn is_null(&self) -> bool {
        self.is_null
    }

    /// Whether it is the last move of a game.
    pub(super) fn is_mate(&self) -> bool {
        self.mates
    }

    fn is_of(&self, action: Move) -> bool {
        if let Some(side) = self.castling {
            return action.castling_side().is_some_and(|castled| side.is_none_or(|side| side == castled));
        }
        let to = match action {
            Move::Castle { .. } => Square::from_coords(
                action.castling_side().map_or(File::G, CastlingSide::king_to_file),
                action.to().rank(),
            ),
            _ => action.to(),
        };
        self.role.is_none_or(|role| role == action.role())
            && self.to.is_none_or(|squares| squares.contains(to))
            && self.from.is_none_or(|squares| action.from().is_some_and(|from| squares.contains(from)))
            && (!self.is_capture || action.is_capture())
            && self.captured.is_none_or(|role| action.capture() == Some(role))
            && (!self.is_promotion || action.is_promotion())
            && self.promotion.is_none_or(|role| action.promotion() == Some(role))
            && (!self.is_en_passant || action.is_en_passant())
            && (!self.is_drop || matches!(action, Move::Put { .. }))
    }

    pub(super) fn flipped(&self) -> MovePattern {
        MovePattern { mover: self.mover.map(|mover| !mover), ..self.map(Bitboard::flip_vertical) }
    }

    pub(super) fn mirrored(&self) -> MovePattern {
        // In a mirror the king castles to the other side.
        let castling = self.castling.map(|side| side.map(|side| !side));
        MovePattern { castling, ..self.map(Bitboard::flip_horizontal) }
    }

    fn map(&self, change: impl Fn(Bitboard) -> Bitboard) -> MovePattern {
        MovePattern { from: self.from.map(&change), to: self.to.map(&change), ..self.clone() }
    }
}

/// Squares by their file, their rank or both; `Some(None)` for an empty text.
fn read_area(text: &str) -> Option<Option<Bitboard>> {
    let bytes = text.as_bytes();
    let file = |byte: u8| File::from_char(byte as char).map(Bitboard::from_file);
    let rank = |byte: u8| Rank::from_char(byte as char).map(Bitboard::from_rank);
    match *bytes {
        [] => Some(None),
        [one] => Some(Some(file(one).or_else(|| rank(one))?)),
        [one, other] => Some(Some(file(one)? & rank(other)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;
    use crate::game::{Game, Lines, Visitor};
    use crate::text_game::TextGame;

    struct Holding(MovePattern, Vec<u32>);

    impl Visitor for Holding {
        fn reach(&mut self, reached: &Reached<'_>) -> std::ops::ControlFlow<()> {
            if self.0.holds(reached) {
                self.1.push(reached.ply);
            }
            std::ops::ControlFlow::Continue(())
        }
    }

    #[test]
    fn moves_hold_for_what_is_written() {
        let text = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3 Bg4 5. Be2 Nc6 6. O-O O-O-O 7. Re1 Bxf3 8. Bxf3 *";
        let database = Database::parse(text);
        let cases: [(&str, &[u32]); 14] = [
            ("e4", &[1]),
            ("exd5", &[3]),
            ("xd5", &[3, 4]),
            ("x", &[3, 4, 14, 15]),
            ("N", &[5, 7, 10]),
            ("Bf3", &[14, 15]),
            ("Bxf3", &[14, 15]),
            ("*f3", &[7, 14, 15]),
            ("B", &[8, 9, 14, 15]),
            ("Qd8xd5", &[4]),
            ("O-O", &[11]),
            ("0-0-0", &[12]),
            ("Kg1", &[11]),
            ("B4f3", &[14]),
        ];
        for (pattern, expected) in cases {
            let mut holding = Holding(MovePattern::read(pattern).unwrap(), Vec::new());
            TextGame::new(database.view(0).unwrap(), 0).play(Lines::Main, &mut holding);
            assert_eq!(holding.1, expected, "{pattern}");
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in ["", "i4", "Ze4", "e9", "Nf3f4g5", "e8=", "e8=QQ", "foo", "Bxh"] {
            let is_read = MovePattern::read(text).is_some();
            assert_eq!(is_read, text == "Bxh", "{text}");
        }
    }
}
