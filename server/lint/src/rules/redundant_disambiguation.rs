use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// More disambiguation than the move needs.
    ///
    /// ## What it does
    /// Checks for moves such as `Nge2` where only one knight can legally go to e2, for instance because the other is pinned;
    /// and for moves that name the rank where the standard requires the file.
    ///
    /// ## Why is this bad?
    /// Every program reads it. Export format uses as little as possible: first the file, then the rank, then both; a pinned
    /// piece does not count.
    ///
    /// ## Example
    /// ```pgn
    /// 1. Ngf3 d5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. Nf3 d5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.4.
    name: "redundant-disambiguation", group: Style, level: Info, fix: Always, hooks: [Hook::Played(Notes::REDUNDANT_DISAMBIGUATION, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::LONG_ALGEBRAIC) {
        return;
    }
    let message = format!("{} is enough: {} has more disambiguation than needed", canonical(walk), walk.move_text());
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn a_pinned_piece_does_not_count() {
        check(
            &RULE,
            "
1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Nge2 *
                                           ^^^^ Ne2 is enough: Nge2 has more disambiguation than needed
",
        );
        check(&RULE, "1. d4 d5 2. Nf3 Nf6 3. Nbd2 *");
    }

    #[test]
    fn a_pawns_step_names_no_file() {
        check(
            &RULE,
            "
1. e4 ee5 2. aa3 *
      ^^^ e5 is enough: ee5 has more disambiguation than needed
             ^^^ a3 is enough: aa3 has more disambiguation than needed
",
        );
        check_fix(&RULE, "1. e4 ee5 *", "1. e4 e5 *");
        check_fix(&RULE, "[Variant \"Atomic\"]\n\n1. ee4 *", "[Variant \"Atomic\"]\n\n1. e4 *");
        check(&RULE, "1. e2e4 e7-e5 2. Pd2d4 exd4 *");
    }

    #[test]
    fn the_file_goes_before_the_rank() {
        check_fix(&RULE, "1. Nf3 d5 2. d3 e5 3. N1d2 *", "1. Nf3 d5 2. d3 e5 3. Nbd2 *");
    }
}
