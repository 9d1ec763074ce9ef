use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Edit, Finding, Fix};
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A tag pair without its opening bracket.
    ///
    /// ## What it does
    /// Checks for lines that would be a tag pair with a `[` before the name.
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
    /// The fix is safe: the bracket belongs before the name. It is unsafe for an Event tag that would begin another game.
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "unopened-tag", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::UnopenedTag, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Vec<Finding>) {
    let span = fault.span();
    let edits = vec![Edit::insert(span.start, "[")];
    // An Event tag after others begins a game, which includes the tags that follow.
    let begins_game =
        walk.text(span.clone()) == "Event" && walk.tags.first().is_some_and(|first| first.name_range != span);
    let fix = if begins_game { Fix::unsafe_ } else { Fix::safe }("Insert [", edits);
    findings.push(RULE.finding(span, "The [ is missing before this tag pair").with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

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
