use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A check or mate without its mark.
    ///
    /// ## What it does
    /// Checks for moves that give check without `+`, and mates without `#`.
    ///
    /// ## Why is this bad?
    /// Every program reads the move, but export format requires the marks.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 f6 2. Qh5 g6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 f6 2. Qh5+ g6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.5.
    name: "missing-check-mark", group: Style, level: Info, fix: Always, hooks: [Hook::Played(Notes::MISSING_CHECK, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::LONG_ALGEBRAIC) {
        return;
    }
    let san = canonical(walk);
    let what = if san.ends_with('#') { "mate" } else { "check" };
    let message = format!("{} gives {what}; PGN writes {san}", walk.move_text());
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn check_and_mate_are_marked() {
        check(
            &RULE,
            "
1. f3 e5 2. g4 (2. Kf2 Bc5 3. e3) 2... Qh4 0-1
                       ^^^ Bc5 gives check; PGN writes Bc5+
                                       ^^^ Qh4 gives mate; PGN writes Qh4#
",
        );
        check_fix(&RULE, "1. f3 e5 2. g4 Qh4 0-1", "1. f3 e5 2. g4 Qh4# 0-1");
    }

    #[test]
    fn coordinates_have_no_marks() {
        check(&RULE, "1. f2f3 e7e5 2. g2g4 d8h4 0-1");
    }
}
