//! The kinds of tokens and nodes a PGN tree is made of.

use crate::lexer;
use logos::Logos;

/// What a token is. Every byte of a file belongs to exactly one token.
///
/// The first group comes from the context-free lexer; the last group is named by the parser, which
/// knows where a tag pair is being read.
///
/// ```
/// use scoresheet_grammar::{Event, Games, TokenKind};
///
/// let game = Games::new("1. e4 *").next().unwrap();
/// let kinds: Vec<TokenKind> = (game.view().tree.events())
///     .filter_map(|(event, _)| if let Event::Token(kind) = event { Some(kind) } else { None })
///     .collect();
/// assert_eq!(kinds, [TokenKind::MoveNumber, TokenKind::San, TokenKind::Termination]);
/// ```
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[logos(subpattern piece = r"[A-Za-z♔-♟][\u{FE0E}\u{FE0F}]?")]
#[logos(subpattern dash = r"[\-–—−‐‑]")]
#[logos(subpattern square = r"[a-hA-H][1-8]")]
#[logos(subpattern promotion = r"[=/]?[A-Z♔-♟]|[=/]?[qrbnkc]|=?\([A-Za-z]\)")]
#[logos(subpattern gating = r"/[A-Za-z]((?&square))?")]
#[logos(subpattern oh = r"[Oo0ОоΟο]")]
#[logos(subpattern ep = r"e\.?p\.?")]
#[logos(subpattern check = r"[+#†‡]+")]
#[logos(subpattern letter = r"[A-Za-z_\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{24F}\u{370}-\u{5FF}\u{1E00}-\u{1FFF}\u{3040}-\u{9FFF}\u{AC00}-\u{D7A3}]")]
#[repr(u8)]
pub enum TokenKind {
    /// Spaces, tabs, line ends; also the no-break space and the byte order mark.
    #[regex(r"[ \t\r\n\x0B\x0C\u{A0}\u{FEFF}\u{2000}-\u{200B}\u{202F}\u{3000}]+")]
    Whitespace = 0,
    /// `%` in the first column, to the end of the line (section 6); also the marker of a conflict that a merge left, with what is not of the first
    /// version.
    EscapeLine,
    /// `{ ... }` (section 5).
    #[token("{", lexer::brace_comment)]
    BraceComment,
    /// `{ ...` that never closes; stops at the last text before the next game.
    UnclosedComment,
    /// `; ...` to the end of the line, without the line end (section 5).
    #[token(";", lexer::rest_of_line)]
    LineComment,
    /// `12.`, `12`, `12...`, `12 ...`: a move number indication with its periods (section 8.2.2).
    #[regex(r"[0-9]+([ \t\r\n\u{A0}]*[.…]+)*")]
    MoveNumber,
    /// Periods without a number before them.
    #[regex(r"[.…]+")]
    Periods,
    /// A symbol shaped like a move: SAN, long algebraic, UCI, castling, a drop or a null move (section 8.2.3).
    #[regex(
        r"((?&piece))?[a-hA-H]?[1-8]?[xX×:\-–]?(?&square)((?&promotion))?((?&gating))?((?&ep))?((?&check))?",
        priority = 20
    )]
    #[regex(r"[a-h][xX×:][a-h]((?&promotion))?((?&check))?", priority = 20)]
    #[regex(r"(?&oh)(?&dash)(?&oh)((?&dash)(?&oh))?((?&gating))?((?&check))?", priority = 20)]
    #[regex(r"(?&oh) (?&dash) (?&oh)( (?&dash) (?&oh))?((?&check))?", priority = 20)]
    #[regex(r"[A-Za-z]?@(?&square)((?&check))?", priority = 20)]
    // Mistyped: a rank that the board does not have, a digit too many, castling without dashes.
    #[regex(r"[NBRQK][a-h]?[1-8]?[xX]?[a-i][0-9][0-9]?((?&check))?", priority = 15)]
    #[regex(r"[a-h]([xX][a-i])?[0-9][0-9]?((?&check))?", priority = 15)]
    #[regex(r"[NBRQK][xX]?[1-8][a-h]((?&check))?", priority = 15)]
    #[regex(r"OOO?((?&check))?", priority = 15)]
    // Cyrillic or Greek letters that look like the Latin ones.
    #[regex(r"[NBRQKВКСԚΒΚΝ]?[a-hасеһԁ]?[1-8]?[xX×хХχ]?[a-hасеһԁ][1-8]((?&promotion))?((?&check))?", priority = 12)]
    #[regex(r"[Oo0О](?&dash)[Oo0О](?&dash)[Oo0О](?&dash)[Oo0О]", priority = 15)]
    #[regex(r"[ij][1-8]((?&check))?", priority = 15)]
    // A space inside: "N f3", "Be 7". What is after the digit decides whether it is the rank (see the lexer).
    #[regex(
        r"[ABCDFGHJKLNQRSTVW] [a-h]?[1-8]?[xX×:]?(?&square)((?&check))?|[NBRQKSLDT][a-h]?[xX]?[a-h] [1-8]((?&check))?",
        priority = 15
    )]
    // "3h", "ed" and "castles": moves only where such a thing means one (see the lexer).
    #[regex(r"[1-8][a-h]|ab|ba|bc|cb|cd|dc|de|ed|ef|fe|fg|gf|gh|hg|[Cc]astles?", priority = 25)]
    #[regex(r"---?|[Zz]0|@@@@|0000|null|NULL|pass|PASS|<>", priority = 30)]
    San,
    /// `e.p.` alone after a capture.
    #[regex(r"e\.p\.?|ep\.?", priority = 20)]
    EnPassantMark,
    /// A run of `!` and `?` (section 8.2.3.8).
    #[regex(r"[!?]+")]
    Suffix,
    /// `$14` (section 8.2.4).
    #[regex(r"\$[0-9]+")]
    Nag,
    /// A traditional sign such as `±`, `+-`, `=` or `N` that has a NAG of its own.
    #[regex(r"\+/[-−=]|[-−=]/\+|\+=|=\+|\+[-−]|[-−]\+|\+--|--\+|==?|=/?∞|~", priority = 20)]
    #[regex(r"[±∓⩲⩱∞□⊙⨀⊕↑→↓←⇆⇄⇔⇒⇗△∆▽⌓⟫⟪‼⁇⁉⁈○⊥≅≠⟳✕⯹⊞]|↑↑", priority = 20)]
    #[token("N", priority = 40)]
    #[token("TN", priority = 40)]
    #[token("D", priority = 40)]
    #[token("RR", priority = 40)]
    #[token("(=)", priority = 40)]
    Glyph,
    /// `&plusmn;` and the like, left by a web page.
    #[regex(r"&[A-Za-z]+[0-9]*;|&#[0-9]+;|&#[xX][0-9A-Fa-f]+;")]
    Entity,
    /// One of the four game termination markers (section 8.2.6).
    #[regex(r"1-0|0-1|1/2-1/2|\*", priority = 50)]
    Termination,
    /// A termination marker in another spelling: `1–0`, `½-½`, `1/2`, `0.5-0.5`, `1 - 0`, or with letters, `1-O`.
    #[regex(r"1[–—−‐‑:]0|0[–—−‐‑:]1|1 - 0|0 - 1|½[\-–—−‐‑:]½|1/2[–—−‐‑:]1/2|1/2 - 1/2|1/2|½|0\.5[\-–]0\.5|1-[OoО]|[OoО]-1|[lI]-0|0-[lI]", priority = 45)]
    OddTermination,
    /// `(` opens a variation (section 8.2.5).
    #[token("(")]
    VariationOpen,
    /// `)` closes a variation.
    #[token(")")]
    VariationClose,
    /// `}` where no comment is open.
    #[token("}")]
    StrayBrace,
    /// `<` or `>`, reserved (section 7).
    #[regex(r"[<>]")]
    Angle,
    /// `$` without a number.
    #[token("$")]
    StrayDollar,
    /// `[` that does not begin a tag pair, or has not been recognised as one yet.
    #[token("[")]
    Bracket,
    /// `]` that closes no tag pair.
    #[token("]")]
    StrayBracket,
    /// Control characters, which PGN text does not hold (section 4.1).
    #[regex(r"[\x00-\x08\x0E-\x1F\x7F\u{80}-\u{9F}]+")]
    Control,
    /// A symbol that is not shaped like a move; also the score of an engine, `+0.35/12`, and the time for a move, `(0:05)`,
    /// where they are outside of comments.
    #[regex(r"(?&letter)([0-9'’]|(?&letter)|[+#=:\-/]([0-9]|(?&letter)))*", priority = 5)]
    // No move number begins with a zero that a letter follows.
    #[regex(r"0[A-Za-z][0-9A-Za-z]*", priority = 5)]
    // More hyphens than a null move has.
    #[regex(r"----+", priority = 45)]
    // Castling with a hyphen too many, which holds no null move.
    #[regex(r"(?&oh)(?&dash)(?&dash)(?&dash)?(?&oh)((?&dash)(?&dash)?(?&oh))?((?&check))?", priority = 45)]
    #[regex(r"(?&oh)(?&dash)(?&oh)(?&dash)(?&dash)(?&oh)((?&check))?", priority = 45)]
    #[regex(r"[+\-−][0-9]+[.,][0-9]+(/[0-9]+)?|\([+\-−][0-9]+[.,][0-9]+(/[0-9]+)?\)", priority = 25)]
    #[regex(r"[0-9]+:[0-9][0-9](:[0-9][0-9])?|\([0-9]+:[0-9][0-9](:[0-9][0-9])?\)", priority = 25)]
    Word,
    /// Any other character.
    #[token("%", lexer::escape_line)]
    #[token("/", lexer::slash)]
    #[regex(r"(?s:.)", priority = 0)]
    Unknown,

    /// `[` of a tag pair (section 8.1).
    TagOpen,
    /// The name of a tag pair.
    TagName,
    /// The value of a tag pair with its quotes.
    TagValue,
    /// A value that lost one of its quotes, or both.
    BrokenTagValue,
    /// `]` of a tag pair.
    TagClose,
    /// Text outside of games, up to the line end.
    Text,
}

/// What a node is: a stretch of tokens that belong together.
///
/// ```
/// use scoresheet_grammar::{Event, Games, NodeKind};
///
/// let game = Games::new("1. e4 (1. d4) *").next().unwrap();
/// let starts = |node| game.view().tree.events().filter(|(event, _)| *event == Event::Enter(node)).count();
/// assert_eq!((starts(NodeKind::Movetext), starts(NodeKind::Variation)), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum NodeKind {
    /// All tag pairs of a game (section 8.1).
    TagSection = 0,
    /// One tag pair.
    Tag,
    /// The moves with all that is between them, and the termination marker (section 8.2).
    Movetext,
    /// A recursive annotation variation with its parentheses (section 8.2.5).
    Variation,
}

impl TokenKind {
    const LAST: TokenKind = TokenKind::Text;

    /// Whether this is a comment of either kind, closed or not.
    ///
    /// ```
    /// use scoresheet_grammar::TokenKind;
    ///
    /// assert!(TokenKind::LineComment.is_comment() && !TokenKind::San.is_comment());
    /// ```
    pub const fn is_comment(self) -> bool {
        matches!(self, TokenKind::BraceComment | TokenKind::UnclosedComment | TokenKind::LineComment)
    }

    /// Whether this annotates the move before it: a NAG, a suffix or a traditional sign.
    ///
    /// ```
    /// use scoresheet_grammar::TokenKind;
    ///
    /// assert!(TokenKind::Nag.is_annotation() && !TokenKind::San.is_annotation());
    /// ```
    pub const fn is_annotation(self) -> bool {
        matches!(self, TokenKind::Nag | TokenKind::Suffix | TokenKind::Glyph | TokenKind::Entity)
    }

    /// Whether this ends a game, in whatever spelling.
    ///
    /// ```
    /// use scoresheet_grammar::TokenKind;
    ///
    /// assert!(TokenKind::Termination.is_termination() && !TokenKind::San.is_termination());
    /// ```
    pub const fn is_termination(self) -> bool {
        matches!(self, TokenKind::Termination | TokenKind::OddTermination)
    }

    /// The kind with this discriminant in the lowest five bits.
    #[inline]
    pub(crate) const fn from_u8(value: u8) -> TokenKind {
        ALL[(value & 0x1F) as usize]
    }
}

const COUNT: usize = TokenKind::LAST as usize + 1;

/// A kind has five bits in the tree.
const _: () = assert!(COUNT <= 32);

/// Every kind at the index of its discriminant. One for each number of five bits, so that no index is out of bounds.
const ALL: [TokenKind; 32] = {
    use TokenKind::*;
    [
        Whitespace,
        EscapeLine,
        BraceComment,
        UnclosedComment,
        LineComment,
        MoveNumber,
        Periods,
        San,
        EnPassantMark,
        Suffix,
        Nag,
        Glyph,
        Entity,
        Termination,
        OddTermination,
        VariationOpen,
        VariationClose,
        StrayBrace,
        Angle,
        StrayDollar,
        Bracket,
        StrayBracket,
        Control,
        Word,
        Unknown,
        TagOpen,
        TagName,
        TagValue,
        BrokenTagValue,
        TagClose,
        Text,
        Text,
    ]
};

impl NodeKind {
    pub(crate) const fn from_u8(value: u8) -> NodeKind {
        match value {
            0 => NodeKind::TagSection,
            1 => NodeKind::Tag,
            2 => NodeKind::Movetext,
            _ => NodeKind::Variation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_at_its_own_index() {
        for (index, kind) in ALL.iter().take(COUNT).enumerate() {
            assert_eq!(*kind as usize, index);
        }
    }
}
