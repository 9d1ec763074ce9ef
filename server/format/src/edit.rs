//! A text edit: the result of formatting, fixes and refactorings.

use std::ops::Range;

/// A replacement of the bytes of `range` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Half-open byte offsets, relative to the edited text.
    pub range: Range<usize>,
    /// The new text; empty to delete.
    pub text: String,
}

impl Edit {
    /// Creates an edit that replaces `range` by `text`.
    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { range, text: text.into() }
    }

    /// Creates an edit that inserts `text` at `offset`.
    pub fn insert(offset: usize, text: impl Into<String>) -> Edit {
        Edit::replace(offset..offset, text)
    }

    /// Returns `text` after the edit.
    pub fn applied_to(&self, text: &str) -> String {
        [&text[..self.range.start], &self.text, &text[self.range.end..]].concat()
    }

    /// Moves the edit by `start` bytes: from offsets in the game to offsets in the file.
    pub fn shifted(mut self, start: usize) -> Edit {
        self.range.start += start;
        self.range.end += start;
        self
    }

    /// Creates an edit that deletes `range`.
    pub fn delete(range: Range<usize>) -> Edit {
        Edit::replace(range, "")
    }
}
