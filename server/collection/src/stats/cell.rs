//! Tables of numbers, which are sorted by any column.

use std::cmp::Ordering;

/// A table of statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct StatsTable {
    /// The columns.
    pub columns: Vec<StatsColumn>,
    /// The cells of each row.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table of statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatsColumn {
    /// Its name, as in headers of files and keys of objects.
    pub key: &'static str,
    /// The heading for people.
    pub heading: &'static str,
}

/// A cell of a table of statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words. Those that begin with a number are sorted by it.
    Words(String),
    /// A whole number.
    Count(u64),
    /// A number of points, or an average, with one decimal.
    Number(f64),
    /// A part of a whole, from 0 to 1.
    Share(f64),
    /// What is not known.
    Unknown,
}

impl StatsTable {
    /// Sorts the rows by columns, the weightiest first, each ascending or descending; what is unknown is last. Rows that are equal keep their order.
    ///
    /// # Errors
    /// The first name that is no column.
    pub fn sort(&mut self, by: &[(String, bool)]) -> Result<(), String> {
        let place = |name: &str| self.columns.iter().position(|column| column.key == name);
        let places: Result<Vec<(usize, bool)>, String> = by
            .iter()
            .map(|(name, descending)| place(name).map(|place| (place, *descending)).ok_or_else(|| name.clone()))
            .collect();
        let places = places?;
        self.rows.sort_by(|one, other| {
            let orders = places.iter().map(|(place, descending)| one[*place].compare(&other[*place], *descending));
            orders.fold(Ordering::Equal, Ordering::then)
        });
        Ok(())
    }
}

impl Cell {
    fn compare(&self, other: &Cell, descending: bool) -> Ordering {
        let order = match (self, other) {
            (Cell::Unknown, Cell::Unknown) => return Ordering::Equal,
            (Cell::Unknown, _) => return Ordering::Greater,
            (_, Cell::Unknown) => return Ordering::Less,
            (Cell::Words(one), Cell::Words(other)) => leading_number(one)
                .cmp(&leading_number(other))
                .then_with(|| one.to_lowercase().cmp(&other.to_lowercase())),
            (Cell::Count(one), Cell::Count(other)) => one.cmp(other),
            (Cell::Number(one), Cell::Number(other)) | (Cell::Share(one), Cell::Share(other)) => one.total_cmp(other),
            _ => Ordering::Equal,
        };
        if descending { order.reverse() } else { order }
    }
}

fn leading_number(text: &str) -> Option<u64> {
    text[..text.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
}
