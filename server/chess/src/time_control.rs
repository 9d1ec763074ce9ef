//! Time controls of the TimeControl tag (section 9.6.1), also in the spellings of real files.

use std::time::Duration;

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// `?`: unknown.
    Unknown,
    /// `-`: no limit.
    Unlimited,
    /// `300`, `300+3`, `40/7200`, `40/5400+30`.
    Clock {
        /// The number of moves of each side; `None` for the rest of the game.
        moves: Option<u32>,
        /// The time at the start of the period.
        time: Duration,
        /// The increment per move.
        increment: Duration,
    },
    /// `*180`: the time in each half of the sandclock.
    Sandclock(Duration),
}

/// A departure of a readable time control from the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// Spaces inside the value.
    Blanks,
    /// Fractions of a second, as programs for engine matches write: `10+0.1`.
    Fraction,
    /// An increment after a number of moves: `40/5400+30`.
    IncrementWithMoves,
    /// A period for the rest of the game that is not the last: `300:60`.
    NeverEnds,
}

/// A readable time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The periods in order; at least one. The last one repeats as needed.
    pub periods: Vec<Period>,
    /// The first departure from the standard, if any.
    pub departure: Option<Departure>,
}

/// Reads the value of a TimeControl tag; `None` if it is unreadable.
pub fn read(value: &str) -> Option<TimeControl> {
    let mut departure = value.contains(char::is_whitespace).then_some(Departure::Blanks);
    let plain: String = value.chars().filter(|character| !character.is_whitespace()).collect();
    let mut periods = Vec::new();
    for field in plain.split(':') {
        let (period, departs) = read_period(field)?;
        periods.push(period);
        departure = departure.or(departs);
    }
    let is_endless = |period: &Period| !matches!(period, Period::Clock { moves: Some(_), .. } | Period::Unknown);
    if periods.split_last().is_some_and(|(_, before)| before.iter().any(is_endless)) {
        departure = departure.or(Some(Departure::NeverEnds));
    }
    Some(TimeControl { periods, departure })
}

fn read_period(field: &str) -> Option<(Period, Option<Departure>)> {
    match field {
        "?" => return Some((Period::Unknown, None)),
        "-" => return Some((Period::Unlimited, None)),
        _ => {}
    }
    if let Some(seconds) = field.strip_prefix('*') {
        return Some((Period::Sandclock(self::seconds(seconds)?), fraction(seconds)));
    }
    let (moves, times) = match field.split_once('/') {
        Some((moves, times)) => (Some(number(moves)?), times),
        None => (None, field),
    };
    let (time, increment) = times.split_once('+').unwrap_or((times, "0"));
    let departure = match moves {
        Some(_) if times.contains('+') => Some(Departure::IncrementWithMoves),
        _ => fraction(times),
    };
    Some((Period::Clock { moves, time: seconds(time)?, increment: seconds(increment)? }, departure))
}

fn fraction(text: &str) -> Option<Departure> {
    text.contains('.').then_some(Departure::Fraction)
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| *number > 0 && text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn seconds(text: &str) -> Option<Duration> {
    let has_digits = text.starts_with(|first: char| first.is_ascii_digit());
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| has_digits && is_decimal)?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(moves: Option<u32>, time: u64, increment: u64) -> Period {
        Period::Clock { moves, time: Duration::from_secs(time), increment: Duration::from_secs(increment) }
    }

    #[test]
    fn the_standards_kinds_are_read() {
        let cases = [
            ("?", vec![Period::Unknown]),
            ("-", vec![Period::Unlimited]),
            ("40/9000", vec![clock(Some(40), 9000, 0)]),
            ("300", vec![clock(None, 300, 0)]),
            ("4500+60", vec![clock(None, 4500, 60)]),
            ("180+0", vec![clock(None, 180, 0)]),
            ("0+1", vec![clock(None, 0, 1)]),
            ("*180", vec![Period::Sandclock(Duration::from_secs(180))]),
            (
                "40/6000:20/3000:1200+10",
                vec![clock(Some(40), 6000, 0), clock(Some(20), 3000, 0), clock(None, 1200, 10)],
            ),
            ("1/259200", vec![clock(Some(1), 259_200, 0)]),
        ];
        for (value, periods) in cases {
            assert_eq!(read(value), Some(TimeControl { periods, departure: None }), "{value}");
        }
    }

    #[test]
    fn dialects_are_understood() {
        let cases = [
            ("5400 + 30", Departure::Blanks),
            ("66.687+0.6", Departure::Fraction),
            ("40/5400+30:1800+30", Departure::IncrementWithMoves),
            ("300:60", Departure::NeverEnds),
        ];
        for (value, departure) in cases {
            assert_eq!(read(value).and_then(|control| control.departure), Some(departure), "{value}");
        }
    }

    #[test]
    fn what_is_no_time_control_is_none() {
        for value in
            ["", "G/70;d10", "15 min. + 10 s. per move", "blitz", "300+", "+3", "/300", "0/300", "--", "5:", "1e3"]
        {
            assert_eq!(read(value), None, "{value}");
        }
    }
}
