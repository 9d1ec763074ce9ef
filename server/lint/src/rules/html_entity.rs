use super::spelling::write_nag;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::nag;
use scoresheet_grammar::TokenKind;
use std::ops::Range;

declare_rule! {
    /// An HTML entity in place of a NAG.
    ///
    /// ## What it does
    /// Checks for HTML entities among the moves, left over from a web page: `&plusmn;`, `&#8734;`.
    ///
    /// ## Why is this bad?
    /// PGN has NAGs for these signs. python-chess, pgn-reader and chessops silently lose the rest of the line, because `;`
    /// begins a comment; pgn-extract drops such a game; chess.js, kokopu, mliebelt's and kludwig's parsers reject it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 &plusmn; 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 $16 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes the NAG with the same meaning, or a space for an entity that is a space.
    ///
    /// ## References
    /// PGN standard, sections 8.2.4 and 10.
    name: "html-entity", group: Portability, level: Warning, fix: Sometimes, hooks: [Hook::Token(TokenKind::Entity, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    let text = walk.text(range.clone());
    let finding = |message: String| RULE.finding(range.clone(), message);
    if nag::is_space(text) {
        let fix = Fix::safe("Write a space", vec![Edit::replace(range.clone(), " ")]);
        return findings.push(finding(format!("{text} is HTML for a space")).with_fix(fix));
    }
    let Some(number) = nag::from_entity(text, walk.replay.turn().is_black()) else {
        return findings.push(finding(format!("{text} is HTML, and no NAG has this meaning")));
    };
    let meaning = nag::meaning(number.into()).unwrap_or("unnamed");
    let message = format!("{text} is HTML; PGN writes ${number} ({meaning})");
    findings.push(finding(message).with_fix(write_nag(walk, range.clone(), number)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn entities_become_numbers() {
        check(
            &RULE,
            "
1. e4 e5 &plusmn; 2. Nf3 &nbsp; *
         ^^^^^^^^ &plusmn; is HTML; PGN writes $16 (White is clearly better)
                         ^^^^^^ &nbsp; is HTML for a space
",
        );
        let before_first = "[Event \"\"]\n\n1.&nbsp;e4 e5 *";
        assert!(crate::testing::findings(&super::super::nag_before_move::RULE, before_first).is_empty());
        check_fix(&RULE, "[Event \"\"]\n\n1.&nbsp;e4 &nbsp; e5&nbsp;*", "[Event \"\"]\n\n1. e4   e5 *");
        check_fix(&RULE, "1. e4&#32;e5 *", "1. e4 e5 *");
        check_fix(&RULE, "1. e4 e5&plusmn; 2. Nf3 &#8734; *", "1. e4 e5 $16 2. Nf3 $13 *");
    }
}
