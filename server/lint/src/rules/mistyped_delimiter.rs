use crate::finding::{Finding, Fix};
use crate::root_cause::{Candidate, Slip};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A parenthesis typed for a brace, or the other way round.
    ///
    /// ## What it does
    /// Where moves, their numbers and the delimiters do not fit together, tries what would be if one delimiter were another,
    /// and reports the one after which the game reads: `{comment)`, `(comment}`, `(variation}`.
    ///
    /// ## Why is this bad?
    /// Everything up to the next delimiter of the right kind is read as what it is not. Other programs notice it many moves
    /// later, if at all.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {the best move) 1... e5 2. Nf3 Nc6 {as usual} 3. Bb5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {the best move} 1... e5 2. Nf3 Nc6 {as usual} 3. Bb5 *
    /// ```
    ///
    /// ## Fix safety
    /// That the game reads afterwards makes the fix likely, not certain, so it is never applied unasked.
    ///
    /// ## References
    /// PGN standard, sections 5 and 8.2.5.
    name: "mistyped-delimiter", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Vec<Finding>) {
    let what = match candidate.slip {
        Slip::MistypedEndOfComment => "the comment that is open here ends with a brace",
        Slip::MistypedBeginOfComment => "what follows is a comment, which begins with a brace",
        Slip::MistypedEndOfVariation => "the variation that is open here ends with a parenthesis",
        Slip::MistypedBeginOfVariation => "what follows is a variation, which begins with a parenthesis",
        Slip::DoubledBeginOfVariation => {
            let message = "This ( is one too many: the variation is closed once";
            let fix = Fix::unsafe_("Take it out", vec![candidate.edit.clone()]);
            return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
        }
        _ => return,
    };
    let (typed, meant) = (&text[candidate.range.clone()], &candidate.edit.text);
    let message = format!("This {typed} should be {meant}: {what}");
    let fix = Fix::unsafe_(format!("Write {meant}"), vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_delimiter_is_marked_not_the_move_that_no_longer_fits() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Nc6 3. Bb5 {the main line) 3... a6 4. Ba4 Nf6 {good} 5. O-O *
                                         ^ This ) should be }: the comment that is open here ends with a brace
",
        );
        check(
            &RULE,
            "
1. e4 e5 (1... c5 2. Nf3} 2. Nf3 Nc6 *
                        ^ This } should be ): the variation that is open here ends with a parenthesis
",
        );
        check(
            &RULE,
            "
1. e4 (the best move} 1... e5 2. Nf3 *
      ^ This ( should be {: what follows is a comment, which begins with a brace
",
        );
    }

    #[test]
    fn every_delimiter_of_a_game_is_found() {
        check_fix(
            &RULE,
            "1. d4 Nf6 2. g3 c5 3. c3 cxd4 4. cxd4 d5 5. Nc3 Bf5 {a} 6. Qb3 Nc6 7. Nf3 {b} 7...Na5 8. Qa4+ Bd7 9. Qd1 {c) \
             9...e6 10. Bg2 Bd6 11. O-O O-O 12. Ne5 {d} 12...Rc8 {e) 13. Bg5 Nc4 {f} 14. Bxf6 gxf6 15. Nxc4 Rxc4 16. e4 *",
            "1. d4 Nf6 2. g3 c5 3. c3 cxd4 4. cxd4 d5 5. Nc3 Bf5 {a} 6. Qb3 Nc6 7. Nf3 {b} 7...Na5 8. Qa4+ Bd7 9. Qd1 {c} \
             9...e6 10. Bg2 Bd6 11. O-O O-O 12. Ne5 {d} 12...Rc8 {e} 13. Bg5 Nc4 {f} 14. Bxf6 gxf6 15. Nxc4 Rxc4 16. e4 *",
        );
    }
}
