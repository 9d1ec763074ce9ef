//! A hash of the squares that the moves of a main line go to. Games with the same main line have the same one, and it can be read off the text of
//! most games without replaying them.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use shakmaty::{Move, Role, Square};

use super::line_hash::{LineHash, MainLine};
use crate::replay::Outcome;

/// The squares that the moves of a main line go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destinations(LineHash);

/// The number that is hashed for a move. Castling and the same move written as one of the king have one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key(u64);

const KING_SIDE: Key = Key(64);
const QUEEN_SIDE: Key = Key(65);
const NULL: Key = Key(66);

impl Destinations {
    /// Those of no moves.
    pub const START: Destinations = Destinations(LineHash::START);

    /// Adds a move of the main line: where the move went that was played, or where its text at `range` says.
    #[inline]
    pub fn add_move(&mut self, outcome: &Outcome, text: &str, range: Range<usize>) {
        match outcome {
            Outcome::Played { action, .. } => self.add_played(*action),
            Outcome::Null { .. } => self.0.add_number(NULL.0),
            _ => self.add_unplayed(&text[range]),
        }
    }

    /// Adds a move of the main line that was played.
    #[inline]
    pub fn add_played(&mut self, action: Move) {
        self.0.add_number(Key::of_move(action).0);
    }

    /// Adds the moves of a game that begins in the start position, which are in canonical SAN and end with a termination marker, but for wrong moves,
    /// check marks and what is between them. `None` if anything else is among them, whose meaning only the parser and the replay know. Linear, many
    /// times as fast as these.
    pub fn of_plain_movetext(movetext: &str) -> Option<Destinations> {
        let mut destinations = Destinations::START;
        let (mut rest, mut depth) = (movetext.as_bytes(), 0_usize);
        loop {
            rest = match rest {
                [b' ' | b'\n' | b'\r' | b'\t', tail @ ..] => tail,
                [b'1'..=b'9', ..] | [b'0', b'-', ..] | [b'*', ..] => match after_number(rest) {
                    Some(tail) => tail,
                    None => return (depth == 0 && is_end(rest)).then_some(destinations),
                },
                [b'{', tail @ ..] => {
                    let stop = memchr::memchr2(b'}', b'{', tail)?;
                    (tail[stop] == b'}').then_some(&tail[stop + 1..])?
                }
                [b'$', tail @ ..] => after_nag(tail)?,
                [b'(', tail @ ..] => {
                    depth += 1;
                    tail
                }
                [b')', tail @ ..] => {
                    depth = depth.checked_sub(1)?;
                    tail
                }
                _ => {
                    let (key, length) = Key::of_san(rest)?;
                    if depth == 0 {
                        destinations.0.add_number(key.0);
                    }
                    after_marks(&rest[length..])?
                }
            };
        }
    }

    /// What tells the main line of a game with this text and these tags from most others. Linear in the text if there are no moves.
    pub fn main_line(self, text: &str, tags: &[Tag]) -> MainLine {
        self.0.main_line(text, tags)
    }

    #[cold]
    fn add_unplayed(&mut self, text: &str) {
        match Key::of_san(text.as_bytes()) {
            Some((key, length)) if matches!(&text.as_bytes()[length..], [] | [b'+' | b'#']) => self.0.add_number(key.0),
            _ => self.0.add_text(text),
        }
    }
}

impl Key {
    #[inline]
    fn of_move(action: Move) -> Key {
        match action {
            Move::Castle { king, rook } if rook > king => KING_SIDE,
            Move::Castle { .. } => QUEEN_SIDE,
            Move::Normal { role, to, .. } => Key::of_square(role == Role::King, to),
            Move::EnPassant { to, .. } | Move::Put { to, .. } => Key::of_square(false, to),
        }
    }

    #[inline]
    fn of_square(is_king: bool, to: Square) -> Key {
        match to {
            Square::G1 | Square::G8 if is_king => KING_SIDE,
            Square::C1 | Square::C8 if is_king => QUEEN_SIDE,
            _ => Key(u64::from(to)),
        }
    }

    /// That of the move in canonical SAN that a text begins with, and the length of its SAN without the check mark.
    #[inline]
    fn of_san(text: &[u8]) -> Option<(Key, usize)> {
        let square = |at: usize| match text.get(at..at + 2) {
            Some([file @ b'a'..=b'h', rank @ b'1'..=b'8']) => {
                Some(Square::new(u32::from(rank - b'1') * 8 + u32::from(file - b'a')))
            }
            _ => None,
        };
        match text {
            [b'a'..=b'h', second, ..] => {
                let at = if *second == b'x' { 2 } else { 0 };
                let to = square(at)?;
                let is_promotion = matches!(text.get(at + 2..at + 4), Some([b'=', b'N' | b'B' | b'R' | b'Q']));
                Some((Key(u64::from(to)), at + if is_promotion { 4 } else { 2 }))
            }
            [piece @ (b'N' | b'B' | b'R' | b'Q' | b'K'), ..] => {
                // The longest form comes first: in Nb1d2 the first square is where the piece comes from.
                let at = (1..=4).rev().find(|at| square(*at).is_some() && is_between(&text[1..*at]))?;
                square(at).map(|to| (Key::of_square(*piece == b'K', to), at + 2))
            }
            [b'O', b'-', b'O', b'-', b'O', ..] => Some((QUEEN_SIDE, 5)),
            [b'O', b'-', b'O', ..] => Some((KING_SIDE, 3)),
            _ => None,
        }
    }
}

/// Whether a text is what may be between the letter of a piece and the square it goes to.
#[inline]
fn is_between(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"x").unwrap_or(text);
    matches!(text, [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
}

/// What is after a move number with its periods; `None` if there is none.
#[inline]
fn after_number(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let periods = text[digits..].iter().take_while(|byte| **byte == b'.').count();
    (digits > 0 && periods > 0).then(|| &text[digits + periods..])
}

/// What is after a NAG, given without its dollar sign.
#[inline]
fn after_nag(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then_some(()).and_then(|()| at_delimiter(&text[digits..]))
}

/// What is after the marks of a move: check and glyph.
#[inline]
fn after_marks(text: &[u8]) -> Option<&[u8]> {
    let text = text.strip_prefix(b"+").or_else(|| text.strip_prefix(b"#")).unwrap_or(text);
    let glyph = text.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    (glyph <= 2).then_some(()).and_then(|()| at_delimiter(&text[glyph..]))
}

/// The same text, if its first character is part of no word.
#[inline]
fn at_delimiter(text: &[u8]) -> Option<&[u8]> {
    matches!(text, [] | [b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'(' | b')' | b'$', ..]).then_some(text)
}

/// Whether there is nothing but a termination marker.
fn is_end(text: &[u8]) -> bool {
    matches!(text.trim_ascii_end(), b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scoresheet_grammar::{GameView, Parser, Tree};

    use super::*;
    use crate::replay::{Replay, Step};

    /// Those of the replay of a text with one game.
    fn replayed(text: &str) -> Option<Destinations> {
        let mut tree = Tree::default();
        let range = Parser::new(text).next_game(&mut tree)?;
        let game = GameView { text, tree: &tree };
        let (mut replay, mut destinations) = (Replay::new(game), Destinations::START);
        while let Some((step, range)) = replay.advance() {
            if step == Step::Move && replay.depth() == 0 {
                destinations.add_move(&replay.ply().outcome, text, range);
            }
        }
        (range == (0..text.len())).then_some(destinations)
    }

    /// Compares what is read off a movetext with its replay. Returns whether it can be read off.
    #[track_caller]
    fn check(movetext: &str) -> bool {
        let text = format!("[Event \"x\"]\n\n{movetext}");
        let plain = Destinations::of_plain_movetext(movetext);
        if let (Some(plain), Some(replayed)) = (plain, replayed(&text)) {
            assert_eq!(plain, replayed, "{movetext}");
        }
        plain.is_some()
    }

    #[test]
    fn plain_games_are_read_off() {
        for plain in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *",
            "1. e4 {a} (1. d4 d5 (1... Nf6 $1) 2. c4) 1... e5 $1 2. Nf3!? d6\n3. d4 exd4 4. Nxd4 1-0",
            "1.e4 e5 2.Qh5 Nc6 3.Bc4 Nf6 4.Qxf7# 1-0\n\n",
            "1. Nf3 d5 2. Ne5 f6 3. Nd3 a5 4. N1f3 *",
            // Wrong moves go where they say.
            "1. e4 e5 2. Ke4 Nf9 *",
            "1. e4 Qh4 2. Kg1 *",
            "0-1",
        ] {
            let is_readable = !plain.contains("Nf9");
            assert_eq!(check(plain), is_readable, "{plain}");
        }
    }

    #[test]
    fn anything_else_is_not() {
        for other in [
            "1. e4",
            "1. e4 e5 * 2. Nf3",
            "1. P-K4 *",
            "e2e4 *",
            "1. e4 {a {b} *",
            "1. e4 ; a\n*",
            "1. e4 (1. d4 *",
            "1. e4 e5 2. 0-0 *",
            "1. e4 -- *",
            "1. N@f3 *",
            "1. e4!!! *",
            "1. e8Q *",
            "1. Sf3 *",
            "1 e4 *",
            "1. e4, *",
            "1. e4 (1. d4 1-0) *",
            "1. e4 N *",
        ] {
            assert!(!check(other), "{other}");
        }
    }

    #[test]
    fn the_same_moves_have_the_same_in_every_spelling() {
        let of = |movetext: &str| replayed(&format!("[Event \"x\"]\n\n{movetext}")).unwrap();
        let game = of("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. c3 Qe7 *");
        assert_eq!(Destinations::of_plain_movetext("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. c3 Qe7 *"), Some(game));
        for other in [
            "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 d7d6 5. c2c3 d8e7 *",
            "1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. 0-0 d6 5. c3 De7 *",
        ] {
            assert_eq!(of(other), game, "{other}");
        }
        assert_ne!(of("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. c3 Qf6 *"), game);
    }

    proptest! {
        #[test]
        fn what_is_read_off_is_what_is_replayed(parts in prop::collection::vec(prop::sample::select(PARTS), 0..40)) {
            check(&format!("{} *", parts.concat()));
        }
    }

    const PARTS: &[&str] = &[
        "1. ", "2. ", "1... ", "12.", "3 ", "e4 ", "e5 ", "d4 ", "exd5 ", "Nf3 ", "Nc6 ", "Bb5+ ", "Qxf7# ", "O-O ",
        "O-O-O ", "Kg1 ", "Kc8 ", "N1f3 ", "Nbd2 ", "Nb1d2 ", "Nbxd2 ", "e8=Q ", "exd8=N+ ", "e4", "Nf3", "! ", "?! ",
        "$1 ", "$", "{a} ", "{", "} ", "(", ") ", "\n", "1-0 ", "0-1 ", "* ", "1/2 ", "x", "-", ".", "N ", "b4 ",
        "bxc3 ", "Bxc3 ", "Ke4 ", "0-0 ", "e1g1 ", "Qh4e1 ",
    ];
}
