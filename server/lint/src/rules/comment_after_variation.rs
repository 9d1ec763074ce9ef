use scoresheet_grammar::{Event, GameView, NodeKind};

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A comment after a variation.
    ///
    /// ## What it does
    /// Checks for comments that follow the `)` of a variation.
    ///
    /// ## Why is this bad?
    /// Such a comment is well formed, and most programs write it. But chess.js and kludwig's parser reject the game, and other
    /// programs show the comment as if it came before the variation.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 (1... c5) {best by test} 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 {best by test} (1... c5) 2. Nf3 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 5 and 8.2.5.
    name: "comment-after-variation", group: Pedantic, level: Hint, fix: None, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    let mut follows_variation = false;
    for (event, range) in game.tree.events() {
        match event {
            Event::Token(kind) if kind.is_comment() && follows_variation => {
                let message = "This comment follows a variation: chess.js and kludwig's parser reject the game";
                findings.push(RULE.finding(range, message));
                follows_variation = false;
            }
            _ => follows_variation = event == Event::Leave(NodeKind::Variation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_comment_is_marked() {
        check(
            &RULE,
            "
1. e4 {a} e5 (1... c5 {b} (1... e6) {c}) (1... d5) {d} {e} 2. Nf3 *
                                    ^^^            ^^^ This comment follows a variation...
",
        );
    }
}
