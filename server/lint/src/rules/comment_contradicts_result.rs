use std::ops::Range;

use scoresheet_grammar::command::without_commands;

use super::result_contradicts_position::result_on_board;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::results;

declare_rule! {
    /// A last comment that tells another result.
    ///
    /// ## What it does
    /// Checks the comment after the last move against the result, where a clause of it says in English how the game ended and nothing else: `White
    /// resigns`, `Black lost on time`, `Draw agreed`.
    ///
    /// ## Why is this bad?
    /// Either the comment or the result is wrong; often the names or colours were swapped.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 {White resigns} 1-0
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 {White resigns} 0-1
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    name: "comment-contradicts-result", group: Suspicious, level: Warning, fix: None, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let Some(comment) = walk.since_move.comment.clone().filter(|comment| has_words(walk.text(comment.clone()))) else {
        return;
    };
    let Some(told) = told_result(&without_commands(walk.text(comment.clone()))) else { return };
    let Some((result, place)) = end.stated_result(walk) else { return };
    let tagged = walk.tag("Result").and_then(|tag| results::canonical(&tag.value()));
    // Other rules report results that contradict each other, or the position.
    if told == result
        || end.moves == 0
        || tagged.is_some_and(|tagged| tagged != result)
        || result_on_board(end, walk).is_some_and(|on_board| on_board != result)
    {
        return;
    }
    let meaning = match told {
        "1-0" => "that White won",
        "0-1" => "that Black won",
        _ => "that the game was drawn",
    };
    let message = match result {
        "*" => format!("The comment says {meaning}, but the game has no result (*)"),
        _ => format!("The comment says {meaning}, but the result is {result}"),
    };
    findings.push(RULE.finding(shown(comment, walk), message).with_related(place, "the result"));
}

/// Whether a comment has letters before its first command or after its last one. Most of the millions of comments of servers have none.
fn has_words(comment: &str) -> bool {
    let first = comment.find("[%").unwrap_or(comment.len());
    let after_last = comment.rfind(']').map_or(first, |end| end + 1);
    let has_letter = |text: &str| text.bytes().any(|byte| byte.is_ascii_alphabetic());
    has_letter(&comment[..first]) || comment.get(after_last.max(first)..).is_some_and(has_letter)
}

/// A comment, or its first line.
fn shown(comment: Range<usize>, walk: &Walk) -> Range<usize> {
    let line = walk.text(comment.clone()).find(['\n', '\r']).unwrap_or(comment.len());
    comment.start..comment.start + line
}

/// Whether words tell a result, where nothing but the end of the game speaks of it: there, "White wins" is no judgement on a move.
pub(super) fn tells_result(words: &str, result: &str) -> bool {
    let is_winner = |name: &str, won: &str| {
        result == won
            && words.trim().split_once(' ').is_some_and(|(subject, verb)| {
                subject.eq_ignore_ascii_case(name) && WINS.contains(&verb.to_ascii_lowercase().trim_end_matches('.'))
            })
    };
    is_winner("White", "1-0") || is_winner("Black", "0-1") || told_result(words) == Some(result)
}

/// The result that a comment tells; nothing where its clauses tell several.
fn told_result(comment: &str) -> Option<&'static str> {
    let comment = comment.to_lowercase();
    let clauses = comment.split(['.', ',', ';', ':', '(', ')', '!', '?', '{', '}', '–', '—', '\n']);
    let mut told = clauses.filter_map(result_of_clause);
    let first = told.next()?;
    told.all(|other| other == first).then_some(first)
}

/// The result that a clause in lower case tells, if it tells nothing else.
fn result_of_clause(clause: &str) -> Option<&'static str> {
    let mut words = clause.split_whitespace().filter(|word| !FILLERS.contains(word));
    let subject = words.next()?;
    let rest: Vec<&str> = words.collect();
    let ends_with_reason =
        |reasons: &[&str], most: usize| rest.len() <= most + 1 && rest[1..].iter().all(|word| reasons.contains(word));
    let verb = rest.first().copied().unwrap_or("");
    match subject {
        "draw" | "drawn" | "remis" => rest.iter().all(|word| REASONS_OF_DRAWS.contains(word)).then_some("1/2-1/2"),
        "white" | "black" => {
            let is_white = subject == "white";
            // "White wins" may be a judgement on a move that was not played: with a reason it is news.
            let wins = WINS.contains(&verb) && rest.len() > 1 && ends_with_reason(&REASONS, 2);
            let loses = LOSES.contains(&verb) && ends_with_reason(&REASONS, 2);
            let runs_out = matches!(rest[..], ["ran" | "runs" | "run", "out", "of", "time"]);
            match (wins, loses || runs_out) {
                (true, _) => Some(if is_white { "1-0" } else { "0-1" }),
                (_, true) => Some(if is_white { "0-1" } else { "1-0" }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Words that say nothing about the result.
const FILLERS: [&str; 15] =
    ["and", "here", "so", "then", "now", "finally", "the", "a", "game", "has", "is", "was", "in", "ended", "final"];

const WINS: [&str; 3] = ["wins", "won", "win"];

const LOSES: [&str; 12] = [
    "resigns",
    "resigned",
    "resign",
    "checkmated",
    "mated",
    "forfeits",
    "forfeited",
    "flagged",
    "lost",
    "loses",
    "overstepped",
    "oversteps",
];

/// How one wins or loses.
const REASONS: [&str; 12] = [
    "on",
    "by",
    "time",
    "resignation",
    "checkmate",
    "mate",
    "forfeit",
    "default",
    "adjudication",
    "disconnection",
    "limit",
    "flag",
];

const REASONS_OF_DRAWS: [&str; 17] = [
    "agreed",
    "agreement",
    "by",
    "mutual",
    "repetition",
    "threefold",
    "stalemate",
    "adjudication",
    "offered",
    "accepted",
    "rule",
    "fifty",
    "move",
    "50-move",
    "fifty-move",
    "3-fold",
    "perpetual",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_comment_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 {White resigns} 1-0
         ^^^^^^^^^^^^^^^ The comment says that Black won, but the result is 1-0

1. e4 e5 {[%clk 0:01:00] Black wins on time.} 1/2-1/2
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The comment says that Black won, but the result is 1/2-1/2

1. e4 e5 {Draw agreed} 0-1
         ^^^^^^^^^^^^^ The comment says that the game was drawn, but the result is 0-1

1. e4 e5 {A mistake, and Black resigned.} *
         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The comment says that White won, but the game has no result (*)
",
        );
    }

    #[test]
    fn other_comments_are_left_in_peace() {
        for comment in [
            "White resigns",
            "White lost on time",
            "Black wins by resignation",
            "Black ran out of time and White has no material to mate",
            "Black lost a pawn",
            "White wins",
            "with a draw",
            "Draw offered, White lost on time",
            "White resigns, Black resigns",
            "A blunder after which Black resigned",
            "Neither player has mating material",
        ] {
            check(&RULE, &format!("1. e4 e5 {{{comment}}} 0-1"));
        }
        check(&RULE, "1. e4 e5 {Black resigns} 1-0");
        check(&RULE, "1. e4 {White resigns} e5 1-0");
        check(&RULE, "[Result \"0-1\"]\n\n1. e4 e5 {White resigns} 1-0");
    }
}
