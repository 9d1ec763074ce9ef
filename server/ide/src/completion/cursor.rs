//! Where the cursor is: in which token, and behind which beginnings of something.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

/// A place in a game. All offsets are bytes relative to the game.
pub(super) struct Cursor<'game> {
    pub game: GameView<'game>,
    pub offset: usize,
    /// The last token that begins before the cursor.
    pub last: Option<Token<'game>>,
}

/// A token, and the tag pair it is a part of.
pub(super) struct Token<'game> {
    pub kind: TokenKind,
    pub range: Range<usize>,
    pub tag: Option<Tag<'game>>,
}

impl<'game> Cursor<'game> {
    pub fn new(game: GameView<'game>, offset: usize) -> Cursor<'game> {
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

    /// The text of the game before the cursor.
    pub fn before(&self) -> &'game str {
        self.game.text.get(..self.offset).unwrap_or_default()
    }

    /// The text of the game behind the cursor.
    pub fn after(&self) -> &'game str {
        self.game.text.get(self.offset..).unwrap_or_default()
    }

    /// The cursor's line, as far as it stands before the cursor.
    pub fn line_before(&self) -> &'game str {
        let before = self.before();
        &before[before.rfind(['\n', '\r']).map_or(0, |line_end| line_end + 1)..]
    }

    /// Where the comment that the cursor is in begins.
    pub fn comment(&self) -> Option<usize> {
        let last = self.last.as_ref()?;
        let is_inside = match last.kind {
            TokenKind::BraceComment => self.offset < last.range.end,
            TokenKind::LineComment => self.offset <= last.range.end,
            TokenKind::UnclosedComment => true,
            _ => false,
        };
        is_inside.then_some(last.range.start)
    }

    /// The tag pair between whose quotes the cursor is; the last quote may be missing.
    pub fn tag_value(&self) -> Option<Tag<'game>> {
        let tag = self.last.as_ref()?.tag.as_ref()?;
        let is_open = tag.raw_value.starts_with('"') && tag.value_range.start < self.offset;
        let is_inside = self.offset < tag.value_range.end + usize::from(!tag.is_quoted);
        (is_open && is_inside).then(|| tag.clone())
    }

    /// Where the `[` is behind which a tag name is being written: on a line that begins with one.
    pub fn tag_bracket(&self) -> Option<usize> {
        let line = self.line_before();
        let bracket = line.rfind('[').filter(|_| line.trim_start().starts_with('['))?;
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let name = line[bracket + 1..].trim_start();
        name.chars().all(is_name).then(|| self.offset - line.len() + bracket)
    }

    /// Where the `$` is behind which a NAG, or a word of its meaning, is being written.
    pub fn dollar(&self) -> Option<usize> {
        let line = self.line_before();
        let dollar = line.rfind('$')?;
        let is_part = |letter: char| !letter.is_whitespace() && !"(){};[]".contains(letter);
        line[dollar..].chars().all(is_part).then(|| self.offset - line.len() + dollar)
    }
}

/// How many bytes at the start of `text` are letters and digits.
pub(super) fn word_length(text: &str) -> usize {
    text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(text.len())
}
