//! A written move, read once, to be tried in positions.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Square};

use super::notes::Notes;
use super::resolve::{Resolution, resolve};
use super::written::{CheckMark, Written, read_plain, read_tolerant};
use crate::piece_letters::Language;

/// A written move with all its readings.
#[derive(Clone, Debug)]
pub struct TriedMove(Readings);

#[derive(Clone, Debug)]
enum Readings {
    One(Written),
    Many(Vec<Written>),
}

/// What a written move is in a position.
#[derive(Debug)]
pub enum Fitting {
    /// One legal move, with its departures from canonical SAN but for those of its check mark.
    One(Move, Notes),
    /// More than one legal move.
    Many(Vec<Move>),
    /// A null move.
    Null,
    /// No legal move.
    None,
}

/// What a move is taken for that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// This legal move.
    Play(Move),
    /// This legal move, as nothing else lets the game go on: what is written does not resemble it.
    StandIn(Move),
    /// This move, which leaves a check unanswered: it is legal with the piece that gives the check on another square.
    Unanswered {
        /// The square of the piece that gives the check.
        from: Square,
        /// The other square.
        to: Square,
        /// The move that is written.
        action: Move,
    },
    /// Nothing: it is superfluous.
    Skip,
    /// A move that is not known: the position after it is unknown.
    Lose,
}

impl TriedMove {
    /// Reads a move in all the ways that the piece letters of `languages` allow.
    pub fn read(text: &str, languages: &[&'static Language]) -> TriedMove {
        let is_plain = languages.len() == 1 && !text.starts_with(['b', 'B']);
        match read_plain(text.as_bytes()).filter(|_| is_plain) {
            Some(written) => TriedMove(Readings::One(written)),
            None => TriedMove(Readings::Many(read_tolerant(text, languages))),
        }
    }

    /// The legal moves that the text can mean. `in_check` says whether the side to move is in check. The first reading that is one
    /// legal move counts.
    pub fn fit(&self, position: &VariantPosition, in_check: bool) -> Fitting {
        let mut fit = Fitting::None;
        for written in self.readings() {
            match resolve(position, in_check, written) {
                Resolution::One(action, notes) => return Fitting::One(action, notes.and(written.notes)),
                Resolution::Null => return Fitting::Null,
                Resolution::Many(actions) if matches!(fit, Fitting::None) => fit = Fitting::Many(actions),
                Resolution::Many(_) | Resolution::None => {}
            }
        }
        fit
    }

    /// The check mark as written.
    pub fn check_mark(&self) -> CheckMark {
        self.readings().first().map_or(CheckMark::None, |written| written.check)
    }

    fn readings(&self) -> &[Written] {
        match &self.0 {
            Readings::One(written) => std::slice::from_ref(written),
            Readings::Many(readings) => readings,
        }
    }
}
