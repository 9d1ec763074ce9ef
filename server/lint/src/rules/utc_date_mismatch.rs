use scoresheet_chess::dates;

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A Date and a UTCDate that cannot be of the same game.
    ///
    /// ## What it does
    /// Checks for games whose Date and UTCDate are more than a day apart. Games of which a part of a date is unknown, and chapters of
    /// studies on Lichess, whose UTCDate is the day on which they were entered, are not checked.
    ///
    /// ## Why is this bad?
    /// Date is the day at the place of the game, UTCDate the day in Greenwich when it began: the two are the same day or neighbours. Otherwise one of
    /// them is wrong, and programs that sort by the other one put the game elsewhere.
    ///
    /// ## Example
    /// ```pgn
    /// [Date "2023.05.06"]
    /// [UTCDate "2023.06.05"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Date "2023.05.06"]
    /// [UTCDate "2023.05.06"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.3 and 9.5.4.
    name: "utc-date-mismatch", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let Some(utc) = walk.tag("UTCDate") else { return };
    let Some(date) = walk.tag("Date") else { return };
    // The fast path: most games were played on one day everywhere.
    if utc.raw_value == date.raw_value {
        return;
    }
    let (Some(utc_day), Some(day)) = (day(&utc.value()), day(&date.value())) else { return };
    if utc_day.abs_diff(day) <= 1 || is_of_study(walk) {
        return;
    }
    let message = format!("The game was played on {}, {} days from this date", date.value(), utc_day.abs_diff(day));
    findings.push(RULE.finding(utc.inner_range(), message).with_related(date.inner_range(), "the day of the game"));
}

/// Whether the game is a chapter of a study: there the date is that of the game shown, and UTCDate the day on which it was entered.
fn is_of_study(walk: &Walk) -> bool {
    let tags = ["Site", "ChapterURL", "Annotator"].into_iter().filter_map(|name| walk.tag(name));
    tags.into_iter().any(|tag| tag.value().contains("/study/") || tag.value().contains("lichess.org/@"))
}

/// A date as days, if all of it is known.
fn day(date: &str) -> Option<i32> {
    dates::fault(date).is_none().then(|| dates::day(dates::collation(date))).flatten().filter(|_| !date.contains('?'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_date_in_greenwich_is_marked() {
        check(
            &RULE,
            r#"
[Date "2023.05.06"]
[UTCDate "2023.06.05"]
          ^^^^^^^^^^ The game was played on 2023.05.06, 30 days from this date

1. e4 *
"#,
        );
        check(&RULE, "[Site \"https://lichess.org/study/a/b\"]\n[Date \"2009.03.04\"]\n[UTCDate \"2017.01.31\"]\n\n*");
        for (date, utc) in [
            ("2023.05.06", "2023.05.06"),
            ("2023.05.31", "2023.06.01"),
            ("2024.01.01", "2023.12.31"),
            ("2024.03.01", "2024.02.29"),
            ("2023.??.??", "2022.01.01"),
            ("2023.5.6", "2022.01.01"),
            ("????.??.??", "2022.01.01"),
        ] {
            check(&RULE, &format!("[Date \"{date}\"]\n[UTCDate \"{utc}\"]\n\n*"));
        }
    }
}
