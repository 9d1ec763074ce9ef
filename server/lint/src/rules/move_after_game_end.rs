use super::fixes::perhaps_delete;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::hidden_moves::only_moves;
use scoresheet_chess::replay::Step;
use scoresheet_chess::results;
use scoresheet_format::line_edits::delete;
use scoresheet_grammar::{TokenKind, ast, token_at};

declare_rule! {
    /// Moves, or another termination marker, after the end of the game.
    ///
    /// ## What it does
    /// Checks for text after the termination marker of a game that should come before it.
    ///
    /// ## Why is this bad?
    /// The first marker ends the game. What follows is skipped, read as another game, or stops the program.
    ///
    /// ## Example
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 1-0 2. Nf3 Nc6
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Result "1-0"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 1-0
    /// ```
    ///
    /// ## Fix safety
    /// Deleting a marker that repeats the first one after a blank is safe. Where moves or another marker follow, the fix deletes the first
    /// marker or the other one, or moves it after the moves, and is unsafe.
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    name: "move-after-game-end", group: Correctness, level: Error, fix: Sometimes, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let (Some(marker), Some(after)) = (end.termination.clone(), end.after_end.clone()) else { return };
    let (first, more) = (walk.text(marker.clone()), walk.text(after.clone()));
    let last = more.split_whitespace().next_back().and_then(results::canonical);
    if results::canonical(more).is_some() {
        let finding =
            RULE.finding(after.clone(), format!("The game has already ended with {first}; {more} ends no game"));
        let delete = vec![delete(walk.game.text, after.clone())];
        // Without a blank between them they are rather marks of Markdown: `**1. e4 e5** 2. Nf3`.
        let is_repeated = first == more && marker.end < after.start;
        let fix = if is_repeated { Fix::safe } else { Fix::unsafe_ }("Delete the second marker", delete);
        return findings.push(finding.with_related(marker, "the end of the game").with_fix(fix));
    }
    findings.push(match last.filter(|_| may_go_on(walk, more)) {
        Some(last) => {
            let message =
                format!("{first} is in the middle of the game: moves follow it, and the game ends with {last}");
            let fix = perhaps_delete(walk, marker.clone());
            RULE.finding(marker, message).with_related(after, "the continuation").with_fix(fix)
        }
        None if continues(walk, more) => {
            let message = format!("The game has already ended with {first}, but goes on with these moves");
            let delete = delete(walk.game.text, marker.clone());
            let insert = Edit::insert(after.end, format!(" {first}"));
            let fix = Fix::unsafe_(format!("Move {first} to the end"), vec![delete, insert]);
            RULE.finding(after, message).with_related(marker, "the end of the game").with_fix(fix)
        }
        None => {
            let message = format!("The game has already ended with {first}; what follows is not part of it");
            RULE.finding(after, message).with_related(marker, "the end of the game")
        }
    });
}

/// Whether the first move after the marker at the end of the game may be the next one of the game; otherwise another game begins with it.
fn may_go_on(walk: &Walk, more: &str) -> bool {
    let mut at = 0;
    let tokens = std::iter::from_fn(|| {
        let (kind, range) = token_at(more, at)?;
        at = range.end;
        Some((kind, range))
    });
    let tokens: Vec<_> = tokens.collect();
    let first_of = |wanted| tokens.iter().find(|(kind, _)| *kind == wanted).map(|(_, range)| &more[range.clone()]);
    // Where the position is not known for sure, at least the numbers must go on.
    let is_sure = walk.replay.position().is_some() && !walk.replay.is_guessed();
    let goes_on = || {
        let number = first_of(TokenKind::MoveNumber).map(|number| ast::move_number(number).number);
        number.is_none_or(|number| number > walk.replay.ply().number)
    };
    match first_of(TokenKind::San) {
        Some(_) if !is_sure => goes_on(),
        first => first.is_none_or(|first| walk.replay.goes_on_with(&[first])),
    }
}

/// Whether nothing but moves is after the marker, and the game goes on with them.
fn continues(walk: &Walk, more: &str) -> bool {
    let is_sure = walk.replay.position().is_some() && !walk.replay.is_guessed();
    is_sure && only_moves(more).is_some_and(|moves| walk.replay.goes_on_with(&moves))
}

/// Whether moves and another marker follow the one that the walk has just passed, which then does not end the game.
pub(super) fn is_in_the_middle(walk: &Walk) -> bool {
    let mut ahead = walk.replay.look_ahead();
    let mut has_moves = false;
    while let Some((step, _)) = ahead.advance() {
        match step {
            Step::Move => has_moves = true,
            Step::Token(kind) if kind.is_termination() => return has_moves,
            _ => {}
        }
    }
    false
}

/// Whether the marker at which the game ends for the parser is in the middle of it.
pub(super) fn ends_in_the_middle(end: &GameEnd, walk: &Walk) -> bool {
    let Some(after) = end.after_end.clone() else { return false };
    let more = walk.text(after);
    results::canonical(more).is_none() && more.split_whitespace().next_back().and_then(results::canonical).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, warnings};

    #[test]
    fn what_follows_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 1-0 *
             ^ The game has already ended with 1-0; * ends no game
",
        );
        check(
            &RULE,
            "
1. e4 1-0 e5 2. Nf6
          ^^^^^^^^^ The game has already ended with 1-0; what follows is not part of it
",
        );
        check(
            &RULE,
            "
1. e4 1-0 e5 2. Nf3 *
      ^^^ 1-0 is in the middle of the game: moves follow it, and the game ends with *
",
        );
        check(&RULE, "1. e4 1-0 {Black lost on time}\n; a remark\n\n1. d4 *");
    }

    #[test]
    fn a_marker_in_the_middle_is_one_finding() {
        let text = "[Result \"*\"]\n\n1. e4 e5 1/2 2. Nf3 Nc6 *";
        assert_eq!(warnings(text), ["move-after-game-end"]);
        check_fix(&RULE, text, "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *");
        check_applicability(&RULE, text, Applicability::Unsafe);
    }

    #[test]
    fn a_marker_before_the_last_moves_goes_to_the_end() {
        check_fix(&RULE, "1. e4 e5 2. 1-0 Nf3\n", "1. e4 e5 2. Nf3 1-0\n");
        check_fix(&RULE, "1. e4 e5 2. Nf3 1/2-1/2 Nc6 3. Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2");
    }

    #[test]
    fn only_a_repetition_goes_safely() {
        check_fix(&RULE, "1. e4 1-0 1-0", "1. e4 1-0");
        check_applicability(&RULE, "1. e4 1-0 1-0", Applicability::Safe);
        check_fix(&RULE, "1. e4 1-0 *", "1. e4 1-0");
        check_applicability(&RULE, "1. e4 1-0 *", Applicability::Unsafe);
        check_applicability(&RULE, "** 1. e4 e5", Applicability::Unsafe);
        check_fix(&RULE, "1. e4 * e5 1-0", "1. e4 e5 1-0");
    }
}
