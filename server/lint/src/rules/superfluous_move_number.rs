use super::habit::report_once;
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, VariationEnd, Walk};
use scoresheet_chess::move_numbers::{Fit, follows_dollar};
use scoresheet_chess::replay::Outcome;
use scoresheet_format::line_edits::delete;
use scoresheet_grammar::TokenKind;
use std::ops::Range;

declare_rule! {
    /// A move number that export format does not write.
    ///
    /// ## What it does
    /// Checks for the number of a move of Black that directly follows White's, and for a number without a move at the end of a
    /// game or variation. A game with many of them gives one finding.
    ///
    /// ## Why is this bad?
    /// It is not: import format allows any numbers. Export format, which makes files comparable byte for byte, repeats the
    /// number for a move of Black only after a comment or a variation.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 1... e5 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// Deleting the number is safe: the moves imply it. Where no move comes before the number the fix is unsafe.
    ///
    /// ## References
    /// PGN standard, section 8.2.2.2.
    name: "superfluous-move-number", group: Style, level: Info, fix: Always,
    hooks: [
        Hook::Move(check),
        Hook::Variation(check_end_of_variation),
        Hook::Token(TokenKind::Termination, check_end),
        Hook::End(check_game),
    ],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let ply = walk.replay.ply();
    let is_played = matches!(ply.outcome, Outcome::Played { .. } | Outcome::Null { .. });
    if ply.turn.is_black() && is_played && !walk.replay.is_guessed() && !walk.since_move.calls_for_number {
        report("A move of Black directly after White's needs no number", walk, findings);
    }
}

fn check_end_of_variation(_: &VariationEnd, walk: &Walk, findings: &mut Findings) {
    report("A move number without a move", walk, findings);
}

fn check_end(_: Range<usize>, walk: &Walk, findings: &mut Findings) {
    report("A move number without a move", walk, findings);
}

fn check_game(_: &GameEnd, walk: &Walk, findings: &mut Findings) {
    report_once(&RULE, "Delete all superfluous numbers of this game", walk, findings);
}

fn report(message: &str, walk: &Walk, findings: &mut Findings) {
    let Some((range, fit)) = walk.since_move.number.clone() else { return };
    // A wrong number and a NAG with a space are reported by other rules.
    if matches!(fit, Fit::Wrong | Fit::BeginsOwnCount)
        || !walk.reads_cleanly()
        || follows_dollar(walk.game.text, range.start)
    {
        return;
    }
    let edits = vec![delete(walk.game.text, range.clone())];
    let title = "Delete the move number";
    // Before the first move it may be what shows that the moves begin.
    let fix = if walk.replay.has_moved() { Fix::safe(title, edits) } else { Fix::unsafe_(title, edits) };
    findings.push(RULE.finding(range, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn numbers_stand_where_they_tell_something() {
        check(
            &RULE,
            "
1. e4 1... e5 2. Nf3 $1 2. ... Nc6 {word} 3. Bb5 (3. Bc4 3... Bc5 4.) 3... a6 4. *
      ^^^^ A move of Black directly after White's needs no number
                        ^^^^^^ A move of Black directly after White's needs no number
                                                         ^^^^ A move of Black directly after White's needs no number
                                                                  ^^ A move number without a move
                                                                              ^^ A move number without a move
",
        );
        check(&RULE, "1. e4 {a} 1... e5 (1... c5) 2. Nf3 (2. f4) 2... Nc6 3... Bb5 *");
        check(&RULE, "1. e4 $ 1 e5 2. Nf3 3... Nc6 3. Kd5 3... Kd4 *");
    }

    #[test]
    fn a_game_with_many_is_one_finding() {
        let moves = ["e4 ? e5", "Nf3 ? Nc6", "Bb5 ? a6", "Ba4 ? Nf6", "O-O ? Be7", "Re1 ? b5", "Bb3 ? d6", "c3 ? O-O"];
        let numbered = |black: &dyn Fn(usize) -> String| {
            let moves = moves
                .iter()
                .enumerate()
                .map(|(index, pair)| format!("{}. {} ", index + 1, pair.replace("? ", &black(index + 1))));
            moves.collect::<String>() + "*"
        };
        let [superfluous, right] = [numbered(&|number| format!("{number}... ")), numbered(&|_| String::new())];
        let found = findings(&RULE, &superfluous);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.ends_with(" (and so on: 8 places in this game)"), "{}", found[0].message);
        check_fix(&RULE, &superfluous, &right);
    }

    #[test]
    fn they_are_deleted() {
        check_fix(&RULE, "1.e4 1...e5 2.Nf3 2... Nc6 3. *", "1.e4 e5 2.Nf3 Nc6 *");
    }
}
