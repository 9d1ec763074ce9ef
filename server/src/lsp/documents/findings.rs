//! The findings in a document, in whichever language it is.

use std::sync::Arc;

use scoresheet_lint::checked_file::FileFindings;
use scoresheet_lint::finding::Edit;

/// The findings, as far as they are known. Cheap to clone.
pub(crate) type Findings = Arc<dyn FileFindings>;

/// How much of a document is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checked {
    /// How many games or records are still to be checked; `None` if nothing is known.
    pub unchecked: Option<usize>,
    /// Whether the rules about whole files have seen it, too.
    pub is_complete: bool,
}

/// How much of a large file is checked now. The rest is left for later.
#[derive(Clone, Copy)]
pub(crate) struct Share<'work> {
    /// The games or records around this byte come first.
    pub near: usize,
    /// As much work as so many games at most, unless it is all in one part.
    pub games: usize,
    /// The rules about whole files run, too, once all games are checked, if these are no more.
    pub games_of_file: usize,
    /// Whether the work is still wanted.
    pub is_wanted: &'work (dyn Fn() -> bool + Sync),
}

impl Share<'_> {
    /// All there is to do.
    pub(crate) fn all() -> Share<'static> {
        Share { near: 0, games: usize::MAX, games_of_file: usize::MAX, is_wanted: &|| true }
    }
}

/// The edits by which a rule is allowed, each by itself.
pub(crate) struct Allowances {
    /// In the game or record that the finding is in; nothing where there is no place for it.
    pub in_unit: Option<Edit>,
    /// In the whole file.
    pub in_file: Edit,
}
