//! The moves of a main line with what is written about them.

use scoresheet_chess::command_docs::Score;
use scoresheet_chess::move_marks::MoveMarks;
use scoresheet_chess::replay::{Replay, pass};
use scoresheet_grammar::command::without_commands;
use scoresheet_grammar::{GameView, Item};
use shakmaty::Position;
use shakmaty::san::SanPlus;

use super::played_line::{PlayedLine, PlayedMove};
use crate::cache::{CachedMove, read_long};

/// A move with what is written after it.
#[derive(Clone, Debug, PartialEq)]
pub struct AnnotatedMove {
    /// The move.
    pub played: PlayedMove,
    /// In the standard's notation, whatever the text has: `Nf3`; `--` for a null move.
    pub san: String,
    /// Seconds left on the clock of the player who moved.
    pub clock: Option<f64>,
    /// Seconds spent on the move, if they are written.
    pub spent: Option<f64>,
    /// An engine's evaluation from White's side, and the depth of its search in plies.
    pub score: Option<(Score, Option<u32>)>,
    /// The numbers of its NAGs.
    pub nags: Vec<u32>,
    /// The words of its comments, without commands.
    pub comment: String,
}

/// Returns the moves of the main line of a game, which was read to `line`, with their annotations. Linear in the text.
pub fn annotated_moves(game: GameView, line: &PlayedLine) -> Vec<AnnotatedMove> {
    let mut position = Replay::new(game).position().cloned();
    let mut moves: Vec<(AnnotatedMove, MoveMarks)> = Vec::with_capacity(line.moves.len());
    for (item, _) in game.main_line() {
        match item {
            Item::Move(_) => {
                let Some(played) = line.moves.get(moves.len()).copied() else { break };
                let Some(before) = position.take() else { break };
                let mut after = before.clone();
                let san = match read_long(played.code, before.board()) {
                    Some(CachedMove::Played(action)) => {
                        SanPlus::from_move_and_play_unchecked(&mut after, action).to_string()
                    }
                    Some(CachedMove::Null) => {
                        after = pass(&before).unwrap_or(before);
                        "--".to_owned()
                    }
                    None => break,
                };
                position = Some(after);
                let annotated = AnnotatedMove {
                    played,
                    san,
                    clock: None,
                    spent: None,
                    score: None,
                    nags: Vec::new(),
                    comment: String::new(),
                };
                moves.push((annotated, MoveMarks::default()));
            }
            Item::Nag(number) => moves.last_mut().into_iter().for_each(|(annotated, _)| annotated.nags.push(number)),
            Item::Comment(text) => {
                let Some((annotated, marks)) = moves.last_mut() else { continue };
                marks.add_text(text, Some(annotated.played.mover));
                let words = without_commands(text);
                for word in words.split_whitespace() {
                    if !annotated.comment.is_empty() {
                        annotated.comment.push(' ');
                    }
                    annotated.comment.push_str(word);
                }
            }
            _ => {}
        }
    }
    let with_marks = |(annotated, marks): (AnnotatedMove, MoveMarks)| AnnotatedMove {
        clock: marks.clock,
        spent: marks.spent,
        score: marks.score,
        ..annotated
    };
    moves.into_iter().map(with_marks).collect()
}
