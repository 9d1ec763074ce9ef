//! One document at one moment, for a request to work on while the editor goes on typing.

use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;
use scoresheet_analysis::finding::Finding;
use scoresheet_grammar::Database;
use tower_lsp::lsp_types::{self, Position, Url};

use super::config::Settings;
use super::configurations::Configured;
use super::derived::{Kept, Part};
use super::documents::Document;
use super::engine::{CheckedFile, Engine, FileFacts, Share};
use super::position::{self, Places};

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

    /// The game at byte `offset` among others; see [`Derived::around`].
    ///
    /// [`Derived::around`]: super::derived::Derived::around
    pub fn around(&self, offset: usize) -> Part<'_> {
        self.document.derived.around(offset)
    }

    /// What is kept for later texts.
    pub fn kept(&self) -> &Kept {
        self.document.derived.kept()
    }

    /// The findings to show, as far as they are known when a share of what is left to do is done.
    pub fn findings(&self, share: Share) -> Arc<CheckedFile> {
        let configuration = &self.configured.settings.configuration;
        let check = |file: &Database, before: Option<&CheckedFile>| {
            self.engine.findings(file, self.facts(), configuration, before, share)
        };
        self.document.derived.findings(check)
    }

    /// The findings to show in another text, in ascending order of place.
    pub fn findings_in(&self, file: &Database) -> Vec<Finding> {
        let configuration = &self.configured.settings.configuration;
        self.engine.findings(file, self.facts(), configuration, None, Share::all()).all()
    }

    /// The byte offset of the place that the user seems to look at.
    pub fn focus(&self) -> usize {
        self.offset(Position::new(self.document.focus.line(), 0))
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
}

impl Places for Snapshot {
    fn position(&self, offset: usize) -> Position {
        position::position(&self.document.rope, offset, self.settings.encoding)
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.document.rope.get_byte(offset)
    }
}
