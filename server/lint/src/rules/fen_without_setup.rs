use scoresheet_grammar::ast::Tag;

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::is_fen_tag;
use scoresheet_format::line_edits::line_end;
use scoresheet_format::tag_edits::end_with_remarks;

declare_rule! {
    /// A FEN tag without `[SetUp "1"]`.
    ///
    /// ## What it does
    /// Checks for games with a FEN tag where SetUp is missing, is `"0"`, or has other capitals, such as `Setup`. Other values
    /// of SetUp are reported by `invalid-setup`.
    ///
    /// ## Why is this bad?
    /// The standard requires both tags. Nearly every program needs only the FEN; a strict one starts from the initial position.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    ///
    /// 1. e4 Kd7 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. e4 Kd7 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the position stays the same.
    ///
    /// ## References
    /// PGN standard, section 9.7.
    name: "fen-without-setup", group: Style, level: Info, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let Some(fen) = fen_tag(walk) else { return };
    let Some(setup) = walk.tag("SetUp").or_else(|| walk.tags.iter().find(|tag| is_setup(tag))) else {
        let insert =
            Edit::insert(end_with_remarks(walk.game, fen), format!("{}[SetUp \"1\"]", line_end(walk.game.text)));
        let message = "A game with a FEN tag needs the tag [SetUp \"1\"] as well";
        let finding = RULE.finding(fen.name_range.clone(), message);
        return findings.push(finding.with_fix(Fix::safe("Insert [SetUp \"1\"]", vec![insert])));
    };
    if setup.name != "SetUp" {
        let rename = vec![Edit::replace(setup.name_range.clone(), "SetUp")];
        let message = format!("The tag name is SetUp, not {}: tag names are case-sensitive", setup.name);
        let finding = RULE.finding(setup.name_range.clone(), message);
        findings.push(finding.with_fix(Fix::safe("Write SetUp", rename)));
    } else if setup.value().trim() == "0" {
        let write = vec![Edit::replace(setup.inner_range(), "1")];
        let message = "SetUp must be \"1\" in a game with a FEN tag";
        let finding = RULE.finding(setup.value_range.clone(), message);
        findings.push(finding.with_fix(Fix::safe("Write \"1\"", write)));
    }
}

fn is_setup(tag: &Tag) -> bool {
    tag.name.eq_ignore_ascii_case("SetUp")
}

/// The FEN tag, whatever the case of its name.
pub(super) fn fen_tag<'walk, 'game>(walk: &'walk Walk<'game>) -> Option<&'walk Tag<'game>> {
    walk.tags.iter().find(|tag| is_fen_tag(tag.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    const FEN: &str = "[FEN \"8/8/8/4k3/8/8/8/4K3 w - - 0 1\"]\n";

    #[test]
    fn the_tag_is_marked() {
        check(
            &RULE,
            r#"
[FEN "8/8/8/4k3/8/8/8/4K3 w - - 0 1"]
 ^^^ A game with a FEN tag needs the tag [SetUp "1"] as well

*

[Setup "1"]
 ^^^^^ The tag name is SetUp, not Setup: tag names are case-sensitive
[FEN "8/8/8/4k3/8/8/8/4K3 w - - 0 1"]

*

[SetUp "0"]
       ^^^ SetUp must be "1" in a game with a FEN tag
[FEN "8/8/8/4k3/8/8/8/4K3 w - - 0 1"]

*
"#,
        );
    }

    #[test]
    fn other_values_are_for_another_rule() {
        check(&RULE, &format!("{FEN}[SetUp \"x\"]\n\n*"));
    }

    #[test]
    fn the_position_stays() {
        let fixed = |before: &str, after: &str| {
            check_fix(&RULE, &format!("{FEN}{before}\n*"), &format!("{FEN}{after}\n*"));
        };
        fixed("", "[SetUp \"1\"]\n");
        fixed("[Setup \"1\"]\n", "[SetUp \"1\"]\n");
        fixed("[SetUp \"0\"]\n", "[SetUp \"1\"]\n");
    }
}
