//! The requests that move games, annotate them and copy lines: their names, parameters and answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::extensions::{Colour, Position, TextDocument, TextEdit};

/// The request for the edits that move or copy a game.
pub const MOVE_GAME: &str = "scoresheet/moveGame";

/// The request for a line of a game as text.
pub(crate) const LINE: &str = "scoresheet/line";

/// The request for the edits of an annotation.
pub(crate) const ANNOTATE: &str = "scoresheet/annotate";

/// A game, and where it goes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MoveGameParams {
    /// The document with the game.
    pub text_document: TextDocument,
    /// A place in the game.
    pub position: Position,
    /// The number of the game before which it goes, from 0, as they are numbered before the move; null, or more than there are, for the end.
    pub before: Option<usize>,
    /// Another open document that gets the game; null for the same one.
    pub into: Option<TextDocument>,
    /// Whether the game stays where it is as well.
    #[serde(default)]
    pub copy: bool,
}

/// What moving a game does to the texts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MovedGame {
    /// The documents that change; none if the game is there already.
    pub documents: Vec<EditedDocument>,
    /// The document that has the game.
    #[schemars(with = "String")]
    pub uri: tower_lsp::lsp_types::Url,
    /// The number of the game there after the edits, from 0.
    pub game: usize,
    /// Where it begins after the edits.
    pub position: Position,
}

/// The edits of a document.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditedDocument {
    /// Its address.
    #[schemars(with = "String")]
    pub uri: tower_lsp::lsp_types::Url,
    /// The version that the edits are for.
    pub version: i32,
    /// The edits, which the client makes.
    pub edits: Vec<TextEdit>,
}

/// A line of a game, and how it is written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LineParams {
    /// The document.
    pub text_document: TextDocument,
    /// A place in the game.
    pub position: Position,
    /// Which moves; `line` by default.
    #[serde(default)]
    pub part: Part,
    /// How they are written; `san` by default.
    #[serde(default)]
    pub notation: Notation,
}

/// Which moves of a game.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Part {
    /// The bare moves of the main line.
    MainLine,
    /// From the first move of the game through the variation at the place to its end.
    #[default]
    Line,
    /// The moves of the variation at the place alone; on the main line, all its moves.
    Variation,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Notation {
    /// In SAN with move numbers.
    #[default]
    San,
    /// The same with figurines in place of letters.
    Figurines,
    /// In UCI notation.
    Uci,
    /// As positions in FEN, a line each: that before the first move, and those after each move.
    Fen,
}

/// A line of a game as text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Line {
    /// The moves or positions, without comments and variations; empty where there are no moves.
    pub text: String,
    /// How many moves there are.
    pub moves: usize,
}

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
    /// The position from which the game starts, in Forsyth-Edwards Notation, for a game without moves.
    pub start: Option<String>,
    /// The result of the game: 1-0, 0-1, 1/2-1/2 or *.
    pub result: Option<String>,
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

/// What [`MOVE_GAME`] is, for `docs/protocol.md`.
pub(super) const MOVE_GAME_MEANING: &str =
    "The edits that put a game at another place of its document or into another open one, or copy it there. All other games stay byte for byte.
The client makes the edits, and shows the game. The error `RequestFailed` (-32803) says why a game cannot be moved: there is text beside it that
may be about another game, or it would be read differently. The result is null for a document that is not open or has no game.";

/// What [`LINE`] is, for `docs/protocol.md`.
pub(super) const LINE_MEANING: &str =
    "The main line, a variation, or all moves that lead through a variation, without comments and other variations, to be copied. The error
`RequestFailed` (-32803) names a move that cannot be played. The result is null for a document that is not open or has no game.";

/// What [`ANNOTATE`] is, for `docs/protocol.md`.
pub(super) const ANNOTATE_MEANING: &str =
    "The edits that write an arrow, a coloured square, a NAG or a comment after a move, as `[%cal Ge2e4]`, `[%csl Re5]`, `$1` and words in
braces, or take them away; or the start position or the result of the game. Everything else stays byte for byte; a move of Black that follows a new comment gets its number. The client makes the edits
and sets the cursor, which stays at the move. The error `RequestFailed` (-32803) says why nothing can be written. The result is null for a
document that is not open.";
