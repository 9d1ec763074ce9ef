//! What a part of the input becomes.

use std::collections::{BTreeMap, BTreeSet};

use scoresheet_format::RefusedGame;
use scoresheet_format::epd::Converted;

/// What a part of the input becomes, and what it loses.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) content: Content,
    /// The games or records that were left out; numbers from 1 and byte offsets are those in the part.
    pub(super) refused: Vec<RefusedGame>,
    /// How many games or records the part has.
    pub(super) count: usize,
    /// The count of each kind of lost content, by a singular noun.
    pub(super) lost: BTreeMap<&'static str, usize>,
    /// The names of lost tags and operations.
    pub(super) lost_names: BTreeSet<String>,
}

/// New content.
#[derive(Debug)]
pub(super) enum Content {
    /// A text that is still to be encoded.
    Text(String),
    Bytes(Vec<u8>),
}

impl Default for Content {
    fn default() -> Content {
        Content::Bytes(Vec::new())
    }
}

impl Part {
    /// Appends what the next part of the same text becomes, in bytes; it begins at byte `start`.
    pub(super) fn append(&mut self, other: Part, start: usize) {
        let before = self.count;
        let moved = |refused: RefusedGame| RefusedGame {
            game: refused.game + before,
            offset: refused.offset + start,
            ..refused
        };
        self.refused.extend(other.refused.into_iter().map(moved));
        self.count += other.count;
        self.lose(other.lost, other.lost_names);
        if let (Content::Bytes(bytes), Content::Bytes(more)) = (&mut self.content, other.content) {
            bytes.extend(more);
        }
    }

    /// Counts more content that is lost.
    pub(super) fn lose(&mut self, lost: BTreeMap<&'static str, usize>, names: BTreeSet<String>) {
        lost.into_iter().for_each(|(noun, count)| *self.lost.entry(noun).or_default() += count);
        self.lost_names.extend(names);
    }
}

impl From<Converted> for Part {
    fn from(converted: Converted) -> Part {
        let Converted { text, refused, count, lost, lost_names } = converted;
        Part { content: Content::Text(text), refused, count, lost, lost_names }
    }
}
