//! The rows of a table: found, sorted and limited.

use std::cmp::Ordering;

use super::column::Column;
use super::key::Key;

/// What a table shows.
#[derive(Clone, Debug, Default)]
pub struct TableOptions {
    /// The columns that are shown, and after them those by which is only sorted.
    columns: Vec<Column>,
    /// How many of them are shown.
    shown: usize,
    /// The indices of the columns by which is sorted, the weightiest first, and whether from the last value to the first.
    sort: Vec<(usize, bool)>,
    limit: Option<usize>,
    most_bytes: usize,
}

/// A column by which is sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortBy {
    /// The column.
    pub column: Column,
    /// Whether from the last value to the first. The unknown is last in either case.
    pub descending: bool,
}

/// A game as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The cells, each but the last ended by a line feed: no cell has one.
    cells: Box<str>,
    /// Whether the main line does not read to its end.
    pub is_broken: bool,
}

/// The rows that have been found so far.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    rows: Vec<Row>,
    bytes: usize,
    /// How many games were searched in vain as far as they read.
    pub broken_elsewhere: u64,
    /// Whether there were more rows than fit in the memory that may be used.
    pub is_cut: bool,
}

/// So many rows beyond a limit are kept before they are sorted: sorting costs less the more seldom it is done.
const SLACK: usize = 4096;

impl TableOptions {
    /// A table with these columns, sorted by `sort`, else in the order of the files, with at most `limit` rows. `most_bytes` bounds the
    /// memory of the rows.
    pub fn new(mut columns: Vec<Column>, sort: &[SortBy], limit: Option<usize>, most_bytes: usize) -> TableOptions {
        let shown = columns.len();
        let sort = sort
            .iter()
            .map(|by| {
                let place = columns.iter().position(|column| *column == by.column).unwrap_or_else(|| {
                    columns.push(by.column.clone());
                    columns.len() - 1
                });
                (place, by.descending)
            })
            .collect();
        TableOptions { columns, shown, sort, limit, most_bytes }
    }

    /// The columns of the rows; those that are only sorted by are last.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The columns that are shown.
    pub fn shown(&self) -> &[Column] {
        &self.columns[..self.shown]
    }

    /// Whether games after the first `limit` ones cannot get into the table.
    pub fn is_enough(&self, rows: usize) -> bool {
        self.sort.is_empty() && self.limit.is_some_and(|limit| rows >= limit)
    }

    fn compare(&self, one: &[Key], other: &[Key]) -> Ordering {
        let orders = self.sort.iter().zip(one.iter().zip(other));
        orders
            .map(|((_, descending), (one, other))| one.compare(other, *descending))
            .find(|order| *order != Ordering::Equal)
            .unwrap_or(Ordering::Equal)
    }

    fn keys(&self, row: &Row) -> Vec<Key> {
        let cells: Vec<&str> = row.cells().collect();
        let key = |(place, _): &(usize, bool)| Key::of(cells.get(*place).unwrap_or(&""), self.columns[*place].value());
        self.sort.iter().map(key).collect()
    }
}

impl Row {
    /// A row with these cells. Line ends in them become spaces.
    pub fn new(cells: &[String], is_broken: bool) -> Row {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace(['\n', '\r'], " ")).collect();
        Row { cells: cells.join("\n").into(), is_broken }
    }

    /// The cells, also those by which is only sorted.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        self.cells.split('\n')
    }

    fn bytes(&self) -> usize {
        self.cells.len() + size_of::<Row>()
    }
}

impl Rows {
    /// Adds a row after the others.
    pub fn push(&mut self, row: Row, options: &TableOptions) {
        if options.is_enough(self.rows.len()) || self.is_cut {
            return;
        }
        self.bytes += row.bytes();
        self.rows.push(row);
        let is_long = options.limit.is_some_and(|limit| self.rows.len() > limit.saturating_mul(2).max(SLACK));
        if is_long || self.bytes > options.most_bytes {
            self.prune(options);
        }
    }

    /// Adds rows after the others.
    pub fn append(&mut self, other: Rows, options: &TableOptions) {
        self.broken_elsewhere += other.broken_elsewhere;
        self.is_cut |= other.is_cut;
        other.rows.into_iter().for_each(|row| self.push(row, options));
    }

    /// Returns how many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the rows of the table in their order.
    pub fn finish(mut self, options: &TableOptions) -> Vec<Row> {
        self.sort(options);
        self.rows
    }

    /// Drops the rows that the table does not show.
    fn prune(&mut self, options: &TableOptions) {
        self.sort(options);
        self.bytes = self.rows.iter().map(Row::bytes).sum();
        self.is_cut |= self.bytes > options.most_bytes;
    }

    /// Sorts the rows and applies the limit. The order is stable: what was found first is first among equals.
    fn sort(&mut self, options: &TableOptions) {
        if !options.sort.is_empty() {
            let rows = std::mem::take(&mut self.rows);
            let mut keyed: Vec<(Vec<Key>, Row)> = rows.into_iter().map(|row| (options.keys(&row), row)).collect();
            keyed.sort_by(|(one, _), (other, _)| options.compare(one, other));
            self.rows = keyed.into_iter().map(|(_, row)| row).collect();
        }
        if let Some(limit) = options.limit {
            self.rows.truncate(limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str]) -> Row {
        Row::new(&cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>(), false)
    }

    fn column(name: &str) -> Column {
        name.parse().unwrap()
    }

    fn names(rows: &[Row]) -> Vec<&str> {
        rows.iter().filter_map(|row| row.cells().next()).collect()
    }

    #[test]
    fn rows_are_sorted_by_several_columns_and_stable() {
        let sort =
            [("date", true), ("plies", false)].map(|(name, descending)| SortBy { column: column(name), descending });
        let options = TableOptions::new(vec![column("white")], &sort, None, usize::MAX);
        assert_eq!((options.columns().len(), options.shown().len()), (3, 1));
        let mut rows = Rows::default();
        for cells in [["a", "2019.01.01", "9"], ["b", "", "1"], ["c", "2020.01.01", "10"], ["d", "2020.01.01", "9"]] {
            rows.push(row(&cells), &options);
        }
        rows.push(row(&["e", "2020.01.01", "9"]), &options);
        assert_eq!(names(&rows.finish(&options)), ["d", "e", "c", "a", "b"]);
    }

    #[test]
    fn a_limit_keeps_the_first_rows_of_the_order() {
        let sort = [SortBy { column: column("plies"), descending: true }];
        let sorted = TableOptions::new(vec![column("plies")], &sort, Some(3), usize::MAX);
        let plain = TableOptions::new(vec![column("plies")], &[], Some(3), usize::MAX);
        let (mut best, mut first) = (Rows::default(), Rows::default());
        for number in 0..20_000 {
            let cell = (number * 7919 % 20_011).to_string();
            best.push(row(&[&cell]), &sorted);
            first.push(row(&[&cell]), &plain);
            assert!(best.len() <= SLACK && first.len() <= 3);
        }
        assert!(plain.is_enough(first.len()) && !sorted.is_enough(20_000));
        assert_eq!(names(&best.finish(&sorted)), ["20010", "20009", "20008"]);
        assert_eq!(names(&first.finish(&plain)), ["0", "7919", "15838"]);
    }

    #[test]
    fn memory_is_bounded() {
        let options = TableOptions::new(vec![column("white")], &[], None, 1000);
        let mut rows = Rows::default();
        (0..100).for_each(|_| rows.push(row(&["Carlsen"]), &options));
        assert!(rows.is_cut && rows.len() < 50);
    }
}
