use super::spelling::{canonical, character, misspelled};
use crate::finding::Level;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// The letter P in a pawn move.
    ///
    /// ## What it does
    /// Checks for moves such as `Pe4`.
    ///
    /// ## Why is this bad?
    /// P is the letter of the pawn, but export format omits it, and not every program reads it. python-chess takes `Pxd5` for an illegal
    /// move: in a capture without the file of the pawn, the letter is reported as a warning.
    ///
    /// ## Example
    /// ```pgn
    /// 1. Pe4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.2.
    name: "explicit-pawn-letter", group: Style, level: Warning, fix: Always, hooks: [Hook::Played(Notes::PAWN_LETTER, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::FIGURINE.and(Notes::LOCAL_LETTER).and(Notes::LOWER_CASE_PIECE)) {
        return;
    }
    let message = format!("{} has a pawn letter; PGN writes {}", walk.move_text(), canonical(walk));
    let mut finding = misspelled(&RULE, walk, character(walk, |letter| letter == 'P'), message);
    if !walk.move_text().starts_with("Px") {
        finding.level = Level::Info;
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all_findings, check, check_fix};

    #[test]
    fn the_letter_goes() {
        check(
            &RULE,
            "
1. Pe4 e5 *
   ^ Pe4 has a pawn letter; PGN writes e4
",
        );
        check_fix(&RULE, "1. e4 d5 2. Pexd5 *", "1. e4 d5 2. exd5 *");
        check_fix(&RULE, "1. e4 d5 2. Pxd5 *", "1. e4 d5 2. exd5 *");
    }

    #[test]
    fn a_capture_without_its_file_is_a_warning() {
        for (text, level) in
            [("1. e4 d5 2. Pxd5 *", Level::Warning), ("1. e4 d5 2. Pexd5 *", Level::Info), ("1. Pe4 *", Level::Info)]
        {
            let found = all_findings(&[&RULE], text);
            assert_eq!(found.iter().map(|finding| finding.level).collect::<Vec<_>>(), [level], "{text}");
        }
    }
}
