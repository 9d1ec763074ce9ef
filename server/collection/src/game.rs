//! A game as a query sees it, whatever it is read from.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use scoresheet_chess::openings::Opening;
use scoresheet_grammar::GameView;
use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Move};

use crate::material::MaterialBounds;

/// A source of games for queries: a game of a text, or a record of a cache.
pub trait Game {
    /// The value of the first tag pair with this name, as [`GameView::tag`] returns it.
    fn tag(&mut self, name: &str) -> Kept<Option<Cow<'_, str>>>;

    /// What is known without playing the moves. Must be cheap: what is costly is left unknown.
    fn facts(&mut self) -> Facts;

    /// The opening of the last named position of the main line, as [`of_main_line`](scoresheet_chess::openings::of_main_line) finds it.
    fn opening(&mut self) -> Kept<Option<Opening>>;

    /// The text with its tree, for questions about comments, NAGs and variations.
    fn text(&mut self) -> Kept<GameView<'_>>;

    /// Shows the start position and the position after every move to `visitor`, in the order of the text, until it has seen
    /// enough. A line ends where it no longer reads. A game whose start is unknown has no positions.
    ///
    /// A source that keeps no variations shows nothing and returns [`Kept::Not`] for [`Lines::All`].
    fn play(&mut self, lines: Lines, visitor: &mut impl Visitor) -> Kept<Reading>;
}

/// Something that a source keeps, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept<T> {
    /// The source knows it.
    Known(T),
    /// The source does not keep it; the text of the game has it.
    Not,
}

/// Which lines of a game are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// The main line.
    #[default]
    Main,
    /// The main line and all variations.
    All,
}

/// How a game reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Whether the line ended where it does not read. False if the visitor had seen enough before: one definition for all
    /// sources, so that they agree on how many games are broken.
    pub is_broken: bool,
}

/// What a source may know about the main line of a game without playing it. `None` is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// How many plies read.
    pub plies: Option<u32>,
    /// Between which numbers the material of every position is. Only for ordinary chess.
    pub material: Option<MaterialBounds>,
    /// The pawns that have not left their home squares at the end: white ones on the second rank, black ones on the
    /// seventh. Only for ordinary chess.
    pub pawns_at_home: Option<Bitboard>,
    /// Whether the game begins from the usual position by the usual rules.
    pub has_usual_start: Option<bool>,
    /// Whether something in the main line does not read.
    pub is_broken: Option<bool>,
    /// Whether there is a comment.
    pub has_comments: Option<bool>,
    /// Whether there is a variation.
    pub has_variations: Option<bool>,
    /// Whether there is a NAG.
    pub has_nags: Option<bool>,
}

/// Sees the positions of a game.
pub trait Visitor {
    /// Sees a position. `Break` ends the walk.
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()>;

    /// A variation begins; what follows replaces the last move of the line, unless it continues it. Never for [`Lines::Main`].
    fn enter_variation(&mut self, _continues: bool) {}

    /// The variation that began last and has not ended ends.
    fn leave_variation(&mut self) {}
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Reached<'game> {
    /// The position.
    pub position: &'game VariantPosition,
    /// How many plies lead to it from the start of the game; 0 for the start position.
    pub ply: u32,
    /// The move that leads to it; `None` for the start position and after a null move.
    pub last: Option<Move>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Where the move is in the text of the game, if the source knows it; empty at the start.
    pub range: Range<usize>,
    /// How many variations are open.
    pub depth: usize,
}
