//! What completion answers, and what is known beside the file.

use std::ops::Range;
use std::sync::Arc;

use super::resolved::PlayedIn;
use crate::position_index::PositionIndex;
use crate::rename::Named;

/// One thing that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What the list shows.
    pub label: String,
    /// Which picture stands before it.
    pub kind: Kind,
    /// A few words behind the label.
    pub detail: Option<String>,
    /// How often it was played or written, in one or two words of them: "12 games".
    pub count: Option<String>,
    /// More words, in Markdown that also reads well as plain text.
    pub documentation: Option<String>,
    /// What is replaced: half-open byte offsets in the file, on one line, around the offset asked for.
    pub range: Range<usize>,
    /// What is written there.
    pub text: String,
    /// Where in `text` the cursor goes, as a byte offset; to its end where nothing is said.
    pub caret: Option<usize>,
    /// The list is ordered by this.
    pub sort_text: Option<String>,
    /// What is typed is compared with this instead of the label.
    pub filter_text: Option<String>,
    /// The position in which a move is played, from which more can be told of it: see [`documentation`].
    pub played_in: Option<Arc<PlayedIn>>,
}

/// What kind of thing could be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A legal move.
    Move,
    /// A numeric annotation glyph.
    Nag,
    /// A tag pair's name.
    TagName,
    /// A tag pair's value.
    TagValue,
    /// A command inside a comment, such as `[%clk]`; an opcode of EPD.
    Command,
    /// More than a word: a new game, a variation.
    Snippet,
}

impl Item {
    /// An item that is listed as what it writes.
    pub(crate) fn new(kind: Kind, text: impl Into<String>, range: Range<usize>) -> Item {
        let text = text.into();
        Item {
            label: text.clone(),
            kind,
            detail: None,
            count: None,
            documentation: None,
            range,
            text,
            caret: None,
            sort_text: None,
            filter_text: None,
            played_in: None,
        }
    }
}

/// Gives the names of a kind that hold a text in whatever case, the commonest first, each with how often it is there: [`MOST_NAMES`] at
/// most.
pub type FindNames<'known> = dyn Fn(Named, &str) -> Vec<(String, usize)> + 'known;

/// What is known beside the file.
#[derive(Clone, Copy, Default)]
pub struct Known<'known> {
    /// The games at hand: moves are ranked by how often they were played there.
    pub index: Option<&'known PositionIndex>,
    /// The players, events, sites and so on of the games at hand.
    pub names: Option<&'known FindNames<'known>>,
}

/// Of more names than this only those are offered that hold what is typed, and no more than this: editors sort and draw all they get.
pub const MOST_NAMES: usize = 300;
