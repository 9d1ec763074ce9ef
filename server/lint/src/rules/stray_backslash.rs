use std::ops::Range;

use scoresheet_grammar::ast::Tag;

use super::tag_values::inner;
use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A single backslash in a tag value.
    ///
    /// ## What it does
    /// Checks for backslashes that are followed by neither a quote nor a backslash, as in `Analysis\Analyse` and `Let\'s play`,
    /// and at the end of a value. One finding covers all backslashes of a value.
    ///
    /// ## Why is this bad?
    /// A backslash is written `\\`. The PGN parser of mliebelt rejects the file, chessops begins another game, some programs
    /// drop the backslash; before the closing quote it makes the value continue.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Analysis\Analyse"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Analysis\\Analyse"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Doubling the backslash keeps the value: that fix is safe, but for a backslash before the closing quote. Deleting it, as is meant in `Let\'s
    /// play`, is unsafe.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "stray-backslash", group: Portability, level: Warning, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let (Some(first), Some(last)) = (walk.tags.first(), walk.tags.last()) else { return };
    if memchr::memchr(b'\\', walk.text(first.range.start..last.range.end).as_bytes()).is_some() {
        findings.extend(walk.tags.iter().filter(|tag| !HAVE_FORM.contains(&tag.name)).filter_map(finding));
    }
}

/// The tags whose values have a form, for which other rules report a backslash in them.
const HAVE_FORM: [&str; 9] =
    ["Date", "EventDate", "UTCDate", "Time", "UTCTime", "Result", "FEN", "WhiteElo", "BlackElo"];

fn finding(tag: &Tag) -> Option<Finding> {
    let inside = tag.inner_range();
    let stray = stray(inner(tag)?, inside.start);
    let first = stray.first()?.clone();
    let message = format!(
        "A backslash in the value of {} must be written \\\\: other programs drop it or misread the value",
        tag.name
    );
    // Before the closing quote it is a slip of the finger, or belongs to a quote that a program escaped: what the value is, is not certain.
    let is_before_quote = stray.len() == 1 && first.end == inside.end;
    let double = stray.iter().map(|backslash| Edit::insert(backslash.start, "\\")).collect();
    let delete = Fix::unsafe_("Delete the backslash", stray.into_iter().map(Edit::delete).collect());
    let finding = RULE.finding(first, message);
    if is_before_quote {
        return Some(finding.with_fix(delete).with_fix(Fix::unsafe_("Write \\\\", double)));
    }
    Some(finding.with_fix(Fix::safe("Write \\\\", double)).with_fix(delete))
}

/// The backslashes that escape nothing in a value that begins at byte `start`.
fn stray(inner: &str, start: usize) -> Vec<Range<usize>> {
    let mut stray = Vec::new();
    let mut bytes = inner.bytes().enumerate().peekable();
    while let Some((index, byte)) = bytes.next() {
        if byte != b'\\' {
            continue;
        }
        if bytes.next_if(|(_, next)| matches!(next, b'"' | b'\\')).is_none() {
            stray.push(start + index..start + index + 1);
        }
    }
    stray
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_first_one_is_marked() {
        check(
            &RULE,
            r#"
[Event "a\b\c"]
         ^ A backslash in the value of Event must be written \\: other programs drop it or misread the value
[Site "the \"Club\" \\ the Inn"]
[Round "1 \"]
          ^

1. e4 *
"#,
        );
    }

    #[test]
    fn the_value_stays() {
        check_fix(&RULE, "[Event \"a\\b\\c\\\\d\"]\n\n*", "[Event \"a\\\\b\\\\c\\\\d\"]\n\n*");
        check_fix(&RULE, "[Event \"Let\\'s\"]\n\n*", "[Event \"Let\\\\'s\"]\n\n*");
    }
}
