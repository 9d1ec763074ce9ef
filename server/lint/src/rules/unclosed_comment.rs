use scoresheet_grammar::{Event, Fault, FaultKind, Tree, ast};
use shakmaty::Color;

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::Replay;

declare_rule! {
    /// A comment that is opened with `{` and never closed.
    ///
    /// ## What it does
    /// Checks for a `{` without a `}` before the next game or the end of the file.
    ///
    /// ## Why is this bad?
    /// All the moves that follow are read as part of the comment. Many programs lose the following games, too; Scoresheet ends
    /// the comment at the tags of the next game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 {and so on, as everybody knows
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 {and so on, as everybody knows} *
    /// ```
    ///
    /// ## Fix safety
    /// The fix closes the comment before the number of the next move. It is unsafe, because the comment may quote that move
    /// itself.
    ///
    /// ## References
    /// PGN standard, section 5.
    name: "unclosed-comment", group: Correctness, level: Error, fix: Sometimes,
    hooks: [Hook::Fault(FaultKind::UnclosedComment, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let message = "This comment is never closed, so the rest of the game is read as part of it";
    let finding = RULE.finding(fault.span(), message);
    findings.push(match probable_end(fault, walk) {
        Some(end) => finding.with_fix(Fix::unsafe_("Close the comment before the next move", vec![end])),
        None => finding,
    });
}

/// Whether a game has a comment that swallowed its end.
pub(super) fn has_unclosed_comment(tree: &Tree) -> bool {
    tree.faults().iter().any(|fault| fault.kind == FaultKind::UnclosedComment)
}

/// Inserts a `}` before the number of the move that is due when the comment begins.
fn probable_end(fault: &Fault, walk: &Walk) -> Option<Edit> {
    let start = fault.span().start;
    let (color, number) = move_to_come(walk, start)?;
    let game = walk.game.text;
    let (_, comment) = walk
        .game
        .tree
        .events()
        .find(|(event, range)| matches!(event, Event::Token(kind) if kind.is_comment()) && range.start == start)?;
    let text = &game[comment.clone()];
    let due = |word: &str, color: Color, number: u32| {
        let found = ast::move_number(word);
        word.starts_with(|character: char| character.is_ascii_digit())
            && found.number == number
            && found.periods > 0
            && (found.periods >= 2) == color.is_black()
    };
    let mut words = text.split_whitespace();
    let word = words.clone().find(|word| due(word, color, number)).or_else(|| {
        // Black's move has no number of its own where it follows White's: the number comes before the next move.
        let next =
            words.clone().position(|word| color.is_black() && due(word, Color::White, number.saturating_add(1)))?;
        words.nth(next.checked_sub(1)?).filter(|word| looks_like_move(word))
    })?;
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    let end = comment.start + text[..at].trim_end().len();
    (end > start + 1).then(|| Edit::insert(end, "}"))
}

fn looks_like_move(word: &str) -> bool {
    word.starts_with("O-O") || word.bytes().any(|byte| matches!(byte, b'1'..=b'8'))
}

/// The side and number of the move that is due at byte `offset` of the game.
fn move_to_come(walk: &Walk, offset: usize) -> Option<(Color, u32)> {
    let mut replay = Replay::new(walk.game);
    loop {
        let (_, range) = replay.advance()?;
        if range.start >= offset {
            return Some((replay.turn(), replay.number()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_brace_is_marked() {
        check(
            &RULE,
            r#"
1. e4 {oops e5 2. Nf3 *
      ^ This comment is never closed, so the rest of the game is read as part of it

[Event "E"]

1. d4 {closed} d5 * {closed, too} {left open
                                  ^
"#,
        );
    }

    #[test]
    fn the_comment_ends_before_the_next_move() {
        check_fix(&RULE, "1. e4 {sharp 1... e5 *", "1. e4 {sharp} 1... e5 *");
        check_fix(&RULE, "1. e4 {oops e5 2. Nf3 *", "1. e4 {oops} e5 2. Nf3 *");
        check_fix(&RULE, "1. e4 e5 {2 knights? 2. Nf3 *", "1. e4 e5 {2 knights?} 2. Nf3 *");
        check_applicability(&RULE, "1. e4 {sharp 1... e5 *", Applicability::Unsafe);
    }
}
