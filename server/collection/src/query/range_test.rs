//! Tests of what has an order and may be known in part: dates, ratings, codes of openings.

use std::ops::RangeInclusive;

use scoresheet_chess::dates;

use super::lexer::Compare;
use crate::truth::Truth;

/// A comparison with a period or a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RangeTest {
    compare: RangeCompare,
    range: RangeInclusive<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RangeCompare {
    In,
    NotIn,
    Before,
    BeforeOrIn,
    After,
    AfterOrIn,
}

impl RangeTest {
    /// The test of a comparison. `None` for a regular expression.
    pub(super) fn new(compare: Compare, range: RangeInclusive<u32>) -> Option<RangeTest> {
        let compare = match compare {
            Compare::Same | Compare::Exact => RangeCompare::In,
            Compare::Not => RangeCompare::NotIn,
            Compare::Less => RangeCompare::Before,
            Compare::LessOrEqual => RangeCompare::BeforeOrIn,
            Compare::More => RangeCompare::After,
            Compare::MoreOrEqual => RangeCompare::AfterOrIn,
            Compare::Finds => return None,
        };
        Some(RangeTest { compare, range })
    }

    /// The test that a value is in a range.
    pub(super) fn is_in(range: RangeInclusive<u32>) -> RangeTest {
        RangeTest { compare: RangeCompare::In, range }
    }

    /// Whether a value passes of which is known between which numbers it is.
    pub(super) fn passes(&self, value: &RangeInclusive<u32>) -> Truth {
        let (least, most) = (*value.start(), *value.end());
        let (first, last) = (*self.range.start(), *self.range.end());
        let certain = |is: bool, may_be: bool| match (is, may_be) {
            (true, _) => Truth::Yes,
            (false, true) => Truth::Unknown,
            (false, false) => Truth::No,
        };
        let is_in = || certain(first <= least && most <= last, first <= most && least <= last);
        match self.compare {
            RangeCompare::In => is_in(),
            RangeCompare::NotIn => is_in().negated(),
            RangeCompare::Before => certain(most < first, least < first),
            RangeCompare::BeforeOrIn => certain(most <= last, least <= last),
            RangeCompare::After => certain(least > last, most > last),
            RangeCompare::AfterOrIn => certain(least >= first, most >= first),
        }
    }
}

/// All numbers: nothing is known.
pub(super) const UNKNOWN: RangeInclusive<u32> = 0..=u32::MAX;

/// Between which numbers `YYYYMMDD` the date of a tag is.
pub(super) fn date_of_tag(value: &str) -> RangeInclusive<u32> {
    if let Some(range) = date_in_form(value) {
        return range;
    }
    dates::repaired(value).and_then(|date| date_in_form(&date)).unwrap_or(UNKNOWN)
}

/// Reads a date of a query: `2019`, `2019.05`, `2019-05-03`, `199?`.
pub(super) fn date_of_query(text: &str) -> Option<RangeInclusive<u32>> {
    let parts: Vec<&str> = text.split(['.', '-', '/']).collect();
    let (year, month, day) = match parts[..] {
        [year] => (year, "??", "??"),
        [year, month] => (year, month, "??"),
        [year, month, day] => (year, month, day),
        _ => return None,
    };
    if year.len() != 4 || [month, day].iter().any(|part| part.is_empty() || part.len() > 2) {
        return None;
    }
    let (month, day) = (format!("{month:0>2}"), format!("{day:0>2}"));
    let written = format!("{year}.{month}.{day}");
    let date = date_in_form(&written)?;
    let is_in_calendar = dates::fault(&written).is_none() && may_be(&month, 12) && may_be(&day, 31);
    is_in_calendar.then_some(date)
}

/// Whether two digits, which may be unknown, may be a number from 1 to `most`.
fn may_be(digits: &str, most: u32) -> bool {
    let bound = |digit: &str| digits.replace('?', digit).parse::<u32>().unwrap_or(0);
    bound("9") >= 1 && bound("0") <= most
}

fn date_in_form(value: &str) -> Option<RangeInclusive<u32>> {
    let bytes = value.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'.' || bytes[7] != b'.' {
        return None;
    }
    let (mut least, mut most) = (0, 0);
    for (index, byte) in bytes.iter().enumerate() {
        let (low, high) = match byte {
            b'.' if index == 4 || index == 7 => continue,
            b'0'..=b'9' => (u32::from(byte - b'0'), u32::from(byte - b'0')),
            b'?' => (0, 9),
            _ => return None,
        };
        (least, most) = (least * 10 + low, most * 10 + high);
    }
    Some(least..=most)
}

/// The number at the start of a tag: a rating, which may have a letter after it. Nothing is known of `?`, `-` and 0.
pub(super) fn rating_of_tag(value: &str) -> RangeInclusive<u32> {
    let value = value.trim();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    match value[..digits].parse() {
        Ok(rating) if rating > 0 => rating..=rating,
        _ => UNKNOWN,
    }
}

/// A number that orders codes of openings as their text does: `B90`. Of `B9` and `B` all codes that begin so.
pub(super) fn eco_code(text: &str) -> Option<RangeInclusive<u32>> {
    let text = text.trim();
    let text = text.strip_suffix('*').unwrap_or(text);
    let (&letter, digits) = text.as_bytes().split_first()?;
    let letter = letter.to_ascii_uppercase();
    // A letter after the code is a subdivision of some programs.
    let digits = &digits[..digits.iter().take(2).take_while(|byte| byte.is_ascii_digit()).count()];
    let rest = &text.as_bytes()[1 + digits.len()..];
    if !(b'A'..=b'E').contains(&letter) || rest.iter().any(u8::is_ascii_digit) && digits.len() < 2 {
        return None;
    }
    if digits.len() < 2 && !rest.is_empty() {
        return None;
    }
    let volume = u32::from(letter - b'A') * 100;
    let digit = |index: usize| digits.get(index).map(|byte| u32::from(byte - b'0'));
    Some(match (digit(0), digit(1)) {
        (None, _) => volume..=volume + 99,
        (Some(ten), None) => volume + ten * 10..=volume + ten * 10 + 9,
        (Some(ten), Some(one)) => volume + ten * 10 + one..=volume + ten * 10 + one,
    })
}

/// Reads a code of a query: a volume and up to two digits, with `*` for the rest.
pub(super) fn eco_of_query(text: &str) -> Option<RangeInclusive<u32>> {
    let code = text.trim();
    let code = code.strip_suffix('*').unwrap_or(code);
    let has_form = code.len() <= 3 && code.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    has_form.then(|| eco_code(code))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_date_decides() {
        use Compare::{Less, LessOrEqual, More, MoreOrEqual, Not, Same};
        use Truth::{No, Unknown, Yes};
        let cases = [
            ("2019.??.??", MoreOrEqual, "2019", Yes),
            ("2019.??.??", MoreOrEqual, "2019.06", Unknown),
            ("2019.??.??", More, "2019", No),
            ("2019.??.??", Same, "2019", Yes),
            ("2019.??.??", Same, "2019.05", Unknown),
            ("2019.05.03", Same, "2019.05", Yes),
            ("2019.05.03", Not, "2019-05", No),
            ("2019.05.03", Less, "2019.05", No),
            ("2019.05.03", LessOrEqual, "2019.5", Yes),
            ("2018.12.31", Less, "2019", Yes),
            ("????.??.??", Less, "2019", Unknown),
            ("199?.??.??", Less, "2000", Yes),
            ("199?.??.??", MoreOrEqual, "1995", Unknown),
            ("2019", Same, "2019", Yes),
            ("?", Same, "2019", Unknown),
            ("2020.01.01", More, "2019", Yes),
        ];
        for (tag, compare, query, expected) in cases {
            let test = RangeTest::new(compare, date_of_query(query).unwrap()).unwrap();
            assert_eq!(test.passes(&date_of_tag(tag)), expected, "{tag} {} {query}", compare.written());
        }
        for text in ["2019.13.45", "2019.00", "2019.12.32", "2019.2?", "2019.02.29", "2024.04.31"] {
            assert_eq!(date_of_query(text), None, "{text}");
        }
        assert!(["2019.1?", "2019.?3.3?", "????.12.31", "2024.02.29"].iter().all(|text| date_of_query(text).is_some()));
        assert_eq!(["19", "2019.123", "20190503", "today", "2019.5.3.1", ""].map(date_of_query), [const { None }; 6]);
    }

    #[test]
    fn codes_of_openings_have_an_order() {
        assert_eq!(
            ["A00", "B90", "b90a", "E99", "B9", "B", "B9*"].map(eco_code),
            [
                Some(0..=0),
                Some(190..=190),
                Some(190..=190),
                Some(499..=499),
                Some(190..=199),
                Some(100..=199),
                Some(190..=199),
            ]
        );
        assert_eq!(["B90", "B9", "b*", "B90*"].map(|code| eco_of_query(code).is_some()), [true; 4]);
        assert_eq!(
            ["B90-B99", "B90a", "B900", "B", ""].map(|code| eco_of_query(code).is_some()),
            [false, false, false, true, false]
        );
        assert_eq!(["", "F00", "?", "B9x", "Sicilian", "A0x1"].map(eco_code), [const { None }; 6]);
    }

    #[test]
    fn ratings_are_numbers() {
        assert_eq!(
            ["2700", "2700*", " 1500?", "?", "-", "0", ""].map(rating_of_tag),
            [2700..=2700, 2700..=2700, 1500..=1500, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]
        );
    }
}
