use super::spelling::write_nag;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::nag;
use scoresheet_grammar::TokenKind;
use std::ops::Range;

declare_rule! {
    /// A suffix such as `!?` in place of its NAG.
    ///
    /// ## What it does
    /// Checks for the six suffixes `!`, `?`, `!!`, `??`, `!?` and `?!`.
    ///
    /// ## Why is this bad?
    /// It is not: import format allows suffixes, and they are easier to read. Export format, which makes files comparable byte
    /// for byte, uses `$1` to `$6`.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Qh5?! *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Qh5 $6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the NAG means the same as the suffix.
    ///
    /// ## References
    /// PGN standard, sections 8.2.3.8 and 10.
    name: "suffix-annotation", group: Style, level: Info, fix: Always, hooks: [Hook::Token(TokenKind::Suffix, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    let text = walk.text(range.clone());
    let Some(number) = nag::from_suffix(text) else { return };
    // A suffix before its move is reported by another rule.
    if !walk.replay.has_moved() || walk.since_move.number.is_some() {
        return;
    }
    let message = format!("{text} is a suffix; export format writes the NAG ${number}");
    let fix = write_nag(walk, range.clone(), number);
    findings.push(RULE.finding(range, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn suffixes_become_nags() {
        check(
            &RULE,
            "
1. e4!? e5 ! 2. Nf3!!! $1 *
     ^^ !? is a suffix; export format writes the NAG $5
           ^ ! is a suffix; export format writes the NAG $1
",
        );
        check(&RULE, "! 1. e4 1... ! e5 (?? 1... c5) *");
        check_fix(&RULE, "1. e4!? e5 ! (1... c5??) *", "1. e4 $5 e5 $1 (1... c5 $4) *");
    }
}
