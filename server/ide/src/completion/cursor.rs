//! The cursor of a completion: the token it is in, and what is being typed.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

/// A cursor in a game. All offsets are bytes in the game.
pub(super) struct Cursor<'game> {
    pub game: GameView<'game>,
    pub offset: usize,
    /// The last token that begins before the cursor.
    pub last: Option<Token<'game>>,
}

/// A token and the tag pair that contains it.
pub(super) struct Token<'game> {
    pub kind: TokenKind,
    pub range: Range<usize>,
    pub tag: Option<Tag<'game>>,
}

impl<'game> Cursor<'game> {
    pub(super) fn new(game: GameView<'game>, offset: usize) -> Cursor<'game> {
        let mut last = None;
        let mut tag = None;
        let mut events = game.tree.events();
        while let Some((event, range)) = events.next() {
            match event {
                Event::Token(_) if range.start >= offset => break,
                Event::Token(kind) => last = Some(Token { kind, range, tag: tag.clone() }),
                Event::Enter(NodeKind::Tag) => tag = Some(game.read_tag(&mut events.clone(), range.start)),
                Event::Leave(NodeKind::Tag) => tag = None,
                _ => {}
            }
        }
        Cursor { game, offset, last }
    }

    /// Returns the text of the game before the cursor.
    pub(super) fn before(&self) -> &'game str {
        self.game.text.get(..self.offset).unwrap_or_default()
    }

    /// Returns the text of the game after the cursor.
    pub(super) fn after(&self) -> &'game str {
        self.game.text.get(self.offset..).unwrap_or_default()
    }

    /// Returns the part of the cursor's line before the cursor.
    pub(super) fn line_before(&self) -> &'game str {
        let before = self.before();
        &before[before.rfind(['\n', '\r']).map_or(0, |line_end| line_end + 1)..]
    }

    /// Returns the start of the comment that contains the cursor.
    pub(super) fn comment(&self) -> Option<usize> {
        let last = self.last.as_ref()?;
        let is_inside = match last.kind {
            TokenKind::BraceComment => self.offset < last.range.end,
            TokenKind::LineComment => self.offset <= last.range.end,
            TokenKind::UnclosedComment => true,
            _ => false,
        };
        is_inside.then_some(last.range.start)
    }

    /// Returns the tag pair whose quoted value contains the cursor; the closing quote may be missing.
    pub(super) fn tag_value(&self) -> Option<Tag<'game>> {
        let tag = self.last.as_ref()?.tag.as_ref()?;
        let is_open = tag.raw_value.starts_with('"') && tag.value_range.start < self.offset;
        let is_inside = self.offset < tag.value_range.end + usize::from(!tag.is_quoted);
        (is_open && is_inside).then(|| tag.clone())
    }

    /// Returns the offset of the `[` of a tag name that is being typed, on a line that begins with `[`.
    pub(super) fn tag_bracket(&self) -> Option<usize> {
        let line = self.line_before();
        let bracket = line.rfind('[').filter(|_| line.trim_start().starts_with('['))?;
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let name = line[bracket + 1..].trim_start();
        name.chars().all(is_name).then(|| self.offset - line.len() + bracket)
    }

    /// Returns the offset of the `$` of a NAG that is being typed, by number or by a word of its meaning.
    pub(super) fn dollar(&self) -> Option<usize> {
        let line = self.line_before();
        let dollar = line.rfind('$')?;
        let is_part = |letter: char| !letter.is_whitespace() && !"(){};[]".contains(letter);
        line[dollar..].chars().all(is_part).then(|| self.offset - line.len() + dollar)
    }
}

/// Returns the number of bytes at the start of `text` that are letters, digits or underscores.
pub(super) fn word_length(text: &str) -> usize {
    text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(text.len())
}
