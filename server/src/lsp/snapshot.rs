//! One document at one moment, for a request to work on while the editor goes on typing.

use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;
use scoresheet_analysis::finding::Finding;
use scoresheet_grammar::Database;
use tower_lsp::lsp_types::{self, Position, Url};

use super::config::Settings;
use super::configurations::Configured;
use super::documents::Document;
use super::engine::{CheckedFile, Engine, FileFacts};
use super::position;

/// A document's text, version and settings. Never changes; cheap to clone.
#[derive(Clone)]
pub struct Snapshot {
    pub uri: Url,
    pub settings: Arc<Settings>,
    /// What the editor's settings and the nearest `scoresheet.toml` say of the document.
    pub configured: Arc<Configured>,
    pub engine: Arc<dyn Engine>,
    document: Document,
}

impl Snapshot {
    pub fn new(
        uri: Url,
        document: Document,
        settings: Arc<Settings>,
        configured: Configured,
        engine: Arc<dyn Engine>,
    ) -> Snapshot {
        Snapshot { uri, settings, configured: Arc::new(configured), engine, document }
    }

    /// The editor's version of the text.
    pub fn version(&self) -> i32 {
        self.document.version
    }

    /// Our own number for this very text; see [`Document::state`].
    pub fn state(&self) -> u64 {
        self.document.state
    }

    /// The text.
    pub fn text(&self) -> &Rope {
        &self.document.rope
    }

    /// The games of the text; see [`Derived::file`].
    ///
    /// [`Derived::file`]: super::derived::Derived::file
    pub fn file(&self) -> &Database {
        self.document.derived.file()
    }

    /// The findings to show. Worked out the first time they are asked for.
    pub fn findings(&self) -> &CheckedFile {
        let configuration = &self.configured.settings.configuration;
        self.document.derived.findings(|file, before| self.engine.findings(file, self.facts(), configuration, before))
    }

    /// The findings to show in another text, in ascending order of place.
    pub fn findings_in(&self, file: &Database) -> Vec<Finding> {
        self.engine.findings(file, self.facts(), &self.configured.settings.configuration, None).all()
    }

    /// What was never saved is no file yet. Editors keep a byte order mark to themselves.
    fn facts(&self) -> FileFacts<'_> {
        let path = self.configured.path.as_deref();
        let name = path.and_then(|path| path.file_name()).and_then(|name| name.to_str());
        FileFacts { name, has_byte_order_mark: false }
    }

    /// The byte offset of `position`, clamped into the text.
    pub fn offset(&self, position: Position) -> usize {
        position::offset(&self.document.rope, position, self.settings.encoding)
    }

    /// The bytes of `range`, clamped into the text; empty if it ends before it starts.
    pub fn offsets(&self, range: lsp_types::Range) -> Range<usize> {
        let start = self.offset(range.start);
        start..self.offset(range.end).max(start)
    }

    /// The position of the byte at `offset`, clamped into the text.
    pub fn position(&self, offset: usize) -> Position {
        position::position(&self.document.rope, offset, self.settings.encoding)
    }

    /// The positions of the bytes of `range`, clamped into the text.
    pub fn range(&self, range: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(range.start), self.position(range.end))
    }
}
