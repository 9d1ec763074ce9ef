//! What the language server asks about chess games: the one place where it is plugged in.
//!
//! Everything is about one file, parsed. Offsets and ranges are bytes of its text, ranges half-open, all on character
//! boundaries. The functions are called on worker threads, several at once; a panic becomes an error answer.

use std::ops::Range;

pub use scoresheet_analysis::completion::{Item as Completion, Kind as CompletionKind, Known};
use scoresheet_analysis::configuration::Configuration;
pub use scoresheet_analysis::file_view::FileFacts;
use scoresheet_analysis::finding::{Edit, Finding};
pub use scoresheet_analysis::folding::{Fold, FoldKind};
pub use scoresheet_analysis::format::FormatOptions;
pub use scoresheet_analysis::hover::{Hover, Style as HoverStyle};
pub use scoresheet_analysis::lint::CheckedFile;
use scoresheet_analysis::placed_game::PlacedGame;
pub use scoresheet_analysis::symbols::{Symbol, SymbolKind};
use scoresheet_grammar::{Database, GameView};

/// The edits by which a rule is allowed, each by itself.
pub struct Allowances {
    /// In the game or record that the finding is in; nothing where there is no place for it.
    pub in_game: Option<Edit>,
    /// In the whole file.
    pub in_file: Edit,
}

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

/// Everything the server knows about chess games.
pub trait Engine: Send + Sync + 'static {
    /// What is wrong in the file as `configuration` has it, as far as that is known from what was found in this text or one
    /// `before` it, and by doing a `share` of the rest. `facts` are what is known besides its text.
    fn findings(
        &self,
        file: &Database,
        facts: FileFacts,
        configuration: &Configuration,
        before: Option<&CheckedFile>,
        share: Share,
    ) -> CheckedFile;

    /// The edits by which what a finding is about is allowed; nothing where that cannot be.
    fn allow(&self, file: &Database, finding: &Finding) -> Option<Allowances>;

    /// What there is to know about the thing at `offset`, written in `style`.
    fn hover(&self, file: &Database, offset: usize, style: HoverStyle) -> Option<Hover>;

    /// What could be written at `offset`, best first, with what is `known` beside the file.
    fn completion(&self, file: &Database, offset: usize, known: Known) -> Vec<Completion>;

    /// The outline of a game, each symbol before its children (the next symbols with a greater depth). It depends on the game's
    /// text and, if a symbol says so, on its place among the games.
    fn symbols(&self, game: PlacedGame) -> Vec<Symbol>;

    /// What can be folded in a game, in any order. It depends on the game's text alone.
    fn folds(&self, game: PlacedGame) -> Vec<Fold>;

    /// A game in the layout of `options`, as it is behind the end of a line; nothing where it stays as it is. It depends on the game's
    /// text alone.
    fn format_game(&self, game: GameView, options: FormatOptions) -> Option<String>;

    /// The edits that bring the games that `range` touches into the layout of `options`, in ascending order, not overlapping, small
    /// enough to keep the cursor in place.
    fn format_range(&self, file: &Database, options: FormatOptions, range: Range<usize>) -> Vec<Edit>;
}
