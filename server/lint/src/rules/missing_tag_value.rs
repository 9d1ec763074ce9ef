use scoresheet_format::line_edits::delete;
use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Fault, FaultKind};

use super::unclosed_tag::is_unclosed_at;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

/// How many tags of a game are compared; games have fewer.
const MOST_TAGS: usize = 100;

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
    /// In the Seven Tag Roster the fix writes the value for unknown and is safe. A value after the `]` is put inside, and a tag that the game has with a value
    /// goes; both are unsafe. Other
    /// tags have no fix.
    ///
    /// ## References
    /// PGN standard, sections 8.1 and 8.1.1.
    name: "missing-tag-value", group: Correctness, level: Error, fix: Sometimes,
    hooks: [Hook::Fault(FaultKind::MissingTagValue, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let name = fault.span();
    if let Some((value, end)) = value_after_tag(walk, name.start) {
        let message = format!("The ] of the tag {} is before its value", walk.text(name.clone()));
        let edit = Edit::replace(name.end..end, format!(" {value}]"));
        let fix = Fix::unsafe_(format!("Write the ] after {value}"), vec![edit]);
        return findings.push(RULE.finding(name, message).with_fix(fix));
    }
    let finding = RULE.finding(name.clone(), format!("The tag {} has no value", walk.text(name.clone())));
    if let Some(tag) = walk.tag_at(name.start).filter(|tag| has_value_elsewhere(tag, walk)) {
        let delete = Fix::unsafe_("Delete the tag", vec![delete(walk.game.text, tag.range.clone())]);
        return findings.push(finding.with_fix(delete));
    }
    let unknown = match walk.text(name.clone()) {
        "Event" | "Site" | "Round" | "White" | "Black" => "?",
        "Date" => "????.??.??",
        _ => return findings.push(finding),
    };
    let bracket = if is_unclosed_at(walk, name.end) { "]" } else { "" };
    let insert = Edit::insert(name.end, format!(" \"{unknown}\"{bracket}"));
    findings.push(finding.with_fix(Fix::safe(format!("Write \"{unknown}\" for unknown"), vec![insert])));
}

/// Whether the game has another tag of the same name, with a value.
fn has_value_elsewhere(tag: &Tag, walk: &Walk) -> bool {
    walk.tags.iter().take(MOST_TAGS).any(|other| other.name == tag.name && !other.raw_value.is_empty())
}

/// The value in quotes that follows the tag pair without one at byte `offset` on its line, `[Date] "1991.??.??"`, and where it ends.
fn value_after_tag<'game>(walk: &Walk<'game>, offset: usize) -> Option<(&'game str, usize)> {
    let start = walk.tag_at(offset)?.range.end;
    let after = &walk.game.text[start..];
    let line = after.split(['\n', '\r']).next()?.trim_end();
    let value = line.trim_start().trim_end_matches(']');
    let is_quoted =
        value.len() > 1 && value.starts_with('"') && value.find('"') < value.rfind('"') && value.ends_with('"');
    is_quoted.then(|| (value, start + line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, warnings};

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
    fn a_value_after_the_bracket_is_put_inside() {
        let text = "[Event \"E\"]\n[Date] \"1991.??.??\"\n[Round \"1\"]\n\n1. e4 *";
        assert_eq!(warnings(text), ["missing-tag-value"]);
        check_fix(&RULE, text, "[Event \"E\"]\n[Date \"1991.??.??\"]\n[Round \"1\"]\n\n1. e4 *");
    }

    #[test]
    fn one_with_a_value_elsewhere_goes() {
        let text = "[White]\n[Event \"E\"]\n[White \"W\"]\n\n1. e4 *";
        assert_eq!(warnings(text), ["missing-tag-value"]);
        check_fix(&RULE, text, "[Event \"E\"]\n[White \"W\"]\n\n1. e4 *");
    }

    #[test]
    fn the_roster_knows_what_is_unknown() {
        check_fix(&RULE, "[Event \"E\"]\n[Site]\n\n1. e4 *", "[Event \"E\"]\n[Site \"?\"]\n\n1. e4 *");
        check_fix(&RULE, "[Event \"E\"]\n[Site\n\n1. e4 *", "[Event \"E\"]\n[Site \"?\"]\n\n1. e4 *");
    }
}
