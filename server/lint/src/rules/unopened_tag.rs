use std::ops::Range;

use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A tag pair without its opening bracket.
    ///
    /// ## What it does
    /// Checks for lines that would be a tag pair with a `[` before the name, or in place of another bracket there.
    ///
    /// ## Why is this bad?
    /// Other programs read the line as movetext, and drop the game or the tag.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Anderssen, Adolf"]
    /// Black "Kieseritzky, Lionel"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "Anderssen, Adolf"]
    /// [Black "Kieseritzky, Lionel"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the bracket belongs before the name. It is unsafe for an Event tag that would begin another game, and where another
    /// bracket is replaced, which may begin a comment.
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "unopened-tag", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::UnopenedTag, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    if let Some(other) = other_bracket(walk, span.start) {
        let message = format!("A tag pair must begin with [, not {}", walk.text(other.clone()));
        let fix = Fix::unsafe_("Write [", vec![Edit::replace(other.clone(), "[")]);
        return findings.push(RULE.finding(other, message).with_fix(fix));
    }
    let edits = vec![Edit::insert(span.start, "[")];
    // An Event tag after others begins a game, which includes the tags that follow.
    let begins_game =
        walk.text(span.clone()) == "Event" && walk.tags.first().is_some_and(|first| first.name_range != span);
    let fix = if begins_game { Fix::unsafe_ } else { Fix::safe }("Insert [", edits);
    findings.push(RULE.finding(span, "The [ is missing before this tag pair").with_fix(fix));
}

/// Another opening bracket before the name that begins at byte `name`.
fn other_bracket(walk: &Walk, name: usize) -> Option<Range<usize>> {
    let before = walk.text(0..name).trim_end_matches([' ', '\t']);
    before.ends_with(['{', '(', '<']).then(|| before.len() - 1..before.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn another_bracket_is_replaced() {
        for bracket in ["{", "(", "<"] {
            let broken = format!("[Event \"E\"]\n{bracket}Site \"S\"]\n[Round \"1\"]\n\n1. e4 {{good}} e5 *");
            let fixed = "[Event \"E\"]\n[Site \"S\"]\n[Round \"1\"]\n\n1. e4 {good} e5 *";
            check_fix(&RULE, &broken, fixed);
        }
        check(&RULE, "[Event \"E\"]\n{Site \"S\"}\n\n1. e4 *");
        check(&RULE, "{Event \"E\"] is a tag}\n\n1. e4 *");
    }

    #[test]
    fn the_name_is_marked() {
        check(
            &RULE,
            r#"
[Event "E"]
Site "S"]
^^^^ The [ is missing before this tag pair

1. e4 *
"#,
        );
    }

    #[test]
    fn the_bracket_is_certain() {
        check_fix(&RULE, "[Event \"E\"]\nSite \"S\"]\n\n1. e4 *", "[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *");
    }
}
