//! The request that annotates a game from a board: its name, parameters and meaning. It answers as [`super::extensions::PLAY`] does.

use schemars::JsonSchema;
use serde::Deserialize;

use super::extensions::{Colour, Position, TextDocument};

/// The request for the edits of an annotation.
pub(crate) const ANNOTATE: &str = "scoresheet/annotate";

/// An annotation, and where. One of `mark`, `nag` and `words` is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnnotateParams {
    /// The document.
    pub text_document: TextDocument,
    /// The place of the cursor: what is annotated is the move that `scoresheet/board` gives as the last one there, or the start of the game.
    pub position: Position,
    /// An arrow or a square. It goes where it is there already in this colour.
    pub mark: Option<Mark>,
    /// The number of a NAG. It goes where it is there already, and takes the place of another that judges the same.
    pub nag: Option<u8>,
    /// The words of the comment, in place of those that are there; empty for none. Commands such as `[%clk 0:01:00]` stay.
    pub words: Option<String>,
}

/// An arrow, or a square without `to`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct Mark {
    /// The colour.
    pub colour: Colour,
    /// The square where it begins.
    pub from: String,
    /// The square where it ends; null for a square.
    pub to: Option<String>,
}

/// What [`ANNOTATE`] is, for `docs/protocol.md`.
pub(super) const ANNOTATE_MEANING: &str =
    "The edits that write an arrow, a coloured square, a NAG or a comment after a move, as `[%cal Ge2e4]`, `[%csl Re5]`, `$1` and words in
braces, or take them away. Everything else stays byte for byte; a move of Black that follows a new comment gets its number. The client makes the edits
and sets the cursor, which stays at the move. The error `RequestFailed` (-32803) says why nothing can be written. The result is null for a
document that is not open.";
