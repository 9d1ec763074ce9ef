use super::spelling::{canonical, ending, misspelled};
use crate::finding::Finding;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// Check or mate marked with another sign than `+` and `#`.
    ///
    /// ## What it does
    /// Checks for `++` for double check or mate, and the daggers `†` and `‡`.
    ///
    /// ## Why is this bad?
    /// PGN uses `+` for check of any kind and `#` for mate. Other marks are unknown characters to most programs.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 f6 2. Qh5† g6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 f6 2. Qh5+ g6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it writes the mark that the position requires.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.5.
    name: "nonstandard-check-mark", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::ODD_CHECK, check)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Vec<Finding>) {
    let mark = ending(walk, |sign| matches!(sign, '+' | '#' | '†' | '‡'));
    let message = format!("{} is not a check mark of PGN; PGN writes {}", walk.text(mark.clone()), canonical(walk));
    findings.push(misspelled(&RULE, walk, mark, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn other_marks_become_what_the_position_asks_for() {
        check(
            &RULE,
            "
1. e4 f6 2. Qh5++ g6 *
               ^^ ++ is not a check mark of PGN; PGN writes Qh5+
",
        );
        check_fix(&RULE, "1. f3 e5 2. g4 Qh4++ 0-1", "1. f3 e5 2. g4 Qh4# 0-1");
        check_fix(&RULE, "1. e4† e5 *", "1. e4 e5 *");
    }
}
