use std::cmp::Ordering;

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::dates;

declare_rule! {
    /// A game played before its event began.
    ///
    /// ## What it does
    /// Checks for games whose EventDate, the first day of the event, is later than their Date, the day of the game. Only the
    /// known parts of the dates are compared.
    ///
    /// ## Why is this bad?
    /// One of the two dates is wrong.
    ///
    /// ## Example
    /// ```pgn
    /// [Date "2021.06.18"]
    /// [EventDate "2021.07.18"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Date "2021.07.18"]
    /// [EventDate "2021.07.18"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.3 and 9.2.1.
    name: "event-date-after-date", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let (Some(date), Some(event)) = (walk.tag("Date"), walk.tag("EventDate")) else { return };
    if !is_later(&event.value(), &date.value()) {
        return;
    }
    let message = format!("The event begins on {}, after this game was played on {}", event.value(), date.value());
    let finding = RULE.finding(event.inner_range(), message);
    findings.push(finding.with_related(date.inner_range(), "the day of the game"));
}

/// Whether a date is certainly later than another one.
fn is_later(date: &str, other: &str) -> bool {
    // A date that does not sort later as text is not later: question marks sort after all digits.
    if date <= other || dates::fault(date).is_some() || dates::fault(other).is_some() {
        return false;
    }
    for (part, other) in date.split('.').zip(other.split('.')) {
        if part.contains('?') || other.contains('?') {
            return false;
        }
        match part.cmp(other) {
            Ordering::Equal => {}
            unequal => return unequal == Ordering::Greater,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_day_of_the_event_is_marked() {
        check(
            &RULE,
            r#"
[Date "2021.06.18"]
[EventDate "2021.06.19"]
            ^^^^^^^^^^ The event begins on 2021.06.19, after this game was played on 2021.06.18

1. e4 *
"#,
        );
        for (date, event) in [
            ("2021.06.18", "2021.06.18"),
            ("2021.06.18", "2020.12.31"),
            ("2021.??.??", "2021.06.18"),
            ("2021.06.18", "2021.??.31"),
            ("2021.6.1", "2022.06.18"),
            ("????.??.??", "2022.06.18"),
        ] {
            check(&RULE, &format!("[Date \"{date}\"]\n[EventDate \"{event}\"]\n\n*"));
        }
    }
}
