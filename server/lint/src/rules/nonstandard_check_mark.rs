use super::fixes::perhaps_write;
use super::spelling::{canonical, ending, misspelled};
use crate::explanation::{Candidate, Slip};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// Check or mate marked with another sign than `+` and `#`.
    ///
    /// ## What it does
    /// Checks for `++` for double check or mate, the daggers `†` and `‡`, and words such as `ch` and `mate` after a move that gives check.
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
    /// The fix is safe for signs: it writes the mark that the position requires. For words it is unsafe.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.5.
    name: "nonstandard-check-mark", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::ODD_CHECK, check), Hook::Slip(check_words)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Findings) {
    let mark = ending(walk, |sign| matches!(sign, '+' | '#' | '†' | '‡'));
    let message = format!("{} is not a check mark of PGN; PGN writes {}", walk.text(mark.clone()), canonical(walk));
    findings.push(misspelled(&RULE, walk, mark, message));
}

/// A check or mate in words.
fn check_words(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::CheckInWords {
        return;
    }
    let (words, san) = (&text[candidate.range.clone()], &candidate.edit.text);
    let message = format!("\"{words}\" is not a check mark of PGN; PGN writes {san}");
    let fix = perhaps_write(candidate.edit.range.clone(), san);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

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

    #[test]
    fn words_become_marks() {
        let game = |check: &str| format!("1. f4 e5 2. fxe5 {check} 3. g3 Qe4 *");
        for check in ["Qh4 ch", "Qh4 ch.", "Qh4 check", "Qh4ch", "Qh4ch.", "Qh4+ ch", "Qh4 dbl. ch.", "Qh4 Check"] {
            assert_eq!(warnings(&game(check)), ["nonstandard-check-mark"], "{check}");
            check_fix(&RULE, &game(check), &game("Qh4+"));
        }
        for mate in ["Qh4 mate", "Qh4 Mate.", "Qh4mate", "Qh4 checkmate"] {
            check_fix(&RULE, &format!("1. f3 e5 2. g4 {mate} 0-1"), "1. f3 e5 2. g4 Qh4# 0-1");
        }
    }
}
