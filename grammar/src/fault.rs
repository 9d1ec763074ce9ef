//! Syntax faults of a game. Whether the moves are legal is not checked here.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A syntax fault and where it is.
///
/// ```
/// let game = scoresheet_grammar::Games::new("1. e4 {best *").next().unwrap();
/// assert_eq!(game.view().tree.faults()[0].to_string(), "bytes 6 to 7: the comment that begins here with { is not closed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Half-open byte offsets, relative to the start of the game.
    pub range: Range<u32>,
}

impl Fault {
    /// Where it is, as an index into the game's text.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("1. e4 ) *").next().unwrap();
    /// assert_eq!(game.view().tree.faults()[0].span(), 6..7);
    /// ```
    pub fn span(&self) -> Range<usize> {
        self.range.start as usize..self.range.end as usize
    }
}

/// What can be wrong with the text of a game.
///
/// ```
/// assert_eq!(scoresheet_grammar::FaultKind::StrayParenthesis.to_string(), "this ) closes no variation");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// `{` without `}`; the range is the `{`.
    UnclosedComment,
    /// `}` without `{`.
    StrayBrace,
    /// `(` without `)`; the range is the `(`.
    UnclosedVariation,
    /// `)` without `(`.
    StrayParenthesis,
    /// A tag pair without its `]`; the range is the last character of the pair.
    UnclosedTag,
    /// A tag pair without its `[`; the range is the tag name.
    UnopenedTag,
    /// A tag pair without a name; the range is the whole pair.
    MissingTagName,
    /// A tag pair without a value; the range is the tag name.
    MissingTagValue,
    /// A tag value without a quote on either side; the range is the value.
    UnquotedTagValue,
    /// A tag value without its first quote; the range is the value.
    UnopenedTagValue,
    /// A tag value without its last quote; the range is the value.
    UnclosedTagValue,
    /// A tag value without its last quote in a pair without `]`; the range is the value.
    UnclosedTagAndValue,
    /// A quote inside a tag value without a backslash before it; the range is that quote.
    UnescapedQuote,
    /// A line end inside a tag value; the range is the value.
    LineBreakInTagValue,
    /// A tag pair in the middle of the moves; the range is the whole pair.
    MisplacedTag,
    /// Words in the movetext, outside of any comment.
    UnexpectedText,
    /// A character that has no meaning in movetext.
    UnexpectedCharacter,
    /// `<` or `>`, reserved for future expansion (section 7).
    ReservedCharacter,
    /// `$` without a number.
    MalformedNag,
    /// Control characters (section 4.1).
    ControlCharacter,
    /// A result that PGN does not have, where the game ends; the range is the result.
    UnknownResult,
    /// The beginning of a move where the text ends; the range is what is there of the move.
    CutOffMove,
    /// A first move in descriptive notation; the range is the move.
    DescriptiveNotation,
    /// A conflict that a merge left, with both versions; the range is the line of its first marker.
    MergeConflict,
    /// A marker that is left of such a conflict; the range is its line.
    ConflictMarker,
    /// Text before, between or after games.
    TextBetweenGames,
    /// A file, or a piece of one that a game is sure to follow, without a single tag or move.
    NoGame,
}

impl FaultKind {
    /// Whether the end of the faulty comment or tag pair depends on all of the text after it.
    #[doc(hidden)]
    pub fn depends_on_rest(self) -> bool {
        matches!(
            self,
            FaultKind::UnclosedComment
                | FaultKind::UnclosedTag
                | FaultKind::UnopenedTag
                | FaultKind::MissingTagName
                | FaultKind::MissingTagValue
                | FaultKind::UnquotedTagValue
                | FaultKind::UnopenedTagValue
                | FaultKind::UnclosedTagValue
                | FaultKind::UnclosedTagAndValue
                | FaultKind::UnescapedQuote
                | FaultKind::LineBreakInTagValue
        )
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::UnclosedComment => "the comment that begins here with { is not closed",
            FaultKind::StrayBrace => "this } closes no comment",
            FaultKind::UnclosedVariation => "the variation that begins here with ( is not closed",
            FaultKind::StrayParenthesis => "this ) closes no variation",
            FaultKind::UnclosedTag => "the tag pair lacks its closing bracket",
            FaultKind::UnopenedTag => "the tag pair lacks its opening bracket",
            FaultKind::MissingTagName => "the tag pair has no name",
            FaultKind::MissingTagValue => "the tag pair has no value",
            FaultKind::UnquotedTagValue => "the tag value is not between quotes",
            FaultKind::UnopenedTagValue => "the tag value lacks its opening quote",
            FaultKind::UnclosedTagValue => "the tag value lacks its closing quote",
            FaultKind::UnclosedTagAndValue => "the tag pair lacks its closing quote and bracket",
            FaultKind::UnescapedQuote => "a quote inside a tag value needs a backslash before it",
            FaultKind::LineBreakInTagValue => "the tag value runs over the end of a line",
            FaultKind::MisplacedTag => "the tag pair is among the moves",
            FaultKind::UnexpectedText => "this text is not in a comment",
            FaultKind::UnexpectedCharacter => "this character has no meaning among moves",
            FaultKind::ReservedCharacter => "< and > are reserved for future versions of PGN",
            FaultKind::MalformedNag => "this $ has no number",
            FaultKind::ControlCharacter => "PGN text has no control characters",
            FaultKind::UnknownResult => "the game ends with a result that PGN does not have",
            FaultKind::CutOffMove => "the text ends in the middle of this move",
            FaultKind::DescriptiveNotation => "the moves are in descriptive notation, which PGN does not have",
            FaultKind::MergeConflict => "a merge left a conflict here",
            FaultKind::ConflictMarker => "this line is the marker of a conflict that a merge left",
            FaultKind::TextBetweenGames => "this text is not part of a game",
            FaultKind::NoGame => "there is no game in this text",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { kind, range } = self;
        write!(f, "bytes {} to {}: {kind}", range.start, range.end)
    }
}

impl Error for Fault {}
