use super::disputes::numbers;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::annotated_moves::{AnnotatedMove, annotated_moves};
use scoresheet_chess::evaluation::{Evaluator, Judgement};
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_grammar::GameView;

declare_rule! {
    /// A blunder without a mark in a game whose moves are marked.
    ///
    /// ## What it does
    /// Asks the engine of `check --engine` about every move of the main line in games where a move of the main line has one of the marks `!`, `?`, `!!`, `??`, `!?`
    /// and `?!`, and reports blunders that have none: moves that lose as much as Lichess' blunders. Games without marks promise nothing and are not
    /// checked.
    ///
    /// ## Why is this bad?
    /// Readers of an annotated game take a move without a mark for a sound one.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "4k2r/8/8/8/8/8/8/4K2R w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. Ke2 Rxh1 $1 2. Kd3 Kd7 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [FEN "4k2r/8/8/8/8/8/8/4K2R w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. Ke2 $2 Rxh1 $1 2. Kd3 Kd7 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.2.3.8 and 10.
    name: "unmarked-blunder", group: Engine, level: Warning, fix: None, hooks: [Hook::EvaluatedGame(check)],
}

fn check(game: GameView, engine: &dyn Evaluator, findings: &mut Findings) {
    let tree = MoveTree::of(game);
    let mut moves = annotated_moves(game, &tree);
    moves.retain(|one| tree.moves[one.index].variation.is_none());
    let is_marked = |one: &AnnotatedMove| one.nags.iter().any(|(nag, _)| matches!(nag, 1..=6));
    if !moves.iter().any(is_marked) {
        return;
    }
    for one in moves.iter().filter(|one| !is_marked(one)) {
        let Some(judged) = one.judged(engine) else { continue };
        if judged.judgement == Some(Judgement::Blunder) {
            let range = tree.moves[one.index].range.clone();
            let san = &game.text[range.clone()];
            findings.push(RULE.finding(range, format!("{san} has no mark and {}", numbers(&judged, &one.before))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn blunders_need_a_mark_where_others_have_one() {
        check(
            &RULE,
            "
[SetUp \"1\"]
[FEN \"4k2r/8/8/8/8/8/8/4K2R w - - 0 1\"]

1. Ke2 $14 (1. Rxh8+!) Rxh1! 2. Kd3 *
   ^^^ Ke2 has no mark and loses 10.0 pawns: Rxh8+ (+5.00), this move -5.00
",
        );
        let start = "[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n";
        for game in ["1. Ke2 Rxh1 *\n", "1. Ke2 (1. Rxh8+!) Rxh1 *\n", "1. Ke2? Rxh1 *\n", "1. Ke2 $4 Rxh1! *\n"] {
            check(&RULE, &format!("{start}{game}"));
        }
    }
}
