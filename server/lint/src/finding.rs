//! Findings: the messages of rules, their places and their fixes.

use std::ops::Range;

pub use scoresheet_format::Edit;

use crate::rule_id::RuleId;

/// The severity of a finding. Ordered: `Hint < Info < Warning < Error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Pedantry; shown only when selected.
    Hint,
    /// Valid import format that export format writes differently.
    Info,
    /// Probably wrong, or other programs read it differently.
    Warning,
    /// An illegal or ambiguous move, a syntax fault, a contradiction.
    Error,
}

impl Level {
    /// All levels, the most serious first.
    pub const ALL: [Level; 4] = [Level::Error, Level::Warning, Level::Info, Level::Hint];

    /// Returns the level with this name.
    pub fn of_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Returns the lower-case English name, as in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Hint => "hint",
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// A fault or a suggestion that a rule reports.
///
/// All ranges are half-open byte offsets relative to the start of the game; relative to the file after
/// [`Finding::shifted`] by the game's start.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that reported it.
    pub rule: RuleId,
    /// The level that the rule or the configuration gives it.
    pub level: Level,
    /// One sentence in chess terms: what is wrong and why.
    pub message: String,
    /// The range that is wrong.
    pub range: Range<usize>,
    /// Other places that explain the finding.
    pub related: Vec<Related>,
    /// A place in another file that explains the finding.
    pub elsewhere: Option<Box<Elsewhere>>,
    /// Fixes, best first.
    pub fixes: Vec<Fix>,
    /// How many findings it counts that are not listed; 0 if it is an ordinary one.
    pub unlisted: usize,
}

/// A related place that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Half-open byte offsets, relative to the same start as [`Finding::range`].
    pub range: Range<usize>,
    /// The explanation.
    pub message: String,
}

/// A place in another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The path of the file, as it is shown.
    pub file: String,
    /// The game, counted from 1.
    pub game: usize,
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// The column where it begins, in characters counted from 1.
    pub column: usize,
    /// The byte offset on disk where it begins.
    pub start: usize,
    /// The explanation.
    pub message: &'static str,
}

/// A fix: edits that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The title, in the imperative: "Write O-O with letters".
    pub title: String,
    /// Whether `--fix` may apply it.
    pub applicability: Applicability,
    /// In ascending order, not overlapping.
    pub edits: Vec<Edit>,
}

/// Whether a fix may be applied without review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// Keeps the meaning of the game; `--fix` and fixing on save apply it.
    Safe,
    /// Probably intended; applied only on request.
    Unsafe,
}

impl Applicability {
    /// Returns the lower-case English name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

impl Finding {
    /// Creates a finding without related places or fixes. Rules use [`Rule::finding`](crate::rule::Rule::finding).
    pub fn new(rule: RuleId, level: Level, range: Range<usize>, message: impl Into<String>) -> Finding {
        let message = message.into();
        Finding { rule, level, message, range, related: Vec::new(), elsewhere: None, fixes: Vec::new(), unlisted: 0 }
    }

    /// Adds a fix after the others.
    pub fn with_fix(mut self, fix: Fix) -> Finding {
        self.fixes.push(fix);
        self
    }

    /// Adds a related place.
    pub fn with_related(mut self, range: Range<usize>, message: impl Into<String>) -> Finding {
        self.related.push(Related { range, message: message.into() });
        self
    }

    /// Shifts every range by `start` bytes, which converts offsets relative to the game to offsets relative to the file.
    pub fn shifted(mut self, start: usize) -> Finding {
        self.move_ranges(|range| shift(range, start));
        self
    }

    /// Undoes [`Finding::shifted`] by `start` bytes.
    pub fn shifted_back(mut self, start: usize) -> Finding {
        self.move_ranges(|range| *range = range.start - start..range.end - start);
        self
    }

    /// Applies `change` to every range: those of the finding, of related places and of edits.
    pub(crate) fn move_ranges(&mut self, change: impl Fn(&mut Range<usize>)) {
        change(&mut self.range);
        self.related.iter_mut().for_each(|related| change(&mut related.range));
        self.fixes.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| change(&mut edit.range));
    }
}

impl Fix {
    /// Creates a fix that may be applied without review.
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix { title: title.into(), applicability: Applicability::Safe, edits }
    }

    /// Creates a fix that needs review.
    pub fn unsafe_(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix { title: title.into(), applicability: Applicability::Unsafe, edits }
    }
}

fn shift(range: &mut Range<usize>, start: usize) {
    range.start += start;
    range.end += start;
}
