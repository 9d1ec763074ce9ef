use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind, ast};
use shakmaty::Color;

use super::overlong_symbol;
use crate::explanation::{Candidate, Slip};
use crate::file_view::FileView;
use crate::finding::{Edit, Finding, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::move_numbers::{self, Count, Fit};
use scoresheet_chess::replay::{Outcome, Replay, Step, is_check};
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A move number that does not match its move.
    ///
    /// ## What it does
    /// Checks every move number against the count of moves, and its periods: only moves of Black have two or more. After a
    /// wrong number those that continue from it are accepted. A game from a FEN that is numbered from 1 (or in another way of
    /// its own) is only informational, as in many studies; one finding covers all such games of the file.
    ///
    /// ## Why is this bad?
    /// Programs ignore the numbers, but a wrong one often shows that a move is missing or was written twice.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 3. Nf3 Nc6 4. Bb5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 *
    /// ```
    ///
    /// ## Fix safety
    /// Where the next number is right again, only this number is wrong; if it has its period, the fix is safe. Where the numbers continue from it
    /// a move may be missing: then the fix, which renumbers up to the end of the line, is unsafe. If the numbers leave a move of both sides
    /// out, another fix inserts two null moves for it, which is unsafe, too; it is the first one unless many moves follow that can be played.
    /// Numbers that do not continue from a FEN tag are all corrected at once, in every such game of the file; that is unsafe, as the writer may
    /// have wanted them.
    ///
    /// ## References
    /// PGN standard, section 8.2.2.
    name: "wrong-move-number", group: Suspicious, level: Warning, fix: Always,
    hooks: [Hook::WrongNumber(check), Hook::Slip(check_garbled), Hook::File(check_own_counts)],
}

/// So many moves can hardly be played where a move of each side before them is missing.
const MOST_WITHOUT_PAIR: usize = 16;

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    let (replay, mut count) = (&walk.replay, walk.count);
    let is_own_count = check_count(&mut count, range.clone(), replay) == Fit::BeginsOwnCount;
    if is_own_count || is_part_of_another_slip(range.clone(), replay) || range.len() > overlong_symbol::MOST {
        return;
    }
    let (number, turn) = (walk.count.number(replay.number()), replay.turn());
    let right = move_numbers::indication(number, turn);
    let written = ast::move_number(walk.text(range.clone()));
    if is_before_number(&walk.game.text[range.end..], &right) {
        let digits = walk.text(range.clone());
        let message = format!("The number {digits} is too many: the right one follows");
        let fix = Fix::unsafe_(format!("Delete {digits}"), vec![delete(walk.game.text, range.clone())]);
        return findings.push(RULE.finding(range, message).with_fix(fix));
    }
    let side = turn.fold_wb("White", "Black");
    let message = if written.number == number {
        format!("Move number {} has the periods of a move of Black, but it is White's turn", walk.text(range.clone()))
    } else {
        // The digits as written: a number may exceed the integer type.
        let digits = walk.text(range.clone()).trim_end_matches(|character: char| !character.is_ascii_digit());
        format!("Move number {digits} should be {number}: {side} makes move {number} here")
    };
    let Corrections { edits, is_alone, count_halfmoves } = corrections(range.clone(), replay, walk.count);
    let counts_halfmoves = edits.len() > FEWEST_HALFMOVES && count_halfmoves;
    let is_gap = edits.len() > 1 && !counts_halfmoves && written.number > number && walk.count.has_begun();
    let message = if counts_halfmoves {
        format!("{message}; here and after it the numbers count the moves of each side by themselves")
    } else if edits.len() > 1 && written.number == number {
        format!("{message}, and so have the numbers after it")
    } else if is_gap {
        format!("{message}, unless a move of both sides is missing before it: the numbers continue from here")
    } else {
        message
    };
    let mut finding = RULE.finding(range.clone(), message);
    let is_pair =
        is_gap && written.number == number + 1 && replay.position().is_some_and(|position| !is_check(position));
    let null_moves = is_pair.then(|| {
        let null_moves = vec![Edit::insert(range.start, "-- -- ")];
        Fix::unsafe_("Insert two null moves (--)", null_moves)
    });
    let title = renumbering(&right, &edits);
    let is_safe = is_alone && is_certainly_number(&finding.range, walk);
    let renumbered = if is_safe { Fix::safe(title, edits) } else { Fix::unsafe_(title, edits) };
    // Renumbering would hide what is missing. But without a move of each side, hardly so many others could be played.
    let fixes = match null_moves {
        Some(null_moves) if goes_on(replay) => [Some(renumbered), Some(null_moves)],
        null_moves => [null_moves, Some(renumbered)],
    };
    finding.fixes.extend(fixes.into_iter().flatten());
    findings.push(finding);
}

/// Whether [`MOST_WITHOUT_PAIR`] moves can be played from here on.
fn goes_on(replay: &Replay) -> bool {
    let (mut ahead, mut moves) = (replay.look_ahead(), 0);
    while let Some((step, _)) = ahead.advance() {
        match step {
            Step::Move if !matches!(ahead.ply().outcome, Outcome::Played { .. }) => return false,
            Step::Move => moves += 1,
            _ => {}
        }
        if moves >= MOST_WITHOUT_PAIR {
            return true;
        }
    }
    false
}

fn renumbering(right: &str, edits: &[Edit]) -> String {
    let rest = if edits.len() > 1 { " and renumber the moves that follow" } else { "" };
    format!("Write {right}{rest}")
}

/// One finding for all games of a file with numbers that do not continue from the FEN tag.
fn check_own_counts(file: &FileView, findings: &mut Findings) {
    let has_own_count = |index: &usize| file.games[*index].digest.flags.has_own_count() && !file.allows(*index, &RULE);
    let counted = (0..file.games.len()).filter(has_own_count);
    let mut counted =
        counted.filter_map(|index| file.read(index, |game| OwnCount::of(game, file.in_file(index, &(0..0)).start)));
    let Some(OwnCount { range, number, turn, mut edits }) = counted.next() else { return };
    if !file.is_reported(Level::Info) {
        return findings.push(RULE.unreported(range, Level::Info));
    }
    let mut message = format!("The numbers do not continue from the FEN tag, according to which this is move {number}");
    let mut title = renumbering(&move_numbers::indication(number, turn), &edits);
    let mut games = 1;
    for other in counted {
        edits.extend(other.edits);
        games += 1;
    }
    if games > 1 {
        message.push_str(&format!(" ({games} games of the file have such numbers)"));
        title = format!("Renumber these {games} games from their FEN tags");
    }
    let finding = RULE.finding(range, message).with_fix(Fix::unsafe_(title, edits));
    findings.push(Finding { level: Level::Info, ..finding });
}

/// The numbers of a game that do not continue from its FEN tag.
struct OwnCount {
    /// The place of the first one, in the file.
    range: Range<usize>,
    /// The number that it should be.
    number: u32,
    turn: Color,
    /// The corrections, in the file.
    edits: Vec<Edit>,
}

impl OwnCount {
    /// `None` if the numbers continue, or do not because of another slip. `start` is the place of the game in the file.
    fn of(game: GameView, start: usize) -> Option<OwnCount> {
        let mut replay = Replay::new(game);
        let is_number = |(step, range): &(Step, Range<usize>)| {
            *step == Step::Token(TokenKind::MoveNumber) && !move_numbers::follows_dollar(game.text, range.start)
        };
        let (_, range) = std::iter::from_fn(|| replay.advance()).find(is_number)?;
        let begins = check_count(&mut Count::default(), range.clone(), &replay) == Fit::BeginsOwnCount;
        if !begins || is_part_of_another_slip(range.clone(), &replay) {
            return None;
        }
        let edits = corrections(range.clone(), &replay, Count::default()).edits;
        Some(OwnCount {
            range: range.start + start..range.end + start,
            number: replay.number(),
            turn: replay.turn(),
            edits: edits.into_iter().map(|edit| edit.shifted(start)).collect(),
        })
    }
}

/// So many numbers, and more, count halfmoves: fewer may be slips of their own.
const FEWEST_HALFMOVES: usize = 2;

/// Whether a number is no page, no diagram and no rest of something else: it has its period, and what is around it is movetext.
fn is_certainly_number(range: &Range<usize>, walk: &Walk) -> bool {
    let (text, number) = (walk.game.text, walk.text(range.clone()));
    let start = range.start - (text[..range.start].len() - text[..range.start].trim_end().len());
    let end = text.len() - text[range.end..].trim_start().len();
    let is_beside = |span: Range<usize>| span.start <= end && start <= span.end;
    number.ends_with(['.', '…'])
        && !is_number_before(&text[..start])
        && !walk.game.tree.faults().iter().any(|fault| is_beside(fault.span()))
}

/// Whether the next word is this number, or begins with it.
fn is_before_number(rest: &str, right: &str) -> bool {
    let rest = rest.strip_prefix(')').unwrap_or(rest);
    rest.starts_with(char::is_whitespace) && rest.trim_start().starts_with(right)
}

/// Whether the last word is a number.
fn is_number_before(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or(before);
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Letters for digits.
fn check_garbled(candidate: &Candidate, text: &str, findings: &mut Findings) {
    if candidate.slip != Slip::GarbledNumber || candidate.is_reported_before {
        return;
    }
    let (written, number) = (&text[candidate.range.clone()], &candidate.edit.text);
    let (others, rest) = match candidate.rest.len() {
        0 => (String::new(), ""),
        1 => (", and another number is written so, too".to_owned(), " and correct the other number"),
        others => (format!(", and {others} other numbers are written so, too"), " and correct the other numbers"),
    };
    let message = format!("{written} should be move number {number}{others}");
    let fix = Fix::unsafe_(format!("Write {number}{rest}"), candidate.edits());
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

/// Whether the number is wrong only because a move is: one before it, after which the position is not known any more, the
/// last, or the one to come. Also a NAG with a space after its dollar sign looks like a number.
fn is_part_of_another_slip(range: Range<usize>, replay: &Replay) -> bool {
    let is_failed = |outcome: &Outcome| matches!(outcome, Outcome::Illegal(_) | Outcome::Ambiguous { .. });
    let is_lost = replay.position().is_none() && replay.setup().start.is_some();
    if is_lost || is_failed(&replay.ply().outcome) || move_numbers::follows_dollar(replay.text(), range.start) {
        return true;
    }
    let mut ahead = replay.look_ahead();
    while let Some((step, _)) = ahead.advance() {
        match step {
            Step::Move => return is_failed(&ahead.ply().outcome),
            Step::Token(TokenKind::MoveNumber) | Step::Enter(_) | Step::Leave(_) => return false,
            Step::Token(_) => {}
        }
    }
    false
}

/// Right numbers for a wrong one and all that continue from it.
struct Corrections {
    /// Up to the end of the line.
    edits: Vec<Edit>,
    /// Whether it is the only wrong one: then the number is the slip, and the next one is right again. Where the numbers continue, a move may be
    /// missing, and the numbers are what shows it.
    is_alone: bool,
    /// Whether all of them are those of halfmoves.
    count_halfmoves: bool,
}

/// The corrections of a wrong number, which comes next in the replay, after numbers with the count `start`.
fn corrections(range: Range<usize>, replay: &Replay, start: Count) -> Corrections {
    let text = replay.text();
    let mut ahead = replay.look_ahead();
    let mut count = start;
    let correct = |range, replay: &Replay| {
        Edit::replace(range, move_numbers::indication(start.number(replay.number()), replay.turn()))
    };
    let is_of_halfmove = |range: &Range<usize>, replay: &Replay| {
        let written = ast::move_number(&text[range.clone()]);
        move_numbers::is_number_of_halfmove(written, replay.number(), replay.turn())
    };
    let mut edits = vec![correct(range.clone(), &ahead)];
    let mut count_halfmoves = is_of_halfmove(&range, &ahead);
    if check_count(&mut count, range.clone(), &ahead) == Fit::BeginsOwnCount {
        // From here on the numbers are consistent, but not with the start of the game.
        count = start;
        count.check(ast::move_number(&text[range]), ahead.number(), ahead.turn(), false);
    }
    let mut open_variations = 0_usize;
    while let Some((step, range)) = ahead.advance() {
        match step {
            Step::Enter(_) => open_variations += 1,
            Step::Leave(_) if open_variations == 0 => break,
            Step::Leave(_) => open_variations -= 1,
            Step::Token(TokenKind::MoveNumber) => {
                let fit = check_count(&mut count, range.clone(), &ahead);
                if fit != Fit::CountsOn {
                    let is_alone = edits.len() == 1 && fit == Fit::Right;
                    return Corrections { edits, is_alone, count_halfmoves };
                }
                count_halfmoves &= is_of_halfmove(&range, &ahead);
                edits.push(correct(range, &ahead));
            }
            Step::Move | Step::Token(_) => {}
        }
    }
    Corrections { edits, is_alone: false, count_halfmoves }
}

fn check_count(count: &mut Count, range: Range<usize>, replay: &Replay) -> Fit {
    let written = ast::move_number(&replay.text()[range]);
    count.check(written, replay.number(), replay.turn(), replay.setup().has_fen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn numbers_of_halfmoves_are_one_finding() {
        check(
            &RULE,
            "
1. e4 2. e5 3. Nf3 4. Nc6 5. Bb5 6. a6 7. Ba4 8. Nf6 *
      ^^ Move number 2 should be 1: Black makes move 1 here; here and after it the numbers count the moves of each side by themselves
",
        );
        check_fix(&RULE, "1. e4 2. e5 3. Nf3 4. Nc6 5. Bb5 *", "1. e4 1... e5 2. Nf3 2... Nc6 3. Bb5 *");
    }

    #[test]
    fn periods_of_black_are_one_finding_as_long_as_they_go_on() {
        check(
            &RULE,
            "
1... e4 e5 2... Nf3 Nc6 3... Bb5 a6 4. Ba4 Nf6 5... O-O *
^^^^ Move number 1... has the periods of a move of Black, but it is White's turn, and so have the numbers after it
                                               ^^^^ Move number 5... has the periods of a move of Black, but it is White's turn
",
        );
        check_fix(&RULE, "1... e4 e5 2... Nf3 Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
    }

    #[test]
    fn one_slip_is_one_finding() {
        check(
            &RULE,
            "
1. e4 e5 3. Nf3 (3. f4 exf4) 3... Nc6 4. Bb5 a6 4. Ba4 *
         ^^ Move number 3 should be 2: White makes move 2 here...
",
        );
        check(
            &RULE,
            "
1. e4 e5 2... Nf3 Nc6 3. Bb5 *
         ^^^^ Move number 2... has the periods of a move of Black, but it is White's turn
",
        );
        check(&RULE, "1. e4 1. ... e5 2 Nf3 2... Nc6 (2... d6 3.d4) 3.Bb5 3. a6 *");
    }

    #[test]
    fn numbers_of_any_length_are_shown_as_they_are() {
        check(
            &RULE,
            "
99999999999999999999. e4 e5 *
^^^^^^^^^^^^^^^^^^^^^ Move number 99999999999999999999 should be 1: White makes move 1 here
",
        );
    }

    #[test]
    fn a_move_that_cannot_be_played_explains_the_number() {
        check(&RULE, "1. e4 2. Nf3 Nc6 *");
        check(&RULE, "1. e4 $ 2 e5 2. Nf3 Nf3 3. Bb5 3. Nc6 *");
    }

    #[test]
    fn the_numbers_that_count_on_are_corrected_too() {
        check_fix(&RULE, "1. e4 3... e5 4. Nf3 Nc6 *", "1. e4 1... e5 2. Nf3 Nc6 *");
        check_fix(&RULE, "1. e4 2... e5 2. Nf3 *", "1. e4 1... e5 2. Nf3 *");
    }

    #[test]
    fn where_a_move_of_both_sides_may_be_missing_it_is_put_in_first() {
        let text = "1. e4 e5 3.Nf3 (3. f4 exf4) 3... Nc6 4. Bb5 a6 *";
        check_fix(&RULE, text, "1. e4 e5 -- -- 3.Nf3 (3. f4 exf4) 3... Nc6 4. Bb5 a6 *");
        let numbers = &findings(&RULE, text)[0].fixes[1];
        let new: Vec<&str> = numbers.edits.iter().map(|edit| edit.text.as_str()).collect();
        assert_eq!(new, ["2.", "2.", "2...", "3."]);
    }

    #[test]
    fn a_study_may_count_from_one() {
        let text = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 37\"]\n\n1... Kd4 2. Kd2 Ke4 *\n";
        let found = findings(&RULE, text);
        assert_eq!((found.len(), found[0].level), (1, Level::Info));
        assert_eq!(
            found[0].message,
            "The numbers do not continue from the FEN tag, according to which this is move 37"
        );
        assert_eq!(found[0].fixes[0].edits.len(), 2);
    }

    #[test]
    fn studies_that_count_from_one_are_one_finding_in_a_file() {
        let study = |number: u32, numbers: [&str; 2]| {
            let [first, second] = numbers;
            format!(
                "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 {number}\"]\n\n{first} Kd4 {second} Kd2 Ke4 *\n\n"
            )
        };
        let own = ["1...", "2."];
        let file = |games: [(u32, [&str; 2]); 3]| games.map(|(number, numbers)| study(number, numbers)).concat();
        let right = [(37, ["37...", "38."]), (5, ["5...", "6."]), (9, ["9...", "10."])];
        let text = file([(37, own), right[1], (9, own)]);
        let found = findings(&RULE, &text);
        assert_eq!((found.len(), found[0].level), (1, Level::Info));
        assert!(found[0].message.ends_with("move 37 (2 games of the file have such numbers)"), "{}", found[0].message);
        assert_eq!(found[0].fixes[0].title, "Renumber these 2 games from their FEN tags");
        check_fix(&RULE, &text, &file(right));
        let text = file([right[0], (5, own), right[2]]);
        assert_eq!(&text[findings(&RULE, &text)[0].range.clone()], "1...");
        assert!(findings(&RULE, &text)[0].message.ends_with("move 5"));
        let allowed = format!("% scoresheet: allow wrong-move-number\n{}", study(37, own));
        assert!(findings(&RULE, &[allowed, study(9, own)].concat())[0].message.ends_with("move 9"));
    }

    #[test]
    fn a_number_after_a_fen_may_be_part_of_another_slip() {
        let tags = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 37\"]\n\n";
        check(&RULE, &format!("{tags}1... Kd1 *"));
        check(&RULE, &format!("{tags}$ 1 Kd4 38. Kd2 *"));
    }
}
