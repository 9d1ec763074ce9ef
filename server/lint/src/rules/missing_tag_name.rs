use scoresheet_grammar::{Fault, FaultKind};

use super::near_tag_pair::as_tag_pair;
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
    /// ## Fix safety
    /// There is a fix where the name is in quotes, too: `["Site" "London"]`. It is unsafe, because programs use a value that they ignored before.
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "missing-tag-name", group: Correctness, level: Error, fix: Sometimes,
    hooks: [Hook::Fault(FaultKind::MissingTagName, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let message = "This tag pair has no name: a tag pair is a name and a value in quotes, such as [Site \"London\"]";
    let finding = RULE.finding(fault.span(), message);
    findings.push(match as_tag_pair(fault.span(), walk) {
        Some(fix) => finding.with_fix(fix),
        None => finding,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

    #[test]
    fn a_name_in_quotes_is_one_finding() {
        let text = "[Event \"E\"]\n[\"Site\" \"S\"]\n\n1. e4 *";
        assert_eq!(warnings(text), ["missing-tag-name"]);
        check_fix(&RULE, text, "[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *");
    }

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
