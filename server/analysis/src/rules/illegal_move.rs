use crate::finding::{Edit, Finding, Fix};
use crate::lint::Walk;
use crate::replay::{Outcome, RepairAction};
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
    let Outcome::Illegal { reason, repair } = &ply.outcome else { return };
    let text = walk.move_text();
    let mut finding = Finding::new(&ILLEGAL_MOVE, ply.range.clone(), format!("{text} cannot be played: {reason}"));
    if let Some(repair) = repair
        && repair.is_certain
        && let RepairAction::Play { san, .. } = &repair.action
    {
        finding = finding.with_fix(Fix::unsafe_(format!("Write {san}"), vec![Edit::replace(ply.range.clone(), san)]));
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

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
}
