//! Checking a text as a whole, to fix it.

use scoresheet_lint::file_view::{FileFacts, OtherFiles};

use crate::cli::findings::LocatedFinding;
use crate::cli::render::Statistics;
use crate::repair::{FixCount, Repaired};
use crate::text_file::TextFile;

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

/// What is known of a file besides its text.
pub(super) fn facts<'a>(file: &'a TextFile, elsewhere: OtherFiles<'a>) -> FileFacts<'a> {
    FileFacts {
        name: file.name(),
        folder: file.folder(),
        has_byte_order_mark: file.has_utf8_byte_order_mark(),
        elsewhere,
    }
}

/// Counts of what is left of a file after fixes.
pub(super) fn statistics(findings: &[LocatedFinding], fixes: FixCount, unsafe_fixes: bool) -> Statistics {
    Statistics::of_file(findings.iter().map(|located| &located.finding), fixes, unsafe_fixes)
}

/// Why a file is not fixed.
pub(super) fn unsettled(file: &TextFile) -> String {
    format!("{}: some fixes undo each other, so the file is unchanged; please report this", file.path.display())
}
