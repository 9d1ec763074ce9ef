use scoresheet_grammar::ast::Tag;

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::dates::{self, DateFault};

declare_rule! {
    /// A date that the calendar does not have.
    ///
    /// ## What it does
    /// Checks for months above 12 and days that their month does not have in the tags Date, EventDate, UTCDate, EndDate,
    /// SourceDate and SourceVersionDate. Dates in the future are allowed.
    ///
    /// ## Why is this bad?
    /// The date is wrong, and it is unclear in which part. Programs that compute with dates drop it.
    ///
    /// ## Example
    /// ```pgn
    /// [Date "1921.02.30"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Date "1921.02.??"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Replacing zeros for an unknown month or day by question marks is safe. Swapping day and month is unsafe: it is likely,
    /// not certain.
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.3, 9.2.1 and 9.5.3.
    name: "impossible-date", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::TagNamed(DATES, check)],
}

const DATES: &[&str] = &["Date", "EventDate", "UTCDate", "EndDate", "SourceDate", "SourceVersionDate"];

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let value = tag.value();
    let Some(DateFault::Calendar(why)) = dates::fault(&value) else { return };
    let mut finding = RULE.finding(tag.inner_range(), format!("{value} is not a date: {why}"));
    let write = |date: &str| vec![Edit::replace(tag.inner_range(), date)];
    if let Some(date) = dates::repaired(&value) {
        finding.fixes.push(Fix::safe(format!("Write {date}"), write(&date)));
    } else if let Some(date) = swapped(&value) {
        finding.fixes.push(Fix::unsafe_(format!("Swap month and day: {date}"), write(&date)));
    }
    findings.push(finding);
}

/// The date with its last two parts swapped.
fn swapped(date: &str) -> Option<String> {
    let parts: Vec<&str> = date.split('.').collect();
    let [year, month, day] = parts[..] else { return None };
    let swapped = format!("{year}.{day}.{month}");
    dates::fault(&swapped).is_none().then_some(swapped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_date_is_marked() {
        check(
            &RULE,
            r#"
[Date "2023.02.30"]
       ^^^^^^^^^^ 2023.02.30 is not a date: month 2 of that year has 28 days
[EventDate "2024.02.29"]
[UTCDate "2424.02.29"]
[SourceDate "2023.13.13"]
             ^^^^^^^^^^ 2023.13.13 is not a date: there is no month 13
[EndDate "yesterday"]

1. e4 *
"#,
        );
    }

    #[test]
    fn likely_dates_are_offered() {
        let fixed = |before: &str, after: &str, applicability: Applicability| {
            let game = |date: &str| format!("[Date \"{date}\"]\n\n*");
            check_fix(&RULE, &game(before), &game(after));
            check_applicability(&RULE, &game(before), applicability);
        };
        fixed("1851.00.00", "1851.??.??", Applicability::Safe);
        fixed("2024.25.12", "2024.12.25", Applicability::Unsafe);
    }
}
