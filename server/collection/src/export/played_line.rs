//! The main line of a game as far as it reads: its moves, with the keys of the positions in which they were played.

use scoresheet_chess::men_key::{MenKeys, men_key};
use scoresheet_chess::openings::{LONGEST_OPENING, Opening, has_openings, opening_by_keys};
use scoresheet_chess::position_key::PositionKey;
use scoresheet_chess::replay::Replay;
use scoresheet_chess::replay::main_line::MainMove;
use scoresheet_grammar::GameView;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Move, Position, Role};

use crate::cache::{CachedMove, write_long};
use crate::material::Material;

/// A move of a main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The key of the position before it.
    pub key: PositionKey,
    /// The move in two bytes: six bits each for the squares it goes from and to, the lowest first, and four for its kind. Kinds 0 is an
    /// ordinary move, 2 to 6 are promotions to a knight, bishop, rook, queen or king, 8 is castling, from the king's square to the rook's, 9 is en
    /// passant, 10 is a drop, with the number of the piece in place of the first square, and 11 is a null move.
    pub code: u16,
    /// Who moves.
    pub mover: Color,
    /// Whether the game reaches the position for the first time, so that a repetition does not count twice.
    pub is_first_visit: bool,
}

/// The main line of a game. Its memory can be used for game after game.
#[derive(Clone, Debug, Default)]
pub struct PlayedLine {
    /// The moves that read.
    pub moves: Vec<PlayedMove>,
    /// The key of the position after the last move that reads; `None` if it is not known how the game begins.
    pub end: Option<PositionKey>,
    /// The men after the last move that reads; `None` if it is not known how the game begins.
    pub material: Option<Material>,
    /// The last position with a name, and after how many plies it was reached.
    pub named: Option<(Opening, u32)>,
    /// Whether something in the main line does not read.
    pub is_broken: bool,
}

impl PlayedLine {
    /// Reads a game. Linear in its text.
    pub fn read(&mut self, game: GameView) {
        *self = PlayedLine { moves: std::mem::take(&mut self.moves), ..PlayedLine::default() };
        self.moves.clear();
        let mut replay = Replay::new(game);
        let Some(start) = replay.position() else {
            self.is_broken = true;
            return;
        };
        let is_chess = matches!(start, VariantPosition::Chess(_));
        let is_named = has_openings(start);
        let mut men = men_key(start.board(), start.turn());
        let mut key = PositionKey::of(start);
        // Where the moves begin after the last one that cannot be taken back.
        let mut since = 0;
        let keys = MenKeys::get();
        while let Some(position) = replay.position() {
            let mover = position.turn();
            let played = match replay.next_of_main_line() {
                Some(MainMove::Played(action, _)) => CachedMove::Played(action),
                Some(MainMove::Null(_)) => CachedMove::Null,
                Some(MainMove::Broken(_)) => {
                    self.is_broken = true;
                    break;
                }
                None => break,
            };
            // A position comes again with the same side to move.
            let is_first_visit = self.moves[since..].iter().rev().skip(1).step_by(2).all(|before| before.key != key);
            self.moves.push(PlayedMove { key, code: write_long(played), mover, is_first_visit });
            let Some(position) = replay.position() else { break };
            men ^= keys.turn();
            if let CachedMove::Played(action) = played {
                men ^= keys.change(mover, action);
                if is_final(action) {
                    since = self.moves.len();
                }
            }
            key = if is_chess { PositionKey::with_men(position, men) } else { PositionKey::of(position) };
            let plies = self.moves.len();
            if is_named
                && plies <= LONGEST_OPENING
                && let Some(name) = opening_by_keys(men, key)
            {
                self.named = Some((name, plies as u32));
            }
        }
        self.end = Some(key);
        if self.is_broken {
            // The position is lost with the move that does not read. Few games are broken, so they can be played twice.
            replay = Replay::new(game);
            for _ in &self.moves {
                replay.next_of_main_line();
            }
        }
        self.material = replay.position().map(|position| Material::of(position.board()));
    }

    /// Appends the codes of the moves, two bytes each, the lowest first.
    pub fn write_codes(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend(self.moves.iter().flat_map(|played| played.code.to_le_bytes()));
    }
}

/// Whether no position before a move can come again after it, by any rules.
fn is_final(action: Move) -> bool {
    match action {
        // Where what is taken can be dropped, only a pawn's way is final.
        Move::Normal { role, .. } => role == Role::Pawn,
        Move::EnPassant { .. } => true,
        Move::Castle { .. } | Move::Put { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use proptest::prelude::*;
    use scoresheet_grammar::Database;
    use shakmaty::san::SanPlus;

    use super::*;
    use crate::game::{Game, Lines, Reached, Visitor};
    use crate::text_game::TextGame;

    /// The keys of the positions of the main line, by the whole position.
    #[derive(Default)]
    struct Keys(Vec<PositionKey>, Option<Material>);

    impl Visitor for Keys {
        fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
            self.0.push(PositionKey::of(reached.position));
            self.1 = Some(Material::of(reached.position.board()));
            ControlFlow::Continue(())
        }
    }

    /// Compares the line of a game with a replay that knows nothing of keys along the way.
    #[track_caller]
    fn check(text: &str) -> PlayedLine {
        let database = Database::parse(text);
        let view = database.view(0).unwrap();
        let mut expected = Keys::default();
        TextGame::new(view, 0).play(Lines::Main, &mut expected);
        let mut line = PlayedLine::default();
        line.read(view);
        let keys: Vec<PositionKey> = line.moves.iter().map(|played| played.key).chain(line.end).collect();
        assert_eq!(keys, expected.0, "{text}");
        assert_eq!(line.material, expected.1);
        let mut seen = HashSet::new();
        for played in &line.moves {
            assert_eq!(played.is_first_visit, seen.insert(played.key), "{text}");
        }
        line
    }

    #[test]
    fn keys_along_a_game_are_those_of_its_positions() {
        let castles = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O";
        for (text, plies) in [
            (castles.to_owned(), 10),
            ("1. e4 a6 2. e5 d5 3. exd6 Nf6 4. dxc7 Kd7 5. cxb8=N+ Kc7".to_owned(), 10),
            ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4".to_owned(), 9),
            ("1. e4 -- 2. d4 -- 3. Nf3 *".to_owned(), 5),
            ("1. e4 e5 2. Ke3 Nc6 *".to_owned(), 2),
            ("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. Rxa8+ Kd7 2. Raxh8 *".to_owned(), 3),
            ("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 *".to_owned(), 7),
            (
                "[Variant \"Chess960\"]\n[FEN \"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1\"]\n\n1. O-O-O Kf8 *"
                    .to_owned(),
                2,
            ),
            ("[Variant \"Unheard of\"]\n\n1. e4 *".to_owned(), 0),
        ] {
            assert_eq!(check(&text).moves.len(), plies, "{text}");
        }
        assert_eq!(check(castles).named.map(|(opening, plies)| (opening.eco, plies)), Some(("C50", 6)));
    }

    proptest! {
        #[test]
        fn keys_of_any_game_are_those_of_its_positions(choices in prop::collection::vec(any::<u16>(), 0..120)) {
            let (mut text, mut position) = (String::new(), VariantPosition::default());
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let action = moves[usize::from(choice) % moves.len()];
                text += &SanPlus::from_move_and_play_unchecked(&mut position, action).to_string();
                text.push(' ');
            }
            check(&(text + "*"));
        }
    }
}
