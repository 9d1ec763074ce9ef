//! The requests about many games: their names, parameters and answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::lsp_types::{ProgressToken, Url};

use super::extensions::{Opening, Position, Range, TextDocument};

/// The request for the moves that were played from a position.
pub(crate) const EXPLORER: &str = "scoresheet/explorer";

/// The request for games that a query finds.
pub(crate) const SEARCH: &str = "scoresheet/search";

/// The request for what can be written in a query, and what is wrong with it.
pub const QUERY: &str = "scoresheet/query";

/// The request for the place of a game that was found.
pub(crate) const FOUND_GAME: &str = "scoresheet/foundGame";

/// A position, and the games to count.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExplorerParams {
    /// An open document: with `position`, the one that the position is in; and the one that the scope `document` means.
    pub text_document: Option<TextDocument>,
    /// A place in it, of which the position is meant that `scoresheet/board` gives.
    pub position: Option<Position>,
    /// The position in FEN, in place of `position`.
    pub fen: Option<String>,
    /// Moves from `fen`, or from the usual start, such as `1. e4 c5`. Without `position`, `fen` and `line` the usual start is meant.
    pub line: Option<String>,
    /// Which games are counted; `workspace` by default.
    #[serde(default)]
    pub scope: Scope,
    /// Counts only games that this query finds, in the language of `scoresheet search`.
    pub query: Option<String>,
    /// A token for partial answers. Each of them has the counts so far and replaces the one before, and the answer replaces the last.
    #[schemars(with = "Option<Token>")]
    pub partial_result_token: Option<ProgressToken>,
    /// A token for progress that the user can cancel.
    #[schemars(with = "Option<Token>")]
    pub work_done_token: Option<ProgressToken>,
}

/// A query, and the games to search.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchParams {
    /// The query, in the language of `scoresheet search`. Without it, and without a position, all games are found.
    pub query: Option<String>,
    /// An open document: with `position`, the one that the position is in; and the one that the scope `document` means.
    pub text_document: Option<TextDocument>,
    /// Finds only games that reach the position at this place of the document, as `scoresheet/explorer` counts them.
    pub position: Option<Position>,
    /// Finds only games that reach this position.
    pub fen: Option<String>,
    /// Finds only games that reach the position after these moves from `fen`, or from the usual start.
    pub line: Option<String>,
    /// Finds only games in which this move follows the position: in UCI notation as the explorer has it, `--` for a null move.
    #[serde(rename = "move")]
    pub next_move: Option<String>,
    /// Which games are searched; `workspace` by default.
    #[serde(default)]
    pub scope: Scope,
    /// How many games to answer at most: 100 by default, and never more than 1000.
    pub limit: Option<usize>,
    /// How many games to leave out before the first: 0 by default.
    #[serde(default)]
    pub offset: u64,
    /// The order of the games, the weightiest column first; equal ones are in the order of the paths of their files and of their places. Without
    /// it, the games are in the order of the scope.
    pub sort: Option<Vec<SortColumn>>,
    /// A token for partial answers. Each of them has what was found so far and replaces the one before, and the answer replaces the last.
    #[schemars(with = "Option<Token>")]
    pub partial_result_token: Option<ProgressToken>,
    /// A token for progress that the user can cancel.
    #[schemars(with = "Option<Token>")]
    pub work_done_token: Option<ProgressToken>,
}

/// A column by which games are sorted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct SortColumn {
    /// A column of `scoresheet table`, such as `white`, `white_elo`, `date`, `round`, `eco`, `plies` or `game`; or `findings`.
    pub column: String,
    /// Whether from the last value to the first. What is unknown comes last in either case.
    #[serde(default)]
    pub descending: bool,
}

/// A query that is being written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueryParams {
    /// The query so far.
    pub query: String,
    /// The place of the cursor in it.
    pub position: Position,
    /// A document, whose `scoresheet.toml` has the saved queries.
    pub text_document: Option<TextDocument>,
}

/// A game that was found, by its `data`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct FoundGameParams {
    /// The `data` of the game, unchanged.
    pub data: Value,
}

/// Which games a request is about. Open documents are read as they are in the editor, other files from the disk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Scope {
    /// Those of the document.
    Document,
    /// Those of all open documents and of the files in the workspace folders, also of compressed ones; the document first, then the
    /// other open ones, then the files by their paths.
    #[default]
    Workspace,
    /// Those of these files, and of the files in these folders, by their addresses.
    #[schemars(with = "Vec<String>")]
    Files(Vec<Url>),
}

/// A token of progress, as in the Language Server Protocol.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
enum Token {
    Integer(i32),
    String(String),
}

/// What was played from a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explorer {
    /// The version of the document that the position is in; null without a document.
    pub version: Option<i32>,
    /// The position in FEN.
    pub fen: String,
    /// The opening that is named after the position.
    pub opening: Option<Opening>,
    /// The games that reach the position by any order of moves, each counted once.
    pub total: Counts,
    /// The moves that followed, those that were played most first. Games that end here have none.
    pub moves: Vec<ExplorerMove>,
    /// Whether all games of the scope were counted.
    pub complete: bool,
    /// The files that could not be read, or not to their ends.
    pub unread: Vec<UnreadFile>,
}

/// What was counted of games.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Counts {
    /// How many there are.
    pub games: u32,
    /// How many White won.
    pub white: u32,
    /// How many were drawn.
    pub draws: u32,
    /// How many Black won. The others have no result.
    pub black: u32,
    /// White's score, from 0 to 1; null where no game has a result.
    pub score: Option<f64>,
    /// The average rating of those who made the move, or have the move.
    pub average_elo: Option<u32>,
    /// The rating that they showed: that with which their score was to be expected against their opponents.
    pub performance: Option<u32>,
    /// The last year in which it was played.
    pub last_year: Option<u16>,
}

/// A move that followed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExplorerMove {
    /// In SAN; `--` for a null move.
    pub san: String,
    /// In UCI notation; in Chess960 castling is the king's way to the rook; `--` for a null move.
    pub uci: String,
    /// What was counted.
    #[serde(flatten)]
    pub counts: Counts,
    /// The opening that is named after the position after it.
    pub opening: Option<Opening>,
    /// The game with the highest ratings, of these the last one played.
    pub best_game: Option<BestGame>,
}

/// The best game of a move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BestGame {
    /// The address of its file.
    #[schemars(with = "String")]
    pub uri: Url,
    /// The line on which it begins, from 0; in a compressed file, of the text in it.
    pub line: u64,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's rating.
    pub white_elo: Option<u16>,
    /// Black's rating.
    pub black_elo: Option<u16>,
    /// The year.
    pub year: Option<u16>,
    /// 1-0, 0-1, 1/2-1/2 or *.
    pub result: String,
    /// For `scoresheet/foundGame`, which gives the place of the move.
    pub data: Value,
}

/// Games that were found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchAnswer {
    /// The games of the page.
    pub games: Vec<FoundGame>,
    /// How many were found in all, so far. Of more than 1,000,000 only so many are on pages.
    pub total: u64,
    /// The list that the page is of: pages with the same number are of the same games in the same order. Null in partial answers.
    pub list: Option<u64>,
    /// Whether all games of the scope were searched.
    pub complete: bool,
    /// What the user probably did not mean by the query, in a sentence.
    pub doubt: Option<String>,
    /// The files that could not be read, or not to their ends.
    pub unread: Vec<UnreadFile>,
}

/// A game that was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundGame {
    /// The address of its file.
    #[schemars(with = "String")]
    pub uri: Url,
    /// The move that leads to the position that was found; empty at the start of the game where there is none. In a compressed file, the
    /// place in the text in it.
    pub range: Range,
    /// All of the game, up to the next one.
    pub extent: Range,
    /// The game, from 0.
    pub game: u64,
    /// Its place in the list, from 0. A game that can no longer be read is missing on its page.
    pub index: u64,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's rating, as it is written.
    pub white_elo: Option<String>,
    /// Black's rating, as it is written.
    pub black_elo: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The site.
    pub site: Option<String>,
    /// The round.
    pub round: Option<String>,
    /// The date, as it is written.
    pub date: Option<String>,
    /// 1-0, 0-1, 1/2-1/2 or *, as it is written.
    pub result: Option<String>,
    /// The opening: that of the tags, or else that of the last named position of the main line.
    pub opening: Option<Opening>,
    /// How many plies of the main line read.
    pub plies: u32,
    /// Whether the game has variations, NAGs, or words in comments.
    pub is_annotated: bool,
    /// How many findings it has. Null where they are not known: for files that are not open, and games that are still to be checked.
    pub findings: Option<FindingCounts>,
    /// How many plies lead to the position that was found; null where the query is not about positions.
    pub ply: Option<u32>,
    /// The move that leads to it, with its number: `9. Nxd5` or `9... Nxd5`; null at the start.
    #[serde(rename = "move")]
    pub found_move: Option<String>,
    /// The position that was found, in FEN.
    pub fen: Option<String>,
    /// Whether the main line ends where it no longer reads. The game was searched as far as it reads.
    pub is_broken: bool,
    /// For `scoresheet/foundGame`, which finds the game again when the file has changed.
    pub data: Value,
}

/// How many findings there are of each level.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct FindingCounts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Information.
    pub infos: usize,
    /// Hints.
    pub hints: usize,
}

/// A file that could not be read, or not to its end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct UnreadFile {
    /// Its address.
    #[schemars(with = "String")]
    pub uri: Url,
    /// Why.
    pub message: String,
}

/// Where a game is now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundGamePlace {
    /// The address of its file.
    #[schemars(with = "String")]
    pub uri: Url,
    /// The move; empty at the start of the game where there is none.
    pub range: Range,
    /// The game, from 0.
    pub game: u64,
    /// The text of the game, for a compressed file, which editors cannot open; else null.
    pub text: Option<String>,
}

/// What is to be said of a query while it is written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct QueryHelp {
    /// What is wrong with it; null where it reads, and where it is empty.
    pub error: Option<QueryError>,
    /// What the user probably did not mean, in a sentence.
    pub doubt: Option<String>,
    /// What can be written at the place of the cursor, in order.
    pub items: Vec<QueryItem>,
}

/// What is wrong with a query.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct QueryError {
    /// What is wrong, in a sentence.
    pub message: String,
    /// Where it is, and what to write instead.
    #[serde(flatten)]
    pub fault: QueryFault,
}

/// Something that can be written in a query.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueryItem {
    /// What is shown of it.
    pub label: String,
    /// What it finds; null where that is clear.
    pub meaning: Option<String>,
    /// A query that uses it.
    pub example: Option<String>,
    /// What it replaces in the query.
    pub range: Range,
    /// The text that is written.
    pub new_text: String,
}

/// What is wrong with a query: the `data` of the error `InvalidParams`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct QueryFault {
    /// Where it is in the query; positions as in a document.
    pub range: Range,
    /// What to write instead.
    pub suggestion: Option<String>,
}

pub(super) const EXPLORER_MEANING: &str =
    "What was played from a position, in all games that reach it by whatever moves: how often, with which score, by whom. Counts come from
the move cache, which the command line shares. With a `partialResultToken` the counts so far come by `$/progress`; each partial answer
replaces the one before. The games of a number are those that `scoresheet/search` finds for the same position, scope and query, with the
move in `move`. If a document of the scope changes before the answer is ready, the error is `ContentModified`. An unreadable query is the
error `InvalidParams` (-32602), whose `data` have the `range` in the query and a `suggestion`, which may be null.";

pub(super) const SEARCH_MEANING: &str =
    "The games that a query finds, page by page: header terms, positions, material and sequences in the language of `scoresheet search`, and
the position of a place, of a FEN or after some moves. With a `partialResultToken` the games of the page and the number so far come by
`$/progress`; each partial answer replaces the one before, and one of a sorted list has no games. The list is kept for further pages: as long
as query, order and games are the same, a page costs what is on it. Errors are those of `scoresheet/explorer`.";

pub(super) const QUERY_MEANING: &str =
    "Help with a query while it is written: what is wrong with it, and what can be written at the cursor. Words come from the reader of
queries itself, names of players, events and sites from the games of the workspace. No game is searched.";

pub(super) const FOUND_GAME_MEANING: &str =
    "Where a game is that the search or the explorer has found, when the user opens it. A game that has moved in its file is found again;
where it is gone, or its moves or names have changed, the error `RequestFailed` (-32803) says so.";
