use crate::finding::{Edit, Finding, Fix};
use crate::line_edits::delete;
use crate::lint::Walk;
use crate::replay::{Outcome, Repair, RepairAction};
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A move that cannot be played in the position.
    ///
    /// ## What it does
    /// Plays every move of the main line and of all variations, and reports those that no legal move fits, with the reason:
    /// the piece is pinned, its way is blocked, the king would be attacked, it is the other side's turn. Checking goes on
    /// with the legal move after which most of the following moves can be played, so that one slip is one finding.
    ///
    /// ## Why is this bad?
    /// Illegal moves are not permitted in movetext. Most programs stop reading the game there, and some drop it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Ke3 Nc6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Ke2 Nc6 *
    /// ```
    ///
    /// ## Fix safety
    /// What was meant is a guess, so the fix is never applied unasked.
    ///
    /// ## References
    /// PGN standard, section 8.2.
    static ILLEGAL_MOVE = {
        name: "illegal-move", group: Correctness, level: Error, fix: Sometimes, hooks: [Hook::Failed(check)],
    }
}

fn check(walk: &Walk, findings: &mut Vec<Finding>) {
    let ply = walk.replay.ply();
    let Outcome::Illegal { reason, repair, suggestions } = &ply.outcome else { return };
    let text = walk.move_text();
    let finding = Finding::new(&ILLEGAL_MOVE, ply.range.clone(), format!("{text} cannot be played: {reason}"));
    let write = |san: &String| Fix::unsafe_(format!("Write {san}"), vec![Edit::replace(ply.range.clone(), san)]);
    let mut fixes: Vec<Fix> = suggestions.iter().map(write).collect();
    // Where the game goes on best without the move, that is the likeliest repair.
    if let Some(Repair { action: RepairAction::Skip, follows, .. }) = repair
        && follows.0 > 0
    {
        fixes.insert(0, Fix::unsafe_(format!("Take {text} out"), vec![delete(walk.game.text, ply.range.clone())]));
    }
    findings.push(fixes.into_iter().take(MOST_FIXES).fold(finding, Finding::with_fix));
}

/// More would not help to choose.
const MOST_FIXES: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_reason_is_a_players() {
        check(
            &ILLEGAL_MOVE,
            "
1. e4 e5 2. Ke3 Nc6 3. Nf3 *
            ^^^ Ke3 cannot be played: the king on e1 cannot reach e3
",
        );
        check(
            &ILLEGAL_MOVE,
            "
1. e4 e5 2. Nf3 d6 3. Nc3 Bb4 *
                          ^^^ Bb4 cannot be played: no black bishop can reach b4: Bf8 is blocked by the black pawn on d6
",
        );
    }

    #[test]
    fn what_may_have_been_meant_is_offered_likeliest_first() {
        let cases: [(&str, &[&str]); 5] = [
            ("1. e4 e5 2. Ke3 Nc6 3. Nf3 Nf6 *", &["Write Ke2"]),
            ("1. e4 e5 2. Nf4 Nc6 3. Nxe5 *", &["Write Nf3"]),
            ("1. e4 e5 2. Nf3 Nc6 3. Nf3 Bb5 a6 4. Ba4 Nf6 *", &["Take Nf3 out"]),
            ("1. d4 d5 2. Nf3 Nf6 3. Nc2 *", &["Write Nbd2", "Write Nc3", "Write Nfd2"]),
            ("1. e4 e5 2. Qh6 *", &["Write Qh5"]),
        ];
        for (text, expected) in cases {
            let found = crate::testing::findings(&ILLEGAL_MOVE, text);
            let titles: Vec<&str> = found[0].fixes.iter().map(|fix| fix.title.as_str()).collect();
            assert_eq!(titles, expected, "{text}");
        }
        check_applicability(&ILLEGAL_MOVE, "1. e4 e5 2. Ke3 Nc6 3. Nf3 Nf6 *", Applicability::Unsafe);
    }

    #[test]
    fn a_move_too_many_is_taken_out_with_its_blank() {
        check_fix(
            &ILLEGAL_MOVE,
            "1. e4 e5 2. Nf3 Nc6 3. Nf3 Bb5 a6 4. Ba4 Nf6 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
        );
    }
}
