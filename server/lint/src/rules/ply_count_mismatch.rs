use super::cut_off_move::has_cut_off_move;
use super::tag_values::value;
use crate::explanation::is_among_moves;
use crate::finding::{Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};

declare_rule! {
    /// A PlyCount that is not the number of plies of the game.
    ///
    /// ## What it does
    /// Checks for PlyCount tags that differ from the number of plies (moves of one side) of the main line, including null
    /// moves. Some programs write `0` in every game: that is only a matter of style. Games with illegal or unreadable moves are
    /// not checked.
    ///
    /// ## Why is this bad?
    /// Either the tag was not updated when the game changed, or moves are missing.
    ///
    /// ## Example
    /// ```pgn
    /// [PlyCount "3"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [PlyCount "2"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe for `0`. For other values it is unsafe, because it may hide that moves are missing.
    ///
    /// ## References
    /// PGN standard, section 9.9.3.
    name: "ply-count-mismatch", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::End(check)],
}

/// How many plies slips in a game may add to it, or take from it.
const MOST_PLIES_OF_SLIPS: usize = 6;

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let Some(value) = walk.tag("PlyCount").and_then(value) else { return };
    let count = value.text.parse::<usize>().ok();
    let is_readable = end.failed == 0
        && end.after_end.is_none()
        && !has_cut_off_move(walk.game)
        && !walk.game.tree.faults().iter().any(|fault| is_among_moves(fault, walk.game.text));
    // Where slips are undone, the number may be that of the game as it was.
    let is_explained = walk.is_repaired && count.is_some_and(|count| count.abs_diff(end.moves) <= MOST_PLIES_OF_SLIPS);
    if count == Some(end.moves) || is_explained || !is_readable {
        return;
    }
    let plies = if end.moves == 1 { "ply" } else { "plies" };
    let message = match count {
        Some(count) => format!("PlyCount is {count}, but the game has {} {plies}", end.moves),
        None => format!("PlyCount must be a number: the game has {} {plies}", end.moves),
    };
    let mut finding = RULE.finding(value.range.clone(), message);
    let number = end.moves.to_string();
    let fix: Fix = if count == Some(0) {
        finding.level = Level::Info;
        value.replaced_by(&number)
    } else {
        value.perhaps_replaced_by(&number)
    };
    findings.push(finding.with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, findings};

    #[test]
    fn the_number_is_marked() {
        check(
            &RULE,
            r#"
[PlyCount "2"]
           ^ PlyCount is 2, but the game has 3 plies

1. e4 e5 (1... c5 2. Nf3) 2. -- *

[PlyCount "one"]
           ^^^ PlyCount must be a number: the game has 1 ply

1. e4 *

[PlyCount "3"]

1. e4 e5 2. Ke4 *
"#,
        );
        check(&RULE, "[PlyCount \"2\"]\n\n1. e4 {e5 2. Nf3 *");
    }

    #[test]
    fn zero_is_a_habit_of_programs() {
        let game = "[PlyCount \"0\"]\n\n1. e4 *";
        assert_eq!(findings(&RULE, game)[0].level, Level::Info);
        check_fix(&RULE, game, "[PlyCount \"1\"]\n\n1. e4 *");
        check_applicability(&RULE, game, Applicability::Safe);
        check_applicability(&RULE, "[PlyCount \"2\"]\n\n1. e4 *", Applicability::Unsafe);
    }
}
