use super::fixes::perhaps_write;
use super::spelling::{canonical, misspelled};
use super::unexpected_text::quote;
use crate::explanation::{Candidate, Slip};
use crate::finding::{Applicability, Edit, Finding};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::may_begin_with_sign;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A space inside a move.
    ///
    /// ## What it does
    /// Checks for a space between a piece letter and its square, or between a file and its rank: `N f3`, `Be 7`; and for
    /// moves in pieces, with a space, a line end or the mark of an annotation anywhere in them, that no program reads:
    /// `Nb d7`, `e8= Q`, `Nf!3`. Castling with spaces is reported by `nonstandard-castling`.
    ///
    /// ## Why is this bad?
    /// A move is one symbol. Other programs read two: `N` as an unknown move or as the sign for a novelty, and `f3` as a pawn
    /// move.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. N f3 Nc6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix removes the space. It is safe, except where `N` or `D` may be an annotation sign that belongs to the previous
    /// move, as in printed books, where the pieces could be read as something else, and where
    /// the square alone is a legal move of a pawn.
    ///
    /// ## References
    /// PGN standard, sections 7 and 8.2.3.3.
    name: "blank-in-move", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Played(Notes::INNER_SPACE, check), Hook::Slip(check_pieces)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Findings) {
    let range = walk.replay.ply().range.clone();
    let message = format!("{} has a space inside the move; PGN writes {}", walk.move_text(), canonical(walk));
    let may_be_sign = may_begin_with_sign(walk.game.text, range.clone());
    let mut finding = misspelled(&RULE, walk, range, message);
    if may_be_sign {
        finding.fixes.iter_mut().for_each(|fix| fix.applicability = Applicability::Unsafe);
    }
    findings.push(finding);
}

/// A move in pieces.
fn check_pieces(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::Apart {
        return;
    }
    let (pieces, san) = (&text[candidate.range.clone()], &candidate.edit.text);
    let message = format!("\"{}\" is the move {san} in pieces", quote(pieces));
    let edits = std::iter::once(&candidate.edit).chain(&candidate.others);
    let write = |edit: &Edit| perhaps_write(edit.range.clone(), &edit.text);
    findings.push(edits.map(write).fold(RULE.finding(candidate.range.clone(), message), Finding::with_fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all_findings, check, check_applicability, check_fix};

    #[test]
    fn the_move_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 2. N f3 Nc6 3. B b5 Nge 7 *
            ^^^^ N f3 has a space inside the move; PGN writes Nf3
                        ^^^^ B b5 has a space inside the move; PGN writes Bb5
                             ^^^^^ Nge 7 has a space inside the move; PGN writes Nge7
",
        );
    }

    #[test]
    fn the_blank_goes() {
        for (with, without) in [
            ("1. e4 e5 2. N f3 N c6 *", "1. e4 e5 2. Nf3 Nc6 *"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Be 7 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Be7 *"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 B e7 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Be7 *"),
            ("1. e4 e5 2. D h5 Nc6 *", "1. e4 e5 2. Qh5 Nc6 *"),
            ("1. e4 e5 2. N f3", "1. e4 e5 2. Nf3"),
        ] {
            check_fix(&RULE, with, without);
        }
    }

    #[test]
    fn what_follows_a_comment_in_a_move_stays_out_of_it() {
        for (with, without) in [
            ("1. e4 e5 2. N ; rest\nf3 Nc6 *", "1. e4 e5 2. Nf3 ; rest\n Nc6 *"),
            ("1. e4 e5 2. N ; rest\r\nf3 {best} Nc6 *", "1. e4 e5 2. Nf3 ; rest\r\n {best} Nc6 *"),
            ("1. e4 e5 2. N ; rest\nf3\nNc6 *", "1. e4 e5 2. Nf3 ; rest\nNc6 *"),
            ("1. e4 e5 2. N {a} ; b\n f3 Nc6 *", "1. e4 e5 2. Nf3 {a} ; b\n Nc6 *"),
        ] {
            check_fix(&RULE, with, without);
        }
    }

    #[test]
    fn a_knight_behind_a_number_is_no_novelty() {
        check_applicability(&RULE, "1. e4 e5 2. Nf3 Nc6 3. N e5 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 e5 2. Nf3 N c6 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 2. Nf3 Nc6 3. Bc4 B e7 *", Applicability::Safe);
    }

    #[test]
    fn a_pawn_that_may_be_meant_is_no_safe_guess() {
        check_applicability(&RULE, "1. e4 e5 2. N f3 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 2. Q h5 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 e5 2. Q g4 *", Applicability::Unsafe);
    }

    #[test]
    fn a_blank_is_one_finding() {
        for text in ["1. e4 e5 2. N f3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 3. B b5 a6 *"] {
            let rules: Vec<&str> = all_findings(crate::rules::RULES, text)
                .iter()
                .filter(|found| found.level >= crate::finding::Level::Warning)
                .map(|found| found.rule.name)
                .collect();
            assert_eq!(rules, ["blank-in-move"], "{text}");
        }
    }
}
