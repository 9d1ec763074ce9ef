use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A `$` without a number.
    ///
    /// ## What it does
    /// Checks for a `$` in the movetext that is not directly followed by digits.
    ///
    /// ## Why is this bad?
    /// A NAG is a `$` and a number without a space between them. pgn-extract loses the moves before it; chess.js, kokopu and
    /// mliebelt's parser reject the game; python-chess, pgn-reader and chessops skip it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 $ e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 $1 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: it is a guess whether a number after the space belongs to the `$`, or the `$` is superfluous.
    ///
    /// ## References
    /// PGN standard, section 8.2.4.
    name: "malformed-nag", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::MalformedNag, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    if findings.only_counts(&RULE, &span) {
        return;
    }
    let rest = &walk.game.text[span.end..];
    let after_spaces = rest.trim_start_matches([' ', '\t']);
    let digits = after_spaces.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = digits > 0 && !after_spaces[digits..].trim_start().starts_with(['.', '…']);
    let finding =
        RULE.finding(span.clone(), "This $ has no number; a NAG is a $ with a number right after it, such as $1");
    let fix = if is_number {
        let spaces = span.end..span.end + rest.len() - after_spaces.len();
        Fix::unsafe_(format!("Write ${}", &after_spaces[..digits]), vec![Edit::delete(spaces)])
    } else {
        Fix::unsafe_("Delete the $", vec![delete(walk.game.text, span)])
    };
    findings.push(finding.with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_sign_is_marked() {
        check(
            &RULE,
            "
1. e4 $1 e5 $ 2. Nf3 *
            ^ This $ has no number; a NAG is a $ with a number right after it, such as $1
",
        );
    }

    #[test]
    fn the_number_may_follow() {
        check_fix(&RULE, "1. e4 $ 14 e5 *", "1. e4 $14 e5 *");
        check_fix(&RULE, "1. e4 e5 $ 2. Nf3 *", "1. e4 e5 2. Nf3 *");
    }
}
