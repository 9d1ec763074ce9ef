//! The steps of a document: blocks that need nothing around them, and games that are told in pieces, of which only a replay knows where they go on.

use crate::block::Block;

/// A step of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A block that is understood by itself.
    Block(Block),
    /// A game begins.
    Start(GameStart),
    /// Some moves of the game.
    Line(Line),
    /// The state of the game gets a name.
    Store(String),
    /// The game goes on from the state with this name.
    Restore(String),
    /// Something happens that is not understood: nobody can tell from which position the game goes on.
    Lost,
}

/// The beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStart {
    /// The FEN of the start position; nothing for the initial position.
    pub fen: Option<String>,
    /// The first move, if it is not the one that the FEN names.
    pub first: Option<MoveId>,
    /// Whether nothing else may change the position.
    pub is_certain: bool,
}

/// The number of a move and the side that plays it. Later moves are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveId {
    /// The number.
    pub number: u32,
    /// Whether Black plays it.
    pub is_black: bool,
}

/// Some moves of a game, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where they go on.
    pub role: LineRole,
    /// The number that they begin with.
    pub first: Option<MoveId>,
    /// The moves and their numbers without anything else that the document has among them.
    pub moves: String,
    /// The same as a block without a context; nothing if the document has something else among them.
    pub block: Option<Block>,
}

/// Where the moves of a line go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRole {
    /// After the last move of the game, to which they belong.
    Main,
    /// Before the last move of the game, or else where their number says.
    Variation,
    /// After the last move of the game, to which they do not belong.
    VariationAfter,
    /// In the last variation.
    VariationOfVariation,
}

impl MoveId {
    /// The first move of a game.
    pub const FIRST: MoveId = MoveId { number: 1, is_black: false };

    /// Returns the number of halfmoves from the move of White with the number 0.
    #[must_use]
    pub fn ply(self) -> usize {
        self.number as usize * 2 + usize::from(self.is_black)
    }
}

impl Step {
    /// Returns the block of this step, without a context, if it has one.
    #[must_use]
    pub fn block(&self) -> Option<&Block> {
        match self {
            Step::Block(block) => Some(block),
            Step::Line(line) => line.block.as_ref(),
            Step::Start(_) | Step::Store(_) | Step::Restore(_) | Step::Lost => None,
        }
    }
}
