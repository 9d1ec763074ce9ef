use scoresheet_grammar::ast::Tag;

use super::fixes::{perhaps_write, write};
use crate::finding::Level;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::dates::{self, DateFault};

declare_rule! {
    /// A date that does not have the form `YYYY.MM.DD`.
    ///
    /// ## What it does
    /// Checks for other forms in the tags Date, EventDate and UTCDate. Question marks are written for unknown digits:
    /// `1851.??.??`. An empty value or a lone `?` is unambiguous and therefore only a matter of style. Days that the calendar
    /// does not have are reported by `impossible-date`.
    ///
    /// ## Why is this bad?
    /// Programs sort and search by the ten characters of a date. In other forms day and month are easily confused.
    ///
    /// ## Example
    /// ```pgn
    /// [Date "1851-6-21"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Date "1851.06.21"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Where only one date can be meant, the fix is safe. For `3/10/2018` there are two unsafe fixes, one for each date; the
    /// one with the day first comes first.
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.3, 9.2.1 and 9.5.3.
    name: "invalid-date", group: Suspicious, level: Warning, fix: Sometimes,
    hooks: [Hook::TagNamed(&["Date", "EventDate", "UTCDate"], check)],
}

fn check(tag: &Tag, walk: &Walk, findings: &mut Findings) {
    if tag.raw_value.is_empty() {
        return;
    }
    let value = tag.value();
    let Some(fault) = dates::fault(&value) else { return };
    let level = match fault {
        DateFault::Unknown => Level::Info,
        DateFault::Form => Level::Warning,
        DateFault::Calendar(_) => return,
    };
    let range = if value.is_empty() { tag.value_range.clone() } else { tag.inner_range() };
    if !walk.is_reported(level) {
        return findings.push(RULE.unreported(range, level));
    }
    let message = match fault {
        DateFault::Unknown => format!("An unknown date must be written {}", dates::UNKNOWN),
        _ => "A date must have the form YYYY.MM.DD, with ? for unknown digits".to_owned(),
    };
    let mut finding = RULE.finding(range, message);
    finding.level = level;
    if let Some(date) = dates::repaired(&value) {
        finding.fixes.push(write(tag.inner_range(), date));
    } else {
        let possible = dates::possible(&value).into_iter();
        finding.fixes.extend(possible.map(|date| perhaps_write(tag.inner_range(), date)));
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, findings};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[Date "2024-01-01"]
       ^^^^^^^^^^ A date must have the form YYYY.MM.DD, with ? for unknown digits
[EventDate "2023.02.30"]
[UTCDate ""]
         ^^ An unknown date must be written ????.??.??
[SourceDate "yesterday"]

1. e4 *
"#,
        );
    }

    #[test]
    fn unknown_dates_are_a_matter_of_style() {
        assert_eq!(findings(&RULE, "[Date \"?\"]\n\n*")[0].level, Level::Info);
        assert_eq!(findings(&RULE, "[Date \"2024\"]\n\n*")[0].level, Level::Warning);
    }

    #[test]
    fn of_two_dates_the_day_before_the_month_comes_first() {
        let titles = |date: &str| -> Vec<String> {
            let found = findings(&RULE, &format!("[Date \"{date}\"]\n\n*"));
            found[0].fixes.iter().map(|fix| fix.title.clone()).collect()
        };
        assert_eq!(titles("01.03.2024"), ["Write 2024.03.01", "Write 2024.01.03"]);
        assert_eq!(titles("03.03.2024"), ["Write 2024.03.03"]);
        assert_eq!(titles("yesterday"), [""; 0]);
        check_applicability(&RULE, "[Date \"01.03.2024\"]\n\n*", Applicability::Unsafe);
    }

    #[test]
    fn certain_dates_are_repaired() {
        check_fix(&RULE, "[Date \"2024.1.1\"]\n\n*", "[Date \"2024.01.01\"]\n\n*");
        check_fix(&RULE, "[Date \"\"]\n\n*", "[Date \"????.??.??\"]\n\n*");
    }
}
