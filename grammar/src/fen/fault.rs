//! Faults of a FEN, with their messages.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// Something wrong with a FEN.
///
/// ```
/// use scoresheet_grammar::fen::parse_fen;
///
/// let fault = &parse_fen("4k3/8/8/8/8/8/4P3/4K3 w KK - 0 1").faults[0];
/// assert_eq!((fault.to_string().as_str(), fault.range.clone()), ("The castling right K is given twice", 25..26));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenFault {
    /// What is wrong; displays as a sentence for the reader.
    pub kind: FenFaultKind,
    /// Where, as half-open byte offsets in the parsed text. Empty where something is missing.
    pub range: Range<usize>,
}

/// What is wrong with a FEN.
///
/// ```
/// use scoresheet_grammar::fen::{FenFaultKind, parse_fen};
///
/// assert_eq!(parse_fen("").faults[0].kind, FenFaultKind::Empty);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenFaultKind {
    /// No text but spaces.
    Empty,
    /// No ranks at all: some other text.
    NotAFen,
    /// Not eight ranks.
    RankCount {
        /// How many ranks there are.
        found: usize,
    },
    /// A rank without exactly eight squares.
    RankLength {
        /// The rank, 8 to 1.
        rank: usize,
        /// How many squares it describes.
        squares: usize,
    },
    /// A character that is neither a piece letter nor a digit from 1 to 8.
    UnknownPiece(char),
    /// Two digits in a row instead of their sum.
    AdjacentDigits {
        /// The sum.
        sum: usize,
    },
    /// A field that is not there.
    MissingField(FenField),
    /// Fields after the last.
    ExtraFields,
    /// Neither `w` nor `b`, nor anything that surely means one of them.
    SideToMove,
    /// The side to move in another spelling: `W`, `white`.
    SideToMoveSpelling {
        /// `w` or `b`.
        meant: char,
    },
    /// A character that grants no castling right.
    CastlingLetter(char),
    /// A castling right given twice.
    CastlingRepeated(char),
    /// More than two castling rights for one side.
    CastlingTooMany,
    /// `KQkq` letters in another order.
    CastlingOrder,
    /// Not a square.
    EnPassantSquare,
    /// A square on a rank that no pawn of the side that moved last has just passed.
    EnPassantRank {
        /// 3 if Black is to move, 6 if White is.
        expected: char,
    },
    /// A counter that is not a number.
    NotANumber(FenField),
    /// `01` for `0 1`.
    CountersRunTogether,
    /// Full move number zero.
    MoveNumberZero,
    /// More spaces than the one between two fields, or spaces at an end.
    SurplusSpace,
    /// Something else than a space between two fields.
    Separator,
    /// A sign that takes the place of all spaces between fields, as in addresses of web pages: `_`, `+`, `%20`.
    SeparatorSign,
    /// A semicolon after the last field.
    StraySemicolon,
}

/// How much a fault matters.
///
/// ```
/// use scoresheet_grammar::fen::{Severity, parse_fen};
///
/// assert_eq!(parse_fen("").faults[0].kind.severity(), Severity::Unreadable);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The pieces or the side to move are not known: no position can be set up.
    Unreadable,
    /// Wrong, but a position can be set up without it.
    Tolerated,
    /// Only the form is not the standard's; the meaning is plain.
    Style,
}

/// A field of a FEN, in the standard's order.
///
/// ```
/// use scoresheet_grammar::fen::{FenFaultKind, FenField, parse_fen};
///
/// let fen = parse_fen("4k3/8/8/8/8/8/4P3/4K3 w -");
/// assert_eq!(fen.faults[0].kind, FenFaultKind::MissingField(FenField::EnPassant));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// Piece placement.
    Placement,
    /// Active color.
    Turn,
    /// Castling availability.
    Castling,
    /// En passant target square.
    EnPassant,
    /// Halfmove clock.
    Halfmove,
    /// Fullmove number.
    Fullmove,
}

impl FenField {
    /// The field's name for the reader.
    ///
    /// ```
    /// assert_eq!(scoresheet_grammar::fen::FenField::Turn.name(), "side to move");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            FenField::Placement => "piece placement",
            FenField::Turn => "side to move",
            FenField::Castling => "castling availability",
            FenField::EnPassant => "en passant square",
            FenField::Halfmove => "halfmove clock",
            FenField::Fullmove => "move number",
        }
    }

    /// The value of the field if nothing else is known.
    const fn default(self) -> &'static str {
        match self {
            FenField::Placement => "8/8/8/8/8/8/8/8",
            FenField::Turn => "w",
            FenField::Castling | FenField::EnPassant => "-",
            FenField::Halfmove => "0",
            FenField::Fullmove => "1",
        }
    }
}

impl FenFaultKind {
    /// How much the fault matters.
    ///
    /// ```
    /// use scoresheet_grammar::fen::{FenFaultKind, Severity};
    ///
    /// assert_eq!(FenFaultKind::CastlingOrder.severity(), Severity::Style);
    /// ```
    pub const fn severity(&self) -> Severity {
        use FenFaultKind as Kind;
        match self {
            Kind::Empty
            | Kind::NotAFen
            | Kind::RankCount { .. }
            | Kind::RankLength { .. }
            | Kind::UnknownPiece(_)
            | Kind::SideToMove => Severity::Unreadable,
            // Four fields are an EPD position; every reader takes them for a FEN too.
            Kind::MissingField(FenField::Halfmove | FenField::Fullmove)
            | Kind::AdjacentDigits { .. }
            | Kind::CastlingOrder
            | Kind::MoveNumberZero
            | Kind::SurplusSpace
            | Kind::Separator => Severity::Style,
            _ => Severity::Tolerated,
        }
    }
}

impl fmt::Display for FenFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenFaultKind as Kind;
        match self {
            Kind::Empty => write!(f, "The FEN is empty"),
            Kind::NotAFen => write!(f, "This is no FEN: it should begin with eight ranks separated by slashes"),
            Kind::RankCount { found } => write!(f, "{found} {} where a board has 8", plural(*found, "rank")),
            Kind::RankLength { rank, squares } => {
                write!(f, "Rank {rank} has {squares} {} instead of 8", plural(*squares, "square"))
            }
            Kind::UnknownPiece('0' | '9') => write!(f, "Empty squares are counted by the digits 1 to 8"),
            Kind::UnknownPiece(letter) => write!(
                f,
                "{letter:?} is no piece: white pieces are PNBRQK, black pieces pnbrqk, empty squares a digit from 1 to 8"
            ),
            Kind::AdjacentDigits { sum } => write!(f, "Empty squares next to each other are one number: {sum}"),
            Kind::MissingField(field) => {
                write!(f, "The {} is missing ({:?} if there is nothing to say)", field.name(), field.default())
            }
            Kind::ExtraFields => write!(f, "A FEN ends with the move number; this is more"),
            Kind::SideToMove => write!(f, "The side to move is w or b"),
            Kind::SideToMoveSpelling { meant } => write!(f, "The side to move is written {meant}"),
            Kind::CastlingLetter(letter) => {
                write!(f, "{letter:?} is no castling right: they are KQkq, the letters of the rooks' files, or -")
            }
            Kind::CastlingRepeated(letter) => write!(f, "The castling right {letter} is given twice"),
            Kind::CastlingTooMany => write!(f, "A side has two castling rights at most"),
            Kind::CastlingOrder => write!(f, "Castling rights are written in the order KQkq"),
            Kind::EnPassantSquare => write!(f, "The en passant square is a square such as e3, or -"),
            Kind::EnPassantRank { expected } => {
                let mover = if *expected == '6' { "White" } else { "Black" };
                write!(f, "With {mover} to move an en passant square is on rank {expected}")
            }
            Kind::NotANumber(field) => write!(f, "The {} is a number", field.name()),
            Kind::CountersRunTogether => write!(f, "The halfmove clock and the move number want a space between them"),
            Kind::MoveNumberZero => write!(f, "The move number counts from 1"),
            Kind::SurplusSpace => write!(f, "One space between two fields is enough"),
            Kind::Separator => write!(f, "Fields are separated by a single space"),
            Kind::SeparatorSign => write!(f, "Fields are separated by spaces, not by other signs"),
            Kind::StraySemicolon => write!(f, "A FEN does not end with a semicolon"),
        }
    }
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Error for FenFault {}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}
