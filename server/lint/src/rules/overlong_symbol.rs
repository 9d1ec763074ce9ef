use std::ops::Range;

use scoresheet_grammar::TokenKind;
use scoresheet_grammar::ast::move_number;

use super::fixes::write;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A move number that is too long for a symbol.
    ///
    /// ## What it does
    /// Checks for move numbers of more than 255 digits. Other symbols that long are neither moves nor tag names and are
    /// reported as text.
    ///
    /// ## Why is this bad?
    /// A symbol has at most 255 characters; a program may truncate it or reject the game.
    ///
    /// ## Example
    /// ```pgn
    /// 0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: leading zeros do not change the number.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "overlong-symbol", group: Style, level: Info, fix: Sometimes,
    hooks: [Hook::Token(TokenKind::MoveNumber, check)],
}

/// Characters.
pub(super) const MOST: usize = 255;

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    if range.len() <= MOST {
        return;
    }
    let text = walk.text(range.clone());
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    if length <= MOST {
        return;
    }
    let digits = range.start..range.start + length;
    let message = format!("This number has {length} digits; PGN allows at most 255 characters in a symbol");
    let finding = RULE.finding(digits.clone(), message);
    findings.push(match move_number(text).number {
        u32::MAX => finding,
        number => finding.with_fix(write(digits, number.to_string())),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_fix, findings};

    #[test]
    fn zeros_go() {
        let zeros = |count: usize| "0".repeat(count);
        check_fix(&RULE, &format!("[Event \"x\"]\n\n{}1. e4 *", zeros(255)), "[Event \"x\"]\n\n1. e4 *");
        assert!(findings(&RULE, &format!("[Event \"x\"]\n\n{}1. e4 *", zeros(254))).is_empty());
    }

    #[test]
    fn a_number_that_large_has_no_fix() {
        let found = findings(&RULE, &format!("[Event \"x\"]\n\n{}. e4 *", "9".repeat(256)));
        assert!(found.len() == 1 && found[0].fixes.is_empty());
    }
}
