//! Dates in tag pairs (section 8.1.1.3): ten characters, `YYYY.MM.DD`, with question marks for unknown digits.

mod months;

/// The reason why a value is not a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DateFault {
    /// Empty, or a sign that means unknown.
    Unknown,
    /// Not ten characters of the form `YYYY.MM.DD`.
    Form,
    /// A day that the calendar does not have; the text says which.
    Calendar(String),
}

/// Returns the fault of a date, if it has one.
pub fn fault(value: &str) -> Option<DateFault> {
    let bytes = value.as_bytes();
    let has_form = bytes.len() == 10
        && bytes.iter().enumerate().all(|(index, byte)| match index {
            4 | 7 => *byte == b'.',
            _ => byte.is_ascii_digit() || *byte == b'?',
        });
    if !has_form {
        let is_unknown = value.chars().all(|character| matches!(character, '?' | '-' | '.' | ' '));
        return Some(if is_unknown { DateFault::Unknown } else { DateFault::Form });
    }
    let number = |text: &str| text.parse::<u32>().ok();
    calendar_fault(number(&value[..4]), number(&value[5..7]), number(&value[8..])).map(DateFault::Calendar)
}

/// Returns the date that a value means, in the standard form; `None` if it is ambiguous.
pub fn repaired(value: &str) -> Option<String> {
    if let Some(date) = in_words(value) {
        return Some(date);
    }
    let trimmed = value.trim_matches(|character: char| !character.is_ascii_alphanumeric() && character != '?');
    let parts: Vec<&str> = trimmed.split(['.', '-', '/', ' ', '_']).filter(|part| !part.is_empty()).collect();
    if !parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?')) {
        return None;
    }
    let (year, month, day) = match parts[..] {
        [] => return Some(UNKNOWN.to_owned()),
        [date] if date.len() == 8 => (&date[..4], &date[4..6], &date[6..]),
        [year] => (year, "??", "??"),
        [year, month] => (year, month, "??"),
        [year, month, day] if year.len() == 4 => (year, month, day),
        [first, second, year] if year.len() == 4 => {
            let (first_number, second_number) = (first.parse::<u32>().ok()?, second.parse::<u32>().ok()?);
            match (first_number > 12, second_number > 12) {
                (true, false) => (year, second, first),
                (false, true) => (year, first, second),
                _ => return None,
            }
        }
        _ => return None,
    };
    let date = format!("{}.{}.{}", field(year, 4)?, field(month, 2)?, field(day, 2)?);
    fault(&date).is_none().then_some(date)
}

/// The date of a text with the name of a month and the year in four digits, with or without the day: `12 May 1998`, `May 12th, 1998`, `Mai 1998`.
fn in_words(value: &str) -> Option<String> {
    let is_between = |character: char| character.is_whitespace() || matches!(character, ',' | '.' | '-' | '/' | '_');
    let (mut month, mut day, mut year) = (None, None, None);
    for part in value.split(is_between).filter(|part| !part.is_empty() && !WORDS_IN_DATES.contains(part)) {
        let digits = part.len() - part.trim_start_matches(|character: char| character.is_ascii_digit()).len();
        let (number, ending) = part.split_at(digits);
        let (field, text) = match digits {
            0 => (&mut month, format!("{:02}", months::number(ending)?)),
            1 | 2 if ending.is_empty() || ORDINALS.contains(&ending) => (&mut day, format!("{number:0>2}")),
            4 if ending.is_empty() => (&mut year, number.to_owned()),
            _ => return None,
        };
        if field.replace(text).is_some() {
            return None;
        }
    }
    let date = format!("{}.{}.{}", year?, month?, day.as_deref().unwrap_or("??"));
    fault(&date).is_none().then_some(date)
}

/// Words between the parts of a date, which mean nothing: `12th of May`, `12 de mayo de 1998`, `le 12 mai`.
const WORDS_IN_DATES: [&str; 7] = ["of", "the", "de", "di", "den", "le", "el"];

/// The endings of a day: `1st`, `1er`.
const ORDINALS: [&str; 6] = ["st", "nd", "rd", "th", "er", "º"];

/// Returns the dates that a day and a month in unknown order, followed by the year, can mean: day first, as most write
/// it. Empty if the order is known or there is no such date.
pub fn possible(value: &str) -> Vec<String> {
    let parts: Vec<&str> = value.trim().split(['.', '-', '/', ' ', '_']).collect();
    let [first, second, year] = parts[..] else { return Vec::new() };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if year.len() != 4 || !parts.iter().all(|part| is_number(part)) {
        return Vec::new();
    }
    let date = |day, month| Some(format!("{year}.{}.{}", field(month, 2)?, field(day, 2)?));
    let mut dates: Vec<String> = [date(first, second), date(second, first)].into_iter().flatten().collect();
    dates.retain(|date| fault(date).is_none());
    dates.dedup();
    dates
}

/// Returns the number YYYYMMDD by which dates are collated (section 12): question marks count as zeros. A date in another form is the one that it
/// means; where it is not certain which number is the day, the year counts. 0 if the text is not a date.
pub fn collation(value: &str) -> u32 {
    if let Some(number) = collation_of_standard(value) {
        return number;
    }
    let of_year = |date: &String| format!("{}.??.??", &date[..4]);
    let date = repaired(value).or_else(|| possible(value).first().map(of_year));
    date.and_then(|date| collation_of_standard(&date)).unwrap_or(0)
}

/// The same of a text that has the form of a date in the standard.
fn collation_of_standard(value: &str) -> Option<u32> {
    let mut number = 0;
    for (index, byte) in value.bytes().enumerate() {
        match (index, byte) {
            (4 | 7, b'.') => {}
            (4 | 7, _) => return None,
            (_, b'0'..=b'9') => number = number * 10 + u32::from(byte - b'0'),
            (_, b'?') => number *= 10,
            _ => return None,
        }
        if index >= UNKNOWN.len() {
            return None;
        }
    }
    (value.len() == UNKNOWN.len()).then_some(number)
}

/// Returns the day of a date YYYYMMDD as days since 1970 in the Gregorian calendar. `None` if a part of it is unknown, or there is no such day.
pub fn day(date: u32) -> Option<i32> {
    let (year, month, day) = (i64::from(date / 10_000), i64::from(date / 100 % 100), i64::from(date % 100));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if year == 0 || !(1..=longest).contains(&day) {
        return None;
    }
    // Years that begin in March have their leap day at the end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let in_year = (153 * month + 2) / 5 + day - 1;
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year;
    i32::try_from(days - DAYS_TO_1970).ok()
}

/// Days from the first of March of the year 0 to the first of January 1970.
const DAYS_TO_1970: i64 = 719_468;

/// The unknown date.
pub const UNKNOWN: &str = "????.??.??";

/// Returns a field of `length` characters; zero or any number of question marks is an unknown field.
fn field(text: &str, length: usize) -> Option<String> {
    if text.bytes().all(|byte| matches!(byte, b'0' | b'?')) {
        return Some("?".repeat(length));
    }
    if text.len() == length {
        return Some(text.to_owned());
    }
    let is_short_number = length == 2 && text.len() == 1;
    is_short_number.then(|| format!("0{text}"))
}

fn calendar_fault(year: Option<u32>, month: Option<u32>, day: Option<u32>) -> Option<String> {
    if year == Some(0) {
        return Some("there is no year 0".to_owned());
    }
    if let Some(month @ (0 | 13..)) = month {
        return Some(format!("there is no month {month}"));
    }
    let days = match (month, year) {
        (Some(4 | 6 | 9 | 11), _) => 30,
        (Some(2), Some(year)) if year % 4 != 0 || year % 100 == 0 && year % 400 != 0 => 28,
        (Some(2), _) => 29,
        _ => 31,
    };
    let day = day.filter(|day| !(1..=days).contains(day))?;
    Some(match month {
        Some(month) if day > 0 && day <= 31 => format!("month {month} of that year has {days} days"),
        _ => format!("there is no day {day}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_dates() {
        for date in ["2024.01.01", "1993.??.??", "????.??.??", "2024.02.29", "199?.??.??", "????.05.31"] {
            assert_eq!(fault(date), None, "{date}");
        }
        for date in ["", "?", "????", "-", "??.??.????"] {
            assert_eq!(fault(date), Some(DateFault::Unknown), "{date}");
        }
        for date in ["2006", "2024.1.1", "2024-01-01", "01.01.2024", "10.??.??", "2021.05.09`", "yesterday"] {
            assert_eq!(fault(date), Some(DateFault::Form), "{date}");
        }
        let calendar = [
            ("2024.13.01", "there is no month 13"),
            ("2023.02.29", "month 2 of that year has 28 days"),
            ("2023.??.32", "there is no day 32"),
            ("0000.00.00", "there is no year 0"),
            ("2023.04.00", "there is no day 0"),
        ];
        for (date, why) in calendar {
            assert_eq!(fault(date), Some(DateFault::Calendar(why.to_owned())), "{date}");
        }
    }

    #[test]
    fn dates_are_collated_with_zeros_for_what_is_unknown() {
        let cases = [
            ("1993.05.12", 19930512),
            ("1993.??.??", 19930000),
            ("199?.05.??", 19900500),
            (UNKNOWN, 0),
            ("1993", 19930000),
            ("2002.2.3", 20020203),
            ("2001-02-03", 20010203),
            ("2001/02/03", 20010203),
            ("20010203", 20010203),
            ("01.02.2001", 20010000),
            ("21.02.2001", 20010221),
            ("yesterday", 0),
            ("12345678901234567890", 0),
            ("", 0),
        ];
        for (date, number) in cases {
            assert_eq!(collation(date), number, "{date}");
        }
    }

    #[test]
    fn certain_dates_are_repaired() {
        let cases = [
            ("2024.1.1", Some("2024.01.01")),
            ("2019-02-26", Some("2019.02.26")),
            ("2020/9/30", Some("2020.09.30")),
            ("20200930", Some("2020.09.30")),
            ("2006", Some("2006.??.??")),
            ("2006.05", Some("2006.05.??")),
            ("2006.?.?", Some("2006.??.??")),
            ("1851.00.00", Some("1851.??.??")),
            ("0000.00.00", Some(UNKNOWN)),
            ("", Some(UNKNOWN)),
            ("????", Some(UNKNOWN)),
            ("2021.05.09`", Some("2021.05.09")),
            ("26.02.2019", Some("2019.02.26")),
            ("2/26/2019", Some("2019.02.26")),
            ("12 May 1998", Some("1998.05.12")),
            ("May 12, 1998", Some("1998.05.12")),
            ("12th of May, 1998", Some("1998.05.12")),
            ("1998-May-12", Some("1998.05.12")),
            ("12. Mai 1998", Some("1998.05.12")),
            ("1er août 1998", Some("1998.08.01")),
            ("12 de mayo de 1998", Some("1998.05.12")),
            ("Sept. 1998", Some("1998.09.??")),
            ("12 мая 1998", Some("1998.05.12")),
            ("31 April 1998", None),
            ("May 98", None),
            ("12 May", None),
            ("12 13 May 1998", None),
            ("May June 1998", None),
            ("Ma 1998", None),
            ("Round 1998", None),
            ("3/10/2018", None),
            ("3/10/2018, 2:39:21 PM", None),
            ("10.??.??", None),
            ("2024.13.01", None),
            ("yesterday", None),
            ("2024.02.30", None),
        ];
        for (value, expected) in cases {
            assert_eq!(repaired(value).as_deref(), expected, "{value:?}");
        }
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (date, expected) in [
            (19_700_101, Some(0)),
            (19_700_102, Some(1)),
            (19_691_231, Some(-1)),
            (20_000_229, Some(11_016)),
            (20_240_301, Some(19_783)),
            (18_510_621, Some(-43_293)),
            (19_000_229, None),
            (19_980_000, None),
            (19_981_301, None),
            (19_980_431, None),
            (0, None),
        ] {
            assert_eq!(day(date), expected, "{date}");
        }
    }
}
