//! The order of the games of a list: by columns of tables of games, and by findings.

use std::cmp::Ordering;

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

/// The values of a game by which it is sorted, the weightiest first.
#[derive(Clone, Debug)]
pub(crate) struct SortKeys(Vec<Key>);

/// Makes the keys of the games of a segment.
pub(crate) struct KeyMaker<'a> {
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

    /// The columns that are made of games.
    pub(crate) fn columns(sort: &[SortedBy]) -> Vec<Column> {
        let column = |by: &SortedBy| match &by.what {
            SortValue::Column(column) => Some(column.clone()),
            SortValue::Findings => None,
        };
        sort.iter().filter_map(column).collect()
    }
}

impl SortKeys {
    /// The order of two games.
    pub(crate) fn compare(&self, other: &SortKeys, sort: &[SortedBy]) -> Ordering {
        let orders = sort.iter().zip(self.0.iter().zip(&other.0));
        let mut orders = orders.map(|(by, (one, other))| one.compare(other, by.descending));
        orders.find(|order| *order != Ordering::Equal).unwrap_or(Ordering::Equal)
    }
}

impl<'a> KeyMaker<'a> {
    /// For a segment of the file or document at `uri`. `columns` are those of `sort`; `findings` has the numbers of findings of the games of the
    /// document, as far as they are known.
    pub(crate) fn new(
        part: &'a Part<'a>,
        uri: &'a str,
        (sort, columns): (&'a [SortedBy], &'a [Column]),
        findings: Option<&'a [Option<Counts>]>,
    ) -> KeyMaker<'a> {
        let (lines, games) = part.before();
        KeyMaker { part, rows: SegmentRows::new(part.segment, columns, uri, lines, games), sort, findings }
    }

    /// The keys of a game of the segment.
    pub(crate) fn keys(&self, game: usize) -> SortKeys {
        if self.sort.is_empty() {
            return SortKeys(Vec::new());
        }
        let row = self.rows.row(game, || self.part.text(game));
        let mut cells = row.cells();
        let mut key = |by: &SortedBy| match &by.what {
            SortValue::Column(column) => Key::of(cells.next().unwrap_or_default(), column.value()),
            SortValue::Findings => Key::of(&self.weight(game), Value::Number),
        };
        SortKeys(self.sort.iter().map(&mut key).collect())
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
