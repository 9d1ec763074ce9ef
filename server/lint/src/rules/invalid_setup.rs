use super::fen_without_setup::fen_tag;
use super::fixes::write;
use super::tag_values::inner;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A SetUp tag that is neither `0` nor `1`.
    ///
    /// ## What it does
    /// Checks for SetUp tags with other values. `[SetUp "0"]` in a game with a FEN tag is reported by `fen-without-setup`.
    ///
    /// ## Why is this bad?
    /// SetUp is `1` if a FEN tag gives the starting position, otherwise `0`. Other values have no meaning.
    ///
    /// ## Example
    /// ```pgn
    /// [SetUp "no"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [SetUp "0"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the presence of a FEN tag decides the value.
    ///
    /// ## References
    /// PGN standard, section 9.7.1.
    name: "invalid-setup", group: Style, level: Info, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let Some(tag) = walk.tag("SetUp") else { return };
    let Some(inner) = inner(tag).filter(|inner| !matches!(inner.trim(), "0" | "1")) else { return };
    let right = if fen_tag(walk).is_some() { "1" } else { "0" };
    let message = "SetUp must be 1 in a game with a FEN tag, otherwise 0";
    let range = if inner.is_empty() { tag.value_range.clone() } else { tag.inner_range() };
    findings.push(RULE.finding(range, message).with_fix(write(tag.inner_range(), right)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[SetUp "2"]
        ^ SetUp must be 1 in a game with a FEN tag, otherwise 0

1. e4 *

[SetUp "2"]
        ^ SetUp must be 1 in a game with a FEN tag, otherwise 0
[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]

*
"#,
        );
        check_fix(&RULE, "[SetUp \"2\"]\n[FEN \"x\"]\n\n*", "[SetUp \"1\"]\n[FEN \"x\"]\n\n*");
        check(&RULE, "[SetUp \" 1 \"]\n\n*");
        check_fix(&RULE, "[SetUp \"\"]\n\n*", "[SetUp \"0\"]\n\n*");
        check_fix(&RULE, "[SetUp \"no\"]\n\n*", "[SetUp \"0\"]\n\n*");
    }
}
