use crate::finding::{Finding, Fix};
use crate::line_edits::delete;
use crate::lint::{GameEnd, Walk};
use crate::results;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// Moves, or another termination marker, after the end of the game.
    ///
    /// ## What it does
    /// Reports what follows the termination marker of a game and would belong before it.
    ///
    /// ## Why is this bad?
    /// The first marker ends the game. What follows is skipped, read as another game, or makes the reading program stop.
    ///
    /// ## Example
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 1-0 2. Nf3 Nc6
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 1-0
    /// ```
    ///
    /// ## Fix safety
    /// Deleting a marker that repeats the first one is safe. Where another one follows, or moves, the fix deletes the first
    /// marker or the other one, and is a guess.
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    static MOVE_AFTER_GAME_END = {
        name: "move-after-game-end", group: Correctness, level: Error, fix: Sometimes, hooks: [Hook::End(check)],
    }
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Vec<Finding>) {
    let (Some(marker), Some(after)) = (end.termination.clone(), end.after_end.clone()) else { return };
    let text = walk.game.text;
    let (first, more) = (walk.text(marker.clone()), walk.text(after.clone()));
    let delete = |range| vec![delete(text, range)];
    let last = more.split_whitespace().next_back().and_then(results::canonical);
    if results::canonical(more).is_some() {
        let finding = Finding::new(
            &MOVE_AFTER_GAME_END,
            after.clone(),
            format!("The game has ended with {first}, so {more} ends no game"),
        );
        let fix = if first == more {
            Fix::safe("Delete the second marker", delete(after))
        } else {
            Fix::unsafe_("Delete the second marker", delete(after))
        };
        return findings.push(finding.with_related(marker, "the end of the game").with_fix(fix));
    }
    let message = format!("The game has ended with {first}: what follows is not part of it");
    let finding =
        Finding::new(&MOVE_AFTER_GAME_END, after, message).with_related(marker.clone(), "the end of the game");
    findings.push(match last {
        Some(_) => finding.with_fix(Fix::unsafe_(format!("Delete {first} before it"), delete(marker))),
        None => finding,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn what_follows_is_marked() {
        check(
            &MOVE_AFTER_GAME_END,
            "
1. e4 e5 1-0 *
             ^ The game has ended with 1-0, so * ends no game
",
        );
        check(
            &MOVE_AFTER_GAME_END,
            "
1. e4 1-0 e5 2. Nf3 *
          ^^^^^^^^^^^ The game has ended with 1-0: what follows is not part of it
",
        );
        check(&MOVE_AFTER_GAME_END, "1. e4 1-0 {Black lost on time}\n; a remark\n\n1. d4 *");
    }

    #[test]
    fn only_a_repetition_goes_safely() {
        check_fix(&MOVE_AFTER_GAME_END, "1. e4 1-0 1-0", "1. e4 1-0");
        check_applicability(&MOVE_AFTER_GAME_END, "1. e4 1-0 1-0", Applicability::Safe);
        check_fix(&MOVE_AFTER_GAME_END, "1. e4 1-0 *", "1. e4 1-0");
        check_applicability(&MOVE_AFTER_GAME_END, "1. e4 1-0 *", Applicability::Unsafe);
        check_fix(&MOVE_AFTER_GAME_END, "1. e4 * e5 1-0", "1. e4 e5 1-0");
    }
}
