use scoresheet_grammar::{Event, GameView};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// A comment directly after another comment.
    ///
    /// ## What it does
    /// Checks for comments that directly follow another comment.
    ///
    /// ## Why is this bad?
    /// chess.js rejects such a game. Some programs join the two comments or keep only one of them.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {best by test} {[%clk 0:03:00]} 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {best by test [%clk 0:03:00]} 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix joins the two comments. It is unsafe, because the annotator may have had a reason for two.
    ///
    /// ## References
    /// PGN standard, section 5.
    name: "adjacent-comments", group: Pedantic, level: Hint, fix: Sometimes, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    let mut previous = None;
    for (event, range) in game.tree.events() {
        let is_comment = matches!(event, Event::Token(kind) if kind.is_comment());
        if is_comment && let Some(end) = previous {
            let message = "Two comments in a row: chess.js rejects the game";
            let finding = RULE.finding(range.clone(), message);
            let is_in_braces = game.text[..end].ends_with('}') && game.text[range.clone()].starts_with('{');
            findings.push(match is_in_braces {
                true => {
                    let edit = Edit::replace(end - 1..range.start + 1, " ");
                    finding.with_fix(Fix::unsafe_("Join the comments", vec![edit]))
                }
                false => finding,
            });
        }
        previous = is_comment.then_some(range.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_second_is_marked() {
        check(
            &RULE,
            "
1. e4 {a} {b} e5 {c} ; d
          ^^^ Two comments...
                     ^^^ Two comments in a row: chess.js rejects the game
({e} 1... c5 {f}) {g} 2. Nf3 *
",
        );
    }

    #[test]
    fn they_become_one() {
        check_fix(&RULE, "1. e4 {a}\n{b}{c} e5 *", "1. e4 {a b c} e5 *");
    }
}
