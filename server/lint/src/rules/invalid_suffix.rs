use super::fixes::perhaps_write;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::nag;
use scoresheet_grammar::TokenKind;
use std::ops::Range;

declare_rule! {
    /// A run of exclamation and question marks that is not one of the six suffixes.
    ///
    /// ## What it does
    /// Checks for `!!!`, `???`, `!?!` and the like.
    ///
    /// ## Why is this bad?
    /// Six suffixes have a meaning: `!`, `?`, `!!`, `??`, `!?` and `?!`. Programs treat others differently, and chess.js and
    /// kludwig's parser reject the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4!!! e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 $3 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix shortens `!!!` to `!!` and `???` to `??`. It is unsafe, because it removes some of the emphasis.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.8.
    name: "invalid-suffix", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::Token(TokenKind::Suffix, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    let text = walk.text(range.clone());
    if nag::from_suffix(text).is_some() {
        return;
    }
    let message = format!("{text} is not one of the six suffixes of a move: ! ? !! ?? !? ?!");
    let finding = RULE.finding(range.clone(), message);
    let shorter = ["!!", "??"].into_iter().find(|shorter| text.trim_start_matches(&shorter[..1]).is_empty());
    findings.push(match shorter {
        Some(shorter) => finding.with_fix(perhaps_write(range, shorter)),
        None => finding,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn there_are_six_suffixes() {
        check(
            &RULE,
            "
1. e4!!! e5!?! 2. Nf3?! Nc6 ! 3. Bb5 *
     ^^^ !!! is not one of the six suffixes of a move: ! ? !! ?? !? ?!
           ^^^ !?! is not one of the six suffixes of a move: ! ? !! ?? !? ?!
",
        );
        check_fix(&RULE, "1. e4!!! e5 ???? *", "1. e4!! e5 ?? *");
    }
}
