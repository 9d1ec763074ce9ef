use super::spelling::{ending, misspelled};
use crate::finding::Level;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A check mark that does not match the position.
    ///
    /// ## What it does
    /// Checks for `#` where there is no mate (a warning), `+` where there is no check, and `+` where it is mate (both
    /// informational).
    ///
    /// ## Why is this bad?
    /// If the annotator marks mate and the board shows none, this move or an earlier one may be wrong. A superfluous `+`, or
    /// one in place of `#`, is harmless, but export format requires the right mark.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 f6 2. Qh5# g6 *
    /// ```
    /// ```pgn
    /// 1. f3 e5 2. g4 Qh4+ 0-1
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 f6 2. Qh5+ g6 *
    /// ```
    /// ```pgn
    /// 1. f3 e5 2. g4 Qh4# 0-1
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move and writes the mark that the position requires.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.5.
    name: "wrong-check-mark", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Played(Notes::WRONG_CHECK.and(Notes::SUPERFLUOUS_CHECK), check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::ODD_CHECK) {
        return;
    }
    let text = walk.move_text();
    let is_mate_mark = text.ends_with('#');
    let message = match (is_mate_mark, notes.has_any(Notes::WRONG_CHECK)) {
        (true, true) => format!("{text} is check but not mate"),
        (true, false) => format!("{text} is not mate, not even check"),
        (false, true) => format!("{text} is mate; PGN writes #"),
        (false, false) => format!("{text} is not check"),
    };
    let mark = ending(walk, |sign| matches!(sign, '+' | '#'));
    let mut finding = misspelled(&RULE, walk, mark, message);
    if !is_mate_mark {
        finding.level = Level::Info;
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn marks_are_compared_with_the_board() {
        check(
            &RULE,
            "
1. e4+ e5 2. Qh5# Nc6 3. Bc4 Nf6 4. Qxf7+ 1-0
     ^ e4+ is not check
                ^ Qh5# is not mate, not even check
                                        ^ Qxf7+ is mate; PGN writes #
",
        );
        check_fix(&RULE, "1. e4+ f6 2. Qh5# g6 *", "1. e4 f6 2. Qh5+ g6 *");
    }

    #[test]
    fn only_a_false_mate_is_a_warning() {
        let findings = crate::testing::findings(&RULE, "1. e4+ f6 2. Qh5# g6 *");
        let levels: Vec<Level> = findings.iter().map(|finding| finding.level).collect();
        assert_eq!(levels, [Level::Info, Level::Warning]);
    }

    #[test]
    fn after_a_guess_nothing_is_certain() {
        use crate::finding::Applicability;
        use crate::testing::check_applicability;
        check_applicability(&RULE, "1. e4 e5 2. Nf3+ Nc6 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 e5 2. Ne3 Nc6 3. Bb5+ a6 *", Applicability::Unsafe);
    }
}
