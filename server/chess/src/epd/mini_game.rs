//! The moves of a record as the moves of a game, so that everything for games applies: why a move is illegal, what the
//! writer probably meant, and its spelling.

use std::ops::Range;

use scoresheet_grammar::{Event, GameView, Parser, TokenKind, Tree};

use super::moves::MoveOperand;
use super::view::RecordView;
use crate::replay::{Outcome, Replay, Step};

/// A game that starts from the position of a record, with the offsets of its parts in the record.
pub struct MiniGame {
    text: String,
    /// Ranges in the game and in the line, in text order: the fields, then the moves.
    places: Vec<(Range<usize>, Range<usize>)>,
}

impl MiniGame {
    /// Builds the game of these moves of a record.
    pub fn new(view: &RecordView, moves: &[&MoveOperand]) -> MiniGame {
        let mut game = MiniGame { text: String::new(), places: Vec::with_capacity(moves.len() + 1) };
        if let Some(variant) = view.variant_tag() {
            game.text.push_str(&format!("[Variant \"{variant}\"]\n"));
        }
        game.text.push_str("[SetUp \"1\"]\n[FEN \"");
        game.push(view.text(view.record.position()), view.record.position());
        game.text.push_str("\"]\n\n");
        for operand in moves {
            // Any other text must not hide the moves after it or be read as another token of a game.
            let text = if is_one_move(&operand.text) { operand.text.as_str() } else { "?" };
            game.push(text, operand.range.clone());
            game.text.push(' ');
        }
        game.text.push_str("*\n");
        game
    }

    /// Returns the outcome of each move with its text in the game, without reasons; `None` for an operand that is not a move.
    pub fn outcomes(&self) -> Vec<Option<(Outcome, String)>> {
        let mut outcomes = vec![None; self.places.len() - 1];
        self.read(|game| {
            let mut replay = Replay::new(game).for_troubles();
            while let Some((step, range)) = replay.advance() {
                // What was meant matters to the moves that follow.
                if outcomes.len() > 1 {
                    replay.repair_last();
                }
                let place = self.places[1..].binary_search_by_key(&range.start, |(place, _)| place.start);
                if let (Step::Move, Ok(place)) = (step, place) {
                    outcomes[place] = Some((replay.ply().outcome.clone(), game.text[range].to_owned()));
                }
            }
        });
        outcomes
    }

    /// Calls `look` with the game.
    pub fn read(&self, look: impl FnOnce(GameView)) {
        let mut tree = Tree::default();
        if let Some(range) = Parser::new(&self.text).next_game(&mut tree) {
            look(GameView { text: &self.text[range], tree: &tree });
        }
    }

    fn push(&mut self, text: &str, range: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.places.push((start..self.text.len(), range));
    }

    /// Converts byte `offset` of the game to an offset in the line.
    pub fn place(&self, offset: usize) -> usize {
        let before = self.places.partition_point(|(place, _)| place.start <= offset);
        let Some((place, range)) = before.checked_sub(1).and_then(|before| self.places.get(before)) else { return 0 };
        if offset == place.end {
            return range.end;
        }
        let next = self.places.get(before).map_or(usize::MAX, |(_, next)| next.start);
        let limit = if offset < place.end { range.end } else { next };
        (range.start + offset - place.start).min(limit)
    }
}

/// Whether a whole text is one move, in any spelling, where a move is expected.
fn is_one_move(text: &str) -> bool {
    // After a tag pair, a number begins the movetext whatever follows it.
    const BEFORE: &str = "[A \"\"]\n\n1. ";
    let game = format!("{BEFORE}{text} *");
    let mut tree = Tree::default();
    let is_whole = Parser::new(&game).next_game(&mut tree) == Some(0..game.len());
    let whole = BEFORE.len()..BEFORE.len() + text.len();
    is_whole && tree.events().any(|(event, range)| event == Event::Token(TokenKind::San) && range == whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_the_wrong_case_or_to_no_square_is_one() {
        for text in ["Nf3", "nf3", "E4", "Rb9", "e2e4", "O-O", "Qd1+"] {
            assert!(is_one_move(text), "{text}");
        }
        for text in ["hello$", "?", "Nf3 e5", "1.", "*", "", "a b"] {
            assert!(!is_one_move(text), "{text}");
        }
    }
}
