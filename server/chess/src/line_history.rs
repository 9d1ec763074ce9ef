//! The moves that led to a place in a game.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};
use shakmaty::{Move, Role, Square};

use crate::reach::LineWalk;
use crate::replay::Step;

/// A move of the line with its half-open byte range, relative to the game.
#[derive(Clone, Debug)]
pub struct Played {
    pub(crate) range: Range<usize>,
    pub(crate) action: Move,
}

/// Returns the moves that lead to the move at byte `place`, from the start of the game, without illegal moves. Plays
/// only these moves; walks over the rest of the game up to there.
pub fn line_to(game: GameView, place: usize) -> Vec<Played> {
    let mut ahead = game.tree.events_from(game.tree.place_before(place));
    let mut here = ahead.place();
    while let Some((event, range)) = ahead.next()
        && (range.start < place || event != Event::Token(TokenKind::San))
    {
        here = ahead.place();
    }
    let mut walk = LineWalk::new(game, here);
    // `None` is a move that is illegal, so that every move takes one entry.
    let mut line: Vec<Option<Played>> = Vec::new();
    let mut interrupted: Vec<(usize, Option<Option<Played>>)> = Vec::new();
    while let Some((step, range)) = walk.next() {
        match step {
            Step::Move => line.push(walk.replay.last_move().map(|action| Played { range, action })),
            Step::Enter(NodeKind::Variation) => {
                let floor = interrupted.last().map_or(0, |(length, _)| *length);
                let replaced = if line.len() > floor { line.pop() } else { None };
                interrupted.push((line.len(), replaced));
            }
            Step::Leave(NodeKind::Variation) => {
                let Some((length, replaced)) = interrupted.pop() else { continue };
                line.truncate(length);
                line.extend(replaced);
            }
            _ => {}
        }
    }
    line.into_iter().flatten().collect()
}

/// Returns the range of the last move of a line to `square`, and the piece it put there.
pub fn move_to(line: &[Played], square: Square) -> Option<(Range<usize>, Role)> {
    let (played, role) = line.iter().rev().find_map(|played| Some((played, role_on(played.action, square)?)))?;
    Some((played.range.clone(), role))
}

/// Returns the piece that a move puts on a square.
fn role_on(action: Move, square: Square) -> Option<Role> {
    let Some(side) = action.castling_side() else {
        return (action.to() == square).then(|| action.promotion().unwrap_or(action.role()));
    };
    // shakmaty writes castling as king takes rook.
    let rank = action.to().rank();
    match square {
        square if square == Square::from_coords(side.king_to_file(), rank) => Some(Role::King),
        square if square == Square::from_coords(side.rook_to_file(), rank) => Some(Role::Rook),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    #[test]
    fn the_line_goes_through_variations() {
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3) d6 3. d4) 2. Nc3 Nf6 3. O-O *";
        let check = |at: &str, expected: &[&str]| {
            let database = Database::parse(text);
            let line = line_to(database.view(0).unwrap(), text.find(at).unwrap());
            let found: Vec<&str> = line.iter().map(|played| &text[played.range.clone()]).collect();
            assert_eq!(found, expected, "{at}");
        };
        check("c3)", &["e4", "c5"]);
        check("d4)", &["e4", "c5", "Nf3", "d6"]);
        check("Nf6", &["e4", "e5", "Nc3"]);
    }

    #[test]
    fn castling_brings_king_and_rook() {
        let text = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O a6 *";
        let database = Database::parse(text);
        let line = line_to(database.view(0).unwrap(), text.len());
        let found = |square| move_to(&line, square).map(|(range, role)| (&text[range], role));
        assert_eq!(found(Square::F1), Some(("O-O", Role::Rook)));
        assert_eq!(found(Square::G1), Some(("O-O", Role::King)));
        assert_eq!(found(Square::C5), Some(("Bc5", Role::Bishop)));
        assert_eq!(found(Square::D2), None);
    }
}
