use scoresheet_grammar::FaultKind;

use super::fixes::{perhaps_write, write};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::results::{self, RESULTS};

declare_rule! {
    /// A Result tag with another value than the four results.
    ///
    /// ## What it does
    /// Checks for Result tags other than `1-0`, `0-1`, `1/2-1/2` and `*`.
    ///
    /// ## Why is this bad?
    /// Other programs count the game as unfinished, or reject it.
    ///
    /// ## Example
    /// ```pgn
    /// [Result "1/2"]
    ///
    /// 1. e4 e5 1/2-1/2
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Result "1/2-1/2"]
    ///
    /// 1. e4 e5 1/2-1/2
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe where it corrects the spelling of a result, or replaces an empty or unknown value by the termination marker
    /// of the game. Other words are replaced by the marker only with `--unsafe-fixes`: they may say more, or something else.
    ///
    /// ## References
    /// PGN standard, section 8.1.1.7.
    name: "invalid-result", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let Some(tag) = walk.tag("Result") else { return };
    let value = tag.value();
    if RESULTS.contains(&&*value)
        || tag.raw_value.is_empty()
        || walk.has_unclear_value(tag)
        || ends_with_unknown_result(walk)
    {
        return;
    }
    let is_empty = matches!(value.trim(), "" | "?" | "-" | "??");
    let meant = if is_empty {
        Some(end.termination.clone().and_then(|marker| results::canonical(walk.text(marker))).unwrap_or("*"))
    } else {
        results::canonical(&value)
    };
    let range = if value.is_empty() { tag.value_range.clone() } else { tag.inner_range() };
    let finding = RULE.finding(range, "The value of Result must be 1-0, 0-1, 1/2-1/2 or *");
    let decided =
        end.termination.clone().and_then(|marker| results::canonical(walk.text(marker))).filter(|it| *it != "*");
    findings.push(match (meant, decided) {
        (Some(meant), _) => finding.with_fix(write(tag.inner_range(), meant)),
        (None, Some(decided)) => finding.with_fix(perhaps_write(tag.inner_range(), decided)),
        (None, None) => finding,
    });
}

/// Whether the game ends with a result that PGN does not have, which is reported there.
fn ends_with_unknown_result(walk: &Walk) -> bool {
    walk.game.tree.faults().iter().any(|fault| fault.kind == FaultKind::UnknownResult)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[Result "White wins"]
         ^^^^^^^^^^ The value of Result must be 1-0, 0-1, 1/2-1/2 or *

1. e4 *

[Result ""]
        ^^

1. e4 *
"#,
        );
        check(&RULE, "[Result \"*\"]\n\n1. e4 *");
    }

    #[test]
    fn what_is_meant_is_written() {
        let fixed = |value: &str, marker: &str, meant: &str| {
            let game = |value: &str| format!("[Result \"{value}\"]\n\n1. e4 {marker}");
            check_fix(&RULE, &game(value), &game(meant));
        };
        fixed("1/2", "1/2-1/2", "1/2-1/2");
        fixed("0.5-0.5", "*", "1/2-1/2");
        fixed("½-½", "*", "1/2-1/2");
        fixed("1–0", "1-0", "1-0");
        fixed("1-O", "1-0", "1-0");
        fixed("", "0-1", "0-1");
        fixed("?", "", "*");
        fixed("draw", "1/2-1/2", "1/2-1/2");
        fixed("0-", "0-1", "0-1");
    }

    #[test]
    fn words_may_say_more_than_the_marker() {
        check_applicability(&RULE, "[Result \"White wins\"]\n\n1. e4 1-0", Applicability::Unsafe);
        check_applicability(&RULE, "[Result \"1-O\"]\n\n1. e4 1-0", Applicability::Safe);
    }
}
