//! The moves of a game with the positions around them and what annotators wrote after them.

use std::ops::Range;

use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Event, GameView};
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use crate::command_arguments;
use crate::evaluation::{Evaluator, Judged, Score};
use crate::move_tree::MoveTree;
use crate::nag;
use crate::replay::Replay;

/// A move, the positions around it, and its annotations.
#[derive(Clone, Debug)]
pub struct AnnotatedMove {
    /// The index in the tree.
    pub index: usize,
    /// The move.
    pub action: Move,
    /// The position in which it is played.
    pub before: VariantPosition,
    /// The position that it reaches.
    pub after: VariantPosition,
    /// The NAGs of the move and their ranges, also where they are written as suffixes and signs.
    pub nags: Vec<(u16, Range<usize>)>,
    /// The comments in braces that follow it on its line, before the next move.
    pub comments: Vec<Range<usize>>,
}

/// Returns the moves of all lines in text order, without null moves and moves that cannot be played, and those after them. Linear in the game.
pub fn annotated_moves(game: GameView, tree: &MoveTree) -> Vec<AnnotatedMove> {
    let start = Replay::new(game).position().cloned();
    let mut places: Vec<Option<usize>> = vec![None; tree.moves.len()];
    let mut moves: Vec<AnnotatedMove> = Vec::with_capacity(tree.moves.len());
    for (index, played) in tree.moves.iter().enumerate() {
        let before = match played.previous {
            None => start.clone(),
            Some(previous) => places[previous].map(|place| moves[place].after.clone()),
        };
        let (Some(before), Some(action)) = (before, played.action) else { continue };
        if !before.is_legal(action) {
            continue;
        }
        let mut after = before.clone();
        after.play_unchecked(action);
        places[index] = Some(moves.len());
        let nags = nags(game, played.events, played.turn.is_white());
        moves.push(AnnotatedMove { index, action, before, after, nags, comments: Vec::new() });
    }
    for comment in &tree.comments {
        let of_move = comment.previous_move.and_then(|index| places[index]);
        let text = &game.text[comment.range.clone()];
        if let Some(place) = of_move.filter(|_| text.starts_with('{') && text.ends_with('}')) {
            moves[place].comments.push(comment.range.clone());
        }
    }
    moves
}

/// Returns the score for White of the argument of an `[%eval]` command: `0.35`, `#-3`, `0.35,20`.
pub fn written_score(arguments: &str) -> Option<Score> {
    let text = arguments.split(',').next()?.trim();
    match text.strip_prefix('#') {
        Some(moves) => match moves.strip_prefix('-') {
            Some(moves) => Some(Score::Mated(moves.parse().ok()?)),
            None => Some(Score::Mates(moves.parse().ok()?)),
        },
        None => {
            let pawns = command_arguments::pawns(text).filter(|pawns| pawns.is_finite())?;
            // As far as a score can be: the conversion saturates.
            Some(Score::Centipawns((pawns * 100.0).round() as i32))
        }
    }
}

impl AnnotatedMove {
    /// Asks an engine about the move. `None` if it does not answer.
    pub fn judged(&self, engine: &dyn Evaluator) -> Option<Judged> {
        Judged::of(&self.before, self.action, &self.after, engine)
    }

    /// Returns the evaluations after the move, for White, and their ranges.
    pub fn evaluations<'game>(&self, game: GameView<'game>) -> impl Iterator<Item = (Score, Range<usize>)> {
        let evaluations = self.comments.iter().flat_map(move |comment| {
            commands(&game.text[comment.clone()], comment.start).filter(|command| command.name == "eval")
        });
        evaluations.filter_map(|command| Some((written_score(command.arguments)?, command.range)))
    }
}

/// The NAGs after `events` events.
fn nags(game: GameView, events: usize, white_moved: bool) -> Vec<(u16, Range<usize>)> {
    let annotations = game.tree.events().skip(events).map_while(|(event, range)| match event {
        Event::Token(kind) if kind.is_annotation() => Some((kind, range)),
        _ => None,
    });
    annotations
        .filter_map(|(kind, range)| Some((nag::of_token(kind, &game.text[range.clone()], white_moved)?, range)))
        .collect()
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    #[test]
    fn moves_have_their_positions_and_annotations() {
        let text =
            "1. e4! {[%eval 0.35] best} e5 $4 {[%eval #-3]} (1... -- 2. d4) (1... c5?! {a} 2. Nf3) 2. Ke2?? {b} *";
        let database = Database::parse(text);
        let game = database.view(0).unwrap();
        let moves = annotated_moves(game, &MoveTree::of(game));
        let shown = moves.iter().map(|one| {
            let nags: Vec<u16> = one.nags.iter().map(|(nag, _)| *nag).collect();
            let scores: Vec<Score> = one.evaluations(game).map(|(score, _)| score).collect();
            (one.action.to().to_string(), nags, one.comments.len(), scores)
        });
        let expected = [
            ("e4", vec![1], 1, vec![Score::Centipawns(35)]),
            ("e5", vec![4], 1, vec![Score::Mated(3)]),
            ("c5", vec![6], 1, vec![]),
            ("f3", vec![], 0, vec![]),
            ("e2", vec![4], 1, vec![]),
        ];
        let expected = expected.map(|(to, nags, comments, scores)| (to.to_owned(), nags, comments, scores));
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }
}
