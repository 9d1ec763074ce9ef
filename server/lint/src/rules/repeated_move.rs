use super::unexpected_text::quote;
use crate::explanation::{Candidate, Slip};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A move that was written twice.
    ///
    /// ## What it does
    /// Checks, where a move is illegal, for an earlier move or a piece of text that was written twice, or a move that the next
    /// one corrects (`Bc4, Bb5`): without one of the two all that follows is legal.
    ///
    /// ## Why is this bad?
    /// Every move after it is read as a move of the other side. Programs stop there or drop the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 d5 2. exd5 Qxd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: that the game is legal afterwards makes it likely, not certain.
    ///
    /// ## References
    /// PGN standard, section 8.2.
    name: "repeated-move", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip == Slip::Corrected {
        let san = &text[candidate.range.clone()];
        let message = format!("{san} is corrected by the next move, which is of the same side");
        let fix = Fix::unsafe_(format!("Delete {san}"), vec![candidate.edit.clone()]);
        return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
    }
    if candidate.slip == Slip::RepeatedText {
        let message = format!("\"{}\" is written twice", quote(&text[candidate.range.clone()]));
        let fix = Fix::unsafe_("Delete the second one", vec![candidate.edit.clone()]);
        return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
    }
    if candidate.slip != Slip::Repeated {
        return;
    }
    // A variation or a comment between the two moves is not written twice.
    if text[candidate.edit.range.clone()].contains(['(', '{']) {
        return;
    }
    let san = &text[candidate.range.clone()];
    let fix = Fix::unsafe_(format!("Delete the second {san}"), vec![candidate.edit.clone()]);
    let message = format!("{san} is written twice");
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

    #[test]
    fn text_that_is_there_twice_goes() {
        for (before, after) in [
            (
                "1. e4 e5 2. Nf3 {good} Nc6 3. Bb5\n2. Nf3 {good} Nc6 3. Bb5\na6 4. Ba4 Nf6 *",
                "1. e4 e5 2. Nf3 {good} Nc6 3. Bb5\na6 4. Ba4 Nf6 *",
            ),
            ("1. e4 e5 2. Nf3 Nc6 3. B2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"),
        ] {
            assert_eq!(warnings(before), ["repeated-move"], "{before}");
            check_fix(&RULE, before, after);
        }
    }

    #[test]
    fn a_correction_stays() {
        let game = |moves: &str| format!("1. e4 e5 2. Nf3 Nc6 3. {moves} a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *");
        for moves in ["Bc4 Bb5", "Bc4, Bb5", "Bc4 no Bb5", "Bc4 -> Bb5", "Bc4 (sorry) Bb5", "Bc4 ^H^H^HBb5"] {
            check_fix(&RULE, &game(moves), &game("Bb5"));
        }
    }

    #[test]
    fn the_second_is_marked_and_taken_out() {
        check(
            &RULE,
            "
1. e4 d5 2. exd5 Qxd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6 *
                      ^^^^ Qxd5 is written twice
",
        );
        check_fix(
            &RULE,
            "1. e4 c5 2. Bb5 a6 3. Bxd7+ Bxd7+ Bxd7 4. Nf3 Nc6 5. O-O *",
            "1. e4 c5 2. Bb5 a6 3. Bxd7+ Bxd7 4. Nf3 Nc6 5. O-O *",
        );
    }
}
