//! What is played after a position that was found.

use std::ops::ControlFlow;

use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use crate::game::{Game, Kept, Lines, Reached, Visitor};
use crate::query::Found;

/// A move that follows a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Following {
    /// The side that moves.
    pub color: Color,
    /// The move in SAN.
    pub san: String,
}

/// The moves of the main line after the position that was found, at most so many plies. None after a position in a variation; after the start for a game that
/// was found by what is not about positions.
pub fn following(game: &mut impl Game, found: &Found, plies: u32) -> Kept<Vec<Following>> {
    if found.depth > 0 {
        return Kept::Known(Vec::new());
    }
    let start = found.ply.unwrap_or(0);
    let mut moves = Moves { start, end: start.saturating_add(plies), before: None, moves: Vec::new() };
    match game.play(Lines::Main, &mut moves) {
        Kept::Known(_) => Kept::Known(moves.moves),
        Kept::Not => Kept::Not,
    }
}

struct Moves {
    start: u32,
    end: u32,
    before: Option<VariantPosition>,
    moves: Vec<Following>,
}

impl Visitor for Moves {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        if let (Some(before), Some(action)) = (self.before.take(), reached.last) {
            let color = before.turn();
            self.moves.push(Following { color, san: SanPlus::from_move(before, action).to_string() });
        }
        if reached.ply >= self.end {
            return ControlFlow::Break(());
        }
        if reached.ply >= self.start {
            self.before = Some(reached.position.clone());
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Answer, Query};
    use crate::text_game::TextGames;

    #[track_caller]
    fn check(query: &str, plies: u32, expected: &str) {
        let text = "[Event \"E\"]\n\n1. e4 (1. d4 d5) 1... e5 2. Nf3 -- 3. Nxe5 d6 4. Ke3 *\n";
        let mut games = TextGames::new(text);
        let mut game = games.next().unwrap();
        let Answer::Found(found) = Query::parse(query).unwrap().find(&mut game) else { panic!("{query}") };
        let Kept::Known(moves) = following(&mut game, &found, plies) else { panic!("{query}") };
        let written: Vec<String> =
            moves.into_iter().map(|next| format!("{}{}", next.color.fold_wb("", "..."), next.san)).collect();
        assert_eq!(written.join(" "), expected, "{query}");
    }

    #[test]
    fn the_moves_after_a_position_are_listed() {
        check("move e5", 1, "Nf3");
        check("move e4", 2, "...e5 Nf3");
        check("event = e", 1, "e4");
        check("move Nf3", 9, "Nxe5 ...d6");
        check("move d5 in variations", 9, "");
    }
}
