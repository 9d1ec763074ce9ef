use scoresheet_grammar::{Fault, FaultKind};

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A tag pair without a name.
    ///
    /// ## What it does
    /// Checks for values in brackets without a tag name.
    ///
    /// ## Why is this bad?
    /// The meaning of the value is unknown. Other programs drop the tag or the game.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Casual game"]
    /// ["London"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Casual game"]
    /// [Site "London"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "missing-tag-name", group: Correctness, level: Error, fix: None,
    hooks: [Hook::Fault(FaultKind::MissingTagName, check)],
}

fn check(fault: &Fault, _: &Walk, findings: &mut Findings) {
    let message = "This tag pair has no name: a tag pair is a name and a value in quotes, such as [Site \"London\"]";
    findings.push(RULE.finding(fault.span(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_pair_is_marked() {
        check(
            &RULE,
            r#"
[Event "E"]
["Somewhere"]
^^^^^^^^^^^^^ This tag pair has no name...

1. e4 *
"#,
        );
    }
}
