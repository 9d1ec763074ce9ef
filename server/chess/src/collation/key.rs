//! Keys that sort games: section 12's eight, or any columns.
//!
//! A key is a string of bytes. What sorts first has the lower bytes; no column's bytes are the beginning of other bytes of the same column.
//! So keys of several columns are joined, and a column is reversed by inverting its bytes.

use std::borrow::Cow;

use crate::dates;

use super::entries::Entry;

/// The eight keys of section 12, the most important first.
pub const KEYS: [Column<'static>; 8] = [
    Column::Date("Date"),
    Column::Text("Event"),
    Column::Text("Site"),
    Column::Round,
    Column::Text("White"),
    Column::Text("Black"),
    Column::Text("Result"),
    Column::Movetext,
];

/// Something that games are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column<'name> {
    /// A tag with a date: by year, month and day, unknown digits as zeros (section 12).
    Date(&'name str),
    /// The year of the Date tag; 0 if it is unknown.
    Year,
    /// The year and month of the Date tag, unknown digits as zeros.
    Month,
    /// The Round tag: by number; `?` and then `-` come before any number (section 12).
    Round,
    /// A tag with a number, such as a rating; what has none comes first.
    Number(&'name str),
    /// The average of the ratings that are known; unknown ones come first.
    Elo,
    /// A tag as a text, in the order of its bytes; a missing one comes first.
    Text(&'name str),
    /// The text after the tag pairs, without white space around it.
    Movetext,
}

/// The tags with dates.
const DATES: [&str; 3] = ["Date", "EventDate", "UTCDate"];

/// The tags with numbers.
const NUMBERS: [&str; 8] =
    ["WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF", "Board", "PlyCount", "WhiteRatingDiff", "BlackRatingDiff"];

impl<'name> Column<'name> {
    /// The column for a tag, by what its values mean.
    pub fn of_tag(name: &'name str) -> Column<'name> {
        match name {
            "Round" => Column::Round,
            _ if DATES.contains(&name) => Column::Date(name),
            _ if NUMBERS.contains(&name) => Column::Number(name),
            _ => Column::Text(name),
        }
    }

    /// What it is called in messages: the name of the tag, `year`, `month`, `Elo` or `movetext`.
    pub fn name(self) -> &'name str {
        match self {
            Column::Date(name) | Column::Number(name) | Column::Text(name) => name,
            Column::Round => "Round",
            Column::Year => "year",
            Column::Month => "month",
            Column::Elo => "Elo",
            Column::Movetext => "movetext",
        }
    }

    /// Appends the bytes that sort a game by this column. `value` returns the value of a tag, empty where it is missing.
    pub fn write<'v>(self, value: impl Fn(&str) -> Cow<'v, str>, movetext: &str, key: &mut Vec<u8>) {
        match self {
            Column::Date(name) => key.extend(dates::collation(&value(name)).to_be_bytes()),
            Column::Year => write_number((dates::collation(&value("Date")) / 10_000).into(), key),
            Column::Month => write_number((dates::collation(&value("Date")) / 100).into(), key),
            Column::Round => write_round(&value("Round"), key),
            Column::Number(name) => write_number(number(&value(name)), key),
            Column::Elo => {
                let known = [number(&value("WhiteElo")), number(&value("BlackElo"))];
                // Twice the average, so that half points count.
                let known: Vec<u64> = known.into_iter().filter(|elo| *elo > 0).collect();
                let sum: u64 = known.iter().map(|elo| elo.saturating_mul(2)).fold(0, u64::saturating_add);
                write_number(sum / known.len().max(1) as u64, key);
            }
            Column::Text(name) => write_text(value(name).as_bytes(), key),
            Column::Movetext => write_text(movetext.as_bytes(), key),
        }
    }
}

/// A column, and whether what is greatest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortColumn<'name> {
    /// The column.
    pub column: Column<'name>,
    /// Whether the order is reversed.
    pub descending: bool,
}

/// By what games are sorted. Games with equal keys keep their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortOrder<'name>(pub Vec<SortColumn<'name>>);

impl<'name> SortOrder<'name> {
    /// The order of section 12.
    pub fn standard() -> SortOrder<'name> {
        SortOrder(KEYS.map(|column| SortColumn { column, descending: false }).to_vec())
    }

    /// Appends the key of an entry, with at most `most_movetext` bytes of its movetext. `value` returns the value of a tag, empty where it is
    /// missing. Returns whether the key is complete; where two keys that are not are equal, the rest of the movetexts decides.
    pub fn write<'v>(
        &self,
        entry: &Entry,
        value: impl Fn(&str) -> Cow<'v, str>,
        most_movetext: usize,
        key: &mut Vec<u8>,
    ) -> bool {
        let mut is_complete = true;
        for SortColumn { column, descending } in &self.0 {
            let start = key.len();
            match column {
                Column::Movetext if entry.movetext.len() > most_movetext => {
                    is_complete = false;
                    // Without the end that a whole text has, so that this is the beginning of the whole key.
                    write_escaped(&entry.movetext.as_bytes()[..most_movetext], key);
                }
                _ => column.write(&value, entry.movetext, key),
            }
            if *descending {
                key[start..].iter_mut().for_each(|byte| *byte = !*byte);
            }
        }
        is_complete
    }
}

/// The number at the start of a value: a rating may have a letter after it. 0 if there is none.
fn number(value: &str) -> u64 {
    let value = value.trim();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    value[..digits].parse().unwrap_or(0)
}

/// Rounds are sorted by number, after `?` and `-`. The standard has no rounds such as `3.1`; they are sorted part by part.
fn write_round(value: &str, key: &mut Vec<u8>) {
    for part in value.trim().split('.') {
        let number = match part {
            "?" | "" => 0,
            "-" => 1,
            number => number.parse::<u64>().map_or(u64::MAX, |number| number.saturating_add(2)),
        };
        write_number(number, key);
    }
    // A number has at least one byte, so the end comes before any further part.
    key.push(0);
}

/// The number of bytes and the bytes, the most important first.
fn write_number(number: u64, key: &mut Vec<u8>) {
    let bytes = number.to_be_bytes();
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count().min(bytes.len() - 1);
    key.push((bytes.len() - zeros) as u8);
    key.extend(&bytes[zeros..]);
}

fn write_text(text: &[u8], key: &mut Vec<u8>) {
    write_escaped(text, key);
    key.extend([0, 0]);
}

/// Writes a text in which two zero bytes cannot occur, in the same order.
fn write_escaped(text: &[u8], key: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(zero) = memchr::memchr(0, rest) {
        key.extend(&rest[..zero]);
        key.extend([0, 1]);
        rest = &rest[zero + 1..];
    }
    key.extend(rest);
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;

    use super::*;

    fn compare(column: Column, one: &str, other: &str) -> Ordering {
        let key = |text: &str| {
            let mut key = Vec::new();
            column.write(|_| text.to_owned().into(), text, &mut key);
            // What follows must not matter.
            key.extend(text.bytes().rev());
            key
        };
        key(one).cmp(&key(other))
    }

    #[test]
    fn columns_sort_by_meaning() {
        let sorted: [(Column, &[&str]); 7] = [
            (Column::Date("Date"), &["????.??.??", "1993.??.??", "1993.01.??", "1993.01.02", "2001.01.01"]),
            (Column::Year, &["????.??.??", "1993.??.??", "2001.01.01"]),
            (Column::Month, &["?", "1993.??.??", "1993.01.02", "1993.10.01", "2001.01.01"]),
            (Column::Round, &["?", "-", "1", "1.1", "1.2", "2", "10", "300", "x"]),
            (Column::Number("WhiteElo"), &["-", "900", "2400", "2401 e", "10000"]),
            (Column::Elo, &["?", "900", "2400"]),
            (Column::Text("Event"), &["", "\0", "\0a", "\u{1}", "?", "A", "Ab", "a", "é"]),
        ];
        for (column, values) in sorted {
            for (index, one) in values.iter().enumerate() {
                for (other_index, other) in values.iter().enumerate() {
                    assert_eq!(compare(column, one, other), index.cmp(&other_index), "{column:?} {one:?} {other:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn texts_sort_as_their_bytes(one in "[\0\u{1}ab]{0,4}", other in "[\0\u{1}ab]{0,4}") {
            prop_assert_eq!(compare(Column::Movetext, &one, &other), one.cmp(&other));
        }

        #[test]
        fn what_is_cut_off_is_the_beginning(text in "[\0ab]{1,9}", most in 0..9_usize) {
            let entry = |movetext| Entry {
                range: 0..0, game: 0..0, lead_end: 0, end: 0, tags: Vec::new(), may_follow: true, units: 1,
                games: 1,
                has_text: true,
                ending: super::super::Ending::Separated, movetext,
            };
            let order = SortOrder(vec![SortColumn { column: Column::Movetext, descending: false }]);
            let (mut whole, mut part) = (Vec::new(), Vec::new());
            prop_assert!(order.write(&entry(&text), |_| "".into(), usize::MAX, &mut whole));
            let is_complete = order.write(&entry(&text), |_| "".into(), most, &mut part);
            prop_assert_eq!(is_complete, text.len() <= most);
            prop_assert!(whole.starts_with(&part));
        }
    }
}
