use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::command_arguments;
use scoresheet_grammar::command::{commands, without_commands};
use shakmaty::{Color, Position};
use std::ops::Range;

/// The evaluation, in pawns, from which one side is winning.
const WINNING: f64 = 5.0;

/// Words in the reason for a result that was not decided on the board.
const OFF_THE_BOARD: [&str; 14] = [
    "time",
    "forfeit",
    "flag",
    "abandon",
    "disconnect",
    "left",
    "illegal",
    "rule",
    "adjudicat",
    "default",
    "phone",
    "stall",
    "crash",
    "unterminated",
];

declare_rule! {
    /// A last annotation that says one side is winning, while the result says the other side won.
    ///
    /// ## What it does
    /// Checks the NAGs and signs of the last move of the game (`$18` to `$21`, `+−`) and the `[%eval]` after it against the
    /// result. Games that end in mate, and games whose Termination tag or last comment gives another reason for the result than
    /// the position, are not checked. An `[%eval]` gives only an informational finding, because players do resign or run out of
    /// time in winning positions.
    ///
    /// ## Why is this bad?
    /// Either the result is wrong or the annotation is for the wrong side.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Qh5 Ke7 $18 0-1
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Qh5 Ke7 $18 1-0
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.2.6 and 10.
    name: "evaluation-contradicts-result", group: Suspicious, level: Warning, fix: None, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let Some((result, place)) = end.stated_result(walk) else { return };
    let loser = match result {
        "1-0" => Color::Black,
        "0-1" => Color::White,
        _ => return,
    };
    let Some((winner, what, level)) = by_annotation(walk).or_else(|| by_engine(walk)) else { return };
    if winner != loser || end.moves == 0 || end.failed > 0 || is_decided_otherwise(walk) {
        return;
    }
    if !walk.is_reported(level) {
        return findings.push(RULE.unreported(what, level));
    }
    let judgement = walk.text(what.clone());
    let (winner, loser) = (loser.fold_wb("White", "Black"), loser.fold_wb("Black", "White"));
    let message = format!("According to {judgement}, {winner} is winning, but the result is a win for {loser}");
    let finding = Finding { level, ..RULE.finding(what, message) };
    findings.push(finding.with_related(place, "the result"));
}

/// The side that is winning according to the annotations of the last move.
fn by_annotation(walk: &Walk) -> Option<(Color, Range<usize>, Level)> {
    let winner = |nag| match nag {
        18 | 20 => Some(Color::White),
        19 | 21 => Some(Color::Black),
        _ => None,
    };
    let of = |annotation: &crate::walk::Annotation| Some((winner(annotation.nag?)?, annotation.range.clone()));
    walk.annotations.iter().find_map(of).map(|(winner, range)| (winner, range, Level::Warning))
}

/// The side that is winning according to the evaluation in the last comment.
fn by_engine(walk: &Walk) -> Option<(Color, Range<usize>, Level)> {
    let comment = walk.since_move.comment.clone()?;
    let evaluation = commands(walk.text(comment.clone()), comment.start).find(|command| command.name == "eval")?;
    let winner = match command_arguments::pawns(evaluation.arguments)? {
        pawns if pawns >= WINNING => Color::White,
        pawns if pawns <= -WINNING => Color::Black,
        _ => return None,
    };
    Some((winner, evaluation.range, Level::Info))
}

fn is_decided_otherwise(walk: &Walk) -> bool {
    let tags = walk.tags.iter().filter(|tag| tag.name.starts_with("Termination")).map(|tag| tag.value().into_owned());
    let comment = walk.since_move.comment.clone().map(|comment| without_commands(walk.text(comment)));
    let has_reason = |text: String| {
        let text = text.to_lowercase();
        OFF_THE_BOARD.iter().any(|word| text.contains(word))
    };
    let is_over = walk.replay.position().is_none_or(|position| position.legal_moves().is_empty());
    is_over || tags.chain(comment).any(has_reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, findings};

    #[test]
    fn annotation_and_result_are_compared() {
        check(
            &RULE,
            "
1. e4 $19 e5 2. Qh5 Ke7 $1 $18 {White is winning} (2... Nc6 $19) 0-1
                           ^^^ According to $18, White is winning, but the result is a win for Black
",
        );
        check(
            &RULE,
            "
1. e4 e5 {[%eval -9] What a left hook} 2. Qh5 Ke7 {[%eval #1] [%clk 0:01:00]} 0-1
                                                   ^^^^^^^^^^ According to [%eval #1], White is winning, but the result is a win for Black
",
        );
    }

    #[test]
    fn a_game_may_be_decided_otherwise() {
        for moves in [
            "1. e4 e5 2. Qh5 Ke7 $18 1-0",
            "1. e4 e5 2. Qh5 Ke7 $18 *",
            "1. e4 e5 2. Qh5 Ke7 $18 1/2-1/2",
            "1. e4 e5 2. Qh5 Ke7 $16 0-1",
            "1. e4 e5 2. Qh5 Ke7 $18 {White lost on time} 0-1",
            "1. e4 e5 2. Qh5 Ke7 {[%eval 4.9]} 0-1",
            "1. e4 e5 2. Qh5 Ke7 3. Qxe5# {[%eval -9]} 1-0",
            "1. e4 $18 e5 0-1",
            "[Termination \"Time forfeit\"]\n\n1. e4 e5 2. Qh5 Ke7 $18 0-1",
        ] {
            check(&RULE, moves);
        }
    }

    #[test]
    fn an_engine_is_no_arbiter() {
        let level = |text: &str| findings(&RULE, text)[0].level;
        assert_eq!(level("1. e4 $18 0-1"), Level::Warning);
        assert_eq!(level("1. e4 {[%eval 9]} 0-1"), Level::Info);
    }
}
