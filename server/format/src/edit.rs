//! A change to a text: what formatting, fixes and refactorings come to.

use std::ops::Range;

/// Replace the bytes of `range` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Half-open byte offsets, relative to the text that the edit is made in.
    pub range: Range<usize>,
    /// The new text; empty to delete.
    pub text: String,
}

impl Edit {
    /// Replace `range` by `text`.
    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { range, text: text.into() }
    }

    /// Insert `text` at `offset`.
    pub fn insert(offset: usize, text: impl Into<String>) -> Edit {
        Edit::replace(offset..offset, text)
    }

    /// `text` with the edit made.
    pub fn applied_to(&self, text: &str) -> String {
        [&text[..self.range.start], &self.text, &text[self.range.end..]].concat()
    }

    /// The same edit moved up by `start` bytes: from the game's footing to the file's.
    pub fn shifted(mut self, start: usize) -> Edit {
        self.range.start += start;
        self.range.end += start;
        self
    }

    /// Delete `range`.
    pub fn delete(range: Range<usize>) -> Edit {
        Edit::replace(range, "")
    }
}
