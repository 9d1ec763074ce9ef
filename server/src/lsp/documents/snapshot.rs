//! One document at one moment, for a request to work on while the editor goes on typing. What it answers about chess is in
//! `answers.rs`.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use ropey::Rope;
use tower_lsp::lsp_types::{self, Position, Url};

use super::language::Content;
use super::observer::Observer;
use super::open_documents::Document;
use super::repertoire_faults::FaultsNow;
use crate::lsp::proto::position::{self, Places};
use crate::lsp::settings::client_settings::Settings;
use crate::lsp::settings::configurations::Configured;
use scoresheet_lint::file_view::{FileFacts, OtherFiles};

/// A document's text, version and settings. Never changes; cheap to clone.
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
}

impl Snapshot {
    pub(crate) fn new(
        uri: Url,
        document: Document,
        settings: Arc<Settings>,
        configured: Configured,
        observer: Arc<dyn Observer>,
    ) -> Snapshot {
        Snapshot { uri, settings, configured: Arc::new(configured), observer, repertoire: None, document }
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
        position::offset(&self.document.rope, position, self.settings.encoding)
    }

    /// The bytes of `range`, clamped into the text; empty if it ends before it starts.
    pub(crate) fn offsets(&self, range: lsp_types::Range) -> Range<usize> {
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
