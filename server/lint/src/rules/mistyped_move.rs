use super::fixes::perhaps_write;
use crate::explanation::{Candidate, Slip};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A legal move after which the following moves are illegal.
    ///
    /// ## What it does
    /// Checks, where a later move is illegal, for an earlier move that was mistyped by one file, one rank or the piece letter:
    /// with the other move all that follows is legal; and for a null move that is one too many.
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

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    let typed = &text[candidate.range.clone()];
    match candidate.slip {
        Slip::Mistyped => {}
        Slip::SurplusNullMove => {
            let message = format!("{typed} is a null move, and the following moves are legal only without it");
            let fix = Fix::unsafe_(format!("Delete {typed}"), candidate.edits());
            return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
        }
        Slip::NullMoveForMove => {
            let message = format!("{typed} is a null move, but the following moves are legal only after another one");
            let finding = RULE.finding(candidate.range.clone(), message);
            // Which of several moves was played is a guess.
            let fix = perhaps_write(candidate.edit.range.clone(), &candidate.edit.text);
            return findings.push(if candidate.others.is_empty() { finding.with_fix(fix) } else { finding });
        }
        _ => return,
    }
    let meant = &candidate.edit.text;
    let message = format!("{typed} is legal, but the following moves are legal only after {meant}");
    let edits = std::iter::once(&candidate.edit).chain(&candidate.others);
    let write = |edit: &Edit| perhaps_write(edit.range.clone(), &edit.text);
    let finding = RULE.finding(candidate.range.clone(), message);
    findings.push(edits.map(write).fold(finding, Finding::with_fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

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

    #[test]
    fn a_null_move_too_many_goes() {
        check(
            &RULE,
            "
1. e4 -- e5 2. Nf3 Nc6 3. Bb5 a6 *
      ^^ -- is a null move, and the following moves are legal only without it
",
        );
        check_fix(&RULE, "1. e4 -- e5 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
    }
}
