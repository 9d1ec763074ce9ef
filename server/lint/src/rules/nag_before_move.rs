use super::html_entity;
use crate::finding::{Edit, Finding, Fix};
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_chess::replay::Step;
use scoresheet_format::line_edits::delete;
use scoresheet_grammar::TokenKind;

declare_rule! {
    /// A NAG, suffix or sign before the move it should follow.
    ///
    /// ## What it does
    /// Finds annotations before the first move of a game or variation, and between a move number and its move.
    ///
    /// ## Why is this bad?
    /// An annotation belongs to the move before it. Here there is none, or it is another one: chess.js and the parsers of kludwig and
    /// mliebelt refuse the game, pgn-extract drops the annotation.
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
    /// The fix moves the annotation behind the move. It may have been meant for the position, as the number of a diagram is, so this
    /// is not done unasked.
    ///
    /// ## References
    /// PGN standard, sections 8.2.3.8 and 8.2.4.
    name: "nag-before-move", group: Portability, level: Warning, fix: Sometimes, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Vec<Finding>) {
    let range = annotation.range.clone();
    let text = walk.text(range.clone());
    if html_entity::is_blank(text) {
        return;
    }
    let message = if !walk.replay.has_moved() {
        format!("{text} stands before the first move, but an annotation belongs to the move before it")
    } else if walk.since_move.number.is_some() {
        format!("{text} stands between the number and the move, but an annotation belongs to the move before it")
    } else {
        return;
    };
    let finding = RULE.finding(range.clone(), message);
    findings.push(match next_move(walk) {
        Some(next) => {
            let san = walk.text(next.clone());
            let edits = vec![delete(walk.game.text, range), Edit::insert(next.end, format!(" {text}"))];
            finding.with_fix(Fix::unsafe_(format!("Move it behind {san}"), edits))
        }
        None => finding,
    });
}

/// The move to come, where nothing but its number and other annotations stand before it.
fn next_move(walk: &Walk) -> Option<std::ops::Range<usize>> {
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

/// How far the move to come may be away.
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
$220 1. e4 $1 (1. $6 f3) ($142 1. d4) 1... $2 e5 {word} $14 *
^^^^ $220 stands before the first move, but an annotation belongs to the move before it
                  ^^ $6 stands before the first move, but an annotation belongs to the move before it
                          ^^^^ $142 stands before the first move, but an annotation belongs to the move before it
                                           ^^ $2 stands between the number and the move, but an annotation belongs to the move before it
",
        );
    }

    #[test]
    fn it_is_moved_behind_the_move() {
        check_fix(&RULE, "1. e4 ($142 1. d4) 1... $2 e5 *", "1. e4 (1. d4 $142) 1... e5 $2 *");
    }
}
