use std::ops::Range;

use scoresheet_grammar::{GameView, TokenKind};

use super::token_map::{TokenMap, runs};
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits;

declare_rule! {
    /// Periods that are not those of a move number.
    ///
    /// ## What it does
    /// Checks for a period after a move, as at the end of a sentence, and for the character `…` in place of three periods.
    ///
    /// ## Why is this bad?
    /// The standard knows periods only in move numbers, and no characters outside of ASCII among the moves. Parsers that follow it by the letter
    /// reject the move, and pgn-extract drops the game at `2…Nc6`.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4. e5 2. f4 {good} 2… exf4 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. f4 {good} 2... exf4 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: periods say nothing about the moves. After a letter alone, `N.`, it is unsafe: that may be half a move. There is none where the number of the next move runs into a move.
    ///
    /// ## References
    /// PGN standard, sections 4.1 and 8.2.2.
    name: "nonstandard-periods", group: Portability, level: Warning, fix: Sometimes,
    hooks: [Hook::Token(TokenKind::Periods, check), Hook::Text(check_ellipses)],
}

const ELLIPSIS: char = '…';

/// Periods that touch the token before them.
fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    let text = walk.text(range.clone());
    let is_after_token =
        walk.text(0..range.start).ends_with(|before: char| before.is_alphanumeric() || "+#!?".contains(before));
    let is_text = || walk.fault_before(range.end).is_some_and(|fault| fault.span().end > range.start);
    if !is_after_token || !text.starts_with('.') || walk.is_before_move() || is_text() {
        return;
    }
    let delete = line_edits::replace(walk.game.text, range.clone(), "");
    let finding = RULE.finding(range.clone(), "A period after a move: only move numbers have periods");
    // `Nc61...`, `e43.`: the periods are those of a number that runs into the move.
    let is_of_number = walk.text(0..range.start).ends_with(|before: char| before.is_ascii_digit())
        && walk.text(0..range.start - 1).ends_with(|before: char| before.is_ascii_digit());
    if is_of_number {
        return findings.push(finding);
    }
    // `N.` may be the beginning of a move as well as a sign.
    let word = walk.text(0..range.start).rsplit(|before: char| !before.is_alphanumeric()).next().unwrap_or("");
    let is_letter = word.len() == 1 && word.starts_with(|letter: char| letter.is_ascii_uppercase());
    let fix = if is_letter { Fix::unsafe_ } else { Fix::safe }("Delete it", vec![delete]);
    findings.push(finding.with_fix(fix));
}

fn check_ellipses(game: GameView, findings: &mut Findings) {
    if !game.text.contains(ELLIPSIS) {
        return;
    }
    let tokens = TokenMap::of(game);
    for range in runs(game.text, |character| character == ELLIPSIS) {
        let is_among_moves = |kind| matches!(kind, TokenKind::MoveNumber | TokenKind::Periods);
        if !tokens.at(range.start).is_some_and(|(kind, _)| is_among_moves(*kind)) {
            continue;
        }
        let periods = "...".repeat(game.text[range.clone()].chars().count());
        let finding = RULE.finding(range.clone(), "… is not an ASCII character; PGN writes three periods");
        findings.push(finding.with_fix(Fix::safe("Write ...", vec![Edit::replace(range, periods)])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn periods_belong_to_move_numbers() {
        check(
            &RULE,
            "
1. e4. 1… e5 2. Nf3+. Nc6 3.Bb5 {a… b.} 3. ... a6... 4. Ba4 ... Nf6 (4… b5!.) *
     ^ A period after a move: only move numbers have periods
        ^ … is not an ASCII character; PGN writes three periods
                    ^ A period after a move...
                                                 ^^^ A period after a move...
                                                                      ^ … is not an ASCII...
                                                                           ^ A period...
",
        );
    }

    #[test]
    fn the_moves_stay_apart() {
        check_fix(&RULE, "1. e4.e5 1… d5 2. d4. *", "1. e4 e5 1... d5 2. d4 *");
    }
}
