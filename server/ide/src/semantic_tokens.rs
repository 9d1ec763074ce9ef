//! Semantic tokens of games, computed per game so that a server can cache them per game.

mod token_type;

use std::ops::Range;

use memchr::memchr2;
use scoresheet_grammar::command::{Command, commands};
use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

use scoresheet_chess::tag_docs::ROSTER;
pub use token_type::{Modifiers, TokenType};

/// A token with its type. 12 bytes, since a large file has millions of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    start: u32,
    length: u32,
    /// The type.
    pub kind: TokenType,
    /// The modifiers.
    pub modifiers: Modifiers,
}

impl SemanticToken {
    /// Creates the token of a range on one line; none for an empty range, or one beyond the first 4 GiB.
    pub(crate) fn new(range: Range<usize>, kind: TokenType, modifiers: Modifiers) -> Option<SemanticToken> {
        let (start, length) = (u32::try_from(range.start).ok()?, u32::try_from(range.len()).ok()?);
        (length > 0).then_some(SemanticToken { start, length, kind, modifiers })
    }

    /// Returns the token moved by `start` bytes, as in an enclosing text.
    pub(crate) fn shifted(self, start: usize) -> Option<SemanticToken> {
        let Range { start: from, end: to } = self.range();
        SemanticToken::new(from + start..to + start, self.kind, self.modifiers)
    }

    /// Returns its range: half-open byte offsets relative to the game, on one line, never empty.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// Returns the tokens of a game in text order, without overlaps.
///
/// They depend on the game's text only, so that cached tokens stay valid when the game moves in the file. Linear in the
/// game.
pub fn semantic_tokens(game: GameView) -> Vec<SemanticToken> {
    let mut tokens = Tokens { game, found: Vec::new() };
    let mut depth = 0;
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Token(kind) => tokens.add(kind, range, depth),
            _ => {}
        }
    }
    tokens.found
}

struct Tokens<'game> {
    game: GameView<'game>,
    found: Vec<SemanticToken>,
}

impl Tokens<'_> {
    fn add(&mut self, kind: TokenKind, range: Range<usize>, depth: usize) {
        if kind.is_comment() {
            return self.add_comment(kind, range, Modifiers::depth(depth));
        }
        let Some(token_type) = self.token_type(kind, &range, depth) else { return };
        let modifiers = match kind {
            TokenKind::BrokenTagValue => Modifiers::UNCLOSED,
            _ => Modifiers::depth(depth),
        };
        self.push(range, token_type, modifiers);
    }

    fn token_type(&self, kind: TokenKind, range: &Range<usize>, depth: usize) -> Option<TokenType> {
        Some(match kind {
            TokenKind::TagName if is_roster_tag(&self.game.text[range.clone()]) => TokenType::RosterTag,
            TokenKind::TagName => TokenType::Tag,
            TokenKind::TagValue | TokenKind::BrokenTagValue => TokenType::TagValue,
            TokenKind::San | TokenKind::EnPassantMark if depth == 0 => TokenType::Move,
            TokenKind::San | TokenKind::EnPassantMark => TokenType::VariationMove,
            TokenKind::MoveNumber | TokenKind::Periods => TokenType::MoveNumber,
            kind if kind.is_annotation() => TokenType::Annotation,
            kind if kind.is_termination() => TokenType::Result,
            TokenKind::EscapeLine => TokenType::EscapeLine,
            TokenKind::StrayBrace
            | TokenKind::Angle
            | TokenKind::StrayDollar
            | TokenKind::Bracket
            | TokenKind::StrayBracket
            | TokenKind::Control
            | TokenKind::Word
            | TokenKind::Unknown => TokenType::Fault,
            TokenKind::VariationClose if self.is_stray(range) => TokenType::Fault,
            // Brackets, parentheses and text between games have no type of their own.
            _ => return None,
        })
    }

    /// Returns whether a closing parenthesis has no opening one.
    fn is_stray(&self, range: &Range<usize>) -> bool {
        use scoresheet_grammar::FaultKind::StrayParenthesis;
        let faults = self.game.tree.faults();
        let first = faults.partition_point(|fault| fault.span().start < range.start);
        faults[first..]
            .iter()
            .take_while(|fault| fault.span().start == range.start)
            .any(|fault| fault.kind == StrayParenthesis)
    }

    /// Adds a comment: its words, and the commands between them.
    fn add_comment(&mut self, kind: TokenKind, range: Range<usize>, modifiers: Modifiers) {
        let modifiers = if kind == TokenKind::UnclosedComment { modifiers.and(Modifiers::UNCLOSED) } else { modifiers };
        let mut from = range.start;
        for command in commands(&self.game.text[range.clone()], range.start) {
            self.push(from..command.range.start, TokenType::Comment, modifiers);
            from = command.range.end;
            self.add_command(&command, modifiers);
        }
        self.push(from..range.end, TokenType::Comment, modifiers);
    }

    fn add_command(&mut self, command: &Command, modifiers: Modifiers) {
        let arguments = &command.arguments_range;
        self.push(command.range.start..command.name_range.end, TokenType::Command, modifiers);
        self.push(arguments.clone(), TokenType::CommandValue, modifiers);
        self.push(arguments.end..command.range.end, TokenType::Command, modifiers);
    }

    /// Adds a token for each line of `range`, without surrounding white space: most editors accept no token that spans
    /// lines.
    fn push(&mut self, range: Range<usize>, kind: TokenType, modifiers: Modifiers) {
        let text = &self.game.text[range.clone()];
        let is_trimmed = |bytes: &[u8]| {
            let ends = [bytes.first(), bytes.last()];
            ends.iter().all(|end| end.is_some_and(u8::is_ascii_graphic)) && memchr2(b'\n', b'\r', bytes).is_none()
        };
        // Fast path for nearly all tokens.
        if is_trimmed(text.as_bytes()) {
            self.found.extend(SemanticToken::new(range, kind, modifiers));
            return;
        }
        let mut start = range.start;
        for line in text.split(['\n', '\r']) {
            let trimmed = line.trim();
            let place = start + (line.len() - line.trim_start().len());
            self.found.extend(SemanticToken::new(place..place + trimmed.len(), kind, modifiers));
            start += line.len() + 1;
        }
    }
}

fn is_roster_tag(name: &str) -> bool {
    ROSTER.iter().any(|(known, _)| *known == name)
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    /// Compares the tokens of a text of one game: type, modifiers and text.
    #[track_caller]
    fn check(text: &str, expected: &[(&str, u32, &str)]) {
        let database = Database::parse(text);
        let tokens = semantic_tokens(database.view(0).unwrap());
        let shown = |token: &SemanticToken| (token.kind.name(), token.modifiers.bits(), &text[token.range()]);
        assert_eq!(tokens.iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
        assert!(tokens.windows(2).all(|pair| pair[0].range().end <= pair[1].range().start), "{tokens:?}");
    }

    #[test]
    fn tags_are_told_apart() {
        check(
            "% note 🏆\r\n[White \"Tal, M\"]\r\n[ECO \"B96\"]\r\n[Site \"Riga]\r\n\r\n*",
            &[
                ("escapeLine", 0, "% note 🏆"),
                ("rosterTag", 0, "White"),
                ("tagValue", 0, "\"Tal, M\""),
                ("tag", 0, "ECO"),
                ("tagValue", 0, "\"B96\""),
                ("rosterTag", 0, "Site"),
                ("tagValue", 8, "\"Riga"),
                ("result", 0, "*"),
            ],
        );
    }

    #[test]
    fn moves_are_told_apart_by_depth() {
        check(
            "1. e4! {🏆} (1. d4 $16 (1. c4 (1. b3 (1. a3)))) 1... e5 1-0",
            &[
                ("moveNumber", 0, "1."),
                ("move", 0, "e4"),
                ("annotation", 0, "!"),
                ("comment", 0, "{🏆}"),
                ("moveNumber", 1, "1."),
                ("variationMove", 1, "d4"),
                ("annotation", 1, "$16"),
                ("moveNumber", 2, "1."),
                ("variationMove", 2, "c4"),
                ("moveNumber", 4, "1."),
                ("variationMove", 4, "b3"),
                ("moveNumber", 4, "1."),
                ("variationMove", 4, "a3"),
                ("moveNumber", 0, "1..."),
                ("move", 0, "e5"),
                ("result", 0, "1-0"),
            ],
        );
    }

    #[test]
    fn comments_are_split_by_line_and_command() {
        check(
            "1. e4 {♘ one\r\n  two [%clk 0:01:30][%cal\r\nGe2e4] } e5 {open",
            &[
                ("moveNumber", 0, "1."),
                ("move", 0, "e4"),
                ("comment", 0, "{♘ one"),
                ("comment", 0, "two"),
                ("command", 0, "[%clk"),
                ("commandValue", 0, "0:01:30"),
                ("command", 0, "]"),
                ("command", 0, "[%cal"),
                ("commandValue", 0, "Ge2e4"),
                ("command", 0, "]"),
                ("comment", 0, "}"),
                ("move", 0, "e5"),
                ("comment", 8, "{open"),
            ],
        );
    }

    #[test]
    fn misplaced_text_is_a_fault() {
        check(
            "1. e4 } e5 ) hello 2. Nf3 < *",
            &[
                ("moveNumber", 0, "1."),
                ("move", 0, "e4"),
                ("fault", 0, "}"),
                ("move", 0, "e5"),
                ("fault", 0, ")"),
                ("fault", 0, "hello"),
                ("moveNumber", 0, "2."),
                ("move", 0, "Nf3"),
                ("fault", 0, "<"),
                ("result", 0, "*"),
            ],
        );
    }
}
