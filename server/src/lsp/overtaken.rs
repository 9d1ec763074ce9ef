//! Changes that come after later ones. Some editors send what happens within a moment in any order: Helix 25.01 does where a
//! completion is accepted, which takes back what was typed and puts in the move. Applied as they come, such changes leave a text that
//! the editor does not have, and every edit it is then sent spoils its own. The versions tell their order.

use std::collections::VecDeque;

use ropey::Rope;
use tower_lsp::lsp_types::TextDocumentContentChangeEvent;

use super::derived::TextChange;
use super::edits::replace;

/// How many changes can be put in order. Those that overtake each other are of one moment; Helix has been seen to send two.
const MOST: usize = 8;

/// The longest text that is kept for putting changes in order, in bytes. What is typed and completed is shorter, and a whole text that
/// is pasted ten times must not be kept ten times.
const LONGEST: usize = 1 << 16;

/// The last changes of a document, each with what takes it back.
#[derive(Default)]
pub struct RecentChanges(VecDeque<Change>);

/// The changes of one `textDocument/didChange`.
pub struct Change {
    /// The version of the text before.
    pub before: i32,
    /// The version that they make.
    pub version: i32,
    pub events: Vec<TextDocumentContentChangeEvent>,
    /// What takes each of them back, once they are applied; a text that was replaced as a whole does not come back.
    pub undo: Vec<TextChange>,
}

impl Change {
    pub fn new(version: i32, events: Vec<TextDocumentContentChangeEvent>) -> Change {
        Change { before: version, version, events, undo: Vec::new() }
    }

    fn can_be_taken_back(&self) -> bool {
        let new = self.events.iter().map(|event| event.text.len()).sum::<usize>();
        let old = self.undo.iter().map(|(_, text)| text.len()).sum::<usize>();
        self.undo.len() == self.events.len() && new + old <= LONGEST
    }
}

impl RecentChanges {
    /// Takes back all changes after `version`, if that is one the editor has left out. Returns them, the first one first, and what was
    /// done to `rope` for it.
    pub fn take_back(&mut self, version: i32, rope: &mut Rope) -> (Vec<Change>, Vec<TextChange>) {
        let first = self.0.partition_point(|change| change.version <= version);
        // A version that was there already is not late: that editor counts in another way.
        if self.0.get(first).is_none_or(|change| change.before >= version) {
            return Default::default();
        }
        let mut later: Vec<Change> = self.0.drain(first..).collect();
        let undo: Vec<TextChange> =
            later.iter_mut().rev().flat_map(|change| std::mem::take(&mut change.undo).into_iter().rev()).collect();
        for (bytes, text) in &undo {
            replace(rope, bytes, text);
        }
        (later, undo)
    }

    /// Keeps a change that was applied.
    pub fn push(&mut self, change: Change) {
        if change.version <= change.before || !change.can_be_taken_back() {
            self.0.clear();
            return;
        }
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(change);
    }
}
