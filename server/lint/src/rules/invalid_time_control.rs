use std::time::Duration;

use scoresheet_grammar::ast::Tag;

use super::tag_values::{Value, value};
use crate::finding::{Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::time_control::{self, Departure, Period, TimeControl};

declare_rule! {
    /// A time control in another form than the standard's, which counts in seconds.
    ///
    /// ## What it does
    /// Checks for TimeControl tags other than `40/7200:3600` (forty moves in two hours, then an hour), `300` (five minutes for
    /// the game), `180+2` (with two seconds a move), `*180` (a sandclock), `?` (unknown) and `-` (none). An increment in a
    /// period of a number of moves (`40/5400+30`) and fractions of seconds (`10+0.1`) are widely used and only hints. Where
    /// minutes were written for seconds, as in `90+30`, the message says so.
    ///
    /// ## Why is this bad?
    /// Programs that compare clock times with the time control, or separate blitz games from others, cannot read it.
    ///
    /// ## Example
    /// ```pgn
    /// [TimeControl "15 min + 10 s"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [TimeControl "900+10"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Removing spaces is safe. Converting minutes to seconds is unsafe.
    ///
    /// ## References
    /// PGN standard, section 9.6.1.
    name: "invalid-time-control", group: Style, level: Warning, fix: Sometimes,
    hooks: [Hook::TagNamed(&["TimeControl"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag) else { return };
    let Some((level, message, fix)) = fault(&value) else { return };
    let mut finding = RULE.finding(value.range.clone(), message);
    finding.level = level;
    finding.fixes.extend(fix);
    findings.push(finding);
}

fn fault(value: &Value) -> Option<(Level, String, Option<Fix>)> {
    let Some(control) = time_control::read(value.text) else {
        let fix = in_words(value.text).map(|seconds| value.perhaps_replaced_by(&seconds));
        let message = "A time control must be in seconds, such as 40/7200:3600, 300, 180+2 or *180, or - for none";
        return Some((Level::Info, message.to_owned(), fix));
    };
    if let Some((minutes, seconds)) = minutes_for_seconds(&control) {
        let message = format!("A time control must be in seconds: {minutes} minutes are {}", minutes * 60);
        return Some((Level::Info, message, Some(value.perhaps_replaced_by(&seconds))));
    }
    if let Some(moves) = control.periods.iter().find_map(without_time) {
        let message = format!("There is no time for the {moves} moves of a period");
        return Some((Level::Warning, message, None));
    }
    Some(match control.departure? {
        Departure::Blanks => {
            let plain: String = value.text.split_whitespace().collect();
            (Level::Info, "A time control must not contain spaces".to_owned(), Some(value.replaced_by(&plain)))
        }
        Departure::NeverEnds => {
            (Level::Info, "A period for the rest of the game must be the last one".to_owned(), None)
        }
        Departure::Fraction => (Level::Hint, "A time control must be in whole seconds".to_owned(), None),
        Departure::IncrementWithMoves => {
            (Level::Hint, "The standard allows an increment only in a period for the rest of the game".to_owned(), None)
        }
    })
}

/// The moves of a period in which there is no time for them.
fn without_time(period: &Period) -> Option<u32> {
    match *period {
        Period::Clock { moves: Some(moves), time, increment } => {
            (time.is_zero() && increment.is_zero()).then_some(moves)
        }
        _ => None,
    }
}

/// The minutes of `5+3`, `15+10` and `90+30`, which make no sense in seconds, and the time control meant.
fn minutes_for_seconds(control: &TimeControl) -> Option<(u64, String)> {
    let [Period::Clock { moves: None, time, increment }] = control.periods[..] else { return None };
    if control.departure.is_some() || increment == Duration::ZERO {
        return None;
    }
    let (minutes, increment) = (time.as_secs(), increment.as_secs());
    let is_too_short = (1..15).contains(&minutes) || matches!((minutes, increment), (15, 10) | (90, 30));
    is_too_short.then(|| (minutes, format!("{}+{increment}", minutes * 60)))
}

/// The seconds of `15 min. + 10 s. per move`, `G/60` and `10 minutes`.
fn in_words(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    if let Some(minutes) = lower.strip_prefix("g/") {
        return Some((minutes.parse::<u32>().ok()?.checked_mul(60)?).to_string());
    }
    if matches!(&*lower, "none" | "unlimited" | "untimed" | "no limit") {
        return Some("-".to_owned());
    }
    let (time, increment) = lower.split_once('+').map_or((&*lower, None), |(time, rest)| (time, Some(rest)));
    let (minutes, unit) = number_and_unit(time)?;
    if !matches!(unit, "m" | "min" | "mins" | "minute" | "minutes" | "'") {
        return None;
    }
    let seconds = minutes.checked_mul(60)?;
    let Some(increment) = increment else { return Some(seconds.to_string()) };
    let (increment, unit) = number_and_unit(increment)?;
    let unit = unit.split([' ', '/']).next().unwrap_or("").trim_end_matches('.');
    matches!(unit, "" | "s" | "sec" | "secs" | "second" | "seconds" | "\"" | "''")
        .then(|| format!("{seconds}+{increment}"))
}

fn number_and_unit(text: &str) -> Option<(u32, &str)> {
    let text = text.trim();
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, text[end..].trim().trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn periods_have_moves_and_time() {
        for value in ["40/0", "40/7200:20/0:900"] {
            assert_eq!(findings(&RULE, &format!("[TimeControl \"{value}\"]\n\n*"))[0].level, Level::Warning, "{value}");
        }
        for value in ["40/0+30", "40/7200:0", "0+1"] {
            let found = findings(&RULE, &format!("[TimeControl \"{value}\"]\n\n*"));
            assert!(found.iter().all(|finding| finding.level < Level::Warning), "{value}");
        }
    }

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[TimeControl "G/70;d10"]
              ^^^^^^^^ A time control must be in seconds, such as 40/7200:3600, 300, 180+2 or *180, or - for none

1. e4 *

[TimeControl "90+30"]
              ^^^^^ A time control must be in seconds: 90 minutes are 5400

1. e4 *
"#,
        );
        for control in
            ["40/7200:20/3600:3600", "900+0", "0+1", "300", "15+0", "120+30", "*180", "?", "-", "1/86400", ""]
        {
            check(&RULE, &format!("[TimeControl \"{control}\"]\n\n*"));
        }
    }

    #[test]
    fn what_engine_matches_write_is_pedantry() {
        for (control, level) in
            [("66.687+0.6", Level::Hint), ("40/5400+30:1800+30", Level::Hint), ("5400 + 30", Level::Info)]
        {
            let found = findings(&RULE, &format!("[TimeControl \"{control}\"]\n\n*"));
            assert_eq!(found[0].level, level, "{control}");
        }
    }

    #[test]
    fn minutes_become_seconds() {
        let cases = [
            ("5400 + 30", "5400+30"),
            ("5+3", "300+3"),
            ("15 min. + 10 s. per move", "900+10"),
            ("90m+30s", "5400+30"),
            ("G/60", "3600"),
            ("10 minutes", "600"),
            ("unlimited", "-"),
        ];
        for (before, after) in cases {
            let game = |control: &str| format!("[TimeControl \"{control}\"]\n\n*");
            check_fix(&RULE, &game(before), &game(after));
        }
    }
}
