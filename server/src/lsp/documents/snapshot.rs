//! One document at one moment, for a request to work on while the editor goes on typing. What it answers about chess is in
//! `answers.rs`.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use ropey::Rope;
use scoresheet_lint::finding::{Edit, Finding};
use tower_lsp::lsp_types::{self, Position, TextEdit, Url};

use super::language::Content;
use super::observer::Observer;
use super::open_blocks::{OpenBlock, OpenBlocks, ReadBlocks};
use super::open_documents::Document;
use super::repertoire_faults::FaultsNow;
use crate::embedded::{Block, apply, blocks, edits_in_document, for_fragments, for_moves_of_books, is_of_document};
use crate::lsp::proto::position::{self, Places, RopePlaces};
use crate::lsp::proto::text_edit;
use crate::lsp::settings::client_settings::Settings;
use crate::lsp::settings::configurations::Configured;
use scoresheet_lint::file_view::{FileFacts, OtherFiles};

/// The text, version and settings of a document, or of a block in it. Never changes; cheap to clone.
///
/// Of a block, places are those of its text, and positions those of the document.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub uri: Url,
    pub settings: Arc<Settings>,
    /// What the editor's settings and the nearest `scoresheet.toml` say of the document.
    pub configured: Arc<Configured>,
    /// Observes the steps of the work.
    pub observer: Arc<dyn Observer>,
    /// What is wrong in it as a part of a repertoire.
    pub repertoire: Option<Arc<FaultsNow>>,
    document: Document,
    /// The document that this block is in; nothing for a document.
    surroundings: Option<Surroundings>,
}

/// The document that a block is in.
#[derive(Clone)]
struct Surroundings {
    rope: Rope,
    blocks: Arc<OpenBlocks>,
    /// The number of the block, from 0.
    index: usize,
}

impl Surroundings {
    fn read(&self) -> &ReadBlocks {
        self.blocks.read(&self.rope)
    }

    fn block(&self) -> &Block {
        &self.read().blocks[self.index].block
    }
}

impl Snapshot {
    pub(crate) fn new(
        uri: Url,
        document: Document,
        settings: Arc<Settings>,
        configured: Configured,
        observer: Arc<dyn Observer>,
    ) -> Snapshot {
        let configured = Arc::new(configured);
        Snapshot { uri, settings, configured, observer, repertoire: None, document, surroundings: None }
    }

    /// The same with what is wrong in it as a part of a repertoire.
    pub(crate) fn with_repertoire(self, repertoire: Option<Arc<FaultsNow>>) -> Snapshot {
        Snapshot { repertoire, ..self }
    }

    /// The editor's version of the text.
    pub(crate) fn version(&self) -> i32 {
        self.document.version
    }

    /// Our own number for this very text; see [`Document::state`].
    pub(crate) fn state(&self) -> u64 {
        self.document.state
    }

    /// Whether this is a document with blocks. What is to be known of it is to be asked of its blocks.
    pub(crate) fn has_blocks(&self) -> bool {
        self.document.blocks.is_some()
    }

    /// Whether this is a block of a document.
    pub(crate) fn is_block(&self) -> bool {
        self.surroundings.is_some()
    }

    /// The text of a document with blocks, and what is known of them.
    pub(crate) fn read_blocks(&self) -> Option<&ReadBlocks> {
        Some(self.document.blocks.as_ref()?.read(&self.document.rope))
    }

    /// The blocks of a document that has some.
    pub(crate) fn blocks(&self) -> Vec<Snapshot> {
        let Some((blocks, read)) = self.document.blocks.as_ref().zip(self.read_blocks()) else { return Vec::new() };
        let with = |settings| Arc::new(Configured::new(settings, self.configured.path.clone()));
        let configured = with(for_fragments(&self.configured.settings));
        // Most documents have blocks of one kind.
        let of_moves = read.blocks.iter().find(|open| open.block.has_moves_only());
        let of_moves = of_moves.map(|_| with(for_moves_of_books(&configured.settings)));
        let configured_for = |block: &Block| match &of_moves {
            Some(of_moves) if block.has_moves_only() => of_moves.clone(),
            _ => configured.clone(),
        };
        let snapshot = |(index, open): (usize, &OpenBlock)| Snapshot {
            document: Document {
                rope: open.rope.clone(),
                content: open.content.clone(),
                blocks: None,
                ..self.document.clone()
            },
            configured: configured_for(&open.block),
            repertoire: None,
            surroundings: Some(Surroundings { rope: self.document.rope.clone(), blocks: blocks.clone(), index }),
            ..self.clone()
        };
        read.blocks.iter().enumerate().map(snapshot).collect()
    }

    /// What a request about `position` is about: a document, or the block at this place of one with blocks. Nothing between blocks.
    pub(crate) fn at(&self, position: Position) -> Option<Snapshot> {
        if !self.has_blocks() {
            return Some(self.clone());
        }
        let offset = self.offset(position);
        let is_here = |block: &Snapshot| {
            block.surroundings.as_ref().is_some_and(|around| around.block().offset_in_block(offset).is_some())
        };
        self.blocks().into_iter().find(is_here)
    }

    /// Where the text begins that the document has. In front of it a block may have a context.
    pub(crate) fn own_start(&self) -> usize {
        self.surroundings.as_ref().map_or(0, |around| around.block().own_start())
    }

    /// Whether a finding is about text that the document has.
    pub(crate) fn has(&self, finding: &Finding) -> bool {
        self.surroundings.as_ref().is_none_or(|around| is_of_document(around.block(), finding))
    }

    /// Edits of the text as edits of the document; nothing if some are of text that the document does not have.
    pub(crate) fn edits_in_document(&self, edits: &[Edit]) -> Vec<Edit> {
        match &self.surroundings {
            None => edits.to_vec(),
            Some(around) => edits_in_document(&around.read().text, around.block(), edits).unwrap_or_default(),
        }
    }

    /// Edits of the text as edits of the protocol.
    pub(crate) fn text_edits(&self, edits: &[Edit]) -> Vec<TextEdit> {
        match &self.surroundings {
            None => text_edit::text_edits(self, edits),
            Some(around) => {
                let places = RopePlaces { rope: &around.rope, encoding: self.settings.encoding };
                text_edit::text_edits(&places, &self.edits_in_document(edits))
            }
        }
    }

    /// The position in the document of byte `offset` of the text after `edits` of it.
    pub(crate) fn position_after(&self, edits: &[Edit], offset: usize) -> Position {
        let Some(around) = &self.surroundings else {
            let mut new = self.text().clone();
            edits.iter().rev().for_each(|edit| text_edit::replace(&mut new, &edit.range, &edit.text));
            return position::position(&new, offset, self.settings.encoding);
        };
        let read = around.read();
        let new = apply(&read.text, &self.edits_in_document(edits));
        let block = blocks(read.kind, &new).into_iter().nth(around.index);
        let offset = block.map_or(0, |block| block.offset_in_document(offset));
        position::position(&Rope::from_str(&new), offset, self.settings.encoding)
    }

    /// A text that is to be inserted, with what precedes the lines of the document.
    pub(crate) fn lines_in_document(&self, offset: usize, text: &str) -> Option<String> {
        let around = self.surroundings.as_ref()?;
        let edit = around.block().edit_in_document(&around.read().text, offset..offset, text)?;
        Some(edit.text)
    }

    /// The text.
    pub(crate) fn text(&self) -> &Rope {
        &self.document.rope
    }

    /// What is known of the text.
    pub(crate) fn content(&self) -> &Content {
        &self.document.content
    }

    /// The line of a byte offset, from 0.
    pub(crate) fn line_of(&self, offset: u64) -> u64 {
        let length = self.document.rope.len_bytes();
        self.document.rope.byte_to_line(usize::try_from(offset).unwrap_or(length).min(length)) as u64
    }

    /// The byte offset of the line that the user is likely to look at.
    pub(crate) fn focus(&self) -> usize {
        self.offset(Position::new(self.document.focus.line(), 0))
    }

    /// A document that was never saved has no name. Editors keep a byte order mark to themselves.
    pub(crate) fn facts(&self) -> FileFacts<'_> {
        let path = self.configured.path.as_deref();
        let name = path.and_then(Path::file_name).and_then(OsStr::to_str);
        let folder = path.and_then(Path::parent).and_then(Path::file_name).and_then(OsStr::to_str);
        let elsewhere = self.repertoire.as_ref().map_or_else(OtherFiles::default, |faults| OtherFiles {
            repertoire: faults.in_text(self.text()),
            generation: faults.generation(),
            ..OtherFiles::default()
        });
        FileFacts { name, folder, has_byte_order_mark: false, elsewhere }
    }

    /// The byte offset of `position`, clamped into the text.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let Some(around) = &self.surroundings else {
            return position::offset(&self.document.rope, position, self.settings.encoding);
        };
        let offset = position::offset(&around.rope, position, self.settings.encoding);
        let before_or_after =
            if offset < around.block().extent().start { self.own_start() } else { self.document.rope.len_bytes() };
        around.block().offset_in_block(offset).unwrap_or(before_or_after)
    }

    /// The bytes of `range`, clamped into the text; empty if it ends before it starts.
    pub(crate) fn offsets(&self, range: lsp_types::Range) -> Range<usize> {
        let start = self.offset(range.start);
        start..self.offset(range.end).max(start)
    }
}

impl Places for Snapshot {
    fn position(&self, offset: usize) -> Position {
        match &self.surroundings {
            None => position::position(&self.document.rope, offset, self.settings.encoding),
            Some(around) => {
                let offset = around.block().offset_in_document(offset);
                position::position(&around.rope, offset, self.settings.encoding)
            }
        }
    }

    fn range(&self, range: &Range<usize>) -> lsp_types::Range {
        let Some(around) = &self.surroundings else {
            return lsp_types::Range::new(self.position(range.start), self.position(range.end));
        };
        let places = RopePlaces { rope: &around.rope, encoding: self.settings.encoding };
        places.range(&around.block().range_in_document(range.clone()))
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.document.rope.get_byte(offset)
    }
}
