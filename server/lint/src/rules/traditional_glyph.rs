use super::empty_variation::is_alone_in_parentheses;
use super::missing_promotion_piece::ends_promotion;
use super::spelling::write_nag;
use crate::finding::{Applicability, Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::nag;
use scoresheet_chess::replay::may_be_piece;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_grammar::{TokenKind, token_at};
use std::ops::Range;

declare_rule! {
    /// A sign such as `±` or `+-` in place of its NAG.
    ///
    /// ## What it does
    /// Checks for the annotation signs of printed books and their ASCII spellings: `±`, `+/-`, `∞`, `=`, `N` for a novelty, `D`
    /// for a diagram.
    ///
    /// ## Why is this bad?
    /// PGN uses NAGs for them. pgn-extract drops a game with `±`; chess.js, kludwig's parser and kokopu reject it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 ± 2. Nf3 += *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 $16 2. Nf3 $14 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes the NAG with the same meaning. A letter without a move before it, or with a word after it, may be a part of
    /// a move, and a sign that runs into other characters (`=--`) a part of a word: there the fix is unsafe, as is the one that turns the offer of
    /// a draw, `(=)`, into a comment. Signs that name no side, such as the arrow for an attack, are read as meaning the side that moved.
    ///
    /// ## References
    /// PGN standard, sections 8.2.4 and 10.
    name: "traditional-glyph", group: Portability, level: Warning, fix: Sometimes,
    hooks: [Hook::Token(TokenKind::Glyph, check), Hook::Played(Notes::SIGN, check_sign_of_move)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    if findings.only_counts(&RULE, &range) {
        return;
    }
    let text = walk.text(range.clone());
    // `e8=` lacks a piece, and `(+/-)` is a variation without moves, which other rules report.
    if text == "=" && ends_promotion(walk, range.start) || is_alone_in_parentheses(walk.game.text, &range) {
        return;
    }
    let finding = |message: String| RULE.finding(range.clone(), message);
    if text == "(=)" {
        let message = "(=) is the offer of a draw on a score sheet; PGN has no sign for it, only comments";
        let fix = Fix::unsafe_("Turn (=) into a comment", vec![Edit::replace(range.clone(), "{(=)}")]);
        return findings.push(finding(message.to_owned()).with_fix(fix));
    }
    let Some(number) = nag::from_glyph(text, walk.replay.turn().is_black()) else {
        return findings
            .push(finding(format!("{text} is an annotation sign of printed books, and no NAG has its meaning")));
    };
    let meaning = nag::meaning(number.into()).unwrap_or("unnamed");
    let message = format!("{text} is an annotation sign of printed books; PGN writes ${number} ({meaning})");
    let mut fix = write_nag(walk, range.clone(), number);
    // Without a move before it, or with a word after it, a letter is probably a part of a move.
    let is_letter = text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let after = walk.text(range.end..walk.game.text.len());
    let may_be_move = is_letter && (walk.is_before_move() || is_before_word(after) || may_be_piece(after));
    if may_be_move || nag::is_part_of_word(walk.game.text, &range) {
        fix.applicability = Applicability::Unsafe;
    }
    findings.push(finding(message).with_fix(fix));
}

/// Whether a text begins with what can be read neither as movetext nor as a comment.
fn is_before_word(text: &str) -> bool {
    let next = token_at(text, text.len() - text.trim_start().len());
    next.is_some_and(|(kind, _)| matches!(kind, TokenKind::Word | TokenKind::Unknown | TokenKind::Periods))
}

/// A sign that only the position distinguishes from a piece letter: in "N e5" a pawn can go to e5, but no knight.
fn check_sign_of_move(_: Notes, walk: &Walk, findings: &mut Findings) {
    let start = walk.replay.ply().range.start;
    let range = start..start + 1;
    let text = walk.text(range.clone());
    let Some(number) = nag::from_glyph(text, true) else { return };
    let meaning = nag::meaning(number.into()).unwrap_or("unnamed");
    let message = format!("{text} is an annotation sign of printed books; PGN writes ${number} ({meaning})");
    let mut fix = write_nag(walk, range.clone(), number);
    fix.applicability = Applicability::Unsafe;
    findings.push(RULE.finding(range, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn signs_become_numbers() {
        check(
            &RULE,
            "
1. e4 e5 ± 2. Nf3 Nc6 → *
         ^ ± is an annotation sign of printed books; PGN writes $16 (White is clearly better)
                      ^ → is an annotation sign of printed books; PGN writes $41 (Black has the attack)
",
        );
        check_fix(&RULE, "1. e4± e5 = (1... c5 N) 2. Nf3 D *", "1. e4 $16 e5 $10 (1... c5 $146) 2. Nf3 $220 *");
    }

    #[test]
    fn the_offer_of_a_draw_is_called_one() {
        check(
            &RULE,
            "
1. e4 e5 (=) *
         ^^^ (=) is the offer of a draw on a score sheet; PGN has no sign for it, only comments
",
        );
        check_fix(&RULE, "1. e4 e5(=) 2. Nf3 *", "1. e4 e5{(=)} 2. Nf3 *");
    }

    #[test]
    fn a_letter_without_a_move_before_it_is_no_certain_sign() {
        check_applicability(&RULE, "1. e4 e5 2. N Nf3 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 2. Nf3 N e.p.c6 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 N 2. Nf3 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 e5 D e*", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 2. ± Nf3 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 e5 2. Nf3 N$c6 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 d6 2. Bb5+-Bd7 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 d6 2. Bb5+- Bd7 *", Applicability::Safe);
    }

    #[test]
    fn a_sign_in_a_word_is_no_certain_sign() {
        check_applicability(&RULE, "1. e4 =-- *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 2 N. Nf3 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 2+/- Nf3 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 2. Qh5+= *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 e5 -+= *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5! = 2. Nf3 Nc6(2... d6)± *", Applicability::Safe);
    }

    #[test]
    fn the_sign_of_a_promotion_is_none() {
        let fen = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
        check(&RULE, &format!("\n{fen}1. a8= Kg7 2. Qa7+ *\n"));
        check_fix(&RULE, &format!("{fen}1. a8=Q = Kg7 *"), &format!("{fen}1. a8=Q $10 Kg7 *"));
    }

    #[test]
    fn a_sign_before_a_move_that_the_piece_cannot_make() {
        check_fix(&RULE, "1. e4 N e5 D *", "1. e4 $146 e5 $220 *");
        check(&RULE, "1. e4 e5 2. Nf3 N c6 *");
    }
}
