//! The items of completion, and the knowledge from other games that ranks them.

use std::ops::Range;
use std::sync::Arc;

use super::resolved::PlayedIn;
use crate::position_index::PositionIndex;
use crate::rename::NameKind;

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The text in the list.
    pub label: String,
    /// The kind, which decides the icon.
    pub kind: Kind,
    /// A few words after the label.
    pub detail: Option<String>,
    /// A few words that the list shows of every item, not of the selected one only: how often it was played or written, what it means.
    pub note: Option<String>,
    /// A longer description, in Markdown that also reads well as plain text.
    pub documentation: Option<String>,
    /// The range to replace: half-open byte offsets in the file, on one line, around the requested offset.
    pub range: Range<usize>,
    /// The text to insert.
    pub text: String,
    /// The byte offset in `text` where the cursor goes; its end if none.
    pub caret: Option<usize>,
    /// The sort key of the list.
    pub sort_text: Option<String>,
    /// The text that an editor matches with the typed text, instead of the label.
    pub filter_text: Option<String>,
    /// The position in which a move is played, from which [`documentation`] describes the move.
    ///
    /// [`documentation`]: super::documentation
    pub played_in: Option<Arc<PlayedIn>>,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A legal move.
    Move,
    /// A numeric annotation glyph.
    Nag,
    /// The name of a tag pair.
    TagName,
    /// The value of a tag pair.
    TagValue,
    /// A command in a comment, such as `[%clk]`, or an opcode of EPD.
    Command,
    /// A snippet: a new game, a variation.
    Snippet,
}

impl Item {
    /// Creates an item whose label is the text it inserts.
    pub(crate) fn new(kind: Kind, text: impl Into<String>, range: Range<usize>) -> Item {
        let text = text.into();
        Item {
            label: text.clone(),
            kind,
            detail: None,
            note: None,
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

/// A query for the names of a kind that contain a text, ignoring case.
///
/// Returns at most [`MOST_NAMES`] names with their number of games, the most frequent first.
pub type FindNames<'known> = dyn Fn(NameKind, &str) -> Vec<(String, usize)> + 'known;

/// What is known from other games.
#[derive(Clone, Copy, Default)]
pub struct Known<'known> {
    /// The positions of all known games: moves are ranked by how often they were played there.
    pub index: Option<&'known PositionIndex>,
    /// The players, events, sites and other names of all known games.
    pub names: Option<&'known FindNames<'known>>,
}

/// The maximum number of names offered, since editors sort and draw every item. Where more exist, they are filtered by
/// the typed text.
pub const MOST_NAMES: usize = 300;
