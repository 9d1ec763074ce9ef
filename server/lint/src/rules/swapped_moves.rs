use crate::explanation::{Candidate, Slip};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// Two moves in the wrong order.
    ///
    /// ## What it does
    /// Checks, where a move is illegal, whether it and its neighbour, and the moves after them, are legal in the other order.
    ///
    /// ## Why is this bad?
    /// In this order the moves are illegal, or a different game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nc6 Nf3 3. Bb5 a6 4. Ba4 Nf6 *
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
    /// PGN standard, section 8.2.
    name: "swapped-moves", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::Swapped {
        return;
    }
    if text[candidate.range.start..].starts_with(|first: char| first.is_ascii_digit()) {
        let message = "These moves are in another order than their numbers, and fit in that of the numbers";
        let fix = Fix::unsafe_("Put them in the order of their numbers", vec![candidate.edit.clone()]);
        return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
    }
    let pair: Vec<&str> = text[candidate.range.clone()].split_whitespace().collect();
    let (first, second) = (pair.first().copied().unwrap_or(""), pair.last().copied().unwrap_or(""));
    let message = format!("{first} and {second} are in the wrong order: both are legal the other way round");
    let fix = Fix::unsafe_("Swap the two moves", vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_fix;

    #[test]
    fn the_moves_change_places() {
        check_fix(&RULE, "1. e4 e5 2. Nc6 Nf3 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
        check_fix(
            &RULE,
            "1. e4 e5 2. Nf3 Nc6\n5. O-O {as usual} Be7 6. Re1 b5\n3. Bb5 a6 4. Ba4 Nf6\n7. Bb3 d6 *",
            "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 Nf6\n5. O-O {as usual} Be7 6. Re1 b5\n7. Bb3 d6 *",
        );
        check_fix(&RULE, "1. e4 e5 2. Nf3 Bb5 3. Nc6 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
    }
}
