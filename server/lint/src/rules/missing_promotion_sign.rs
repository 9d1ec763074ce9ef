use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A promotion without its equals sign.
    ///
    /// ## What it does
    /// Checks for `e8Q`, `e8/Q`, `e8(Q)` and `e8=q`.
    ///
    /// ## Why is this bad?
    /// PGN writes `e8=Q`. Programs built on pgn-reader silently lose the promotion of `e8Q` and everything after it; most
    /// programs reject `e8/Q` and `e8(Q)`.
    ///
    /// ## Example
    /// ```pgn
    /// 1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8Q Qxa8 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q Qxa8 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    name: "missing-promotion-sign", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::MISSING_PROMOTION_SIGN, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::LONG_ALGEBRAIC) {
        return;
    }
    let message =
        format!("{} is a promotion without its equals sign; PGN writes {}", walk.move_text(), canonical(walk));
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn every_spelling_becomes_the_sign() {
        let game = |last: &str| format!("1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. {last} *");
        for spelling in ["bxa8N", "bxa8/N", "bxa8(N)", "bxa8=(N)"] {
            check_fix(&RULE, &game(spelling), &game("bxa8=N"));
        }
        check(
            &RULE,
            "
1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8R *
                                               ^^^^^ bxa8R is a promotion without its equals sign; PGN writes bxa8=R
",
        );
    }

    #[test]
    fn coordinates_have_none() {
        check(&RULE, "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. b7a8q *");
    }
}
