//! Annotates the main line with an engine, as Lichess does: evaluations, marks on mistakes, and what was best.
//!
//! What people wrote stays: a move that has a NAG, words or a variation gets its evaluation only, and one that has an evaluation keeps it.

use std::ops::Range;

use scoresheet_chess::annotated_moves::{AnnotatedMove, annotated_moves};
use scoresheet_chess::engine_comment::engine_comment;
use scoresheet_chess::evaluation::{BestLine, Engine, Judgement, Score, final_score};
use scoresheet_chess::move_numbers::{indication, missing_in};
use scoresheet_chess::move_tree::{MoveTree, TreeMove};
use scoresheet_grammar::command::{commands, without_commands};
use scoresheet_grammar::{Event, GameView, TokenKind};
use shakmaty::Position;
use shakmaty::san::SanPlus;

use super::score;
use super::site::{Answer, Site, refuse_at};
use crate::edit::Edit;

/// The most moves of a variation.
const LONGEST_VARIATION: usize = 20;

pub(super) fn annotate(site: &Site) -> Answer {
    let Some(engine) = site.engine else { return refuse_at(site, "an engine is needed: name one with --engine") };
    let read = score::Score::of(site.game);
    read.check(0..read.tokens.len())?;
    let tree = MoveTree::of(site.game);
    let mut moves = annotated_moves(site.game, &tree);
    moves.retain(|one| tree.moves[one.index].variation.is_none());
    let lacks_number: Vec<usize> = missing_in(site.game, &tree).into_iter().map(|(place, _)| place).collect();
    let mut edits = Vec::new();
    for (place, one) in moves.iter().enumerate() {
        let place_of_move = Place { game: site.game, tree: &tree, one };
        let Some(added) = place_of_move.edits(engine) else {
            return refuse_at(site, "the engine gives no answer about a position of it");
        };
        let has_text = added.iter().any(|edit| edit.text.contains(['{', '(']));
        edits.extend(added);
        let next = moves.get(place + 1).map(|next| &tree.moves[next.index]);
        edits.extend(next.filter(|_| has_text).and_then(|next| number_of(next, &lacks_number)));
    }
    Ok(edits)
}

/// A move of Black needs its number after a comment or a variation (section 8.2.2.2), unless it lacked one before.
fn number_of(next: &TreeMove, lacks_number: &[usize]) -> Option<Edit> {
    let start = next.range.start;
    let is_needed = next.turn.is_black() && next.number_range.is_none() && !lacks_number.contains(&start);
    is_needed.then(|| Edit::insert(start, format!("{} ", indication(next.number, next.turn))))
}

/// A move to annotate.
struct Place<'a> {
    game: GameView<'a>,
    tree: &'a MoveTree,
    one: &'a AnnotatedMove,
}

impl Place<'_> {
    /// The edits at the move, in ascending order; `None` if the engine does not answer.
    fn edits(&self, engine: &Engine) -> Option<Vec<Edit>> {
        let comment = self.one.comments.first().filter(|_| !self.has_other_comment_first());
        let evaluation = if self.is_evaluated() { None } else { self.evaluation(engine)? };
        let advice = if self.is_annotated() { None } else { self.advice(engine)? };
        let nag = advice.as_ref().map(|advice| format!(" ${}", advice.judgement.nag())).unwrap_or_default();
        let words = advice.as_ref().map(|advice| advice.words.as_str());
        let variation = advice.as_ref().map(|advice| format!(" {}", advice.variation)).unwrap_or_default();
        let end = self.end_of_annotations();
        let Some(comment) = comment else {
            let parts: Vec<&str> = evaluation.as_deref().into_iter().chain(words).collect();
            let comment = if parts.is_empty() { String::new() } else { format!(" {{{}}}", parts.join(" ")) };
            return Some(self.inserted(end, format!("{nag}{comment}{variation}")).into_iter().collect());
        };
        let mut edits: Vec<Edit> = self.inserted(end, nag).into_iter().collect();
        if let Some(evaluation) = evaluation {
            let is_spaced = self.text()[comment.start + 1..].starts_with([' ', '\n', '\r', '}']);
            let gap = if is_spaced { "" } else { " " };
            edits.push(Edit::insert(comment.start + 1, format!("{evaluation}{gap}")));
        }
        if let Some(words) = words {
            let inside = &self.text()[comment.start + 1..comment.end - 1];
            let gap = if inside.ends_with(char::is_whitespace) { "" } else { " " };
            edits.push(Edit::insert(comment.end - 1, format!("{gap}{words}")));
        }
        edits.extend(self.inserted(comment.end, variation));
        Some(edits)
    }

    /// `[%eval 0.35]`, but nothing after the last move of a game that is over; `None` if the engine does not answer.
    fn evaluation(&self, engine: &Engine) -> Option<Option<String>> {
        if final_score(&self.one.after).is_some() {
            return Some(None);
        }
        let score = engine.score(&self.one.after)?;
        let of_white = if self.one.after.turn().is_white() { score } else { score.for_opponent() };
        Some(Some(format!("[%eval {}]", of_white.command_argument())))
    }

    /// What is said of a mistake; `None` if the engine does not answer.
    fn advice(&self, engine: &Engine) -> Option<Option<Advice>> {
        let judged = self.one.judged(&**engine)?;
        let Some(judgement) = judged.judgement else { return Some(None) };
        let Some(best) = judged.best.moves.first() else { return Some(None) };
        let best = SanPlus::from_move(self.one.before.clone(), *best);
        let what = match (judged.best.score, judged.played) {
            (Score::Centipawns(_), Score::Mated(_)) => "Checkmate is now unavoidable",
            (Score::Mates(_), _) => "Lost forced checkmate sequence",
            _ => match judgement {
                Judgement::Inaccuracy => "Inaccuracy",
                Judgement::Mistake => "Mistake",
                Judgement::Blunder => "Blunder",
            },
        };
        let (words, variation) = (format!("{what}. {best} was best."), self.variation(&judged.best));
        Some(Some(Advice { judgement, words, variation }))
    }

    /// `(2... Nf6 3. Nc3)`.
    fn variation(&self, line: &BestLine) -> String {
        let mut position = self.one.before.clone();
        let (mut number, mut words) = (self.played().number, Vec::new());
        for action in line.moves.iter().take(LONGEST_VARIATION) {
            let turn = position.turn();
            if turn.is_white() || words.is_empty() {
                words.push(indication(number, turn));
            }
            words.push(SanPlus::from_move(position.clone(), *action).to_string());
            position.play_unchecked(*action);
            number += u32::from(turn.is_black());
        }
        format!("({})", words.join(" "))
    }

    /// Whether a person has judged the move: by a NAG, by words, or by a variation.
    fn is_annotated(&self) -> bool {
        let has_words = |comment: &Range<usize>| {
            !without_commands(&self.text()[comment.clone()]).trim_matches(['{', '}', ' ', '\n', '\r', '\t']).is_empty()
        };
        let own = self.tree.comments.iter().filter(|comment| comment.previous_move == Some(self.one.index));
        !self.one.nags.is_empty()
            || own.map(|comment| &comment.range).any(has_words)
            || self.tree.variations.iter().any(|variation| variation.replaces == Some(self.one.index))
            || self.tree.variations.iter().any(|variation| self.is_first_after(variation.range.start))
    }

    /// Whether the move is the last one of the main line before byte `place`.
    fn is_first_after(&self, place: usize) -> bool {
        let next = self.tree.moves.iter().find(|one| one.previous == Some(self.one.index) && one.variation.is_none());
        self.played().range.end <= place && next.is_none_or(|next| place < next.range.start)
    }

    /// Whether there is an evaluation already, of this program or another.
    fn is_evaluated(&self) -> bool {
        let is_evaluation = |comment: &Range<usize>| {
            let inside = &self.text()[comment.start + 1..comment.end - 1];
            commands(inside, 0).any(|command| command.name == "eval")
                || engine_comment(inside, self.played().turn).is_some()
        };
        self.one.comments.iter().any(is_evaluation)
    }

    /// Whether the first comment after the move is none in braces, so that nothing is written into a later one.
    fn has_other_comment_first(&self) -> bool {
        let first = self.tree.comments.iter().find(|comment| comment.previous_move == Some(self.one.index));
        let is_far = |comment: &Range<usize>| {
            let between = &self.text()[self.end_of_annotations()..comment.start];
            !between.trim().is_empty()
        };
        first.is_some_and(|first| Some(&first.range) != self.one.comments.first() || is_far(&first.range))
    }

    /// The end of the last NAG of the move, or of the move.
    fn end_of_annotations(&self) -> usize {
        let after = self.game.tree.events().skip(self.played().events);
        let annotations = after.map_while(|(event, range)| match event {
            Event::Token(kind) if kind.is_annotation() || kind == TokenKind::EnPassantMark => Some(range.end),
            _ => None,
        });
        annotations.last().unwrap_or(self.played().range.end)
    }

    /// An insertion of words that begin with a space, and a space after them where something follows at once.
    fn inserted(&self, at: usize, words: String) -> Option<Edit> {
        if words.is_empty() {
            return None;
        }
        let follows = self.text()[at..].chars().next().is_some_and(|next| !next.is_whitespace() && next != ')');
        Some(Edit::insert(at, if follows { words + " " } else { words }))
    }

    fn played(&self) -> &TreeMove {
        &self.tree.moves[self.one.index]
    }

    fn text(&self) -> &str {
        self.game.text
    }
}

/// What is said of a mistake.
struct Advice {
    judgement: Judgement,
    /// `Blunder. Nf3 was best.`
    words: String,
    /// In parentheses.
    variation: String,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use scoresheet_chess::evaluation::{Evaluation, Evaluator, Question};
    use scoresheet_grammar::Database;
    use shakmaty::Role;

    use super::super::{ANNOTATE, Refactoring, apply};
    use super::*;

    /// An engine that takes what it can, and likes material.
    struct Greedy;

    impl Evaluator for Greedy {
        fn evaluate(&self, question: &Question) -> Option<Evaluation> {
            let value = |role| match role {
                Role::Pawn => 100,
                Role::Knight | Role::Bishop => 300,
                Role::Rook => 500,
                Role::Queen => 900,
                Role::King => 0,
            };
            let position = question.position;
            let mut lines: Vec<BestLine> = Vec::new();
            for action in position.legal_moves() {
                if question.among.is_empty() || question.among.contains(&action) {
                    let of = |color| position.board().by_color(color).into_iter();
                    let worth =
                        |color| of(color).filter_map(|square| position.board().role_at(square)).map(value).sum::<i32>();
                    let material = worth(position.turn()) - worth(!position.turn());
                    let score = Score::Centipawns(material + action.capture().map_or(0, value));
                    lines.push(BestLine { score, moves: vec![action] });
                }
            }
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
            lines.truncate(question.lines);
            Some(Evaluation { lines })
        }
    }

    /// After `1. Ra2`, the rook on a8 takes nothing; after `1. Rxa8`, White has won it.
    const START: &str = "[FEN \"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n";

    #[track_caller]
    fn check(before: &str, after: &str) {
        let engine = Engine::new(Arc::new(Greedy));
        let text = format!("{START}{before}");
        let file = Database::parse(&text);
        let site = Site { engine: Some(&engine), ..Site::of_game(file.view(0).unwrap()) };
        let refactoring = Refactoring::of_name(ANNOTATE).unwrap();
        let annotated = match refactoring.edits(&site) {
            Ok(edits) => apply(&text, &edits),
            Err(refusal) => refusal.reason,
        };
        assert_eq!(annotated.strip_prefix(START).unwrap_or(&annotated), after);
        // A second run finds nothing to add.
        let file = Database::parse(&annotated);
        if let Some(game) = file.view(0).filter(|_| annotated.starts_with(START)) {
            let site = Site { engine: Some(&engine), ..Site::of_game(game) };
            assert_eq!(refactoring.edits(&site), Ok(Vec::new()), "{annotated}");
        }
    }

    #[test]
    fn evaluations_marks_and_best_moves_are_written() {
        check("1. Rxa8+ Kd7 *", "1. Rxa8+ {[%eval 5.0]} 1... Kd7 {[%eval 5.0]} *");
        check(
            "1. Ke2 Rxa1 *",
            "1. Ke2 $4 {[%eval -5.0] Blunder. Rxa8+ was best.} (1. Rxa8+) 1... Rxa1 {[%eval -5.0]} *",
        );
        check(
            "1. Ke2 {[%clk 0:01:00]} 1... Rb8 *",
            "1. Ke2 $4 {[%eval -5.0] [%clk 0:01:00] Blunder. Rxa8+ was best.} (1. Rxa8+) 1... Rb8 $4 {[%eval 0.0] Blunder. Rxa1 was best.} (1... Rxa1) *",
        );
    }

    #[test]
    fn what_people_wrote_stays() {
        check("1. Ke2! Rb8 $1 *", "1. Ke2! {[%eval -5.0]} 1... Rb8 $1 {[%eval 0.0]} *");
        check("1. Ke2 {brave} 1... Kd7?! {[%eval 0.3]} *", "1. Ke2 {[%eval -5.0] brave} 1... Kd7?! {[%eval 0.3]} *");
        check("1. Ke2 (1. Kd2) 1... Kd7 ; no\n*", "1. Ke2 {[%eval -5.0]} (1. Kd2) 1... Kd7 {[%eval 5.0]} ; no\n*");
        check("1. Ke2 {+0.34/20 1.2s} Rxa1 *", "1. Ke2 {+0.34/20 1.2s} Rxa1 {[%eval -5.0]} *");
    }

    #[test]
    fn what_cannot_be_annotated_is_refused() {
        check("1. Ke5 *", "1. Ke5 cannot be played: the king on e1 cannot reach e5");
    }
}
