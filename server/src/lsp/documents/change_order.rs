//! Restores the order of changes that arrive after later ones. Some editors send changes of one moment in any order: Helix 25.01 does when a
//! completion is accepted, which undoes what was typed and inserts the move. Applied as they come, such changes leave a text that
//! the editor does not have, and every edit it is then sent spoils its own. The versions give their order.

use std::collections::VecDeque;
use std::ops::Range;

use ropey::Rope;
use tower_lsp::lsp_types::TextDocumentContentChangeEvent;

use super::text_version::TextChange;
use crate::lsp::proto::text_edit::replace;

/// How many changes can be put in order. Helix has been seen to send two the wrong way round.
const MOST: usize = 8;

/// The most memory that is kept for putting one change in order, in bytes. What is typed and completed is shorter, and a whole text that
/// is pasted ten times must not be kept ten times.
const LONGEST: usize = 1 << 16;

/// The last changes of a document, each with what takes it back.
#[derive(Default)]
pub(crate) struct RecentChanges(VecDeque<Change>);

/// The changes of one `textDocument/didChange`.
pub(crate) struct Change {
    /// The version that they make.
    pub version: i32,
    pub events: Vec<TextDocumentContentChangeEvent>,
    /// The version of the text that they were applied to.
    pub version_before: i32,
    /// What takes the events back that have been applied, from the first to the last.
    undo: Vec<TextChange>,
    /// The memory that `undo` and `events` take.
    size: usize,
}

impl Change {
    pub(crate) fn new(version: i32, events: Vec<TextDocumentContentChangeEvent>) -> Change {
        let size_of = |event: &TextDocumentContentChangeEvent| size_of_val(event) + event.text.len();
        let size = events.iter().map(size_of).sum();
        Change { version, events, version_before: version, undo: Vec::new(), size }
    }

    /// Keeps what the next event replaces in `rope`, before it does: `bytes` by a text of `new_length` bytes.
    pub(crate) fn keep(&mut self, rope: &Rope, bytes: &Range<usize>, new_length: usize) {
        self.size += size_of::<TextChange>() + bytes.len();
        if self.size <= LONGEST {
            let old = rope.byte_slice(bytes.clone()).to_string();
            self.undo.push((bytes.start..bytes.start + new_length, old));
        }
    }

    /// A text that was replaced as a whole does not come back, nor does what was too long to be kept.
    fn can_be_taken_back(&self) -> bool {
        self.undo.len() == self.events.len() && self.size <= LONGEST
    }
}

impl RecentChanges {
    /// Takes back all changes that are later than this one, if its version is one that the editor has left out. Returns them, the first
    /// one first, and what was done to `rope` for it.
    pub(crate) fn take_back(&mut self, late: &Change, rope: &mut Rope) -> (Vec<Change>, Vec<TextChange>) {
        let first = self.0.partition_point(|change| change.version <= late.version);
        let has_gap = self.0.get(first).is_some_and(|change| change.version_before < late.version);
        // A version that was there already is not late, nor is a whole text: that editor counts in another way.
        if !has_gap || late.events.iter().any(|event| event.range.is_none()) {
            return Default::default();
        }
        let mut later: Vec<Change> = self.0.drain(first..).collect();
        let undo = later.iter_mut().rev().flat_map(|change| std::mem::take(&mut change.undo).into_iter().rev());
        let undo: Vec<TextChange> = undo.collect();
        for (bytes, text) in &undo {
            replace(rope, bytes, text);
        }
        (later, undo)
    }

    /// Keeps a change that was applied. Where that cannot be taken back, nothing before it can.
    pub(crate) fn push(&mut self, change: Change) {
        if change.version <= change.version_before || !change.can_be_taken_back() {
            self.0.clear();
            return;
        }
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_last_changes_that_are_not_long() {
        const NONE: [i32; 0] = [];
        let mut recent = RecentChanges::default();
        let mut push = |version, old: usize, new: usize| {
            let range = Some(Default::default());
            let event = TextDocumentContentChangeEvent { range, range_length: None, text: "x".repeat(new) };
            let mut change = Change::new(version, vec![event]);
            change.keep(&Rope::from_str(&"y".repeat(old)), &(0..old), new);
            change.version_before = version - 1;
            recent.push(change);
            recent.0.iter().map(|change| change.version).collect::<Vec<_>>()
        };
        for version in 1..20 {
            push(version, 0, 1);
        }
        assert_eq!(push(20, 1, 0), (13..=20).collect::<Vec<_>>());
        assert_eq!(push(21, LONGEST, 0), NONE);
        assert_eq!(push(22, 1, 0), [22]);
        assert_eq!(push(23, 0, LONGEST), NONE);
    }
}
