//! A file after fixes.

use crate::cli::findings::LocatedFinding;
use crate::repair::Repaired;

/// What of a text is checked.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    /// All of it, which is a file.
    File,
    /// All of it, or only its beginning where the findings cost more than this to repair.
    UpTo(usize),
    /// All of it, which is the beginning of a file: what rules about whole files would find is not true of it.
    Part,
}

/// A file after fixes.
pub(super) struct Fixed {
    /// The text, and what is left to report.
    pub(super) repaired: Repaired<LocatedFinding>,
    /// Whether all of the file was checked.
    pub(super) is_whole: bool,
    /// Why not all was repaired.
    pub(super) notes: Vec<String>,
}
