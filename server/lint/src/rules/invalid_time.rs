use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::finding::Level;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A time of day that does not have the form `HH:MM:SS` or does not exist.
    ///
    /// ## What it does
    /// Checks the tags Time and UTCTime. Question marks are written for unknown digits: `15:30:??`. Other forms with a clear
    /// meaning are a matter of style.
    ///
    /// ## Why is this bad?
    /// Programs that sort games by time of day read these eight characters.
    ///
    /// ## Example
    /// ```pgn
    /// [Time "15:75:00"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Time "15:15:00"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Writing each of the three numbers with two digits is safe, and so is writing `??` for missing seconds.
    ///
    /// ## References
    /// PGN standard, sections 9.5.1 and 9.5.2.
    name: "invalid-time", group: Suspicious, level: Warning, fix: Sometimes,
    hooks: [Hook::TagNamed(&["Time", "UTCTime"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag).filter(|value| !is_time(value.text)) else { return };
    let repaired = repaired(value.text);
    let is_form = value.text.len() == 8 && value.text.split(':').count() == 3;
    let message = match repaired {
        None if is_form => format!("{} is not a time of day", value.text),
        _ => "A time must have the form HH:MM:SS, with ? for unknown digits".to_owned(),
    };
    let mut finding = RULE.finding(value.range.clone(), message);
    if repaired.is_some() || value.text.trim_matches('?').is_empty() {
        finding.level = Level::Info;
    }
    finding.fixes.extend(repaired.map(|time| value.replaced_by(&time)));
    findings.push(finding);
}

fn is_time(text: &str) -> bool {
    let mut fields = text.split(':');
    let four = [fields.next(), fields.next(), fields.next(), fields.next()];
    matches!(four, [Some(hours), Some(minutes), Some(seconds), None] if is_field(hours, 24) && is_field(minutes, 60) && is_field(seconds, 60))
}

/// Two digits below `end`, or question marks for them.
fn is_field(text: &str, end: u32) -> bool {
    let has_form = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
    has_form && text.parse().map_or(true, |number: u32| number < end)
}

fn repaired(text: &str) -> Option<String> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let text = text.split_once('.').filter(|_| text.contains(':')).map_or(text, |(whole_seconds, _)| whole_seconds);
    let mut fields: Vec<String> = text.split(':').map(|field| format!("{field:0>2}")).collect();
    if fields.len() == 2 {
        fields.push("??".to_owned());
    }
    Some(fields.join(":")).filter(|time| is_time(time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[Time "25:00:00"]
       ^^^^^^^^ 25:00:00 is not a time of day
[UTCTime "noon"]
          ^^^^ A time must have the form HH:MM:SS, with ? for unknown digits
[EndTime "1:32:02 PST"]

1. e4 *
"#,
        );
        for time in ["00:00:00", "23:59:59", "15:??:??", "??:??:??", ""] {
            check(&RULE, &format!("[Time \"{time}\"]\n\n*"));
        }
    }

    #[test]
    fn other_forms_are_rewritten() {
        for (before, after) in
            [("9:05:07", "09:05:07"), ("14:49", "14:49:??"), ("14:49:57.5", "14:49:57"), ("14:49:57Z", "14:49:57")]
        {
            let game = |time: &str| format!("[Time \"{time}\"]\n\n*");
            check_fix(&RULE, &game(before), &game(after));
            assert_eq!(findings(&RULE, &game(before))[0].level, Level::Info);
        }
    }
}
