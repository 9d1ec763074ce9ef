use super::disputes::{scored, written};
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::annotated_moves::annotated_moves;
use scoresheet_chess::epd::RecordView;
use scoresheet_chess::epd::moves::MoveOperand;
use scoresheet_chess::evaluation::{BestLine, Evaluator, Score, chances_lost};
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_grammar::GameView;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

declare_rule! {
    /// A problem that another move solves as well.
    ///
    /// ## What it does
    /// Asks the engine of `check --engine` for its two best moves in problems: records with `dm`, records with one move in `bm` that wins, and games
    /// from a FEN whose tags or first comment say `Mate in 3` or the like. Another first move that mates within as many moves is a warning. Another one that
    /// wins as surely as the one of `bm` is a hint.
    ///
    /// ## Why is this bad?
    /// A problem has one solution. Who finds the other one is told that it is wrong.
    ///
    /// ## Example
    /// ```epd
    /// 6k1/5ppp/8/8/8/8/8/RR4K1 w - - bm Ra8#; dm 1;
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; dm 1;
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.2.5.4 and 16.2.5.7.
    name: "second-solution", group: Engine, level: Warning, fix: None,
    hooks: [Hook::EvaluatedRecord(check_record), Hook::EvaluatedGame(check_game)],
}

/// From so many centipawns on a move wins.
const WINNING: i32 = 300;

/// Moves that lose no more winning chances against each other are as good.
const AS_GOOD: f64 = 0.05;

/// The longest mate whose alternatives are asked for: in longer ones the engine sees only a part.
const LONGEST: u32 = 12;

fn check_record(view: &RecordView, engine: &dyn Evaluator, findings: &mut Findings) {
    let Some(position) = view.position().filter(|position| !position.is_game_over()) else { return };
    let operands = view.moves_named("bm");
    let Some(known) = operands.iter().map(MoveOperand::action).collect::<Option<Vec<Move>>>() else { return };
    let claimed = view.value("dm").and_then(|value| value.parse::<u32>().ok());
    if let Some(claimed) = claimed {
        let Some(operand) = view.operation("dm").and_then(|operation| view.operands(operation).first()) else { return };
        // The solution of a problem may also be the first move of a line.
        let of_line = view.moves_named("pv").first().and_then(MoveOperand::action);
        let known: Vec<Move> = known.into_iter().chain(of_line).collect();
        if let Some(message) = second_mate(position, claimed, &known, engine) {
            findings.push(RULE.finding(operand.range.clone(), message));
        }
        return;
    }
    let ([operand], [solution]) = (operands, &known[..]) else { return };
    let Some(lines) = engine.lines(position, 2) else { return };
    let Some(own) = lines.iter().find(|line| line.moves.first() == Some(solution)) else { return };
    let Some(other) = lines.iter().find(|line| line.moves.first() != Some(solution)) else { return };
    let wins = |score: Score| score >= Score::Centipawns(WINNING);
    if wins(own.score) && wins(other.score) && chances_lost(own.score, other.score) <= AS_GOOD {
        let (san, other) = (written(position, *solution), scored(position, other));
        let message = format!("{other} wins as well as the solution {san} ({})", own.score);
        findings.push(Finding { level: Level::Hint, ..RULE.finding(operand.range.clone(), message) });
    }
}

fn check_game(game: GameView, engine: &dyn Evaluator, findings: &mut Findings) {
    if game.tag("FEN").is_none() {
        return;
    }
    let tree = MoveTree::of(game);
    let Some(claimed) = claim(game, &tree) else { return };
    let moves = annotated_moves(game, &tree);
    let Some(first) = moves.iter().find(|one| one.index == 0) else { return };
    // What the author gives as a variation of the first move is known to him.
    let known: Vec<Move> =
        moves.iter().filter(|one| tree.moves[one.index].previous.is_none()).map(|one| one.action).collect();
    if let Some(message) = second_mate(&first.before, claimed, &known, engine) {
        findings.push(RULE.finding(tree.moves[0].range.clone(), message));
    }
}

/// The message about a first move besides those that are `known` which mates within `claimed` moves, too.
fn second_mate(position: &VariantPosition, claimed: u32, known: &[Move], engine: &dyn Evaluator) -> Option<String> {
    if !(1..=LONGEST).contains(&claimed) {
        return None;
    }
    let lines = engine.lines(position, known.len().max(1) + 1)?;
    let mates = |line: &&BestLine| matches!(line.score, Score::Mates(moves) if moves <= claimed);
    let is_known = |line: &&BestLine| line.moves.first().is_some_and(|first| known.contains(first));
    let solutions: Vec<&BestLine> = lines.iter().filter(mates).collect();
    let other = match known.is_empty() {
        true => solutions.get(1).copied(),
        false => solutions.iter().copied().find(|line| !is_known(line)),
    }?;
    let first = match known.first() {
        Some(first) => written(position, *first),
        None => solutions.first().and_then(|line| line.moves.first()).map(|first| written(position, *first))?,
    };
    Some(format!("{} solves it as well as {first}", scored(position, other)))
}

/// In how many moves a game from a FEN says that there is a mate: `Mate in 3`, `mate in three` is not read.
fn claim(game: GameView, tree: &MoveTree) -> Option<u32> {
    let tags = game.tags().iter().map(|tag| tag.value().into_owned()).collect::<Vec<_>>();
    let comments = tree.comments.iter().filter(|comment| comment.previous_move.is_none());
    let comments = comments.map(|comment| game.text[comment.range.clone()].to_owned());
    tags.into_iter().chain(comments).find_map(|text| {
        let text = text.to_lowercase();
        let (_, after) = text.split_once("mate in ")?;
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file_view::FileOptions;
    use crate::testing::{check, findings_in_file};

    #[test]
    fn second_solutions_of_games_are_found() {
        check(
            &RULE,
            "
[Event \"Mate in 1\"]
[SetUp \"1\"]
[FEN \"6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1\"]

1. Ra8# 1-0
   ^^^^ Rb8# (mate in 1) solves it as well as Ra8#

[SetUp \"1\"]
[FEN \"6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1\"]

{Mate in 1} 1. Ra8# (1. Rb8#) 1-0

[SetUp \"1\"]
[FEN \"6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1\"]

1. Ra8# 1-0
",
        );
    }

    #[test]
    fn second_solutions_of_records_are_found() {
        let found = |operations: &str| {
            let text = format!("6k1/5ppp/8/8/8/8/8/RR4K1 w - - {operations};\n");
            let found = findings_in_file(&[&RULE], &text, Some("a.epd"), FileOptions::default());
            found.into_iter().map(|finding| finding.message).collect::<String>()
        };
        assert_eq!(found("bm Ra8#; dm 1"), "Rb8# (mate in 1) solves it as well as Ra8#");
        assert_eq!(found("dm 1; pv Rb8#"), "Ra8# (mate in 1) solves it as well as Rb8#");
        assert_eq!(found("dm 1"), "Rb8# (mate in 1) solves it as well as Ra8#");
        assert_eq!(found("bm Ra8# Rb8#; dm 1"), "");
        assert_eq!(found("bm Ra8#"), "Rb8# (mate in 1) wins as well as the solution Ra8# (mate in 1)");
        assert_eq!(found("bm Kf2"), "");
        assert_eq!(found("bm Kf2; dm 99"), "");
    }
}
