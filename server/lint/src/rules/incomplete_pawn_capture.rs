use super::spelling::{canonical, misspelled};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

declare_rule! {
    /// A pawn capture without its origin file or target rank.
    ///
    /// ## What it does
    /// Checks for `xd5`, which lacks the file of the pawn, and for `exd` and `ed`, which lack the target rank, where only one
    /// legal move fits.
    ///
    /// ## Why is this bad?
    /// PGN writes the origin file of the pawn and the target square. Programs that do not search for the only matching move
    /// call it illegal.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 d5 2. exd Qxd5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 d5 2. exd5 Qxd5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it writes the only legal move that fits.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    name: "incomplete-pawn-capture", group: Portability, level: Warning, fix: Always, hooks: [Hook::Played(Notes::INCOMPLETE_PAWN_CAPTURE, check)],
}

fn check(_: Notes, walk: &Walk, findings: &mut Findings) {
    let text = walk.move_text();
    let missing =
        if text.starts_with(['x', 'X', '×', ':']) { "which pawn captures" } else { "on which rank the pawn captures" };
    let message = format!("{text} does not say {missing}; PGN writes {}", canonical(walk));
    findings.push(misspelled(&RULE, walk, walk.replay.ply().range.clone(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_whole_capture_is_written() {
        check(
            &RULE,
            "
1. e4 d5 2. exd Nf6 *
            ^^^ exd does not say on which rank the pawn captures; PGN writes exd5
",
        );
        check(
            &RULE,
            "
1. e4 d5 2. xd5 *
            ^^^ xd5 does not say which pawn captures; PGN writes exd5
",
        );
        check_fix(&RULE, "1. e4 d5 2. ed Qd5 *", "1. e4 d5 2. exd5 Qd5 *");
        check_fix(&RULE, "1. e4 d5 2. ed Nf6 *", "1. e4 d5 2. exd5 Nf6 *");
        check_fix(&RULE, "1. e4 d5 2. xd5 *", "1. e4 d5 2. exd5 *");
    }
}
