use scoresheet_grammar::{Fault, FaultKind, GameView};

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A move that is cut off at the end of the text.
    ///
    /// ## What it does
    /// Checks for games without a termination marker that end with the beginning of a move: `2. N`, and for lines that end with a piece letter
    /// after a move number: `2. N *`. Neither a fix nor `scoresheet format` changes such a game.
    ///
    /// ## Why is this bad?
    /// The rest of the game is missing: the file was probably not written or copied to its end.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. N
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.2.3 and 8.2.6.
    name: "cut-off-move", group: Correctness, level: Error, fix: None, hooks: [Hook::Fault(FaultKind::CutOffMove, check)],
}

/// Whether the game ends in the middle of a move.
pub(super) fn has_cut_off_move(game: GameView) -> bool {
    game.tree.faults().iter().any(|fault| fault.kind == FaultKind::CutOffMove)
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let text = walk.text(fault.span());
    let is_last = walk.game.text[fault.span().end..].trim().is_empty();
    let what = if is_last { "the game is cut off here" } else { "the rest of it is missing" };
    findings.push(RULE.finding(fault.span(), format!("{text} is half a move: {what}")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, warnings};

    #[test]
    fn half_a_move_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 2. N
            ^ N is half a move: the game is cut off here
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 (2. N) 2... Nc6 N 3. N 1-0
                    ^ N is half a move: the rest of it is missing
                                     ^
",
        );
    }

    #[test]
    fn it_is_one_finding() {
        for text in [
            "1. e4 e5 2. N",
            "1. e4 e5 2. Nf3 N",
            "1. e4 e5 2. Nf3 Nc6 3. B",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a",
            "1. e4 d5 2. ex",
        ] {
            assert_eq!(warnings(text), ["cut-off-move"], "{text}");
        }
    }
}
