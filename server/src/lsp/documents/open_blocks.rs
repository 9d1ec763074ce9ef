//! The blocks of an open document that holds chess among other text: each is a small document of games or records.

use std::collections::HashMap;
use std::sync::OnceLock;

use ropey::Rope;
use scoresheet_embedded::BlockLanguage;

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
            let found = blocks(self.kind, &text);
            // Blocks with the same text share what is known of it, in this version and with the one before: each rope has a kilobyte and more.
            let known = self.before.iter().map(|known| {
                let OpenBlock { block, rope, content } = known;
                (key(block), (rope.clone(), content.clone()))
            });
            let mut by_text: HashMap<_, _> = known.collect();
            let of_block = |block| by_text.entry(key(block)).or_insert_with(|| open(block)).clone();
            let contents: Vec<(Rope, Content)> = found.iter().map(of_block).collect();
            drop(by_text);
            let blocks = found.into_iter().zip(contents);
            let blocks = blocks.map(|(block, (rope, content))| OpenBlock { block, rope, content }).collect();
            ReadBlocks { kind: self.kind, text, blocks }
        })
    }
}

/// What blocks with the same text have in common.
fn key(block: &Block) -> (BlockLanguage, &str) {
    (block.language(), block.text())
}

/// The text of a block, and what is known of it.
fn open(block: &Block) -> (Rope, Content) {
    let rope = Rope::from_str(block.text());
    (rope.clone(), Content::of_text(language_of(block), rope))
}
