//! What the language server asks about chess: the one place where it is plugged in.
//!
//! Everything is about one whole text. Offsets and ranges are bytes of that text, ranges half-open, all on character
//! boundaries. The functions are called on worker threads, several at once; a panic becomes an error answer.

use std::ops::Range;

use scoresheet_analysis::finding::{Edit, Finding};

/// Everything the server knows about chess games.
pub trait Engine: Send + Sync + 'static {
    /// What is wrong in `text`, in ascending order of place.
    fn findings(&self, text: &str) -> Vec<Finding>;

    /// What there is to know about the thing at `offset`, written in `style`.
    fn hover(&self, text: &str, offset: usize, style: HoverStyle) -> Option<Hover>;

    /// What could be written at `offset`, best first.
    fn completion(&self, text: &str, offset: usize) -> Vec<Completion>;

    /// The outline, each symbol before its children (the next symbols with a greater depth).
    fn symbols(&self, text: &str) -> Vec<Symbol>;

    /// What can be folded, in any order.
    fn folds(&self, text: &str) -> Vec<Fold>;

    /// The edits that bring `text` into export format, in ascending order, not overlapping, small enough to keep the
    /// cursor in place.
    fn format(&self, text: &str) -> Vec<Edit>;

    /// The same for the games that `range` touches.
    fn format_range(&self, text: &str, range: Range<usize>) -> Vec<Edit>;
}

/// How a hover is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoverStyle {
    /// No markup at all.
    Plain,
    /// Markdown.
    Markdown {
        /// Draw the board as a picture (a data URI) instead of as text.
        images: bool,
    },
}

/// What is shown when the pointer rests on something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The thing described.
    pub range: Range<usize>,
    /// The description, in the style asked for.
    pub content: String,
}

/// One thing that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What the list shows.
    pub label: String,
    /// Which picture stands before it.
    pub kind: CompletionKind,
    /// A few words behind the label.
    pub detail: Option<String>,
    /// More words, in Markdown that also reads well as plain text.
    pub documentation: Option<String>,
    /// What is replaced: on one line, around the offset asked for.
    pub range: Range<usize>,
    /// What is written there.
    pub text: String,
    /// The list is ordered by this.
    pub sort_text: Option<String>,
    /// What is typed is compared with this instead of the label.
    pub filter_text: Option<String>,
}

/// What kind of thing could be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A legal move.
    Move,
    /// A numeric annotation glyph.
    Nag,
    /// A tag pair's name.
    TagName,
    /// A tag pair's value.
    TagValue,
    /// A command inside a comment, such as `[%clk]`.
    Command,
}

/// One line of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// How deep it is nested: 0 for a game. At most one more than the symbol before it. A flat list, so that 200,000
    /// nested variations need no recursion anywhere.
    pub depth: usize,
    /// Its name: "Morphy – Duke of Brunswick, 1-0".
    pub name: String,
    /// A few words behind the name.
    pub detail: Option<String>,
    /// Which picture stands before it.
    pub kind: SymbolKind,
    /// All of it.
    pub range: Range<usize>,
    /// The part to go to, inside `range`.
    pub selection_range: Range<usize>,
}

/// What kind of thing the outline names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A whole game.
    Game,
    /// A recursive annotation variation.
    Variation,
}

/// Something that can be folded to its first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// All of it.
    pub range: Range<usize>,
    /// What it is.
    pub kind: FoldKind,
}

/// What kind of thing can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A whole game.
    Game,
    /// A game's tag pair section.
    Tags,
    /// A comment.
    Comment,
    /// A recursive annotation variation.
    Variation,
}
