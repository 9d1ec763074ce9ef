use super::fixes::perhaps_write;
use crate::explanation::{Candidate, Slip};
use crate::finding::{Edit, Finding};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A legal move after which the following moves are illegal.
    ///
    /// ## What it does
    /// Checks, where a later move is illegal, for an earlier move that was mistyped by one file, one rank or the piece letter:
    /// with the other move all that follows is legal.
    ///
    /// ## Why is this bad?
    /// The game is a different one from there on, and programs stop at a move that is correct.
    ///
    /// ## Example
    /// ```pgn
    /// 1. d4 d5 2. c3 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: that the game is legal afterwards makes it likely, not certain.
    ///
    /// ## References
    /// PGN standard, section 8.2.
    name: "mistyped-move", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Vec<Finding>) {
    if candidate.slip != Slip::Mistyped {
        return;
    }
    let (typed, meant) = (&text[candidate.range.clone()], &candidate.edit.text);
    let message = format!("{typed} is legal, but the following moves are legal only after {meant}");
    let edits = std::iter::once(&candidate.edit).chain(&candidate.others);
    let write = |edit: &Edit| perhaps_write(edit.range.clone(), &edit.text);
    let finding = RULE.finding(candidate.range.clone(), message);
    findings.push(edits.map(write).fold(finding, Finding::with_fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_mistyped_move_is_marked_not_the_one_that_fails() {
        check(
            &RULE,
            "
1. d4 d5 2. c3 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 *
            ^^ c3 is legal, but the following moves are legal only after c4
",
        );
    }
}
