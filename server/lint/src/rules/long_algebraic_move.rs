use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A move with both origin and target square.
    ///
    /// ## What it does
    /// Checks for long algebraic notation (`e2-e4`, `Ng1-f3`) and coordinate notation (`e2e4`, `e7e8q`).
    ///
    /// ## Why is this bad?
    /// Movetext is in short algebraic notation. pgn-reader and programs built on it play no move of a game with `e2-e4` and
    /// stop at `g1f3`, as does chessops; kokopu rejects both, kludwig's parser the former.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e2-e4 e7e5 2. Ng1-f3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it keeps the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.
    name: "long-algebraic-move", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::LONG_ALGEBRAIC, check)],
}

fn check(notes: Notes, walk: &Walk, findings: &mut Findings) {
    if notes.has_any(Notes::ODD_CASTLING) {
        return;
    }
    let text = walk.move_text();
    // Besides the target square, the one that it comes from: `N-c3` has only a hyphen too many.
    let squares = text.as_bytes().windows(2).filter(|pair| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']));
    let message = match squares.count() {
        0 | 1 => format!("{text} has a dash; PGN writes {}", canonical(walk)),
        _ => format!("{text} names both squares; PGN writes {}", canonical(walk)),
    };
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn both_squares_become_one() {
        check(
            &RULE,
            "
1. e2e4 d7-d5 2. e4xd5 Qxd5 3. Nb1-c3 *
   ^^^^ e2e4 names both squares; PGN writes e4
        ^^^^^ d7-d5 names both squares; PGN writes d5
                 ^^^^^ e4xd5 names both squares; PGN writes exd5
                               ^^^^^^ Nb1-c3 names both squares; PGN writes Nc3
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. N-c3 *
            ^^^^ N-c3 has a dash; PGN writes Nc3
",
        );
        check_fix(&RULE, "1. e2e4 d7d5 2. e4d5 d8d5 *", "1. e4 d5 2. exd5 Qxd5 *");
    }

    #[test]
    fn a_hyphen_that_runs_into_a_number_is_not_certain() {
        check_applicability(&RULE, "[Event \"E\"]\n\n01-f3 d5 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 d7-d5 *", Applicability::Safe);
    }

    #[test]
    fn a_promotion_without_a_piece_is_not_certain() {
        let text = "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. b7xa8 *";
        check_applicability(&RULE, text, Applicability::Unsafe);
    }
}
