use std::ops::Range;

use super::empty_variation::is_alone_in_parentheses;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_chess::nag;
use scoresheet_chess::replay::Step;
use scoresheet_format::line_edits::delete;
use scoresheet_grammar::TokenKind;

declare_rule! {
    /// A NAG, suffix or sign before the move that it should follow.
    ///
    /// ## What it does
    /// Checks for annotations before the first move of a game or variation, and between a move number and its move, and for suffixes that are
    /// written together with the next move (`e5 !Nf3`). Signs that the Informant prints
    /// before a variation are allowed there: `$140` with the idea, `$141` aimed against, `$142` better is, `$143` worse is, `$144` equivalent is.
    ///
    /// ## Why is this bad?
    /// An annotation belongs to the move before it. Here there is none, or it is another move: chess.js and the parsers of
    /// kludwig and mliebelt reject the game; pgn-extract drops the annotation.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 (1. $6 f3) 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 (1. f3 $6) 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix moves the annotation after the move. It is unsafe, because the annotation may be meant for the position, as that
    /// of a diagram is.
    ///
    /// ## References
    /// PGN standard, sections 8.2.3.8 and 8.2.4.
    name: "nag-before-move", group: Portability, level: Warning, fix: Sometimes, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    let range = annotation.range.clone();
    let text = walk.text(range.clone());
    if nag::is_space(text) || is_alone_in_parentheses(walk.game.text, &range) {
        return;
    }
    if !walk.replay.has_moved() && walk.is_in_variation() && is_about_variation(text) {
        return;
    }
    let message = if !walk.replay.has_moved() {
        format!("{text} is before the first move; an annotation must follow its move")
    } else if walk.since_move.number.is_some() {
        format!("{text} is between the number and the move; an annotation must follow its move")
    } else if let Some(san) = glued_move(walk, &range) {
        format!("{text} is before {san}; an annotation must follow its move")
    } else {
        return;
    };
    let finding = RULE.finding(range.clone(), message);
    findings.push(match next_move(walk) {
        Some(next) => {
            let san = walk.text(next.clone());
            let space = if is_mark(text) { "" } else { " " };
            let edits = vec![delete(walk.game.text, range), Edit::insert(next.end, format!("{space}{text}"))];
            finding.with_fix(Fix::unsafe_(format!("Move {text} after {san}"), edits))
        }
        None => finding,
    });
}

/// Whether a NAG says what its variation is for, as the signs of the Informant do that are printed before one: `$140` with the idea, `$141` aimed against,
/// `$142` better is, `$143` worse is, `$144` equivalent is, `$145` an editorial remark.
fn is_about_variation(nag: &str) -> bool {
    nag.strip_prefix('$').and_then(|number| number.parse().ok()).is_some_and(|number| (140..=145).contains(&number))
}

/// The move that a mark is written together with, apart from the move before it: `e5 !Nf3`.
fn glued_move<'game>(walk: &Walk<'game>, mark: &Range<usize>) -> Option<&'game str> {
    let is_apart = walk.text(0..mark.start).ends_with(char::is_whitespace);
    let is_glued = walk.game.text[mark.end..].starts_with(char::is_alphabetic);
    if !is_mark(walk.text(mark.clone())) || !is_apart || !is_glued {
        return None;
    }
    let next = next_move(walk).filter(|next| next.start == mark.end)?;
    Some(walk.text(next))
}

/// Whether this is a suffix and no NAG: `!?`.
fn is_mark(text: &str) -> bool {
    text.starts_with(['!', '?'])
}

/// The next move, if only its number and other annotations come before it.
fn next_move(walk: &Walk) -> Option<Range<usize>> {
    let mut ahead = walk.replay.look_ahead();
    for _ in 0..MOST_TOKENS_BEFORE {
        match ahead.advance()? {
            (Step::Move, range) => return Some(range),
            (Step::Token(TokenKind::MoveNumber), _) => {}
            (Step::Token(kind), _) if kind.is_annotation() => {}
            _ => return None,
        }
    }
    None
}

/// The greatest distance to the next move.
const MOST_TOKENS_BEFORE: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_move_comes_first() {
        check(
            &RULE,
            "
$142 1. e4 $1 (1. $6 f3) ($220 1. d4) ($142 1. d4) 1... $2 e5 {word} $14 *
^^^^ $142 is before the first move; an annotation must follow its move
                  ^^ $6 is before the first move; an annotation must follow its move
                          ^^^^ $220 is before the first move; an annotation must follow its move
                                                        ^^ $2 is between the number and the move; an annotation must follow its move
",
        );
    }

    #[test]
    fn a_mark_that_is_written_together_with_the_next_move_is_its_mark() {
        check(
            &RULE,
            "
1. e4 e5 !Nf3 Nc6 ! Bb5! a6 {odd} ?!Ba4 Nf6 *
         ^ ! is before Nf3; an annotation must follow its move
                                  ^^ ?! is before Ba4; an annotation must follow its move
",
        );
        check_fix(&RULE, "1. e4 e5 2. Nf3 !Nc6 *", "1. e4 e5 2. Nf3 Nc6! *");
    }

    #[test]
    fn it_is_moved_after_the_move() {
        check_fix(&RULE, "1. e4 ($22 1. d4) 1... $2 e5 *", "1. e4 (1. d4 $22) 1... e5 $2 *");
    }
}
