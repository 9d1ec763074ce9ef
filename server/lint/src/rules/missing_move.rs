use shakmaty::Color;

use crate::explanation::{Candidate, MOST_OTHERS, Slip, character_after, character_before};
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A missing move.
    ///
    /// ## What it does
    /// Checks for a missing move where it is the wrong side's turn or a move number does not fit: with that move in its place
    /// all that follows is legal.
    ///
    /// ## Why is this bad?
    /// Every move after the gap is read as a move of the other side. Programs stop there or drop the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 c5 2. Nf3 d6 3. d4 4. Nxd4 Nf6 5. Nc3 a6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: that the game is legal afterwards makes it likely, not certain. Where many moves fit, the fix writes
    /// a null move, or there is none: null moves for a move of both sides are written only if the game goes on after them.
    ///
    /// ## References
    /// PGN standard, section 8.2.
    name: "missing-move", group: Correctness, level: Error, fix: Sometimes, hooks: [Hook::Slip(check)],
}

fn check(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if let Slip::MissingPair { number, turn } = candidate.slip {
        return missing_pair(number, turn, candidate, text, findings);
    }
    let Slip::Missing { number, turn } = candidate.slip else { return };
    let place = candidate.range.start;
    let side = turn.fold_wb("White", "Black");
    let message = format!("{side}'s move {number} is missing here");
    let at_start = text[..place].ends_with(['\n', '(']) || place == 0;
    let range = if at_start { character_after(text, place) } else { character_before(text, place) };
    let finding = RULE.finding(range, message);
    let insert = |edit: &Edit| Fix::unsafe_(format!("Insert {}", edit.text.trim()), vec![edit.clone()]);
    if candidate.others.len() == MOST_OTHERS {
        let null_move = if at_start { "-- " } else { " --" };
        let null_move = Fix::unsafe_("Insert a null move (--)", vec![Edit::insert(place, null_move)]);
        return findings.push(finding.with_fix(null_move));
    }
    let edits = std::iter::once(&candidate.edit).chain(&candidate.others);
    findings.push(edits.map(insert).fold(finding, Finding::with_fix));
}

/// A move of both sides. Which moves were left out is a guess, so only their place can be kept.
fn missing_pair(number: u32, turn: Color, candidate: &Candidate, text: &str, findings: &mut Findings) {
    let place = candidate.range.start;
    let (first, second) = turn.fold_wb(("White", "Black"), ("Black", "White"));
    let next = number + u32::from(turn.is_black());
    let message = format!("{first}'s move {number} and {second}'s move {next} are missing here");
    let finding = RULE.finding(character_before(text, place), message);
    let insert = |title: String| Fix::unsafe_(title, vec![candidate.edit.clone()]);
    findings.push(if candidate.edit.text.contains("--") {
        finding.with_fix(insert("Insert two null moves (--)".to_owned()))
    } else if candidate.others.is_empty() {
        finding.with_fix(insert(format!("Insert {}", candidate.edit.text.trim())))
    } else {
        // Several pairs fit, and with null moves the game would not go on.
        finding
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_gap_is_marked_not_what_follows() {
        check(
            &RULE,
            "
1. e4 c5 2. Nf3 d6 3. d4 4. Nxd4 Nf6 5. Nc3 a6 *
                       ^ Black's move 3 is missing here
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *
          ^ White's move 2 is missing here
",
        );
    }

    #[test]
    fn numbers_comments_and_variations_show_the_place() {
        check(
            &RULE,
            "
1. e4 {a} e5 {b} 2. Nf3 {c} {d} 3. Bb5 {e} a6 {f} 4. Bxc6 dxc6 5. O-O *
                          ^ Black's move 2 is missing here
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 2... {d} 3. Bb5 3... a6 4. Bxc6 dxc6 5. O-O *
                   ^ Black's move 2 is missing here
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 (2. f4) (2... d6 3. d4) 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *
                      ^ Black's move 2 is missing here
",
        );
    }

    #[test]
    fn a_variation_may_be_one_on_the_missing_move() {
        check(
            &RULE,
            "
1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 5. (5... Bxc3+ 6. bxc3 Ne7 7. Qg4) 6. Qg4 Ne7 7. Qxg7 Rg8 *
                                 ^ Black's move 4 is missing here
",
        );
        // A game from a position may count for itself.
        check(
            &RULE,
            "
[SetUp \"1\"]
[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\"]

1. e4 e6 2. d4 d5 3. Bd3 {a} {b} (3... dxe4 4. Bxe4 Nf6) 4. e5 c5 *
                           ^ Black's move 4 is missing here
",
        );
    }

    #[test]
    fn the_only_move_that_fits_is_offered() {
        check_fix(
            &RULE,
            "1. e4 c5 2. Nf3 d6 3. d4 4. Nxd4 Nf6 5. Nc3 a6 *",
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *",
        );
        check_fix(&RULE, "1. e4 e5 2. Nf3 3. d4 exd4 4. Nxd4 *", "1. e4 e5 2. Nf3 -- 3. d4 exd4 4. Nxd4 *");
    }
}
