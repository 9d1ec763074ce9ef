use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{VariationEnd, Walk};

declare_rule! {
    /// A variation before the first move.
    ///
    /// ## What it does
    /// Checks for variations before the first move of the game or of the enclosing variation. Empty variations and those with
    /// only comments are reported by `empty-variation` and `comment-only-variation`.
    ///
    /// ## Why is this bad?
    /// A variation replaces the move before it; here there is none, so either the variation is misplaced or a move is missing.
    /// python-chess and pgn-extract read its moves as those of the game, chessops drops it; chess.js, kokopu, mliebelt's and
    /// kludwig's parsers reject the game.
    ///
    /// ## Example
    /// ```pgn
    /// (1. d4 d5) 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 (1. d4 d5) 1... e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "variation-before-first-move", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Variation(check)],
}

fn check(variation: &VariationEnd, _: &Walk, findings: &mut Findings) {
    if !variation.is_before_first_move || variation.moves == 0 {
        return;
    }
    let message = "A variation replaces the previous move, but there is no move before this one";
    let parenthesis = variation.range.start..variation.range.start + 1;
    findings.push(RULE.finding(parenthesis, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn a_variation_needs_a_move_to_replace() {
        check(
            &RULE,
            "
(1. d4 d5) 1. e4 ((1. c4) 1. Nf3) e5 *
^ A variation replaces the previous move, but there is no move before this one
                  ^ A variation replaces the previous move, but there is no move before this one
",
        );
        check(&RULE, "({A word first}) () 1. e4 (1. d4) e5 (1... c5 (1... e6) 2. Nf3) *");
    }
}
