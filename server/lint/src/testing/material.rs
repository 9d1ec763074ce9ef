//! An engine that sees three plies and counts material: enough to tell a blunder from a good move, and the same on every machine.

use scoresheet_chess::evaluation::{BestLine, Evaluation, Evaluator, Question, Score, final_score};
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position, Role};

/// See the module.
pub(crate) struct Material;

const PLIES: u32 = 3;

impl Evaluator for Material {
    fn evaluate(&self, question: &Question) -> Option<Evaluation> {
        let legal = question.position.legal_moves();
        let considered =
            legal.into_iter().filter(|action| question.among.is_empty() || question.among.contains(action));
        let mut lines: Vec<BestLine> = Vec::new();
        for action in considered {
            let mut after = question.position.clone();
            after.play_unchecked(action);
            let score = search(&after, PLIES - 1, Score::Mated(0), Score::Mates(1)).before_move();
            lines.push(BestLine { score, moves: vec![action] });
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines.truncate(question.lines);
        (!lines.is_empty()).then_some(Evaluation { lines })
    }
}

/// The score for the side to move after `plies` more. What is outside of the window need not be exact.
fn search(position: &VariantPosition, plies: u32, least: Score, most: Score) -> Score {
    if let Some(score) = final_score(position) {
        return score;
    }
    if plies == 0 {
        return material(position);
    }
    let mut best = Score::Mated(0);
    for action in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(action);
        best = best.max(search(&after, plies - 1, most.for_opponent(), best.max(least).for_opponent()).before_move());
        if best >= most {
            break;
        }
    }
    best
}

fn material(position: &VariantPosition) -> Score {
    let value = |(role, pawns)| {
        let of = |color: Color| (position.board().by_color(color) & position.board().by_role(role)).count() as i32;
        pawns * (of(position.turn()) - of(position.turn().other()))
    };
    let values = [(Role::Pawn, 100), (Role::Knight, 300), (Role::Bishop, 300), (Role::Rook, 500), (Role::Queen, 900)];
    Score::Centipawns(values.into_iter().map(value).sum())
}
