use scoresheet_grammar::{Fault, FaultKind};

use super::unclosed_tag::is_unclosed_at;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A tag pair without a value.
    ///
    /// ## What it does
    /// Checks for tag names in brackets without a value.
    ///
    /// ## Why is this bad?
    /// A tag pair is a name and a value. Other programs drop the tag or the game. An unknown value is written `"?"` in the
    /// Seven Tag Roster; other tags are omitted.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Casual game"]
    /// [Site]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Casual game"]
    /// [Site "?"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// In the Seven Tag Roster the fix writes the value for unknown and is safe. Other tags have no fix.
    ///
    /// ## References
    /// PGN standard, sections 8.1 and 8.1.1.
    name: "missing-tag-value", group: Correctness, level: Error, fix: Sometimes,
    hooks: [Hook::Fault(FaultKind::MissingTagValue, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let name = fault.span();
    let finding = RULE.finding(name.clone(), format!("The tag {} has no value", walk.text(name.clone())));
    let unknown = match walk.text(name.clone()) {
        "Event" | "Site" | "Round" | "White" | "Black" => "?",
        "Date" => "????.??.??",
        _ => return findings.push(finding),
    };
    let bracket = if is_unclosed_at(walk, name.end) { "]" } else { "" };
    let insert = Edit::insert(name.end, format!(" \"{unknown}\"{bracket}"));
    findings.push(finding.with_fix(Fix::safe(format!("Write \"{unknown}\" for unknown"), vec![insert])));
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
[Site]
 ^^^^ The tag Site has no value
[ECO ]
 ^^^ The tag ECO has no value

1. e4 *
"#,
        );
    }

    #[test]
    fn the_roster_knows_what_is_unknown() {
        check_fix(&RULE, "[Event \"E\"]\n[Site]\n\n1. e4 *", "[Event \"E\"]\n[Site \"?\"]\n\n1. e4 *");
        check_fix(&RULE, "[Event \"E\"]\n[Site\n\n1. e4 *", "[Event \"E\"]\n[Site \"?\"]\n\n1. e4 *");
    }
}
