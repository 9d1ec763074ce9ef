use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A capture without its `x`.
    ///
    /// ## What it does
    /// Checks for captures written without `x`, such as `ed5` and `Qd5`.
    ///
    /// ## Why is this bad?
    /// PGN marks every capture. pgn-reader with shakmaty, and programs built on them, call the move illegal and stop reading
    /// there.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 d5 2. ed5 Qd5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 d5 2. exd5 Qxd5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    name: "missing-capture-mark", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::MISSING_CAPTURE, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::LONG_ALGEBRAIC) {
        return;
    }
    let message = format!("{} is a capture; PGN writes {}", walk.move_text(), canonical(walk));
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn captures_are_marked() {
        check(
            &RULE,
            "
1. e4 d5 2. ed5 Qd5 3. Nc3 *
            ^^^ ed5 is a capture; PGN writes exd5
                ^^^ Qd5 is a capture; PGN writes Qxd5
",
        );
        check_fix(&RULE, "1. e4 d5 2. ed5 Qd5 *", "1. e4 d5 2. exd5 Qxd5 *");
    }

    #[test]
    fn coordinates_need_no_mark() {
        check(&RULE, "1. e2e4 d7d5 2. e4d5 *");
    }
}
