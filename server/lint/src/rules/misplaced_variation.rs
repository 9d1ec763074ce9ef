use crate::explanation::{Candidate, Slip};
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A variation that is one move too early or too late.
    ///
    /// ## What it does
    /// Checks for variations that are illegal from their first move on, but legal one move earlier or later in the line.
    ///
    /// ## Why is this bad?
    /// A variation replaces the move before it. In another place its moves are illegal.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 (2. f4 exf4 3. Nf3 g5) 3. Bb5 a6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 g5) 2... Nc6 3. Bb5 a6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: that the variation is legal afterwards makes it likely, not certain.
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "misplaced-variation", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::MisplacedVariation {
        return;
    }
    let moved = &text[candidate.edit.range.start..candidate.range.start.max(candidate.edit.range.start)];
    let (place, title) = if moved.split_whitespace().nth(1).is_some() {
        ("further back, where its number is that of the move", "Move it there")
    } else if !moved.is_empty() {
        ("before the move that it follows", "Move it before that move")
    } else {
        ("after the next move", "Move it after the next move")
    };
    let message = format!("This variation belongs {place}");
    let fix = Fix::unsafe_(title, vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn its_beginning_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Nc6 (2. f4 exf4 3. Nf3 g5) 3. Bb5 a6 *
                    ^ This variation belongs before the move that it follows
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (2... d6 3. d4 exd4) 4. Ba4 Nf6 *
                              ^ This variation belongs further back, where its number is that of the move
",
        );
        check_fix(
            &RULE,
            "1. e4 e5 (2. f4 exf4 3. Nf3 g5) 2. Nf3 Nc6 3. Bb5 a6 *",
            "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 g5) Nc6 3. Bb5 a6 *",
        );
    }
}
