//! Forsyth-Edwards Notation to fields, pieces and faults, each with its byte range (standard, section 16.1).
//!
//! [`parse_fen`] never fails: a text that is not a FEN has faults. No chess rules here; whether the position
//! could arise is another question.

mod fault;
mod fields;
mod placement;
mod standard;

use std::fmt::Write;
use std::ops::Range;

pub use fault::{FenFault, FenFaultKind, FenField, Severity};
pub use standard::{PlainFen, plain_fen};

/// A FEN, or what a text has of one. Ranges are half-open byte offsets in the parsed text.
///
/// ```
/// use scoresheet_grammar::fen::parse_fen;
///
/// let text = "4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1";
/// let fen = parse_fen(text);
/// assert_eq!(fen.en_passant.map(|range| &text[range]), Some("e3"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fen {
    /// The eight ranks, without pieces in hand.
    pub placement: Option<Range<usize>>,
    /// The side to move: `w` or `b`.
    pub turn: Option<Range<usize>>,
    /// The castling availability.
    pub castling: Option<Range<usize>>,
    /// The en passant target square, or the `-` in its place.
    pub en_passant: Option<Range<usize>>,
    /// The count of plies since the last capture or pawn move.
    pub halfmove: Option<Range<usize>>,
    /// The number of the next full move.
    pub fullmove: Option<Range<usize>>,
    /// Crazyhouse pieces in hand, with their brackets or slash.
    pub holdings: Option<Range<usize>>,
    /// Three-check counts: `3+3` or `+0+0`.
    pub checks: Option<Range<usize>>,
    /// The pieces on the board, from a8 to h1. Of a malformed rank, as many as were understood.
    pub pieces: Vec<FenPiece>,
    /// What the text uses beyond the standard's six fields.
    pub dialect: Dialect,
    /// What is wrong, in order of place.
    pub faults: Vec<FenFault>,
    /// What was understood, for [`Fen::normalized`].
    values: Values,
}

/// A piece of the placement field.
///
/// ```
/// use scoresheet_grammar::fen::parse_fen;
///
/// let king = &parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").pieces[0];
/// assert_eq!((king.letter, king.square), ('k', 60));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenPiece {
    /// `PNBRQK` for White, `pnbrqk` for Black.
    pub letter: char,
    /// 0 is a1, 7 is h1, 63 is h8.
    pub square: u8,
    /// Marked with `~` as a promoted pawn (Crazyhouse).
    pub promoted: bool,
    /// The letter and its mark.
    pub range: Range<usize>,
}

/// What a FEN uses beyond the standard's six fields.
///
/// ```
/// use scoresheet_grammar::fen::parse_fen;
///
/// assert!(parse_fen("4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1").dialect.holdings);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Pieces in hand: `[Qn]` or `/Qn`.
    pub holdings: bool,
    /// `~` after a promoted piece.
    pub promoted: bool,
    /// Three-check counts.
    pub checks: bool,
    /// Castling by the rooks' files (X-FEN, Shredder-FEN).
    pub castling_files: bool,
}

/// The fields as understood, written the standard's way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Values {
    placement: String,
    holdings: String,
    black_to_move: bool,
    castling: String,
    en_passant: String,
    checks: String,
    halfmove: u32,
    fullmove: u32,
}

/// Reads a FEN, however malformed. Linear in the length of `text`.
///
/// ```
/// use scoresheet_grammar::fen::parse_fen;
///
/// assert!(parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").faults.is_empty());
/// assert_eq!(parse_fen("8/8 w").faults[0].to_string(), "2 ranks where a board has 8");
/// ```
pub fn parse_fen(text: &str) -> Fen {
    let mut fen = Fen::default();
    fields::read(text, &mut fen);
    fen.faults.sort_by_key(|fault| (fault.range.start, fault.range.end));
    fen
}

impl Fen {
    /// Whether the pieces and the side to move are known, so that a position can be set up.
    ///
    /// ```
    /// use scoresheet_grammar::fen::parse_fen;
    ///
    /// assert!(parse_fen("4k3/8/8/8/8/8/4P3/4K3 w").is_readable());
    /// assert!(!parse_fen("8/8 w").is_readable());
    /// ```
    pub fn is_readable(&self) -> bool {
        self.faults.iter().all(|fault| fault.kind.severity() != Severity::Unreadable)
    }

    /// The same position with every field in its standard form: missing fields filled (`w - - 0 1`), what was
    /// not understood left out, one space between fields. `None` if the FEN is not readable.
    ///
    /// The dialects' additions stay: pieces in hand as `[Qn]`, check counts before the counters, promotion marks.
    ///
    /// ```
    /// use scoresheet_grammar::fen::parse_fen;
    ///
    /// let fen = parse_fen("4k3/8/8/8/8/8/4P3/4K3  W");
    /// assert_eq!(fen.normalized().as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    /// ```
    pub fn normalized(&self) -> Option<String> {
        if !self.is_readable() {
            return None;
        }
        let Values { placement, holdings, black_to_move, castling, en_passant, checks, halfmove, fullmove } =
            &self.values;
        let mut fen = placement.clone();
        if self.dialect.holdings {
            let _ = write!(fen, "[{holdings}]");
        }
        let turn = if *black_to_move { 'b' } else { 'w' };
        let _ = write!(fen, " {turn} {} {}", or_hyphen(castling), or_hyphen(en_passant));
        if self.dialect.checks {
            let _ = write!(fen, " {checks}");
        }
        let _ = write!(fen, " {halfmove} {}", fullmove.max(&1));
        Some(fen)
    }

    /// The same with every range moved up by `start` bytes: read from a part of a text, placed in the text.
    ///
    /// ```
    /// use scoresheet_grammar::fen::parse_fen;
    ///
    /// assert_eq!(parse_fen("8/8/8/8/8/8/8/8 w - - 0 1").shifted(10).turn, Some(26..27));
    /// ```
    pub fn shifted(mut self, start: usize) -> Fen {
        let fields =
            [&mut self.placement, &mut self.turn, &mut self.castling, &mut self.en_passant, &mut self.halfmove];
        let others = [&mut self.fullmove, &mut self.holdings, &mut self.checks];
        let fields = fields.into_iter().chain(others).flatten();
        let pieces = self.pieces.iter_mut().map(|piece| &mut piece.range);
        for range in fields.chain(pieces).chain(self.faults.iter_mut().map(|fault| &mut fault.range)) {
            *range = range.start + start..range.end + start;
        }
        self
    }

    fn fault(&mut self, kind: FenFaultKind, range: Range<usize>) {
        self.faults.push(FenFault { kind, range });
    }
}

fn or_hyphen(field: &str) -> &str {
    if field.is_empty() { "-" } else { field }
}

#[cfg(test)]
mod tests;
