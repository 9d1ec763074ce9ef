//! How many moves of a game can be played: what no repair may lower.

use scoresheet_grammar::GameView;

use crate::position_key::PositionKey;
use crate::replay::{Outcome, Replay, Step};

/// Counts the moves of a game, in all its lines, that can be played and follow from moves that can be played. A line that is written twice
/// counts once. Moves of a game whose start position is not known count, but for those that are written like another one with the same number: one
/// may transpose to the other. O(n log n) in its moves.
pub fn readable_moves(game: GameView) -> usize {
    let mut reached = Vec::new();
    let mut unchecked = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        if step != Step::Move {
            continue;
        }
        match (&replay.ply().outcome, replay.position()) {
            (Outcome::Played { .. } | Outcome::Null { .. }, Some(position)) if !replay.is_guessed() => {
                reached.push((PositionKey::of(position), replay.ply().number));
            }
            (Outcome::Unchecked, _) if replay.setup().start.is_none() => {
                unchecked.push((replay.ply().number, replay.ply().turn.is_black(), &game.text[range]));
            }
            _ => {}
        }
    }
    reached.sort_unstable();
    reached.dedup();
    unchecked.sort_unstable();
    unchecked.dedup();
    reached.len() + unchecked.len()
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Games;

    use super::*;

    #[test]
    fn moves_count_as_long_as_all_before_them_are_legal() {
        for (text, expected) in [
            ("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *", 5),
            ("1. e4 e5 (1... c5 2. Nf3) (1... c5) 2. Nf3 *", 5),
            ("1. e4 Ke4 2. Nf3 Nc6 *", 1),
            ("1. e4 e5 better than Ra5 or Qh6 2. Nf3 Nc6 *", 2),
            ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *", 6),
            ("1. e4 -- 2. d4 *", 3),
            ("1. e4 {e5 2. Nf3} *", 1),
            ("[Variant \"Losers\"]\n\n1. e4 e5 *", 2),
            ("[FEN \"x\"]\n\n1. e4 e5 *", 2),
            ("[FEN \"x\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *", 5),
        ] {
            let count = Games::new(text).next().map(|game| readable_moves(game.view()));
            assert_eq!(count, Some(expected), "{text}");
        }
    }
}
