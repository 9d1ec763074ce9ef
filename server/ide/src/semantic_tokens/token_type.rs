//! The types and modifiers of semantic tokens, with their names and meanings.

/// The type of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenType {
    /// The name of a tag of the Seven Tag Roster.
    RosterTag,
    /// The name of any other tag.
    Tag,
    /// The value of a tag pair.
    TagValue,
    /// A move of the main line.
    Move,
    /// A move of a variation.
    VariationMove,
    /// A move number indication.
    MoveNumber,
    /// A NAG, a suffix or a traditional sign.
    Annotation,
    /// The words of a comment.
    Comment,
    /// A command in a comment.
    Command,
    /// The arguments of a command.
    CommandValue,
    /// The game termination marker.
    Result,
    /// An escape line.
    EscapeLine,
    /// Misplaced text.
    Fault,
}

impl TokenType {
    /// Every type in the order of its number: the legend of a server.
    pub const ALL: [TokenType; 13] = [
        TokenType::RosterTag,
        TokenType::Tag,
        TokenType::TagValue,
        TokenType::Move,
        TokenType::VariationMove,
        TokenType::MoveNumber,
        TokenType::Annotation,
        TokenType::Comment,
        TokenType::Command,
        TokenType::CommandValue,
        TokenType::Result,
        TokenType::EscapeLine,
        TokenType::Fault,
    ];

    /// Returns the name that an editor colours it by.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns the nearest type of the protocol, which every colour theme knows.
    pub const fn standard_name(self) -> &'static str {
        self.words().1
    }

    /// Returns its description for the documentation.
    pub const fn documentation(self) -> &'static str {
        self.words().2
    }

    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            TokenType::RosterTag => (
                "rosterTag",
                "keyword",
                "The name of a tag of the Seven Tag Roster (section 8.1.1); in EPD and FEN the piece placement.",
            ),
            TokenType::Tag => {
                ("tag", "property", "The name of any other tag (section 8.1); in EPD and FEN any other field.")
            }
            TokenType::TagValue => ("tagValue", "string", "The value of a tag pair, with its quotes; in EPD a string."),
            TokenType::Move => (
                "move",
                "function",
                "A move of the main line (section 8.2.3); in EPD a move to be played from the position.",
            ),
            TokenType::VariationMove => (
                "variationMove",
                "variable",
                "A move of a variation (section 8.2.5), with its depth as a modifier; in EPD a move of pv.",
            ),
            TokenType::MoveNumber => {
                ("moveNumber", "number", "A move number indication (section 8.2.2); in FEN a counter.")
            }
            TokenType::Annotation => ("annotation", "operator", "A NAG, a suffix or a traditional sign (section 10)."),
            TokenType::Comment => ("comment", "comment", "The words of a comment (section 5); in EPD a comment line."),
            TokenType::Command => (
                "command",
                "macro",
                "A command in a comment, with its brackets: [%clk; in EPD an opcode (section 16.2.4).",
            ),
            TokenType::CommandValue => {
                ("commandValue", "parameter", "The arguments of a command in a comment: 0:03:00; in EPD a number.")
            }
            TokenType::Result => ("result", "enumMember", "The game termination marker (section 8.2.6)."),
            TokenType::EscapeLine => ("escapeLine", "decorator", "An escape line (section 6)."),
            TokenType::Fault => ("fault", "regexp", "Misplaced text, such as an unmatched parenthesis."),
        }
    }
}

/// A set of modifiers: the depth of a variation and a missing end, as bits in the order of [`Modifiers::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers(u8);

impl Modifiers {
    /// The names that an editor colours by, in the order of the bits, each with its meaning.
    pub const NAMES: [(&'static str, &'static str); 4] = [
        ("depth1", "In a variation of the main line."),
        ("depth2", "In a variation of a variation."),
        ("depth3", "In a variation nested deeper."),
        ("unclosed", "Lacks its closing character."),
    ];

    /// The empty set.
    pub const NONE: Modifiers = Modifiers(0);

    /// The modifier of a token that lacks its closing character.
    pub const UNCLOSED: Modifiers = Modifiers(8);

    /// Returns the modifier of a token nested in `depth` variations.
    pub const fn depth(depth: usize) -> Modifiers {
        match depth {
            0 => Modifiers::NONE,
            1 => Modifiers(1),
            2 => Modifiers(2),
            _ => Modifiers(4),
        }
    }

    /// Returns the union of two sets.
    #[must_use]
    pub const fn and(self, other: Modifiers) -> Modifiers {
        Modifiers(self.0 | other.0)
    }

    /// Returns the bits, as the protocol sends them.
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_is_in_the_order_of_the_numbers() {
        for (index, kind) in TokenType::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index, "{}", kind.name());
            assert!(kind.documentation().ends_with('.'), "{}", kind.name());
        }
        let bits = |modifiers: Modifiers| modifiers.bits();
        assert_eq!([0, 1, 2, 3, 200_000].map(|depth| bits(Modifiers::depth(depth))), [0, 1, 2, 4, 4]);
        assert_eq!(bits(Modifiers::depth(2).and(Modifiers::UNCLOSED)), 10);
        assert_eq!(1 << (Modifiers::NAMES.len() - 1), bits(Modifiers::UNCLOSED));
    }
}
