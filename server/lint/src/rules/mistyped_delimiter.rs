use super::fixes::perhaps_write;
use crate::explanation::{Candidate, Slip};
use crate::finding::{Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A parenthesis typed for a brace, or a brace for a parenthesis.
    ///
    /// ## What it does
    /// Checks for a mistyped delimiter where moves, numbers and delimiters do not fit together, and reports the one whose
    /// replacement makes the game legal: `{comment)`, `(comment}`, `(variation}`.
    ///
    /// ## Why is this bad?
    /// Everything up to the next delimiter of the right kind is misread: a comment as moves, or moves as a comment. Other
    /// programs notice many moves later, if at all.
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
    /// The fix is unsafe: that the game is legal afterwards makes it likely, not certain.
    ///
    /// ## References
    /// PGN standard, sections 5 and 8.2.5.
    name: "mistyped-delimiter", group: Correctness, level: Error, fix: Always, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.is_reported_before {
        return;
    }
    let what = match candidate.slip {
        Slip::MistypedEndOfComment => "the open comment ends with a brace",
        Slip::MistypedBeginOfComment => "a comment begins with a brace",
        Slip::MistypedEndOfVariation => "the open variation ends with a parenthesis",
        Slip::MistypedBeginOfVariation => "a variation begins with a parenthesis",
        Slip::DoubledBeginOfVariation => {
            let is_doubled = text[..candidate.range.start].trim_end().ends_with('(')
                || text[candidate.range.end..].trim_start().starts_with('(');
            let message = match is_doubled {
                true => "One ( too many: the variation is closed only once",
                false => "This ( begins no variation: the moves of the game go on after it",
            };
            let fix = Fix::unsafe_("Delete the (", vec![candidate.edit.clone()]);
            return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
        }
        Slip::DoubledEndOfVariation => {
            let message = "One ) too many: it ends the variation too early";
            let fix = Fix::unsafe_("Delete the )", vec![candidate.edit.clone()]);
            return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
        }
        Slip::SurplusBeginOfComment => {
            let message = "This { begins no comment: the moves of the game go on after it";
            let fix = Fix::unsafe_("Delete the {", vec![candidate.edit.clone()]);
            return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
        }
        Slip::GameInParentheses => {
            let message = "The moves in these parentheses are no variation: the game goes on with them";
            let fix = Fix::unsafe_("Delete the parentheses", vec![candidate.edit.clone()]);
            return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
        }
        Slip::ShiftedDelimiter => return findings.push(shifted(candidate, text)),
        Slip::OtherBraces => {
            let message = "Comments are in braces, { and }, not in other brackets";
            let fix = perhaps_write(candidate.edit.range.clone(), &candidate.edit.text);
            return findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
        }
        _ => return,
    };
    let (typed, meant) = (&text[candidate.range.clone()], &candidate.edit.text);
    let message = format!("This {typed} should be {meant}: {what}");
    let fix = match candidate.rest.first() {
        Some(end) => Fix::unsafe_(format!("Write {meant} and {}", end.text), candidate.edits()),
        None => perhaps_write(candidate.edit.range.clone(), meant),
    };
    let mut finding = RULE.finding(candidate.range.clone(), message).with_fix(fix);
    if let Some(end) = candidate.rest.first() {
        finding = finding.with_related(end.range.clone(), "its end");
    }
    findings.push(finding);
}

/// A delimiter that is one move away from its place.
fn shifted(candidate: &Candidate, text: &str) -> Finding {
    let Candidate { edit, range, .. } = candidate;
    let sign = &text[range.clone()];
    let movetext = edit.text.trim_matches(|other: char| other.is_whitespace() || sign.contains(other));
    let side = if edit.text.trim_start().starts_with(sign) { "before" } else { "after" };
    let message = format!("This {sign} belongs {side} {movetext}: the game then goes on");
    RULE.finding(range.clone(), message).with_fix(Fix::unsafe_(format!("Put it {side} {movetext}"), vec![edit.clone()]))
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
                                         ^ This ) should be }: the open comment ends with a brace
",
        );
        check(
            &RULE,
            "
1. e4 e5 (1... c5 2. Nf3} 2. Nf3 Nc6 *
                        ^ This } should be ): the open variation ends with a parenthesis
",
        );
        check(
            &RULE,
            "
1. e4 (the best move} 1... e5 2. Nf3 *
      ^ This ( should be {: a comment begins with a brace
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
