use super::spelling::{character, misspelled};
use crate::finding::Finding;
use crate::lint::Walk;
use crate::replay::notes::Notes;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// An `x` where nothing is captured.
    ///
    /// ## What it does
    /// Finds moves such as `Nxf3` with nobody on f3.
    ///
    /// ## Why is this bad?
    /// Either the sign is wrong or another move was meant: look. pgn-reader with shakmaty and programs built on them call the
    /// move illegal and stop reading there.
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
    /// The fix keeps the move as it is read by most programs.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    static SUPERFLUOUS_CAPTURE_MARK = {
        name: "superfluous-capture-mark", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Played(Notes::SUPERFLUOUS_CAPTURE, check)],
    }
}

fn check(_: Notes, walk: &Walk, findings: &mut Vec<Finding>) {
    let message = format!("{} says capture, but there is nothing to capture", walk.move_text());
    let mark = character(walk, |sign| matches!(sign, 'x' | 'X' | '×' | ':'));
    findings.push(misspelled(&SUPERFLUOUS_CAPTURE_MARK, walk, mark, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_mark_goes() {
        check(
            &SUPERFLUOUS_CAPTURE_MARK,
            "
1. Nxf3 d5 2. Nxe5 *
    ^ Nxf3 says capture, but there is nothing to capture
               ^ Nxe5 says capture, but there is nothing to capture
",
        );
        check_fix(&SUPERFLUOUS_CAPTURE_MARK, "1. Nxf3 d5 *", "1. Nf3 d5 *");
    }
}
