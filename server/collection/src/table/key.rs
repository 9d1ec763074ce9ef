//! The order of the values of a column: by what they mean, with the unknown last in either direction.

use std::cmp::Ordering;

use scoresheet_chess::{dates, results};

use super::column::Value;

/// A value of a column by its meaning: its parts, the weightiest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(Vec<Option<Part>>);

/// A part of a value. Numbers come before words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(i64),
    Words(String),
}

impl Key {
    /// Returns the key of a cell.
    pub fn of(cell: &str, value: Value) -> Key {
        if cell.is_empty() {
            return Key(vec![None]);
        }
        Key(match value {
            Value::Words => vec![Some(whole_number(cell).map_or_else(|| words(cell), Part::Number))],
            Value::Number => vec![whole_number(cell).map(Part::Number)],
            Value::Rating => vec![leading_number(cell).filter(|rating| *rating > 0).map(Part::Number)],
            Value::Date => date(cell),
            Value::Round => cell.split('.').map(|part| Some(number_or_words(part))).collect(),
            Value::Result => {
                let place =
                    ["1-0", "1/2-1/2", "0-1"].iter().position(|result| results::canonical(cell) == Some(result));
                vec![place.map(|place| Part::Number(place as i64))]
            }
            Value::Material => vec![Some(Part::Number(points(cell))), Some(words(cell))],
            Value::Location => {
                let (file, line) = cell.rsplit_once(':').unwrap_or((cell, ""));
                vec![Some(Part::Words(file.to_owned())), whole_number(line).map(Part::Number)]
            }
        })
    }

    /// Returns the order of two values, ascending or `descending`. What is unknown comes last.
    pub fn compare(&self, other: &Key, descending: bool) -> Ordering {
        for index in 0..self.0.len().max(other.0.len()) {
            let order = match (self.0.get(index), other.0.get(index)) {
                (Some(None), Some(None)) => Ordering::Equal,
                (Some(None), _) => return Ordering::Greater,
                (_, Some(None)) => return Ordering::Less,
                (one, another) if descending => another.cmp(&one),
                (one, another) => one.cmp(&another),
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }
}

fn words(text: &str) -> Part {
    Part::Words(text.to_lowercase())
}

fn number_or_words(text: &str) -> Part {
    leading_number(text).map_or_else(|| words(text), Part::Number)
}

fn whole_number(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}

fn leading_number(text: &str) -> Option<i64> {
    let text = text.trim();
    text[..text.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
}

/// Year, month and day. A number of which some digits are unknown comes after those that it may be.
fn date(cell: &str) -> Vec<Option<Part>> {
    let date = dates::repaired(cell).unwrap_or_else(|| dates::UNKNOWN.to_owned());
    let part = |part: &str| {
        let is_unknown = part.bytes().all(|byte| byte == b'?');
        let number = part.replace('?', "9").parse().ok();
        number.filter(|_| !is_unknown).map(Part::Number)
    };
    date.split('.').map(part).collect()
}

/// The usual values of the men of both sides together, in pawns.
fn points(material: &str) -> i64 {
    let value = |man: char| match man {
        'Q' => 9,
        'R' => 5,
        'B' | 'N' => 3,
        'P' => 1,
        _ => 0,
    };
    material.chars().map(value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: Value, ascending: &[&str], descending: &[&str]) {
        for (expected, is_descending) in [(ascending, false), (descending, true)] {
            let mut cells = expected.to_vec();
            cells.reverse();
            cells.sort_by(|one, other| Key::of(one, value).compare(&Key::of(other, value), is_descending));
            assert_eq!(cells, expected);
        }
    }

    #[test]
    fn values_are_ordered_by_their_meaning_and_the_unknown_is_last() {
        check(
            Value::Date,
            &["1858.01.??", "1858.??.??", "1998.12.31", "199?.??.??", "2019.05.03", "2019-11-02", "Easter"],
            &["2019-11-02", "2019.05.03", "199?.??.??", "1998.12.31", "1858.01.??", "1858.??.??", "Easter"],
        );
        check(Value::Rating, &["900", "2600*", "10000", "0"], &["10000", "2600*", "900", "0"]);
        check(Value::Round, &["1", "2", "2.1", "2.10", "10", "QF", ""], &["QF", "10", "2.10", "2.1", "2", "1", ""]);
        check(Value::Result, &["1-0", "½-½", "0-1", "*"], &["0-1", "½-½", "1-0", "*"]);
        check(Value::Number, &["-3", "9", "10", "x"], &["10", "9", "-3", "x"]);
        check(Value::Words, &["2", "10", "aron", "Bo", "Élan", ""], &["Élan", "Bo", "aron", "10", "2", ""]);
        check(Value::Material, &["KvK", "KPvKP", "KRvK", "KQvK"], &["KQvK", "KRvK", "KPvKP", "KvK"]);
        check(Value::Location, &["a.pgn:9", "a.pgn:10", "b.pgn:1"], &["b.pgn:1", "a.pgn:10", "a.pgn:9"]);
    }
}
