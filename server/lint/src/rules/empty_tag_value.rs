use scoresheet_grammar::ast::Tag;

use super::tag_values::inner;
use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A tag with an empty value.
    ///
    /// ## What it does
    /// Checks for empty tag values. In the Seven Tag Roster an unknown value is `?`; other tags are omitted when their value is
    /// unknown. Dates, results and positions have rules of their own.
    ///
    /// ## Why is this bad?
    /// Whether an empty value means unknown or none is unclear: programs show it as a nameless player or event.
    ///
    /// ## Example
    /// ```pgn
    /// [Site ""]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Site "?"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Writing `?` in the Seven Tag Roster is safe. Deleting another tag is unsafe.
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.1 to 8.1.1.6.
    name: "empty-tag-value", group: Style, level: Info, fix: Always, hooks: [Hook::Tag(check)],
}

fn check(tag: &Tag, walk: &Walk, findings: &mut Findings) {
    if inner(tag).is_none_or(|inner| !inner.trim().is_empty()) {
        return;
    }
    let range = tag.value_range.clone();
    match tag.name {
        "Date" | "EventDate" | "UTCDate" | "Result" | "FEN" | "SetUp" => {}
        "Event" | "Site" | "Round" | "White" | "Black" => {
            let finding =
                RULE.finding(range, format!("The value of {} is empty; an unknown value is written ?", tag.name));
            findings.push(finding.with_fix(Fix::safe("Write ?", vec![Edit::replace(tag.inner_range(), "?")])));
        }
        name => {
            let message = format!("The value of {name} is empty; tags with an unknown value are omitted");
            let mut finding = RULE.finding(range, message);
            finding.level = Level::Hint;
            let delete = vec![delete(walk.game.text, tag.range.clone())];
            findings.push(finding.with_fix(Fix::unsafe_("Delete the tag", delete)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_quotes_are_marked() {
        check(
            &RULE,
            r#"
[Event ""]
       ^^ The value of Event is empty; an unknown value is written ?
[Date ""]
[Round " "]
       ^^^ The value of Round is empty; an unknown value is written ?
[Result ""]
[WhiteElo ""]
          ^^ The value of WhiteElo is empty; tags with an unknown value are omitted

1. e4 *
"#,
        );
        assert_eq!(findings(&RULE, "[WhiteElo \"\"]\n\n*")[0].level, Level::Hint);
    }

    #[test]
    fn the_roster_stays_complete() {
        check_fix(&RULE, "[Site \"\"]\n[ECO \"\"]\n\n*", "[Site \"?\"]\n\n*");
    }
}
