//! Files of EPD or FEN records.

use std::ops::Range;

use super::lines::{ends_with_remark, lines};
use crate::incremental::{Unit, UnitFile};

/// How many lines a run usually has. What is kept of a run is computed again where one of its lines changes, so it is small; but a large
/// file should not have too many.
const USUAL_LINES: usize = 128;

/// A run with more lines is split.
const MOST_LINES: usize = 2 * USUAL_LINES;

/// A run with fewer lines is merged with the next, so that deletions do not leave a trail of short runs.
const FEWEST_LINES: usize = USUAL_LINES / 4;

/// The records of an EPD or FEN file.
///
/// ```
/// use scoresheet_grammar::epd::EpdFile;
///
/// let file = EpdFile::parse("# two\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n");
/// let (edited, _) = file.edit(0..6, "");
/// assert_eq!((file.lines().count(), edited.lines().count()), (3, 2));
/// ```
pub type EpdFile = UnitFile<Records>;

/// A run of whole lines of a file of records. Never empty. A remark is in the run of the line below it, unless there are hundreds of
/// them. Offsets are relative to its first byte.
///
/// ```
/// use scoresheet_grammar::epd::EpdFile;
///
/// let file = EpdFile::parse("# two\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n");
/// let records = file.unit(0).unwrap();
/// assert_eq!(records.lines().nth(1), Some((6, "8/8/8/8/8/8/8/8 w - -\n")));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Records {
    text: Box<str>,
    starts: Box<[usize]>,
}

impl Records {
    fn new(text: &str) -> Records {
        Records { text: text.into(), starts: lines(text).map(|line| line.start).collect() }
    }

    /// The text of all its lines.
    ///
    /// ```
    /// use scoresheet_grammar::epd::EpdFile;
    ///
    /// let file = EpdFile::parse("# two\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n");
    /// assert_eq!(file.unit(0).unwrap().text().len(), 50);
    /// ```
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines there are, empty ones and remarks included.
    ///
    /// ```
    /// use scoresheet_grammar::epd::EpdFile;
    ///
    /// let file = EpdFile::parse("# two\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n");
    /// assert_eq!(file.unit(0).unwrap().len(), 3);
    /// ```
    #[allow(clippy::len_without_is_empty)] // It never is.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The lines with their line ends, each with the byte offset in the run at which it begins.
    ///
    /// ```
    /// use scoresheet_grammar::epd::EpdFile;
    ///
    /// let file = EpdFile::parse("# two\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n");
    /// assert_eq!(file.unit(0).unwrap().lines().next(), Some((0, "# two\n")));
    /// ```
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = (usize, &str)> + ExactSizeIterator {
        (0..self.len()).map(|index| {
            let range = self.range(index).unwrap_or_default();
            (range.start, &self.text[range])
        })
    }

    fn range(&self, index: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).map_or(self.text.len(), |start| *start);
        Some(start..end)
    }
}

/// There is no tree: a line is read when it is used.
impl Unit for Records {
    type Tree = ();

    fn text(&self) -> &str {
        Records::text(self)
    }

    fn read_all(text: &str) -> impl Iterator<Item = (Records, Option<()>)> {
        let starts: Vec<usize> = lines(text).map(|line| line.start).collect();
        let size = if starts.len() > MOST_LINES { USUAL_LINES } else { MOST_LINES };
        let mut first = 0;
        std::iter::from_fn(move || {
            let start = *starts.get(first)?;
            let end_before = |line: usize| starts.get(line).copied().unwrap_or(text.len());
            let mut next = (first + size).min(starts.len());
            while next < starts.len()
                && next < first + 2 * MOST_LINES
                && ends_with_remark(&text[start..end_before(next)])
            {
                next += 1;
            }
            first = next;
            Some((Records::new(&text[start..end_before(next)]), None))
        })
    }

    fn read_tree(&self) {}

    fn reads_alone(&self) -> bool {
        true
    }

    /// Between two lines, and not after a remark or after too few lines.
    fn may_cut(before: &str, _: &str) -> bool {
        let has_enough_lines = || lines(before).take(FEWEST_LINES).count() == FEWEST_LINES;
        before.ends_with('\n') && !ends_with_remark(before) && has_enough_lines()
    }

    /// A line feed at the start of a run would end the line before it.
    fn is_start_enough(start: &str) -> bool {
        !start.is_empty()
    }
}

impl UnitFile<Records> {
    /// The line that byte `offset` belongs to, with its line end, and the byte offset at which it begins; the last line for the end of the
    /// file. Logarithmic in the number of runs.
    ///
    /// ```
    /// use scoresheet_grammar::epd::EpdFile;
    ///
    /// let file = EpdFile::parse("# two\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n");
    /// assert_eq!(file.line_around(5), Some((0, "# two\n")));
    /// ```
    pub fn line_around(&self, offset: usize) -> Option<(usize, &str)> {
        self.lines_from(offset).next()
    }

    /// The lines from the one on that byte `offset` belongs to; see [`UnitFile::lines`].
    ///
    /// ```
    /// use scoresheet_grammar::epd::EpdFile;
    ///
    /// let file = EpdFile::parse("# two\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n");
    /// assert_eq!(file.lines_from(10).count(), 2);
    /// ```
    pub fn lines_from(&self, offset: usize) -> impl Iterator<Item = (usize, &str)> {
        let first = self.unit_at(offset).unwrap_or(0);
        let units = (first..self.len()).filter_map(|index| Some((self.start(index)?, self.unit(index)?)));
        let lines = units.flat_map(|(start, records)| records.lines().map(move |(at, line)| (start + at, line)));
        let end = self.text_length();
        lines.skip_while(move |(start, line)| start + line.len() <= offset && start + line.len() < end)
    }

    /// The lines with their line ends, each with the byte offset at which it begins.
    ///
    /// ```
    /// use scoresheet_grammar::epd::EpdFile;
    ///
    /// let file = EpdFile::parse("# two\n8/8/8/8/8/8/8/8 w - -\n8/8/8/8/8/8/8/8 b - -\n");
    /// assert_eq!(file.lines().map(|(start, _)| start).collect::<Vec<_>>(), [0, 6, 28]);
    /// ```
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = (usize, &str)> {
        self.units().flat_map(|(start, records)| records.lines().map(move |(at, line)| (start + at, line)))
    }
}

/// Equal if the lines are; how they are put into runs depends on earlier edits.
impl PartialEq for UnitFile<Records> {
    fn eq(&self, other: &EpdFile) -> bool {
        self.text_length() == other.text_length() && self.lines().eq(other.lines())
    }
}

impl Eq for UnitFile<Records> {}
