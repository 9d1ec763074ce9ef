use std::ops::Range;

use scoresheet_grammar::{TokenKind, ast};

use crate::finding::{Edit, Finding, Fix, Level};
use crate::lint::Walk;
use crate::move_numbers::{self, Fit};
use crate::replay::Step;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A move number that is not that of the move it stands before.
    ///
    /// ## What it does
    /// Counts the moves and compares every move number, also its periods: two or more stand before Black's moves only. After
    /// a wrong number the ones that go on counting from it are taken as they are. Where a game that starts from a FEN
    /// is numbered from 1 (or in any other way of its own), that is for information only: many studies are.
    ///
    /// ## Why is this bad?
    /// Programs pay no attention to the numbers, but a wrong one often shows that a move is missing or one too many.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 3. Nf3 Nc6 4. Bb5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes the right number, also in those that go on counting from the wrong one. The moves stay as they are.
    ///
    /// ## References
    /// PGN standard, section 8.2.2.
    static WRONG_MOVE_NUMBER = {
        name: "wrong-move-number", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::WrongNumber(check)],
    }
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Vec<Finding>) {
    let (number, turn) = (walk.replay.number(), walk.replay.turn());
    let right = move_numbers::indication(number, turn);
    let written = ast::move_number(walk.text(range.clone()));
    let side = turn.fold_wb("White", "Black");
    let is_first = walk.replay.ply().range.is_empty();
    let is_numbered_from_its_start = is_first && walk.replay.setup().has_fen && written.number != number;
    let message = if is_numbered_from_its_start {
        format!("The moves are counted from {}, but by the FEN tag this is move {number}", written.number)
    } else if written.number == number {
        format!("Move number {} has the periods of a move of Black, but it is White's turn", walk.text(range.clone()))
    } else {
        format!("Move number {} should be {number}: {side} makes move {number} here", written.number)
    };
    let mut finding = Finding::new(&WRONG_MOVE_NUMBER, range.clone(), message);
    if is_numbered_from_its_start {
        finding.level = Level::Info;
    }
    let edits = corrections(range, walk);
    let title = match edits.len() {
        1 => format!("Write {right}"),
        count => format!("Write {right} and correct the {} that count on from here", plural(count - 1)),
    };
    findings.push(finding.with_fix(Fix::safe(title, edits)));
}

fn plural(count: usize) -> String {
    if count == 1 { "move number".to_owned() } else { format!("{count} move numbers") }
}

/// Right numbers for the one at `range` and all that go on counting from it.
fn corrections(range: Range<usize>, walk: &Walk) -> Vec<Edit> {
    let mut replay = walk.replay.clone();
    let first = ast::move_number(walk.text(range.clone()));
    let (_, mut offset) = move_numbers::fit(first, replay.number(), replay.turn(), 0);
    let mut edits = vec![Edit::replace(range, move_numbers::indication(replay.number(), replay.turn()))];
    while offset != 0
        && let Some((step, range)) = replay.advance()
    {
        if step != Step::Token(TokenKind::MoveNumber) {
            continue;
        }
        let written = ast::move_number(walk.text(range.clone()));
        let (fit, next) = move_numbers::fit(written, replay.number(), replay.turn(), offset);
        if fit != Fit::CountsOn {
            break;
        }
        offset = next;
        edits.push(Edit::replace(range, move_numbers::indication(replay.number(), replay.turn())));
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn one_slip_is_one_finding() {
        check(
            &WRONG_MOVE_NUMBER,
            "
1. e4 e5 3. Nf3 (3. f4 exf4) 3... Nc6 4. Bb5 a6 4. Ba4 *
         ^^ Move number 3 should be 2: White makes move 2 here
",
        );
        check(
            &WRONG_MOVE_NUMBER,
            "
1. e4 e5 2... Nf3 Nc6 3. Bb5 *
         ^^^^ Move number 2... has the periods of a move of Black, but it is White's turn
",
        );
        check(&WRONG_MOVE_NUMBER, "1. e4 1. ... e5 2 Nf3 2... Nc6 (2... d6 3.d4) 3.Bb5 3. a6 *");
    }

    #[test]
    fn the_numbers_that_count_on_are_corrected_too() {
        check_fix(
            &WRONG_MOVE_NUMBER,
            "1. e4 e5 3.Nf3 (3. f4 exf4) 3... Nc6 4. Bb5 a6 *",
            "1. e4 e5 2.Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 a6 *",
        );
        check_fix(&WRONG_MOVE_NUMBER, "1. e4 2... e5 2. Nf3 *", "1. e4 1... e5 2. Nf3 *");
    }

    #[test]
    fn a_study_may_count_from_one() {
        let text = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 37\"]\n\n1... Kd4 2. Kd2 Ke4 *\n";
        let found = findings(&WRONG_MOVE_NUMBER, text);
        assert_eq!((found.len(), found[0].level), (1, Level::Info));
        assert_eq!(found[0].message, "The moves are counted from 1, but by the FEN tag this is move 37");
        assert_eq!(found[0].fixes[0].edits.len(), 2);
    }
}
