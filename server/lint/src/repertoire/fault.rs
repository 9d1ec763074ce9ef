//! What is wrong in a repertoire, and where.

use std::fmt;
use std::ops::Range;

use scoresheet_chess::repertoire::Place;
use shakmaty::Move;

use crate::finding::{Elsewhere, Fix};

/// What is wrong somewhere in the files of a repertoire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where.
    pub place: Place,
    /// The other place that explains it.
    pub other: Option<Place>,
    /// A reply of the opponent that can be added.
    pub addition: Option<Addition>,
}

/// A move that can be added to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The byte offset in the text of the file after which it comes.
    pub after: usize,
    /// The node in which it is played.
    pub node: usize,
    /// The move.
    pub action: Move,
}

/// What is wrong. Moves are as they are written in a game, with their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The side of the repertoire plays another move in the same position.
    ConflictingAnswer {
        /// The move.
        played: String,
        /// The other move, which comes first.
        other: String,
    },
    /// A line ends before the side of the repertoire answers the last move.
    MissingAnswer {
        /// The last move.
        played: String,
        /// How common it is, if games are known.
        share: Option<Share>,
    },
    /// A common reply of the opponent is not in the repertoire.
    MissingReply {
        /// The move before it; `None` at the start.
        after: Option<String>,
        /// The reply.
        reply: String,
        /// How common it is.
        share: Share,
    },
    /// A move or a position has another mark elsewhere that cannot be true, too.
    ContradictoryMark {
        /// The move.
        played: String,
        /// Its mark.
        mark: u16,
        /// The other mark.
        other: u16,
        /// Whether the marks are about the position after the move.
        is_of_position: bool,
    },
    /// A line goes through a move that the side of the repertoire does not play.
    UnreachableLine {
        /// The move; `None` for a game that begins after it.
        played: String,
        /// What it plays instead.
        answer: String,
        /// Whether the game begins after the move.
        begins_after: bool,
    },
    /// No game has a reply of the opponent.
    UnplayedMove {
        /// The reply.
        played: String,
        /// How many games reach the position before it.
        games: u64,
    },
}

/// How many games of those that reach a position play a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How many games play it.
    pub games: u64,
    /// How many games there are.
    pub of: u64,
}

/// What is wrong in one of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultOfFile {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where: half-open byte offsets in the text of the file.
    pub range: Range<usize>,
    /// The other place that explains it.
    pub other: Option<OtherPlace>,
    /// Its repair.
    pub fix: Option<Fix>,
}

/// The other place that explains a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherPlace {
    /// In the same file: half-open byte offsets.
    Here(Range<usize>),
    /// In another file.
    Elsewhere(Elsewhere),
}

impl Share {
    /// The share of the games, from 0 to 1.
    pub fn share(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.games as f64 / self.of as f64 }
    }
}

/// "45 % of the games", in whole percent.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} % of the games", 100.0 * self.share())
    }
}

impl FaultOfFile {
    /// The same in another text, in which `place` tells where a range is. `None` if its place or the other one is gone; a repair is left out.
    pub fn moved(&self, place: impl Fn(&Range<usize>) -> Option<Range<usize>>) -> Option<FaultOfFile> {
        let other = match &self.other {
            Some(OtherPlace::Here(range)) => Some(OtherPlace::Here(place(range)?)),
            other => other.clone(),
        };
        Some(FaultOfFile { kind: self.kind.clone(), range: place(&self.range)?, other, fix: None })
    }

    /// Where the other place is, in words. A place in the same file is shown with the finding.
    pub(crate) fn shown_other(&self) -> String {
        match &self.other {
            Some(OtherPlace::Elsewhere(place)) => format!("at {}:{}:{}", place.file, place.line, place.column),
            Some(OtherPlace::Here(_)) | None => "elsewhere in this file".to_owned(),
        }
    }
}
