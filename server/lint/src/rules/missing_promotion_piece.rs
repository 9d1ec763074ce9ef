use super::fixes::perhaps_write;
use super::spelling::canonical;
use crate::finding::Finding;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::Outcome;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A promotion without the piece.
    ///
    /// ## What it does
    /// Checks for `e8` and `bxa8` where the pawn must be promoted. Checking continues as if it became a queen.
    ///
    /// ## Why is this bad?
    /// Four moves fit. pgn-extract takes the queen; most programs call the move illegal and stop reading there.
    ///
    /// ## Example
    /// ```pgn
    /// 1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8 Qxa8 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q Qxa8 *
    /// ```
    ///
    /// ## Fix safety
    /// The fixes are unsafe: a queen is likely, but not certain.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    name: "missing-promotion-piece", group: Correctness, level: Error, fix: Always, hooks: [Hook::Played(Notes::MISSING_PROMOTION_PIECE, check)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Findings) {
    let mut range = walk.replay.ply().range.clone();
    // With the sign before the piece that is missing.
    range.end += usize::from(walk.game.text[range.end..].starts_with('='));
    let message = format!("{} does not say to which piece the pawn is promoted", walk.move_text());
    let finding = RULE.finding(range.clone(), message);
    let likeliest = canonical(walk);
    let body = likeliest.trim_end_matches(['+', '#']);
    let (step, chosen) = body.split_once('=').unwrap_or((body, "Q"));
    // Only the likeliest was played, so only its check mark is known; a missing one is no error.
    let others = ["Q", "N", "R", "B"].into_iter().filter(|letter| *letter != chosen);
    let others = others.map(|letter| format!("{step}={letter}"));
    let fixes = [likeliest.to_owned()].into_iter().chain(others);
    findings.push(fixes.map(|san| perhaps_write(range.clone(), san)).fold(finding, Finding::with_fix));
}

/// Whether what is at byte `place` follows a promotion without its piece directly.
pub(super) fn ends_promotion(walk: &Walk, place: usize) -> bool {
    let ply = walk.replay.ply();
    let Outcome::Played { notes, .. } = &ply.outcome else { return false };
    walk.replay.has_moved() && ply.range.end == place && notes.has_any(Notes::MISSING_PROMOTION_PIECE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability};

    #[test]
    fn the_piece_with_which_the_game_goes_on_comes_first() {
        let text = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 Kg7 2. Nb6 *";
        let findings = crate::testing::all_findings(crate::rules::RULES, text);
        let errors: Vec<_> = findings.iter().filter(|finding| finding.level == crate::finding::Level::Error).collect();
        assert_eq!(errors.len(), 1, "{errors:#?}");
        let titles: Vec<&str> = errors[0].fixes.iter().map(|fix| fix.title.as_str()).collect();
        assert_eq!(titles, ["Write a8=N", "Write a8=Q", "Write a8=R", "Write a8=B"]);
    }

    #[test]
    fn four_pieces_are_offered_queen_first() {
        check(
            &RULE,
            "
1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8 Qxa8 *
                                               ^^^^ bxa8 does not say to which piece the pawn is promoted
",
        );
        let text = "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8 *";
        let findings = crate::testing::findings(&RULE, text);
        let titles: Vec<&str> = findings[0].fixes.iter().map(|fix| fix.title.as_str()).collect();
        assert_eq!(titles, ["Write bxa8=Q", "Write bxa8=N", "Write bxa8=R", "Write bxa8=B"]);
        check_applicability(&RULE, text, Applicability::Unsafe);
    }
}
