use super::spelling::{character, misspelled};
use crate::finding::Applicability;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A capture mark on a move that captures nothing.
    ///
    /// ## What it does
    /// Checks for moves such as `Nxf3` with no piece on f3.
    ///
    /// ## Why is this bad?
    /// Either the mark is wrong or another move was meant. pgn-reader with shakmaty, and programs built on them, call the move
    /// illegal and stop reading there.
    ///
    /// ## Example
    /// ```pgn
    /// 1. Nxf3 d5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. Nf3 d5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix keeps the move as most programs read it.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    name: "superfluous-capture-mark", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Played(Notes::SUPERFLUOUS_CAPTURE, check)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Findings) {
    let message = format!("{} is written as a capture, but there is nothing to capture", walk.move_text());
    let mark = character(walk, |sign| matches!(sign, 'x' | 'X' | '×' | ':'));
    let mut finding = misspelled(&RULE, walk, mark, message);
    // After another fault the captured piece may be what is missing, and the mark right.
    if walk.has_trouble() {
        finding.fixes.iter_mut().for_each(|fix| fix.applicability = Applicability::Unsafe);
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn after_a_gap_the_mark_may_be_right() {
        let text = "1. e4 e5 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 *";
        check_applicability(&RULE, text, Applicability::Unsafe);
        check_applicability(&RULE, "1. Nxf3 d5 *", Applicability::Safe);
    }

    #[test]
    fn the_mark_goes() {
        check(
            &RULE,
            "
1. Nxf3 d5 2. Nxe5 *
    ^ Nxf3 is written as a capture, but there is nothing to capture
               ^ Nxe5 is written as a capture, but there is nothing to capture
",
        );
        check_fix(&RULE, "1. Nxf3 d5 *", "1. Nf3 d5 *");
    }
}
