//! What the language server asks about chess: the one place where it is plugged in.
//!
//! Everything is about one file, parsed. Offsets and ranges are bytes of its text, ranges half-open, all on character
//! boundaries. The functions are called on worker threads, several at once; a panic becomes an error answer.

use std::ops::Range;

pub use scoresheet_analysis::completion::{Item as Completion, Kind as CompletionKind};
use scoresheet_analysis::finding::{Edit, Finding};
pub use scoresheet_analysis::folding::{Fold, FoldKind};
pub use scoresheet_analysis::hover::{Hover, Style as HoverStyle};
pub use scoresheet_analysis::symbols::{Symbol, SymbolKind};
use scoresheet_grammar::Database;

/// Everything the server knows about chess games.
pub trait Engine: Send + Sync + 'static {
    /// What is wrong in the file, in ascending order of place.
    fn findings(&self, file: &Database) -> Vec<Finding>;

    /// What there is to know about the thing at `offset`, written in `style`.
    fn hover(&self, file: &Database, offset: usize, style: HoverStyle) -> Option<Hover>;

    /// What could be written at `offset`, best first.
    fn completion(&self, file: &Database, offset: usize) -> Vec<Completion>;

    /// The outline, each symbol before its children (the next symbols with a greater depth).
    fn symbols(&self, file: &Database) -> Vec<Symbol>;

    /// What can be folded, in any order.
    fn folds(&self, file: &Database) -> Vec<Fold>;

    /// The edits that bring the file into export format, in ascending order, not overlapping, small enough to keep the
    /// cursor in place.
    fn format(&self, file: &Database) -> Vec<Edit>;

    /// The same for the games that `range` touches.
    fn format_range(&self, file: &Database, range: Range<usize>) -> Vec<Edit>;
}
