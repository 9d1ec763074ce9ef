use super::fen_without_setup::fen_tag;
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// `[SetUp "1"]` without a FEN tag.
    ///
    /// ## What it does
    /// Checks for games whose SetUp tag announces a set-up position while the FEN tag is missing.
    ///
    /// ## Why is this bad?
    /// Either the position is lost, or the tag is wrong. pgn-extract drops the game; others play it from the initial position.
    ///
    /// ## Example
    /// ```pgn
    /// [SetUp "1"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Casual game"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the tag. It is unsafe, because the position may be what is missing.
    ///
    /// ## References
    /// PGN standard, section 9.7.1.
    name: "setup-without-fen", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let is_setup = |name: &str| name.eq_ignore_ascii_case("SetUp");
    let Some(tag) = walk.tags.iter().find(|tag| is_setup(tag.name) && tag.value() == "1") else { return };
    if fen_tag(walk).is_some() {
        return;
    }
    let message = "SetUp is 1, but the FEN tag with the starting position is missing";
    let delete = vec![delete(walk.game.text, tag.range.clone())];
    let finding = RULE.finding(tag.range.clone(), message);
    findings.push(finding.with_fix(Fix::unsafe_("Delete the SetUp tag", delete)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_tag_is_marked() {
        check(
            &RULE,
            r#"
[SetUp "1"]
^^^^^^^^^^^ SetUp is 1, but the FEN tag with the starting position is missing

1. e4 *
"#,
        );
        check(&RULE, "[SetUp \"0\"]\n\n1. e4 *");
        check(&RULE, "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/8/4K3 w - - 0 1\"]\n\n*");
    }

    #[test]
    fn the_tag_goes() {
        check_fix(&RULE, "[Event \"E\"]\n[SetUp \"1\"]\n\n*", "[Event \"E\"]\n\n*");
    }
}
