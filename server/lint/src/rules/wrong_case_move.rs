use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A lower-case piece letter or an upper-case file letter.
    ///
    /// ## What it does
    /// Checks for moves such as `nf3` and `E4`.
    ///
    /// ## Why is this bad?
    /// PGN is case-sensitive: `bc4` could be the bishop or the b-pawn. Many programs reject such a move.
    ///
    /// ## Example
    /// ```pgn
    /// 1. nf3 d5 *
    /// ```
    /// ```pgn
    /// 1. E4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. Nf3 d5 *
    /// ```
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move. It is unsafe where what is written may be another move: `dD4`, and `NBd7` where both pieces can go there.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.2.
    name: "wrong-case-move", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::LOWER_CASE_PIECE.and(Notes::UPPER_CASE_FILE), check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    let (text, san) = (walk.move_text(), canonical(walk));
    // UCI writes the promotion piece in lower case; that is correct coordinate notation.
    if notes.has_any(Notes::LONG_ALGEBRAIC) && !notes.has_any(Notes::UPPER_CASE_FILE) {
        return;
    }
    let message = match notes.has_any(Notes::UPPER_CASE_FILE) {
        true => format!("{text} has an upper-case file letter; PGN writes {san}"),
        false => format!("{text} has a lower-case piece letter; PGN writes {san}"),
    };
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn pieces_are_capitals_and_files_are_not() {
        check(
            &RULE,
            "
1. e4 E5 2. nf3 Nc6 *
      ^^ E5 has an upper-case file letter; PGN writes e5
            ^^^ nf3 has a lower-case piece letter; PGN writes Nf3
",
        );
        check_fix(&RULE, "1. e4 e5 2. bc4 nC6 *", "1. e4 e5 2. Bc4 Nc6 *");
    }

    #[test]
    fn a_letter_too_many_is_not_certain() {
        check_applicability(&RULE, "1. e4 e5 2. dD4 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 2. D4 *", Applicability::Safe);
        // `Bd7` is legal, too, and other programs read that.
        check_applicability(&RULE, "1. b4 d5 2. Bb2 NBd7 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. b4 d5 2. Bb2 NC6 *", Applicability::Safe);
    }
}
