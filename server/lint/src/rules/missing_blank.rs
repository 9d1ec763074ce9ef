use crate::explanation::{Candidate, Slip, character_before};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// Two moves, or a move and a number, without a space between them.
    ///
    /// ## What it does
    /// Checks for words that cannot be read or played as one move but can be split into two.
    ///
    /// ## Why is this bad?
    /// Other programs read one long word, and stop there.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3Nc6 3. Bb5 a6 4. Ba4 Nf6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: that the game is legal afterwards makes it likely, not certain.
    ///
    /// ## References
    /// PGN standard, sections 7 and 8.2.
    name: "missing-blank", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::MissingSpace {
        return;
    }
    if !candidate.range.is_empty() {
        let message = format!("{} is between two moves, where PGN has a space", &text[candidate.range.clone()]);
        let fix = Fix::unsafe_("Write a space", vec![candidate.edit.clone()]);
        findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
        return;
    }
    let fix = Fix::unsafe_("Insert a space", vec![candidate.edit.clone()]);
    let place = character_before(text, candidate.range.start);
    findings.push(RULE.finding(place, "A space is missing after this").with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_seam_is_marked() {
        check(
            &RULE,
            "
1. e4/e5 2. Nf3/Nc6 *
     ^ / is between two moves, where PGN has a space
               ^ / is between two moves, where PGN has a space
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nf3Nc6 3. Bb5 a6 4. Ba4 Nf6 *
              ^ A space is missing after this
",
        );
        let cases = [
            ("1. e4 e52. Nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"),
            ("1. e4 e5 2. Nf3/Nc6 3. Bb5 a6 4. Ba4 Nf6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5a6 4. Ba4 Nf6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"),
        ];
        for (typed, meant) in cases {
            check_fix(&RULE, typed, meant);
        }
    }
}
