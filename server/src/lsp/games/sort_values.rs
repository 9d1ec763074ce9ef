//! The order of the games of a list: by columns of tables of games, and by findings.

use std::cmp::Ordering;
use std::collections::HashMap;

use scoresheet_collection::table::{Column, Key, SegmentRows, Value};
use scoresheet_lint::checked_file::Counts;
use scoresheet_lint::finding::Level;

use super::part::Part;
use crate::lsp::proto::collection::SortColumn;

/// The name of the column of findings.
const FINDINGS: &str = "findings";

/// What games are sorted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SortedBy {
    what: SortValue,
    descending: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SortValue {
    Column(Column),
    Findings,
}

/// The values of games by which they are sorted, game after game. Of many games few values differ, so each is kept once.
#[derive(Debug, Default)]
pub(crate) struct SortValues {
    columns: Vec<Interned>,
    /// For each game the numbers of its values, one for each column.
    of_games: Vec<u32>,
}

/// The different values of a column, with their numbers.
#[derive(Debug, Default)]
struct Interned(HashMap<Box<str>, u32>);

/// Makes the values of the games of a segment.
pub(crate) struct ValueMaker<'a> {
    part: &'a Part<'a>,
    rows: SegmentRows<'a>,
    sort: &'a [SortedBy],
    findings: Option<&'a [Option<Counts>]>,
}

impl SortedBy {
    /// Reads the columns that a request names.
    ///
    /// # Errors
    /// A column that does not exist, in a sentence.
    pub(crate) fn read(columns: &[SortColumn]) -> Result<Vec<SortedBy>, String> {
        let read = |SortColumn { column, descending }: &SortColumn| {
            let what = match column.as_str() {
                FINDINGS => SortValue::Findings,
                name => SortValue::Column(name.parse().map_err(|error| format!("{name}: {error}"))?),
            };
            Ok(SortedBy { what, descending: *descending })
        };
        columns.iter().map(read).collect()
    }

    /// Whether findings matter for the order.
    pub(crate) fn needs_findings(sort: &[SortedBy]) -> bool {
        sort.iter().any(|by| by.what == SortValue::Findings)
    }

    fn value(&self) -> Value {
        match &self.what {
            SortValue::Column(column) => column.value(),
            SortValue::Findings => Value::Number,
        }
    }

    /// The columns that are made of games.
    pub(crate) fn columns(sort: &[SortedBy]) -> Vec<Column> {
        let column = |by: &SortedBy| match &by.what {
            SortValue::Column(column) => Some(column.clone()),
            SortValue::Findings => None,
        };
        sort.iter().filter_map(column).collect()
    }
}

impl SortValues {
    /// Adds the values of a game.
    pub(crate) fn push(&mut self, cells: &[String]) {
        self.columns.resize_with(cells.len(), Interned::default);
        let numbers = self.columns.iter_mut().zip(cells).map(|(column, cell)| column.number(cell));
        self.of_games.extend(numbers);
    }

    /// Adds those of another source.
    pub(crate) fn append(&mut self, other: SortValues, games: usize) {
        self.columns.resize_with(other.columns.len().max(self.columns.len()), Interned::default);
        let numbers: Vec<Vec<u32>> =
            self.columns.iter_mut().zip(&other.columns).map(|(column, other)| column.numbers_of(other)).collect();
        let width = other.columns.len();
        let of_games = other.of_games.iter().take(games * width).enumerate();
        self.of_games.extend(of_games.map(|(at, number)| numbers[at % width][*number as usize]));
    }

    /// Sorts the places of games. The order of equal ones stays.
    pub(crate) fn sort(&self, sort: &[SortedBy], places: &mut [usize]) {
        let ranks: Vec<Vec<u32>> = self.columns.iter().zip(sort).map(|(column, by)| column.ranks(by)).collect();
        let width = self.columns.len();
        let rank = |game: usize, column: usize| ranks[column][self.of_games[game * width + column] as usize];
        places.sort_by(|one, other| {
            let orders = (0..width).map(|column| rank(*one, column).cmp(&rank(*other, column)));
            orders.fold(Ordering::Equal, Ordering::then)
        });
    }
}

impl Interned {
    fn number(&mut self, value: &str) -> u32 {
        if let Some(number) = self.0.get(value) {
            return *number;
        }
        let number = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        self.0.insert(value.into(), number);
        number
    }

    /// The numbers here of the values of another column, by their numbers there.
    fn numbers_of(&mut self, other: &Interned) -> Vec<u32> {
        let mut numbers = vec![0; other.0.len()];
        for (value, number) in &other.0 {
            numbers[*number as usize] = self.number(value);
        }
        numbers
    }

    /// The rank of each value by its number. Values that mean the same have the same rank.
    fn ranks(&self, by: &SortedBy) -> Vec<u32> {
        let mut keys: Vec<(Key, u32)> =
            self.0.iter().map(|(value, number)| (Key::of(value, by.value()), *number)).collect();
        keys.sort_by(|(one, _), (other, _)| one.compare(other, by.descending));
        let mut ranks = vec![0; keys.len()];
        let mut rank = 0;
        for (at, (key, number)) in keys.iter().enumerate() {
            if at > 0 && keys[at - 1].0.compare(key, by.descending) != Ordering::Equal {
                rank += 1;
            }
            ranks[*number as usize] = rank;
        }
        ranks
    }
}

impl<'a> ValueMaker<'a> {
    /// For a segment of the file or document at `uri`. `columns` are those of `sort`; `findings` has the numbers of findings of the games of the
    /// document, as far as they are known.
    pub(crate) fn new(
        part: &'a Part<'a>,
        uri: &'a str,
        (sort, columns): (&'a [SortedBy], &'a [Column]),
        findings: Option<&'a [Option<Counts>]>,
    ) -> ValueMaker<'a> {
        let (lines, games) = part.before();
        ValueMaker { part, rows: SegmentRows::new(part.segment, columns, uri, lines, games), sort, findings }
    }

    /// The values of a game of the segment; none without an order.
    pub(crate) fn cells(&self, game: usize) -> Vec<String> {
        if self.sort.is_empty() {
            return Vec::new();
        }
        let row = self.rows.row(game, || self.part.text(game));
        let mut cells = row.cells();
        let mut cell = |by: &SortedBy| match &by.what {
            SortValue::Column(_) => cells.next().unwrap_or_default().to_owned(),
            SortValue::Findings => self.weight(game),
        };
        self.sort.iter().map(&mut cell).collect()
    }

    /// The findings of a game as a number: one that is more serious weighs more than many that are less. Empty where they are not known.
    fn weight(&self, game: usize) -> String {
        let number = usize::try_from(self.part.place(game).number).unwrap_or(usize::MAX);
        let counts = self.findings.and_then(|findings| findings.get(number).copied().flatten());
        let weight = |counts: Counts| {
            Level::ALL.iter().fold(0_u64, |sum, level| (sum << 15) | counts.of(*level).min(0x7FFF) as u64)
        };
        counts.map_or_else(String::new, |counts| weight(counts).to_string())
    }
}
