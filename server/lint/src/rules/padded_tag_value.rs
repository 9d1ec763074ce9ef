use scoresheet_grammar::ast::Tag;

use super::tag_values::inner;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// Spaces at the start or end of a tag value.
    ///
    /// ## What it does
    /// Checks for spaces between the quotes of a tag and its value. Dates, results and positions have rules of their own.
    ///
    /// ## Why is this bad?
    /// In a database `"Morphy, Paul "` and `"Morphy, Paul"` are two players.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Morphy, Paul "]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "Morphy, Paul"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: spaces at the ends have no meaning.
    ///
    /// ## References
    /// PGN standard, section 8.1.
    name: "padded-tag-value", group: Style, level: Info, fix: Always, hooks: [Hook::Tag(check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(inner) = inner(tag).filter(|inner| inner.starts_with(' ') || inner.ends_with(' ')) else { return };
    let has_own_rule = matches!(tag.name, "Date" | "EventDate" | "UTCDate" | "Result" | "FEN" | "SetUp");
    if inner.trim().is_empty() || has_own_rule {
        return;
    }
    let whole = tag.inner_range();
    let before = whole.start..whole.start + inner.len() - inner.trim_start_matches(' ').len();
    let after = whole.start + inner.trim_end_matches(' ').len()..whole.end;
    let (range, place) = match (before.is_empty(), after.is_empty()) {
        (false, true) => (before.clone(), "before"),
        (true, false) => (after.clone(), "after"),
        _ => (whole, "around"),
    };
    let message = format!("Spaces {place} the value of {}: in a database it is another value", tag.name);
    let edits = [before, after].into_iter().filter(|spaces| !spaces.is_empty()).map(Edit::delete).collect();
    let fix = Fix::safe("Delete the spaces", edits);
    findings.push(RULE.finding(range, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_spaces_are_marked() {
        check(
            &RULE,
            r#"
[White "Morphy, Paul "]
                    ^ Spaces after the value of White: in a database it is another value
[Black "  Anderssen, Adolf"]
        ^^
[Event " Match "]
        ^^^^^^^ Spaces around the value of Event...
[Site " "]
[Date "1858.12.?? "]

1. e4 *
"#,
        );
        check_fix(&RULE, "[Event \" a b  \"]\n\n*", "[Event \"a b\"]\n\n*");
    }
}
