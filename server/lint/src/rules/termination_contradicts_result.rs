use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use super::result_contradicts_position::result_on_board;
use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::results;

declare_rule! {
    /// A Termination that contradicts the result.
    ///
    /// ## What it does
    /// Checks the Termination tag against the result and the last position: an unterminated game has no result; one that ended normally or by
    /// time forfeit has one; nobody loses on time after mate or stalemate; and a time forfeit is a draw only where one side can no longer mate.
    ///
    /// ## Why is this bad?
    /// Either the tag or the result is wrong, and programs that ask for unfinished games, or for losses on time, find the wrong ones.
    ///
    /// ## Example
    /// ```pgn
    /// [Result "1-0"]
    /// [Termination "unterminated"]
    ///
    /// 1. e4 e5 1-0
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Result "1-0"]
    /// [Termination "normal"]
    ///
    /// 1. e4 e5 1-0
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.7 and 9.8.1; FIDE Laws of Chess, article 6.9.
    name: "termination-contradicts-result", group: Suspicious, level: Warning, fix: None, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let Some(value) = walk.tag("Termination").and_then(value) else { return };
    let Some((result, place)) = end.stated_result(walk) else { return };
    let tagged = walk.tag("Result").and_then(|tag| results::canonical(&tag.value()));
    let on_board = result_on_board(end, walk);
    // Another rule reports the two, or the position.
    if tagged.is_some_and(|tagged| tagged != result) || on_board.is_some_and(|on_board| on_board != result) {
        return;
    }
    let message = match (value.text.to_ascii_lowercase().as_str(), result) {
        ("unterminated", "1-0" | "0-1" | "1/2-1/2") => {
            format!("An unterminated game has no result, but this one is {result}")
        }
        ("normal", "*") => "A game that ended normally has a result, but this one has none (*)".to_owned(),
        ("time forfeit", "*") => "A time forfeit has a result, but this game has none (*)".to_owned(),
        ("time forfeit", _) if on_board.is_some() => {
            let loser = name(walk.replay.turn());
            let how = if walk.replay.in_check() { "checkmated" } else { "stalemated" };
            format!("Nobody lost on time: {loser} is {how} in the last position")
        }
        ("time forfeit", "1/2-1/2") if can_both_mate(end, walk) => {
            "A time forfeit is a draw only if the opponent cannot mate, but both sides still can".to_owned()
        }
        _ => return,
    };
    findings.push(RULE.finding(value.range, message).with_related(place, "the result"));
}

/// Whether the last position is known and both sides have what it takes to mate.
fn can_both_mate(end: &GameEnd, walk: &Walk) -> bool {
    let Some(VariantPosition::Chess(last)) = walk.replay.position() else { return false };
    end.moves > 0 && end.failed == 0 && Color::ALL.into_iter().all(|color| !last.has_insufficient_material(color))
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_tag_is_marked() {
        check(
            &RULE,
            r#"
[Termination "unterminated"]
              ^^^^^^^^^^^^ An unterminated game has no result, but this one is 0-1

1. e4 e5 0-1

[Result "*"]
[Termination "Normal"]
              ^^^^^^ A game that ended normally has a result, but this one has none (*)

1. e4 e5

[Termination "Time forfeit"]
              ^^^^^^^^^^^^ A time forfeit is a draw only if the opponent cannot mate, but both sides still can

1. e4 e5 1/2-1/2

[Termination "time forfeit"]
              ^^^^^^^^^^^^ Nobody lost on time: White is checkmated in the last position

1. f3 e5 2. g4 Qh4# 0-1

[Termination "time forfeit"]
              ^^^^^^^^^^^^ A time forfeit has a result, but this game has none (*)

1. e4 *
"#,
        );
    }

    #[test]
    fn what_may_be_is_left_in_peace() {
        for (termination, game) in [
            ("unterminated", "1. e4 *"),
            ("normal", "1. e4 1-0"),
            ("abandoned", "1. e4 1-0"),
            ("abandoned", "1. e4 *"),
            ("adjudication", "1. e4 *"),
            ("time forfeit", "1. e4 1-0"),
            ("time forfeit", "1/2-1/2"),
            ("time forfeit", "1. e4 Ke4 1/2-1/2"),
            ("White won on time", "1. e4 1/2-1/2"),
            // Another finding.
            ("unterminated", "1. f3 e5 2. g4 Qh4# 1-0"),
        ] {
            check(&RULE, &format!("[Termination \"{termination}\"]\n\n{game}"));
        }
        check(&RULE, "[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. e4 1-0");
        // A bare king cannot mate.
        check(&RULE, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Termination \"time forfeit\"]\n\n1. e4 1/2-1/2");
    }
}
