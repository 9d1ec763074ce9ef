use super::habit::report_once;
use super::overlong_symbol;
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::move_numbers::{Fit, follows_dollar};
use scoresheet_chess::replay::{Outcome, begins_in_word};
use scoresheet_format::line_edits::replace;

declare_rule! {
    /// A move number with other periods than in export format, or with zeros in front.
    ///
    /// ## What it does
    /// Checks for numbers such as `1 e4`, `1 . e4`, `01. e4`, `1.. e5` and `1. ... e5`. In export format a number has one period before a
    /// move of White and three before a move of Black, without spaces between them. A game with many such numbers gives one finding.
    ///
    /// ## Why is this bad?
    /// Import format allows any number of periods. Export format, which makes files comparable byte for byte, does not.
    ///
    /// ## Example
    /// ```pgn
    /// 1 e4 e5 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: only the periods change.
    ///
    /// ## References
    /// PGN standard, sections 8.2.2.1 and 8.2.2.2.
    name: "malformed-move-number", group: Style, level: Info, fix: Always, hooks: [Hook::Move(check), Hook::End(check_end)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let Some((range, fit)) = walk.since_move.number.clone() else { return };
    let ply = walk.replay.ply();
    let is_played = matches!(ply.outcome, Outcome::Played { .. } | Outcome::Null { .. });
    // Wrong, superfluous and overlong numbers, and other characters than periods, are reported by other rules.
    let is_superfluous = ply.turn.is_black() && !walk.since_move.calls_for_number;
    // `1) e4`, `1.) e4`: the parenthesis is a token of its own. It is no sign of another slip.
    let has_parenthesis = walk.game.text[range.end..].starts_with(')');
    if !is_played
        || !(has_parenthesis || walk.reads_cleanly() && !walk.replay.is_guessed())
        || matches!(fit, Fit::Wrong | Fit::BeginsOwnCount)
        || is_superfluous
        || begins_in_word(walk.game.text, ply.range.clone())
    {
        return;
    }
    let range = range.start..range.end + usize::from(has_parenthesis);
    let text = walk.text(range.clone());
    let digits = text.trim_end_matches(|character: char| !character.is_ascii_digit());
    let without_zeros = digits.trim_start_matches('0');
    let (periods, how_many) = ply.turn.fold_wb((".", "one period"), ("...", "three periods"));
    let right = format!("{without_zeros}{periods}");
    let is_overlong = digits.len() > overlong_symbol::MOST;
    if text == right || is_overlong || text.contains('…') || follows_dollar(walk.game.text, range.start) {
        return;
    }
    let side = ply.turn.fold_wb("White", "Black");
    let message = if text.strip_prefix(digits) == Some(periods) {
        format!("In export format a move number has no zeros in front: {right}")
    } else {
        format!("In export format the number of a move of {side} has {how_many}: {right}")
    };
    let edit = replace(walk.game.text, range.clone(), &right);
    let fix = Fix::safe(format!("Write {right}"), vec![edit]);
    findings.push(RULE.finding(range, message).with_fix(fix));
}

fn check_end(_: &GameEnd, walk: &Walk, findings: &mut Findings) {
    report_once(&RULE, "Write all numbers of this game as in export format", walk, findings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn periods_are_counted() {
        check(
            &RULE,
            "
1 e4 {a} 1.. e5 2 . Nf3 (2.f4 {b} 2. exf4) 2.... Nc6 3.Bb5 {c} 3...a6 4. Ba4 4. Nf6 *
^ In export format the number of a move of White has one period: 1.
         ^^^ In export format the number of a move of Black has three periods: 1...
                ^^^ In export format the number of a move of White has one period: 2.
                                  ^^ In export format the number of a move of Black has three periods: 2...
                                           ^^^^^ In export format the number of a move of Black has three periods: 2...
",
        );
        check(&RULE, "1. e4 e5 3 Nf3 Nc6 3... Bb5 $ 3 a6 *");
        check(&RULE, "[Event \"E\"]\n\n01-f3 d5 *");
    }

    #[test]
    fn zeros_in_front_are_not_written() {
        check(
            &RULE,
            "
01. e4 e5 002 Nf3 *
^^^ In export format a move number has no zeros in front: 1.
          ^^^ In export format the number of a move of White has one period: 2.
",
        );
        check_fix(&RULE, "01. e4 {a} 01... e5 002 Nf3 *", "1. e4 {a} 1... e5 2. Nf3 *");
    }

    #[test]
    fn a_game_with_many_is_one_finding() {
        check(
            &RULE,
            "
1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 4 Ba4 Nf6 5 O-O Be7 6 Re1 b5 7 Bb3 d6 8 c3 O-O *
^ In export format the number of a move of White has one period: 1. (and so on: 8 places in this game)
",
        );
        check_fix(
            &RULE,
            "1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 4 Ba4 Nf6 5 O-O Be7 6 Re1 b5 7 Bb3 d6 8 c3 O-O 9. h3 (9 d4 Bg4) 9.. Nb8 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 (9. d4 Bg4) 9... Nb8 *",
        );
    }

    #[test]
    fn periods_are_written() {
        check_fix(&RULE, "[White \"W\"]\n\n1) e4 e5 2)Nf3 *", "[White \"W\"]\n\n1. e4 e5 2.Nf3 *");
        check_fix(&RULE, "1.) e4 e5 2.)Nf3 *", "1. e4 e5 2.Nf3 *");
        check_fix(&RULE, "1 e4 {a} 1. ... e5 2 .Nf3 *", "1. e4 {a} 1... e5 2.Nf3 *");
    }
}
