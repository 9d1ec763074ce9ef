//! Slips: what a writer did, and the edit that undoes it.

use std::ops::Range;

use shakmaty::Color;

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
    /// `}` left out.
    MissingEndOfComment,
    /// `{` left out.
    MissingBeginOfComment,
    /// `)` left out.
    MissingEndOfVariation,
    /// `(` left out.
    MissingBeginOfVariation,
    /// Both `{` and `}` left out.
    MissingBraces,
    /// A variation before or after the move after which it belongs.
    MisplacedVariation,
    /// The side to move of the FEN tag.
    WrongSideToMove,
    /// The space between two moves, or a move and a number, left out.
    MissingSpace,
    /// `;` typed among the moves, which made a comment of the rest of the line.
    Semicolon,
    /// A delimiter too many, or another move in place of one that cannot be played: the fault itself reports it.
    Extra,
    /// Two moves in the wrong order.
    Swapped,
    /// A move that can be played but is not what was played.
    Mistyped,
    /// An unreadable word in place of a move.
    Unreadable,
    /// A move that was written twice.
    Repeated,
    /// A move left out.
    Missing {
        /// Its number.
        number: u32,
        /// Whose move it is.
        turn: Color,
    },
}

impl Slip {
    pub(super) fn is_about_delimiters(self) -> bool {
        matches!(
            self,
            Slip::MistypedEndOfComment
                | Slip::MistypedBeginOfComment
                | Slip::MistypedEndOfVariation
                | Slip::MistypedBeginOfVariation
                | Slip::DoubledBeginOfVariation
                | Slip::MissingEndOfComment
                | Slip::MissingBeginOfComment
                | Slip::MissingEndOfVariation
                | Slip::MissingBeginOfVariation
                | Slip::MissingBraces
                | Slip::MissingSpace
                | Slip::Extra
        )
    }
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
    /// Whether the edit of another slip does what this one does, too: it changes more text, in which this one had been undone.
    pub(crate) is_included: bool,
}

/// The most other edits that undo the same slip. More would not help to choose.
pub(crate) const MOST_OTHERS: usize = 3;

impl Candidate {
    pub(super) fn new(edit: Edit, range: Range<usize>, slip: Slip) -> Candidate {
        Candidate { edit, range, slip, others: Vec::new(), is_included: false }
    }

    /// How many moves it puts in.
    pub(super) fn own_moves(&self) -> usize {
        usize::from(matches!(self.slip, Slip::Missing { .. }))
    }

    /// Whether it is the same slip at the same place, undone in whatever way.
    pub(super) fn is_like(&self, other: &Candidate) -> bool {
        self.slip == other.slip && self.range == other.range
    }

    /// The same candidate in a text where `place` finds its places; nothing where one has no place there.
    pub(super) fn moved(mut self, place: impl Fn(usize) -> Option<usize>) -> Option<Candidate> {
        self.range = place(self.range.start)?..place(self.range.end)?;
        for edit in std::iter::once(&mut self.edit).chain(&mut self.others) {
            edit.range = place(edit.range.start)?..place(edit.range.end)?;
        }
        Some(self)
    }
}
