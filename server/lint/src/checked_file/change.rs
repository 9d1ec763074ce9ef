//! Places in a text before an edit, and where they are after it.

use std::ops::Range;

use crate::finding::Finding;
use scoresheet_chess::common_bytes::{common_prefix, common_suffix};

/// What has become of a text, as far as places go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// So many bytes at its start are what they were,
    before: usize,
    /// and so many at its end.
    behind: usize,
    old_length: usize,
    new_length: usize,
}

impl Change {
    /// Between two texts, given what of them is not known to be the same: rows of parts of the old and the new text. `shared` bytes
    /// before and behind are known to be.
    pub(super) fn between<'text, Old, New>(
        old: impl Fn() -> Old,
        new: impl Fn() -> New,
        shared: (usize, usize),
        (old_length, new_length): (usize, usize),
    ) -> Change
    where
        Old: DoubleEndedIterator<Item = &'text str>,
        New: DoubleEndedIterator<Item = &'text str>,
    {
        let before = shared.0 + common(old(), new(), common_prefix);
        let behind = shared.1 + common(old().rev(), new().rev(), common_suffix);
        let behind = behind.min(old_length.min(new_length) - before);
        Change { before, behind, old_length, new_length }
    }

    /// Both changes, one after the other.
    pub(super) fn then(self, next: Change) -> Change {
        Change {
            before: self.before.min(next.before),
            behind: self.behind.min(next.behind),
            old_length: self.old_length,
            new_length: next.new_length,
        }
    }

    /// Whether the places of a finding in the old text, besides those of its fixes, are in the new one.
    pub(super) fn keeps(self, finding: &Finding) -> bool {
        let related = finding.related.iter().map(|related| &related.range);
        std::iter::once(&finding.range).chain(related).all(|range| self.place(range).is_some())
    }

    /// The same finding with its places in the new text, and without the fixes that edit what has changed.
    pub(super) fn moved(self, mut finding: Finding) -> Finding {
        finding.fixes.retain(|fix| fix.edits.iter().all(|edit| self.place(&edit.range).is_some()));
        finding.move_ranges(|range| *range = self.place(range).unwrap_or_default());
        finding
    }

    fn place(self, range: &Range<usize>) -> Option<Range<usize>> {
        if range.end <= self.before {
            return Some(range.clone());
        }
        let moved = |offset: usize| offset + self.new_length - self.old_length;
        (range.start >= self.old_length - self.behind).then(|| moved(range.start)..moved(range.end))
    }
}

/// How many bytes two rows of texts have in common before the first that differs, of which `part` tells how many it has.
fn common<'text>(
    one: impl Iterator<Item = &'text str>,
    other: impl Iterator<Item = &'text str>,
    part: impl Fn(&[u8], &[u8]) -> usize,
) -> usize {
    let mut length = 0;
    for (one, other) in one.zip(other) {
        if one != other {
            return length + part(one.as_bytes(), other.as_bytes());
        }
        length += one.len();
    }
    length
}
