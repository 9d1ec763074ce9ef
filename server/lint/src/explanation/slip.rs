//! Slips: what a writer did, and the edit that undoes it.

use std::ops::Range;

use scoresheet_chess::replay::Meaning;
use shakmaty::Color;

use super::costs::Row;
use crate::finding::Edit;

/// What a writer did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// Something else typed for the `}` of a comment.
    MistypedEndOfComment,
    /// Something else typed for the `{` of a comment.
    MistypedBeginOfComment,
    /// Something else typed for the `)` of a variation.
    MistypedEndOfVariation,
    /// Something else typed for the `(` of a variation.
    MistypedBeginOfVariation,
    /// `((` typed for the `(` of a variation.
    DoubledBeginOfVariation,
    /// `))` typed for the `)` of a variation.
    DoubledEndOfVariation,
    /// `}` left out.
    MissingEndOfComment,
    /// `{` left out.
    MissingBeginOfComment,
    /// `)` left out.
    MissingEndOfVariation,
    /// `(` left out.
    MissingBeginOfVariation,
    /// A brace or parenthesis one word away from its place.
    ShiftedDelimiter,
    /// `{` typed where no comment begins.
    SurplusBeginOfComment,
    /// Both `{` and `}` left out.
    MissingBraces,
    /// Other brackets typed for the `{` and `}` of a comment.
    OtherBraces,
    /// `}` typed for the `]` of a command.
    BraceOfCommand,
    /// `(` and `)` typed for the `{` and `}` of a comment.
    NoteInParentheses,
    /// Moves of the game in parentheses, which the moves after them continue.
    GameInParentheses,
    /// A blank, or a mark, inside of a move.
    Apart,
    /// White space or a quote in the writing of another format: `\n`, `%20`.
    Carried,
    /// The result of the game in parentheses, markup or entities.
    DisguisedResult,
    /// Letters for digits in a move number.
    GarbledNumber,
    /// Another sign for the `$` of a NAG, none, or letters for digits.
    GarbledNag,
    /// A variation before or after the move after which it belongs.
    MisplacedVariation,
    /// The side to move of the FEN tag.
    WrongSideToMove,
    /// The FEN tag holds a later position of a game that begins at the usual one.
    LaterPosition,
    /// The en passant square that the FEN tag lacks.
    EnPassantSquare,
    /// A castling right that the FEN tag lacks.
    CastlingRight,
    /// The FEN tag holds a position that is not the one before the first move; nothing says which one that is.
    OtherPosition,
    /// A rank of the FEN tag has too many or too few squares.
    WrongRank,
    /// The FEN tag has only seven ranks.
    LostRank,
    /// Two ranks of the FEN tag in the wrong order.
    SwappedRanks,
    /// Another piece in the FEN tag, or one of the other color.
    WrongPiece,
    /// No FEN tag, in a game that does not begin at the usual position.
    LostFen,
    /// The value of the FEN tag on several lines.
    WrappedFen,
    /// A check or mate in words: `ch`, `mate`.
    CheckInWords,
    /// A comment in a comment.
    NestedComment,
    /// The FEN tag holds the position after the first move.
    PositionAfterFirstMove,
    /// The space between two moves, or a move and a number, left out.
    MissingSpace,
    /// `;` typed among the moves, which made a comment of the rest of the line.
    Semicolon,
    /// The number of a page, or a rule, on a line of its own.
    PageBreak,
    /// Two moves in the wrong order.
    Swapped,
    /// A move that can be played but is not what was played.
    Mistyped,
    /// An unreadable word in place of a move.
    Unreadable,
    /// A move that was written twice.
    Repeated,
    /// A piece of text that is there twice.
    RepeatedText,
    /// A move that the next one corrects.
    Corrected,
    /// A null move that takes the place of no move.
    SurplusNullMove,
    /// A null move in place of a move that was played.
    NullMoveForMove,
    /// A move left out.
    Missing {
        /// Its number.
        number: u32,
        /// Whose move it is.
        turn: Color,
    },
    /// A move of both sides left out: the first has this number.
    MissingPair {
        /// The number of the first.
        number: u32,
        /// Whose move the first is.
        turn: Color,
    },
}

/// A slip that explains a trouble, and the edit that undoes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Undoes the slip.
    pub edit: Edit,
    /// Where the slip is; empty where something was left out.
    pub range: Range<usize>,
    /// What it is.
    pub slip: Slip,
    /// Other edits that undo it equally well; [`MOST_OTHERS`] at most.
    pub others: Vec<Edit>,
    /// The edits of the slips that are one with it: at the end of the comment or variation that begins here, or everywhere in the game where numbers
    /// or white space are written like this. All are one finding.
    pub rest: Vec<Edit>,
    /// Whether it is one of those, which are reported at the first one.
    pub is_reported_before: bool,
}

/// The most other edits that undo the same slip. More would not help to choose.
pub(crate) const MOST_OTHERS: usize = 3;

impl Candidate {
    /// The edits that undo it, with all that is one with it.
    pub(crate) fn edits(&self) -> Vec<Edit> {
        std::iter::once(&self.edit).chain(&self.rest).cloned().collect()
    }

    pub(super) fn new(edit: Edit, range: Range<usize>, slip: Slip) -> Candidate {
        Candidate { edit, range, slip, others: Vec::new(), rest: Vec::new(), is_reported_before: false }
    }
}

/// A part of an explanation: what was undone, or taken for something else, at a place.
#[derive(Clone, Debug)]
pub(super) struct Undone {
    /// The row of the table of costs.
    pub(super) row: &'static Row,
    /// What it costs here.
    pub(super) cost: u32,
    /// Where; half-open byte offsets in the game.
    pub(super) range: Range<usize>,
    pub(super) how: How,
}

impl Undone {
    /// Where its edit begins, or what stays.
    pub(super) fn start(&self) -> usize {
        match &self.how {
            How::Edit(candidate) => candidate.edit.range.start,
            How::Meant(_) | How::Left => self.range.start,
        }
    }
}

/// How a slip is undone.
#[derive(Clone, Debug)]
pub(super) enum How {
    /// By an edit. The slip is reported.
    Edit(Candidate),
    /// By another meaning of the move at that place, which is reported as illegal or ambiguous.
    Meant(Meaning),
    /// Not at all: what is there is reported as it is.
    Left,
}
