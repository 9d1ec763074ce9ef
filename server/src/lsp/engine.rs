//! What the language server asks about chess: the one place where it is plugged in.
//!
//! Everything is about one file, parsed. Offsets and ranges are bytes of its text, ranges half-open, all on character
//! boundaries. The functions are called on worker threads, several at once; a panic becomes an error answer.

use std::ops::Range;

pub use scoresheet_analysis::completion::{Item as Completion, Kind as CompletionKind};
use scoresheet_analysis::configuration::Configuration;
pub use scoresheet_analysis::file_view::FileFacts;
use scoresheet_analysis::finding::{Edit, Finding};
pub use scoresheet_analysis::folding::{Fold, FoldKind};
pub use scoresheet_analysis::format::FormatOptions;
pub use scoresheet_analysis::hover::{Hover, Style as HoverStyle};
pub use scoresheet_analysis::lint::CheckedFile;
pub use scoresheet_analysis::symbols::{Symbol, SymbolKind};
use scoresheet_grammar::Database;

/// The edits by which a rule is allowed, each by itself.
pub struct Allowances {
    /// In the game that the finding is in; nothing where there is no place for it.
    pub in_game: Option<Edit>,
    /// In the whole file.
    pub in_file: Edit,
}

/// Everything the server knows about chess games.
pub trait Engine: Send + Sync + 'static {
    /// What is wrong in the file as `configuration` has it. `facts` are what is known besides its text; what was found in a
    /// text before it may save work.
    fn findings(
        &self,
        file: &Database,
        facts: FileFacts,
        configuration: &Configuration,
        before: Option<&CheckedFile>,
    ) -> CheckedFile;

    /// The edits by which what a finding is about is allowed; nothing where that cannot be.
    fn allow(&self, file: &Database, finding: &Finding) -> Option<Allowances>;

    /// What there is to know about the thing at `offset`, written in `style`.
    fn hover(&self, file: &Database, offset: usize, style: HoverStyle) -> Option<Hover>;

    /// What could be written at `offset`, best first.
    fn completion(&self, file: &Database, offset: usize) -> Vec<Completion>;

    /// The outline, each symbol before its children (the next symbols with a greater depth).
    fn symbols(&self, file: &Database) -> Vec<Symbol>;

    /// What can be folded, in any order.
    fn folds(&self, file: &Database) -> Vec<Fold>;

    /// The edits that bring the file into the layout of `options`, in ascending order, not overlapping, small enough to
    /// keep the cursor in place.
    fn format(&self, file: &Database, options: FormatOptions) -> Vec<Edit>;

    /// The same for the games that `range` touches.
    fn format_range(&self, file: &Database, options: FormatOptions, range: Range<usize>) -> Vec<Edit>;
}
