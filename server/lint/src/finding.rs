//! What a rule says about a game: a finding, where it is, and how to repair it.

use std::ops::Range;

pub use scoresheet_format::Edit;

use crate::rule_id::RuleId;

/// How serious a finding is. Ordered: `Hint < Info < Warning < Error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Pedantry; shown only when selected.
    Hint,
    /// Import format that export format would write otherwise.
    Info,
    /// Probably wrong, or read differently by other programs.
    Warning,
    /// An illegal or ambiguous move, a syntax fault, a contradiction.
    Error,
}

impl Level {
    /// Every level, the most serious first.
    pub const ALL: [Level; 4] = [Level::Error, Level::Warning, Level::Info, Level::Hint];

    /// The level of this name.
    pub fn of_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The lower-case English name, as the JSON contract and the command line spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Hint => "hint",
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// One thing a rule has to say.
///
/// All ranges are half-open byte offsets, relative to the start of the game they were found in
/// (relative to the file once [`Finding::shifted`] by the game's start).
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that reports it.
    pub rule: RuleId,
    /// The rule's level, or what the configuration made of it.
    pub level: Level,
    /// One sentence for a chess player: what is wrong and why.
    pub message: String,
    /// The slip itself.
    pub range: Range<usize>,
    /// Other places that explain the finding.
    pub related: Vec<Related>,
    /// Repairs, best first.
    pub fixes: Vec<Fix>,
}

/// A place that helps to understand a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Half-open byte offsets, on the same footing as [`Finding::range`].
    pub range: Range<usize>,
    /// What is to be seen there.
    pub message: String,
}

/// A repair: edits that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the repair does, as an imperative: "Write O-O with letters".
    pub title: String,
    /// Whether `--fix` may apply it unasked.
    pub applicability: Applicability,
    /// In ascending order, not overlapping.
    pub edits: Vec<Edit>,
}

/// Whether a fix may be applied without a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// Keeps the game's meaning; applied by `--fix` and on save.
    Safe,
    /// Probably what was meant; applied only when asked for.
    Unsafe,
}

impl Applicability {
    /// The lower-case English name, as the JSON contract spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

impl Finding {
    /// A finding of a rule, without related places or fixes. Rules make theirs by [`Rule::finding`](crate::rule::Rule::finding).
    pub fn new(rule: RuleId, level: Level, range: Range<usize>, message: impl Into<String>) -> Finding {
        Finding { rule, level, message: message.into(), range, related: Vec::new(), fixes: Vec::new() }
    }

    /// The same finding with one more fix, ranked after those it has.
    pub fn with_fix(mut self, fix: Fix) -> Finding {
        self.fixes.push(fix);
        self
    }

    /// The same finding with one more related place.
    pub fn with_related(mut self, range: Range<usize>, message: impl Into<String>) -> Finding {
        self.related.push(Related { range, message: message.into() });
        self
    }

    /// The same finding with every range moved up by `start` bytes: from the game's footing to the file's.
    pub fn shifted(mut self, start: usize) -> Finding {
        self.move_ranges(|range| shift(range, start));
        self
    }

    /// Change every range: its own, those of related places, those of its fixes' edits.
    pub(crate) fn move_ranges(&mut self, change: impl Fn(&mut Range<usize>)) {
        change(&mut self.range);
        self.related.iter_mut().for_each(|related| change(&mut related.range));
        self.fixes.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| change(&mut edit.range));
    }
}

impl Fix {
    /// A fix that may be applied unasked.
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix { title: title.into(), applicability: Applicability::Safe, edits }
    }

    /// A fix that wants a look first.
    pub fn unsafe_(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix { title: title.into(), applicability: Applicability::Unsafe, edits }
    }
}

fn shift(range: &mut Range<usize>, start: usize) {
    range.start += start;
    range.end += start;
}
