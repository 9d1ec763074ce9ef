//! The requests of Scoresheet's own: their names, parameters and answers. The page `docs/protocol.md` is made from these types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::lsp_types::{self, Url};

use super::collection::{
    EXPLORER, EXPLORER_MEANING, Explorer, ExplorerParams, FOUND_GAME, FOUND_GAME_MEANING, FoundGameParams,
    FoundGamePlace, QUERY_MEANING, QueryHelp, QueryParams, SEARCH, SEARCH_MEANING, SearchAnswer, SearchParams,
};
use super::editing::{
    ANNOTATE, ANNOTATE_MEANING, AnnotateParams, LINE, LINE_MEANING, Line, LineParams, MOVE_GAME_MEANING,
    MoveGameParams, MovedGame,
};

pub use super::collection::QUERY;
pub use super::editing::MOVE_GAME;

/// The request for the position at a place.
pub const BOARD: &str = "scoresheet/board";

/// The request for the moves of a game.
pub const GAME: &str = "scoresheet/game";

/// The request for the edits that play a move.
pub const PLAY: &str = "scoresheet/play";

/// The request for a picture of a position.
pub const PICTURE: &str = "scoresheet/picture";

/// The client's command that shows a board.
pub const SHOW_BOARD: &str = "scoresheet.showBoard";

/// A place in an open document.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardParams {
    /// The document.
    pub text_document: TextDocument,
    /// The place of the cursor: on a move, and directly after it, the position after that move is meant.
    pub position: Position,
}

/// A place in an open document, and how much of the game there to answer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameParams {
    /// The document.
    pub text_document: TextDocument,
    /// A place in the game. Of a long game, the moves around it are answered.
    pub position: Position,
    /// How many moves and comments to answer at most: 1000 by default, and never more than 10000.
    pub limit: Option<usize>,
}

/// A move to be played, and where.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayParams {
    /// The document.
    pub text_document: TextDocument,
    /// The place of the cursor; the move is played from the position that `scoresheet/board` gives for it.
    pub position: Position,
    /// The move in UCI notation (e2e4, e7e8q) or SAN.
    #[serde(rename = "move")]
    pub played: String,
}

/// A position to be drawn, and how.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureParams {
    /// The position; of its fields only the first is needed.
    pub fen: String,
    /// The squares that the last move went from and to.
    #[serde(default)]
    pub last_squares: Option<(String, String)>,
    /// The arrows.
    #[serde(default)]
    pub arrows: Vec<Arrow>,
    /// The coloured squares.
    #[serde(default)]
    pub squares: Vec<MarkedSquare>,
    /// Seen from Black's side.
    #[serde(default)]
    pub flipped: bool,
    /// Edge length in pixels, from 16 to 4096; 360 by default.
    #[serde(default)]
    #[schemars(range(min = 16, max = 4096))]
    pub size: Option<u32>,
}

/// A picture.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Picture {
    /// An SVG document that needs nothing else.
    pub svg: String,
}

/// An open document.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct TextDocument {
    /// Its address.
    #[schemars(with = "String")]
    pub uri: Url,
}

/// A position in a text, as in the Language Server Protocol.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// From 0.
    pub line: u32,
    /// From 0, in units of the position encoding that was agreed on.
    pub character: u32,
}

/// A half-open range of a text, as in the Language Server Protocol.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Range {
    /// Where it starts.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
}

/// A position of a game or a record and the place in its tree of moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// The version of the document that this is about.
    pub version: i32,
    /// The game, or the record, from 0.
    pub game: usize,
    /// The position in Forsyth-Edwards Notation; null where it is not known.
    pub fen: Option<String>,
    /// Whether the position rests on a guess at what was meant by a move that cannot be played.
    pub is_guessed: bool,
    /// The rules, as in a Variant tag.
    pub variant: String,
    /// The move that led here; null at the start of the game.
    pub last_move: Option<Move>,
    /// The squares that its piece went from and to; the king's squares for castling.
    pub last_squares: Option<(String, String)>,
    /// The arrows that the comments here draw. Where the position is that of a record, its moves: the best ones (`bm`) green, those to
    /// avoid (`am`) red, a supplied one (`sm`) yellow, a predicted one and the first of `pv` blue.
    pub arrows: Vec<Arrow>,
    /// The squares that the comments here colour.
    pub squares: Vec<MarkedSquare>,
    /// The moves that can be played.
    pub legal_moves: Vec<LegalMove>,
    /// Material, check and the like, as sentences.
    pub facts: Vec<String>,
    /// The moves from the first one to here. In a record those of `pv` follow each other; all others are played from its position.
    pub path: Vec<Move>,
    /// How many variations the place is in: 0 on the main line.
    pub depth: usize,
    /// The move before the last one.
    pub previous: Option<Move>,
    /// The moves that follow: that of the same line first, if there is one, then the variations that replace it.
    pub next: Vec<Move>,
    /// The move that the variation around the place replaces.
    pub replaces: Option<Move>,
    /// The lines that begin where the last move does, with the last move's own.
    pub alternatives: Vec<Move>,
    /// What the clocks show.
    pub clocks: Clocks,
    /// An engine's evaluation of the position, from a comment.
    pub evaluation: Option<Evaluation>,
    /// The opening as far as the line has come.
    pub opening: Option<Opening>,
    /// The number of the move with which the line left the book, if it has left it.
    pub left_book_at: Option<usize>,
    /// The result of the game: 1-0, 0-1, 1/2-1/2 or *.
    pub result: Option<String>,
}

/// A move of the file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Move {
    /// Where it is; a cursor at its end is at the position after it.
    pub range: Range,
    /// As it is written.
    pub text: String,
    /// The move number.
    pub number: u32,
    /// Who moves.
    pub turn: Side,
}

/// One of the players.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Side {
    White,
    Black,
}

/// The colour of an arrow or a square.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Colour {
    Green,
    Red,
    Blue,
    Yellow,
}

/// An arrow.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Arrow {
    /// Its colour.
    pub colour: Colour,
    /// The square it starts from.
    pub from: String,
    /// The square it points at.
    pub to: String,
}

/// A coloured square.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MarkedSquare {
    /// Its colour.
    pub colour: Colour,
    /// The square.
    pub square: String,
}

/// A move that can be played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LegalMove {
    /// In SAN.
    pub san: String,
    /// In UCI notation; in Chess960 castling is the king's way to the rook.
    pub uci: String,
}

/// Seconds left, where the comments have them.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Clocks {
    /// On White's clock.
    pub white: Option<f64>,
    /// On Black's clock.
    pub black: Option<f64>,
}

/// An engine's evaluation, from White's side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Evaluation {
    /// In pawns (+0.25) or moves to mate (#-3).
    pub score: String,
    /// How many plies deep it searched.
    pub depth: Option<u32>,
}

/// An opening.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings.
    pub eco: String,
    /// Its English name.
    pub name: String,
}

/// A game, or a record of an EPD or FEN file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Game {
    /// The version of the document that this is about.
    pub version: i32,
    /// The game, or the record, from 0.
    pub game: usize,
    /// How many games, or records, the document has.
    pub games: usize,
    /// The place of the game.
    pub range: Range,
    /// A place for a cursor that means the position before the first move, or that of the record.
    pub start: Position,
    /// The end of the last move of the main line, if there is any.
    pub end: Option<Position>,
    /// Where the previous game starts.
    pub previous_game: Option<Position>,
    /// Where the next game starts.
    pub next_game: Option<Position>,
    /// Its tag pairs, or the operations of a record.
    pub tags: Vec<Tag>,
    /// Moves and comments in text order. A record has none.
    pub items: Vec<Item>,
    /// Whether there are earlier ones.
    pub has_earlier: bool,
    /// Whether there are later ones.
    pub has_later: bool,
}

/// A tag pair of a game, or an operation of a record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tag {
    /// Its name, or the opcode.
    pub name: String,
    /// Its value, or the operands with a space between them; strings without their quotes.
    pub value: String,
}

/// A move or a comment, and its place in the tree of moves. Items of one line belong together, whatever variations and
/// comments are between them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Where it is; a cursor at the end of a move is at the position after it.
    pub range: Range,
    /// The line it is on: 0 for the main line, then the variations by where they open, from 1.
    pub line: usize,
    /// How many variations it is in: 0 on the main line.
    pub depth: usize,
    /// The move as it is written, or the words of the comment without its commands.
    pub text: String,
    /// What there is to know of a move; null for a comment.
    #[serde(rename = "move")]
    pub listed_move: Option<ListedMove>,
}

/// What there is to know of a move in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedMove {
    /// The move number.
    pub number: u32,
    /// Who moves.
    pub turn: Side,
    /// Whether the position after it is certain: neither it nor a move before it is illegal or ambiguous.
    pub is_certain: bool,
    /// What its annotations mean, in text order.
    pub nags: Vec<Nag>,
    /// An engine's evaluation of the position after it, from a comment.
    pub evaluation: Option<Evaluation>,
    /// Seconds left on the mover's clock, from a comment.
    pub clock: Option<f64>,
    /// What a program of engine matches wrote into the comments after it, such as `d=28, wv=0.25`. It is in no item of the list, unlike
    /// what people wrote.
    pub data: Option<String>,
}

/// An annotation of a move (standard, section 10).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Nag {
    /// Its number.
    pub number: u16,
    /// Its sign in print, where one is in use.
    pub glyph: Option<String>,
    /// What it means.
    pub meaning: String,
}

/// What playing a move does to the text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayedMove {
    /// The version of the document that the edits are for.
    pub version: i32,
    /// The edits, which the client makes; none where the move is there already.
    pub edits: Vec<TextEdit>,
    /// Where the cursor goes in the text after the edits: the end of the move.
    pub position: Position,
}

/// An edit, as in the Language Server Protocol.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    /// What is replaced.
    pub range: Range,
    /// The new text.
    pub new_text: String,
}

impl From<Position> for lsp_types::Position {
    fn from(position: Position) -> lsp_types::Position {
        lsp_types::Position::new(position.line, position.character)
    }
}

impl From<lsp_types::Position> for Position {
    fn from(position: lsp_types::Position) -> Position {
        Position { line: position.line, character: position.character }
    }
}

impl From<Range> for lsp_types::Range {
    fn from(range: Range) -> lsp_types::Range {
        lsp_types::Range::new(range.start.into(), range.end.into())
    }
}

impl From<lsp_types::Range> for Range {
    fn from(range: lsp_types::Range) -> Range {
        Range { start: range.start.into(), end: range.end.into() }
    }
}

/// The page `docs/protocol.md`.
pub fn page() -> String {
    let mut page = PAGE_START.to_owned();
    for (method, meaning, params, answer) in requests() {
        page.push_str(&format!("\n## `{method}`\n\n{meaning}\n"));
        for (title, schema) in [("Parameters", params), ("Result", answer)] {
            page.push_str(&format!("\n### {title} of `{method}`\n\n```json\n{:#}\n```\n", schema.to_value()));
        }
    }
    page.push_str(&format!("\n## The client's command `{SHOW_BOARD}`\n\n{SHOW_BOARD_MEANING}\n"));
    let place = params_schema::<BoardParams>().to_value();
    page.push_str(&format!("\n### Argument of `{SHOW_BOARD}`\n\n```json\n{place:#}\n```\n"));
    page
}

/// The requests, each with the JSON schemas of its parameters and of its answer.
pub fn schemas() -> Vec<(&'static str, Value, Value)> {
    requests().into_iter().map(|(method, _, params, answer)| (method, params.to_value(), answer.to_value())).collect()
}

/// The requests, what they mean, and the schemas of their parameters and answers.
fn requests() -> [(&'static str, &'static str, Schema, Schema); 11] {
    [
        (BOARD, BOARD_MEANING, params_schema::<BoardParams>(), answer_schema::<Option<Board>>()),
        (GAME, GAME_MEANING, params_schema::<GameParams>(), answer_schema::<Option<Game>>()),
        (PLAY, PLAY_MEANING, params_schema::<PlayParams>(), answer_schema::<Option<PlayedMove>>()),
        (ANNOTATE, ANNOTATE_MEANING, params_schema::<AnnotateParams>(), answer_schema::<Option<PlayedMove>>()),
        (LINE, LINE_MEANING, params_schema::<LineParams>(), answer_schema::<Option<Line>>()),
        (MOVE_GAME, MOVE_GAME_MEANING, params_schema::<MoveGameParams>(), answer_schema::<Option<MovedGame>>()),
        (PICTURE, PICTURE_MEANING, params_schema::<PictureParams>(), answer_schema::<Picture>()),
        (EXPLORER, EXPLORER_MEANING, params_schema::<ExplorerParams>(), answer_schema::<Option<Explorer>>()),
        (SEARCH, SEARCH_MEANING, params_schema::<SearchParams>(), answer_schema::<Option<SearchAnswer>>()),
        (QUERY, QUERY_MEANING, params_schema::<QueryParams>(), answer_schema::<Option<QueryHelp>>()),
        (FOUND_GAME, FOUND_GAME_MEANING, params_schema::<FoundGameParams>(), answer_schema::<Option<FoundGamePlace>>()),
    ]
}

const PAGE_START: &str = "# Requests of Scoresheet's own

Besides what the Language Server Protocol has, a client can ask these. Positions are in the encoding that was agreed on at
`initialize`. Answers are about the text as it was when the request came; if it changes before the answer is ready, the error
`ContentModified` (-32801) comes instead. This page is made from the types of the program.

A client that can only send what the protocol has asks the same with `workspace/executeCommand`: the command is the name of the request, its
one argument the parameters. `scoresheet/play`, `scoresheet/annotate` and `scoresheet/moveGame` then also make the edits, by `workspace/applyEdit`, where the client supports that. A command of code actions, `scoresheet/showPlace`, takes a location and shows it
by `window/showDocument`.
";

const BOARD_MEANING: &str =
    "What a board beside the text shows for the place of the cursor: the position, the last move, arrows and coloured squares from
the comments, the legal moves, and the place in the tree of moves. In EPD and FEN files the position is that of the record on the line,
or the one after the move at the place. The result is null where there is no game, and on a line without
a record.";

const GAME_MEANING: &str = "What a list of moves beside the text shows of the game at the cursor: its tag pairs, its moves and comments with their places in
the tree of moves, and where the previous and the next game start. It changes with the text and the game, not with every
step of the cursor. The result is null where there is no game or record.";

const PLAY_MEANING: &str =
    "The edits that write a move into the game, played from the position that `scoresheet/board` gives for the same place. Where
the move follows already, on the line or in a variation, only the cursor goes on. Where nothing follows, it continues the line; where
another move follows, it becomes a variation in place of that one. In an EPD record a move from the record's own position is added to
the best moves (`bm`), one after another move continues the predicted variation (`pv`); an operation that is missing is written.
The client makes the edits and sets the cursor. The error `RequestFailed` (-32803) says why a move cannot be played, or that the
record has no place for it, as none has in a FEN file. The result is null for a document that is not open.";

const PICTURE_MEANING: &str =
    "A picture of a position, drawn as in hovers, to be saved or shown: what `scoresheet/board` says of a place goes in as it is. Arrows
and squares that are not on the board are left out. The error `InvalidParams` (-32602) comes where `fen` does not begin with a board.";

const SHOW_BOARD_MEANING: &str =
    "A client that can show a board beside the text may say so at `initialize`, by this name in the list `experimental.commands.commands` of its
capabilities. Above each game it then gets a code lens with this command, which the client runs itself: it goes to the place that is the one argument, and
shows the board there. Other clients get no such lens; the setting `codeLens.board` switches it off.";

fn params_schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft07().into_generator().into_root_schema_for::<T>()
}

fn answer_schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft07().for_serialize().into_generator().into_root_schema_for::<T>()
}
