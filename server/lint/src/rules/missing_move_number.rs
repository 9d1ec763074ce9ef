use super::habit::report_once;
use crate::finding::{Applicability, Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::move_numbers::{Count, indication};
use scoresheet_chess::replay::{Outcome, Replay, Step, may_be_piece};
use scoresheet_format::line_edits::replace;
use scoresheet_grammar::{NodeKind, TokenKind};
use std::ops::Range;

declare_rule! {
    /// A move without the number that export format writes before it.
    ///
    /// ## What it does
    /// Checks for moves of White without a number, and moves of Black without one after a comment or a variation or at the
    /// beginning of a variation. A game without any numbers, or with many missing ones, gives one finding. Games with a syntax
    /// error are not checked, because their numbers may help to locate it.
    ///
    /// ## Why is this bad?
    /// Import format allows it, and programs read it. Human readers find their place in the game by the numbers.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 { best by test } e5 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 { best by test } 1... e5 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The number follows from the previous moves. There is no fix after an illegal move. Where a sign that is also a piece letter precedes the
    /// move, as in `D {a comment} e5`, the fix is unsafe: it settles that the letter is no part of the move.
    ///
    /// ## References
    /// PGN standard, section 8.2.2.2.
    name: "missing-move-number", group: Style, level: Info, fix: Always, hooks: [Hook::Move(check), Hook::End(check_game)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    if !walk.reads_cleanly()
        || walk.since_move.number.is_some()
        || !calls_for_number(&walk.replay, walk.since_move.calls_for_number)
    {
        return;
    }
    // A game from a set-up position may have its own numbering, as studies do, but its first number must be there.
    if !walk.count.has_begun() && walk.replay.setup().has_fen {
        return;
    }
    let Some(edit) = number(walk.game.text, &walk.replay, walk.count) else { return };
    let (written, san) = (edit.text.trim(), walk.move_text());
    let mut fix = Fix::safe(format!("Write {written}"), vec![edit.clone()]);
    if walk.annotations.iter().any(|sign| is_possible_piece(walk.game.text, sign.range.clone())) {
        fix.applicability = Applicability::Unsafe;
    }
    let message = format!("The number of {san} is missing; export format writes {written} {san}");
    findings.push(RULE.finding(walk.replay.ply().range.clone(), message).with_fix(fix));
}

/// One finding for a whole game without numbers, or one that lacks many.
fn check_game(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    if end.moves < 2 || walk.count.has_begun() {
        return report_once(&RULE, "Write all missing numbers of this game", walk, findings);
    }
    findings.remove_rule(RULE.id());
    if !walk.reads_cleanly() {
        return;
    }
    let (first, fix) = numbers(walk);
    if fix.edits.is_empty() {
        return;
    }
    findings.push(RULE.finding(first, "The moves of this game have no numbers").with_fix(fix));
}

/// The fix that writes all numbers into a game that has none, and the range of its first move.
fn numbers(walk: &Walk) -> (Range<usize>, Fix) {
    let mut replay = Replay::new(walk.game);
    let mut first = 0..0;
    let mut fix = Fix::safe("Write the move numbers", Vec::new());
    let mut at_start = true;
    while let Some((step, range)) = replay.advance() {
        match step {
            Step::Move => {
                if calls_for_number(&replay, at_start) {
                    if fix.edits.is_empty() {
                        first = replay.ply().range.clone();
                    }
                    fix.edits.extend(number(walk.game.text, &replay, Count::default()));
                }
                at_start = false;
            }
            Step::Enter(NodeKind::Variation) | Step::Leave(NodeKind::Variation) => at_start = true,
            Step::Token(TokenKind::Glyph) if is_possible_piece(walk.game.text, range) => {
                fix.applicability = Applicability::Unsafe;
            }
            Step::Token(kind) => at_start |= kind.is_comment(),
            Step::Leave(NodeKind::Movetext) => break,
            Step::Enter(_) | Step::Leave(_) => {}
        }
    }
    (first, fix)
}

/// Whether a sign is a letter, and what follows it may be the rest of the move of such a piece. A number between them changes what readers see.
fn is_possible_piece(text: &str, sign: Range<usize>) -> bool {
    let is_letter = text[sign.clone()].bytes().all(|byte| byte.is_ascii_alphabetic());
    is_letter && may_be_piece(&text[sign.end..])
}

/// Whether export format writes a number before the last move; `at_start` is whether it writes one before a move of Black.
fn calls_for_number(replay: &Replay, at_start: bool) -> bool {
    let is_played = matches!(replay.ply().outcome, Outcome::Played { .. } | Outcome::Null { .. });
    is_played && !replay.is_guessed() && (at_start || replay.ply().turn.is_white())
}

/// The edit that writes the number of the last move in the game's own numbering; `None` where there is no such number.
fn number(text: &str, replay: &Replay, count: Count) -> Option<Edit> {
    let ply = replay.ply();
    let number = Some(count.number(ply.number)).filter(|number| *number > 0)?;
    let start = ply.range.start;
    Some(replace(text, start..start, &format!("{} ", indication(number, ply.turn))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_applicability, check_fix, findings};

    #[test]
    fn numbers_stand_where_export_format_has_them() {
        check(
            &RULE,
            "
1. e4 e5 Nf3 {word} Nc6 3. Bb5 (Bc4 Bc5) a6 (3... Nf6 $1 O-O) 4. Ba4 Nf6 *
         ^^^ The number of Nf3 is missing; export format writes 2. Nf3
                    ^^^ The number of Nc6 is missing; export format writes 2... Nc6
                                ^^^ The number of Bc4 is missing; export format writes 3. Bc4
                                         ^^ The number of a6 is missing; export format writes 3... a6
                                                         ^^^ The number of O-O is missing; export format writes 4. O-O
",
        );
        check(&RULE, "1. e4 e5 2. Nf3 Nf3 Bb5 *");
        check(&RULE, "1. e4 e5 (c5 *");
        check(&RULE, "[Variant \"Losers\"]\n\n1. e4 e5 Nf3 *");
    }

    #[test]
    fn a_number_after_a_piece_letter_is_unsafe() {
        check_applicability(&RULE, "1. e4 {a} D {b} e5 *", Applicability::Unsafe);
        check_applicability(&RULE, "e4 {a} D {b} e5 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 {a} D {b} Nc6 *", Applicability::Safe);
    }

    #[test]
    fn a_count_of_its_own_is_kept() {
        let tags = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 37\"]\n\n";
        check_fix(
            &RULE,
            &format!("{tags}1... Kd4 Kd2 {{a}} Ke4 3. Ke1 *"),
            &format!("{tags}1... Kd4 2. Kd2 {{a}} 2... Ke4 3. Ke1 *"),
        );
        check(&RULE, &format!("{tags}Kd4 2. Kd2 Ke4 *"));
        check_fix(&RULE, &format!("{tags}Kd4 Kd2 *"), &format!("{tags}37... Kd4 38. Kd2 *"));
    }

    #[test]
    fn a_game_without_numbers_is_one_finding() {
        check(
            &RULE,
            "
e4 e5 (c5 Nf3) Nf3 *
^^ The moves of this game have no numbers
",
        );
        check(&RULE, "Kd5 e4 *");
    }

    #[test]
    fn a_game_that_lacks_many_is_one_finding() {
        let comments = |number: &dyn Fn(usize) -> String| {
            let moves = [
                "e4 {a} ? e5",
                "Nf3 {b} ? Nc6",
                "Bb5 {c} ? a6",
                "Ba4 {d} ? Nf6",
                "O-O {e} ? Be7",
                "Re1 {f} ? b5",
                "Bb3 {g} ? d6",
                "c3 {h} ? O-O",
            ];
            let moves = moves
                .iter()
                .enumerate()
                .map(|(index, pair)| format!("{}. {} ", index + 1, pair.replace("? ", &number(index + 1))));
            moves.collect::<String>() + "9. h3 *"
        };
        let [lacking, complete] = [comments(&|_| String::new()), comments(&|number| format!("{number}... "))];
        let found = findings(&RULE, &lacking);
        let messages: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(
            messages,
            ["The number of e5 is missing; export format writes 1... e5 (and so on: 8 places in this game)"]
        );
        check_fix(&RULE, &lacking, &complete);
    }

    #[test]
    fn numbers_are_written() {
        check_fix(&RULE, "1. e4 e5$1Nf3 *", "1. e4 e5$1 2. Nf3 *");
        check_fix(&RULE, "1. e4 (d4 d5) e5 *", "1. e4 (1. d4 d5) 1... e5 *");
        check_fix(&RULE, "e4 e5(c5 {a}Nf3) Nf3 *", "1. e4 e5(1... c5 {a}2. Nf3) 2. Nf3 *");
    }
}
