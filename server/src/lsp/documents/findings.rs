//! The findings in a document, in whichever language it is.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use scoresheet_lint::checked_file::{CheckedFile, Near, Shown};
use scoresheet_lint::checked_records::{CheckedRecords, ShownRecord};
use scoresheet_lint::finding::{Edit, Finding};

/// How much of a large file is checked now. The rest is left for later.
#[derive(Clone, Copy)]
pub struct Share<'work> {
    /// The games or records around this byte come first.
    pub near: usize,
    /// So many games at most, unless they are all in one chunk.
    pub games: usize,
    /// The rules about whole files are asked, too, once all games are checked, if these are no more.
    pub games_of_file: usize,
    /// Whether the work is still wanted.
    pub is_wanted: &'work (dyn Fn() -> bool + Sync),
}

impl Share<'_> {
    /// All there is to do.
    pub fn all() -> Share<'static> {
        Share { near: 0, games: usize::MAX, games_of_file: usize::MAX, is_wanted: &|| true }
    }
}

/// The edits by which a rule is allowed, each by itself.
pub struct Allowances {
    /// In the game or record that the finding is in; nothing where there is no place for it.
    pub in_unit: Option<Edit>,
    /// In the whole file.
    pub in_file: Edit,
}

/// The findings, as far as they are known. Cheap to clone.
#[derive(Clone)]
pub enum Findings {
    /// In games.
    Games(Arc<CheckedFile>),
    /// In records.
    Records(Arc<CheckedRecords>),
}

/// A finding that is shown.
pub struct ShownFinding<'file> {
    /// Ranges are relative to the unit.
    finding: Cow<'file, Finding>,
    /// The byte offset in the file at which the unit begins; 0 for a finding about the file.
    start: usize,
}

impl Findings {
    /// Whether all is checked.
    pub fn is_complete(&self) -> bool {
        match self {
            Findings::Games(games) => games.is_complete(),
            Findings::Records(records) => records.is_complete(),
        }
    }

    /// Whether everything is checked but the rules about the file as a whole.
    pub fn has_all_parts(&self) -> bool {
        match self {
            Findings::Games(games) => games.has_all_games(),
            Findings::Records(records) => records.has_all_records(),
        }
    }

    /// How many games or lines are still to be checked.
    pub fn unchecked(&self) -> usize {
        match self {
            Findings::Games(games) => games.unchecked_games(),
            Findings::Records(records) => records.unchecked_lines(),
        }
    }

    /// Whether the findings about the file as a whole are the same.
    pub fn has_same_of_file(&self, other: &Findings) -> bool {
        match (self, other) {
            (Findings::Games(games), Findings::Games(other)) => games.says_of_file_what(other),
            (Findings::Records(records), Findings::Records(other)) => records.says_of_file_what(other),
            _ => false,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Findings::Games(games) => games.len(),
            Findings::Records(records) => records.len(),
        }
    }

    /// All, in ascending order of place.
    pub fn all(&self) -> Vec<Finding> {
        match self {
            Findings::Games(games) => games.all(),
            Findings::Records(records) => records.all(),
        }
    }

    /// Those that have to do with the bytes `range`, its ends included, in ascending order of place.
    pub fn touching(&self, range: &Range<usize>) -> Vec<Finding> {
        match self {
            Findings::Games(games) => games.touching(range),
            Findings::Records(records) => records.touching(range),
        }
    }

    /// No more than `most`, those around a place and the most serious first, in ascending order of place.
    pub fn shown(&self, most: usize, near: Near) -> Vec<ShownFinding<'_>> {
        match self {
            Findings::Games(games) => games.shown(most, near).into_iter().map(ShownFinding::from).collect(),
            Findings::Records(records) => records.shown(most, near).into_iter().map(ShownFinding::from).collect(),
        }
    }
}

impl ShownFinding<'_> {
    /// The finding with ranges in the file.
    pub fn in_file(self) -> Finding {
        self.finding.into_owned().shifted(self.start)
    }
}

impl<'file> From<Shown<'file>> for ShownFinding<'file> {
    fn from(shown: Shown<'file>) -> ShownFinding<'file> {
        ShownFinding { finding: shown.finding, start: shown.game.map_or(0, |game| game.start) }
    }
}

impl<'file> From<ShownRecord<'file>> for ShownFinding<'file> {
    fn from(shown: ShownRecord<'file>) -> ShownFinding<'file> {
        ShownFinding { finding: shown.finding, start: shown.chunk.map_or(0, |chunk| chunk.start) }
    }
}
