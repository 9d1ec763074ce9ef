//! The blocks of an open document that holds chess among other text: each is a small document of games or records.

use std::collections::HashMap;
use std::sync::OnceLock;

use ropey::Rope;

use super::language::Content;
use crate::embedded::{Block, DocumentKind, blocks, language_of};

/// The blocks of one version of a document, read when they are first needed.
pub(crate) struct OpenBlocks {
    kind: DocumentKind,
    read: OnceLock<ReadBlocks>,
    /// Those of the version before, of which most are the same.
    before: Vec<OpenBlock>,
}

/// The blocks of a document, with its text.
pub(crate) struct ReadBlocks {
    /// The kind of the document.
    pub kind: DocumentKind,
    /// The text of the document.
    pub text: String,
    /// In the order of the document.
    pub blocks: Vec<OpenBlock>,
}

/// A block of an open document.
#[derive(Clone)]
pub(crate) struct OpenBlock {
    /// Where it is in the document.
    pub block: Block,
    /// Its text.
    pub rope: Rope,
    /// What is known of its text.
    pub content: Content,
}

impl OpenBlocks {
    /// Those of a document of this kind of which nothing is known.
    pub(super) fn new(kind: DocumentKind) -> OpenBlocks {
        OpenBlocks { kind, read: OnceLock::new(), before: Vec::new() }
    }

    /// Those of the next version. What is computed from the text of a block is kept for the same text.
    pub(super) fn edited(&self) -> OpenBlocks {
        let before = self.read.get().map_or(&self.before, |read| &read.blocks).clone();
        OpenBlocks { kind: self.kind, read: OnceLock::new(), before }
    }

    /// The same without what was computed.
    pub(super) fn forgotten(&self) -> OpenBlocks {
        OpenBlocks::new(self.kind)
    }

    /// The blocks of `rope`, the text of this version.
    pub(super) fn read(&self, rope: &Rope) -> &ReadBlocks {
        self.read.get_or_init(|| {
            let text = rope.to_string();
            // Of blocks with the same text, the first is kept.
            let by_text = self.before.iter().rev().map(|known| ((known.block.language(), known.block.text()), known));
            let by_text: HashMap<_, _> = by_text.collect();
            let known = |block: &Block| by_text.get(&(block.language(), block.text())).copied();
            let blocks = blocks(self.kind, &text).into_iter().map(|block| open(known(&block), block)).collect();
            ReadBlocks { kind: self.kind, text, blocks }
        })
    }
}

/// Opens a block, with what is `known` of the same text.
fn open(known: Option<&OpenBlock>, block: Block) -> OpenBlock {
    if let Some(known) = known {
        return OpenBlock { block, ..known.clone() };
    }
    let rope = Rope::from_str(block.text());
    OpenBlock { content: Content::of_text(language_of(&block), rope.clone()), block, rope }
}
