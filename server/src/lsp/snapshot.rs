//! One document at one moment, for a request to work on while the editor goes on typing.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use scoresheet_analysis::finding::Finding;
use scoresheet_grammar::Database;
use tower_lsp::lsp_types::{self, Position, Url};

use super::config::Settings;
use super::configurations::Configured;
use super::documents::Document;
use super::engine::{Engine, FileFacts};
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

/// What is worked out from one text, once and when first asked for, and shared by all snapshots of that text.
#[derive(Default)]
pub struct Derived {
    text: OnceLock<String>,
    file: OnceLock<Database>,
    findings: OnceLock<Vec<Finding>>,
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

    /// The whole text. O(n) the first time it is asked for.
    pub fn text(&self) -> &str {
        self.document.derived.text.get_or_init(|| self.document.rope.to_string())
    }

    /// The games of the text. Parsed the first time they are asked for, in one piece: the one place that has to change
    /// for games that an edit did not touch to outlive it (`Database::reparse`).
    pub fn file(&self) -> &Database {
        self.document.derived.file.get_or_init(|| Database::parse(self.text()))
    }

    /// The findings to show, by the order of the engine. Worked out the first time they are asked for.
    pub fn findings(&self) -> &[Finding] {
        self.document.derived.findings.get_or_init(|| self.findings_in(self.file()))
    }

    /// The findings to show in another text.
    pub fn findings_in(&self, file: &Database) -> Vec<Finding> {
        // What was never saved is no file yet. Editors keep a byte order mark to themselves.
        let path = self.configured.path.as_deref();
        let name = path.and_then(|path| path.file_name()).and_then(|name| name.to_str());
        let facts = FileFacts { name, has_byte_order_mark: false };
        self.engine.findings(file, facts, &self.configured.settings.configuration)
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
