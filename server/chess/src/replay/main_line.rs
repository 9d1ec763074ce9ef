//! The main line alone, as far as it reads: variations are skipped, and nothing is explained or repaired.

use std::ops::Range;

use scoresheet_grammar::{Event, NodeKind, TokenKind};
use shakmaty::Move;

use super::{Outcome, Phase, Replay, split_move};

/// A move of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MainMove {
    /// A move that was played. [`Replay::position`] is the position after it.
    Played(Move, Range<usize>),
    /// A null move: the side to move has changed.
    Null(Range<usize>),
    /// What does not read as one legal move, or cannot be checked. The line ends before it.
    Broken(Range<usize>),
}

impl Replay<'_> {
    /// Plays the next move of the main line. `None` at its end, and after a [`MainMove::Broken`]. Ranges are half-open byte
    /// offsets relative to the game. Must not be mixed with [`Replay::advance`].
    pub fn next_of_main_line(&mut self) -> Option<MainMove> {
        if !self.line.now.is_known {
            return None;
        }
        (self.gives_reasons, self.defers_repairs) = (false, true);
        loop {
            let (event, range) = self.events.next()?;
            match event {
                Event::Token(TokenKind::San) if self.phase == Phase::Movetext => {
                    self.play(range.clone());
                    return Some(self.played_on_main_line(range));
                }
                Event::Token(TokenKind::Glyph) if split_move::is_letter(&self.game.text[range.clone()]) => {
                    self.letter = Some(range.start);
                }
                Event::Enter(NodeKind::Movetext) => self.phase = Phase::Movetext,
                Event::Enter(NodeKind::Variation) => self.events.skip_variation(),
                Event::Leave(NodeKind::Movetext) => return None,
                _ => {}
            }
        }
    }

    /// Treats the rest of the current line as unknown, after a move that did not read. Variations of earlier moves are not affected.
    pub fn give_up_line(&mut self) {
        self.awaits_repair = false;
        self.line.now.lose();
    }

    fn played_on_main_line(&mut self, range: Range<usize>) -> MainMove {
        match &self.ply.outcome {
            Outcome::Played { action, .. } => MainMove::Played(*action, range),
            Outcome::Null { .. } => MainMove::Null(range),
            Outcome::Ambiguous { .. } | Outcome::Illegal(_) | Outcome::Unchecked => {
                self.give_up_line();
                MainMove::Broken(range)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    /// The moves of the main line as they are written, with a `!` after what does not read.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let database = Database::parse(text);
        let game = database.view(0).unwrap();
        let mut replay = Replay::new(game);
        let mut moves = Vec::new();
        while let Some(next) = replay.next_of_main_line() {
            moves.push(match next {
                MainMove::Played(_, range) => game.text[range].to_owned(),
                MainMove::Null(range) => format!("{}~", &game.text[range]),
                MainMove::Broken(range) => format!("{}!", &game.text[range]),
            });
        }
        assert_eq!(moves, expected, "{text}");
    }

    #[test]
    fn the_main_line_is_played_as_far_as_it_reads() {
        check("1. e4 (1. d4 d5 (1... f5)) 1... e5 {a} 2. Nf3 $1 *", &["e4", "e5", "Nf3"]);
        check("1. e4 e5 2. Ke3 Nc6 *", &["e4", "e5", "Ke3!"]);
        check("1. e4 -- 2. d4 *", &["e4", "--~", "d4"]);
        check("1. Nf3 Nf6 2. Nc3 Nc6 3. Nd4 a6 4. Nb5 a5 *", &["Nf3", "Nf6", "Nc3", "Nc6", "Nd4", "a6", "Nb5!"]);
        check("1. e4 e5 (2. d4", &["e4", "e5"]);
        check("[Variant \"Losers\"]\n\n1. e4 *", &[]);
        check("1. e4 * 1. d4", &["e4"]);
    }
}
