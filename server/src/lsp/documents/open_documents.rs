//! The open documents: the text as the editor has it, edit by edit.

use std::collections::HashMap;
use std::iter::once;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ropey::Rope;
use tower_lsp::lsp_types::{self, TextDocumentContentChangeEvent, TextDocumentItem, Url};

use super::change_order::{Change, RecentChanges};
use super::language::{Content, document_kind_of, language_of};
use super::open_blocks::OpenBlocks;
use super::text_version::TextChange;
use crate::lsp::proto::position::{self, Encoding};
use crate::lsp::proto::text_edit::replace;
use crate::lsp::transport::large_text;

/// Every open document, by its address.
#[derive(Default)]
pub(crate) struct Documents {
    open: Mutex<HashMap<Url, OpenDocument>>,
    last_state: AtomicU64,
}

struct OpenDocument {
    document: Document,
    recent: RecentChanges,
}

/// One open document. Cheap to clone: the text is shared until it is edited.
#[derive(Clone)]
pub(crate) struct Document {
    pub rope: Rope,
    /// The editor's count of its edits. Editors start anew when a file is opened again, and some never count.
    pub version: i32,
    /// Our own number for this very text: never used twice, whatever the editor's versions do.
    pub state: u64,
    /// What is computed from the text; nothing of one with blocks.
    pub content: Content,
    /// The blocks of a text that holds chess among other text.
    pub blocks: Option<Arc<OpenBlocks>>,
    /// Where the user is likely to look.
    pub focus: Arc<Focus>,
}

impl Document {
    /// The text of a file that is not open.
    pub(crate) fn of_file(uri: &Url, text: &str) -> Document {
        let rope = Rope::from_str(text);
        let content = Content::of_text(language_of("", uri), rope.clone());
        Document { rope, version: 0, state: 0, content, blocks: None, focus: Arc::default() }
    }

    /// Applies a change, and adds what it does to `applied`, in bytes. Returns complaints.
    fn apply(&mut self, change: &mut Change, applied: &mut Vec<TextChange>, encoding: Encoding) -> Vec<String> {
        change.version_before = std::mem::replace(&mut self.version, change.version);
        let mut complaints = Vec::new();
        for index in 0..change.events.len() {
            let TextDocumentContentChangeEvent { range, text, .. } = &change.events[index];
            let Some(range) = range else {
                self.rope = large_text::rope(text);
                if self.blocks.is_none() {
                    self.content = Content::of_text(self.content.language(), self.rope.clone());
                }
                applied.clear();
                continue;
            };
            self.focus.set(range.start.line);
            complaints.extend(out_of_step(&self.rope, range));
            let bytes = offsets(&self.rope, range, encoding);
            let text = text.clone();
            change.keep(&self.rope, &bytes, text.len());
            replace(&mut self.rope, &bytes, &text);
            applied.push((bytes, text));
        }
        complaints
    }
}

/// A line that an editor has changed or asked about: all that the protocol reveals of what is on the screen.
#[derive(Debug, Default)]
pub(crate) struct Focus(AtomicU32);

impl Focus {
    /// The line, from 0. It may be outside of the text.
    pub(crate) fn line(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self, line: u32) {
        self.0.store(line, Ordering::Relaxed);
    }
}

impl Documents {
    /// Takes the text of a document that was opened, or opened again.
    pub(crate) fn open(&self, document: TextDocumentItem) {
        let rope = large_text::take_text(&document);
        let state = self.new_state();
        let blocks = document_kind_of(&document.language_id, &document.uri).map(|kind| Arc::new(OpenBlocks::new(kind)));
        let language = language_of(&document.language_id, &document.uri);
        // The text around blocks is nothing to us.
        let content = Content::of_text(language, if blocks.is_some() { Rope::new() } else { rope.clone() });
        let opened = Document { rope, version: document.version, state, content, blocks, focus: Arc::default() };
        self.lock().insert(document.uri, OpenDocument { document: opened, recent: RecentChanges::default() });
    }

    /// Applies `changes` one after the other, each to the text the one before it left. Changes that later ones have overtaken are
    /// applied before those.
    ///
    /// Whatever an editor sends leaves a usable text: places outside the text are moved to the nearest inside. Returns
    /// a complaint for each sign that the editor and the server no longer mean the same text.
    pub(crate) fn change(
        &self,
        uri: &Url,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Vec<String> {
        let state = self.new_state();
        let mut open = self.lock();
        let Some(OpenDocument { document, recent }) = open.get_mut(uri) else {
            return vec![format!("{uri} was changed but is not open; the change is ignored")];
        };
        let change = Change::new(version, changes);
        let (later, mut applied) = recent.take_back(&change, &mut document.rope);
        let mut complaints = Vec::new();
        let late = || format!("{uri}: version {version} came after version {}", document.version);
        match later.first() {
            Some(first) => {
                tracing::debug!("{}; it is applied before that", late());
                document.version = first.version_before;
            }
            None if version < document.version => complaints.push(late()),
            None => {}
        }
        for (index, mut change) in once(change).chain(later).enumerate() {
            let complained = document.apply(&mut change, &mut applied, encoding);
            // Complaints about later ones were reported when they came.
            if index == 0 {
                complaints.extend(complained.into_iter().map(|complaint| format!("{uri}: {complaint}")));
            }
            recent.push(change);
        }
        document.state = state;
        match &document.blocks {
            Some(blocks) => document.blocks = Some(Arc::new(blocks.edited())),
            None => document.content = document.content.edited(document.rope.clone(), applied),
        }
        complaints
    }

    /// Notes that the user looks at a line.
    pub(crate) fn look_at(&self, uri: &Url, line: u32) {
        if let Some(OpenDocument { document, .. }) = self.lock().get(uri) {
            document.focus.set(line);
        }
    }

    /// Evicts the trees of games in a document that were not used since the last call.
    pub(crate) fn drop_idle_trees(&self, uri: &Url) {
        let Some(document) = self.get(uri) else { return };
        let Some(content) = document.content.without_idle_trees() else { return };
        if let Some(open) = self.lock().get_mut(uri).filter(|open| open.document.state == document.state) {
            open.document.content = content;
        }
        // What was there goes with `document`, now that the lock is released.
    }

    /// Forgets a document.
    pub(crate) fn close(&self, uri: &Url) {
        self.lock().remove(uri);
    }

    /// The document as it is now, if it is open.
    pub(crate) fn get(&self, uri: &Url) -> Option<Document> {
        self.lock().get(uri).map(|open| open.document.clone())
    }

    /// Whether the document is open and its text still that of `state`.
    pub(crate) fn is_current(&self, uri: &Url, state: u64) -> bool {
        self.lock().get(uri).is_some_and(|open| open.document.state == state)
    }

    /// Whether the document is open.
    pub(crate) fn is_open(&self, uri: &Url) -> bool {
        self.lock().contains_key(uri)
    }

    /// The addresses of all open documents.
    pub(crate) fn uris(&self) -> Vec<Url> {
        self.lock().keys().cloned().collect()
    }

    /// Has everything computed again; answers that are under way are stale.
    pub(crate) fn forget_computed(&self) {
        for OpenDocument { document, .. } in self.lock().values_mut() {
            document.state = self.new_state();
            match &document.blocks {
                Some(blocks) => document.blocks = Some(Arc::new(blocks.forgotten())),
                None => document.content = document.content.edited(document.rope.clone(), Vec::new()),
            }
        }
    }

    /// The same for one document.
    pub(crate) fn forget_computed_of(&self, uri: &Url) {
        let state = self.new_state();
        if let Some(OpenDocument { document, .. }) = self.lock().get_mut(uri) {
            document.state = state;
            document.content = document.content.edited(document.rope.clone(), Vec::new());
        }
    }

    fn new_state(&self) -> u64 {
        self.last_state.fetch_add(1, Ordering::Relaxed)
    }

    /// A panic while the lock was held leaves a text that is at worst out of date, never broken.
    fn lock(&self) -> MutexGuard<'_, HashMap<Url, OpenDocument>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of `range`, with its ends in the right order.
fn offsets(rope: &Rope, range: &lsp_types::Range, encoding: Encoding) -> Range<usize> {
    let one = position::offset(rope, range.start, encoding);
    let other = position::offset(rope, range.end, encoding);
    one.min(other)..one.max(other)
}

/// What proves that the editor's text is not ours. A column after the line's end does not: the protocol allows it. Nor
/// does the line after the last at column 0, with which some editors name the end of a text without a final line end.
fn out_of_step(rope: &Rope, range: &lsp_types::Range) -> Option<String> {
    let lines = rope.len_lines();
    let last = range.start.max(range.end);
    if last.line as usize > lines || (last.line as usize == lines && last.character > 0) {
        let line = u64::from(last.line) + 1;
        return Some(format!(
            "the editor changed line {line} of a text with {lines} lines; close the file and open it again"
        ));
    }
    (range.end < range.start).then(|| "the editor changed a range that ends before it starts".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scoresheet_grammar::Database;
    use tower_lsp::lsp_types::Position;

    use super::*;

    /// One incremental change: start line and column, end line and column, text. `None` replaces the whole text.
    type Event = (Option<[u32; 4]>, &'static str);

    fn event(&(range, text): &Event) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: range.map(|[a, b, c, d]| lsp_types::Range::new(Position::new(a, b), Position::new(c, d))),
            range_length: None,
            text: text.to_owned(),
        }
    }

    /// Applies `changes` to `before`; the text must become `after`, with `complaints` complaints.
    #[track_caller]
    fn check(before: &str, changes: &[Event], after: &str, complaints: usize) {
        let uri = Url::parse("file:///games.pgn").unwrap();
        let documents = Documents::default();
        documents.open(TextDocumentItem::new(uri.clone(), "pgn".into(), 1, before.into()));
        let opened = documents.get(&uri).unwrap();
        let complained = documents.change(&uri, 2, changes.iter().map(event).collect(), Encoding::Utf16);
        let document = documents.get(&uri).unwrap();
        assert_eq!(document.rope.to_string(), after);
        assert_eq!(document.version, 2);
        assert_eq!(complained.len(), complaints, "{complained:?}");
        assert!(!documents.is_current(&uri, opened.state) && documents.is_current(&uri, document.state));
    }

    #[test]
    fn applies_changes_in_order() {
        check("1. e4", &[(Some([0, 3, 0, 5]), "d4"), (Some([0, 5, 0, 5]), " d5")], "1. d4 d5", 0);
        check("a", &[(None, "1. e4\r\n"), (Some([1, 0, 1, 0]), "e5")], "1. e4\r\ne5", 0);
        check("🏆🏆", &[(Some([0, 2, 0, 4]), "x")], "🏆x", 0);
        check("a\r\nb", &[(Some([0, 1, 1, 0]), "")], "ab", 0);
        check("a\rb\nc", &[(Some([1, 0, 2, 0]), "")], "a\rc", 0);
    }

    #[test]
    fn trees_are_dropped_of_the_text_as_it_is() {
        let uri = Url::parse("file:///games.pgn").unwrap();
        let documents = Documents::default();
        documents.open(TextDocumentItem::new(uri.clone(), "pgn".into(), 1, "1. e4 *\n".into()));
        let kept = || match documents.get(&uri).unwrap().content {
            Content::Games(games) => games.file().kept_view(0).is_some(),
            Content::Records(..) => false,
        };
        assert!(kept());
        let state = documents.get(&uri).unwrap().state;
        documents.drop_idle_trees(&uri);
        assert!(!kept() && documents.is_current(&uri, state), "answers that are under way stay good");
    }

    #[test]
    fn survives_bad_edits() {
        check("abc", &[(Some([0, 2, 0, 1]), "x")], "axc", 1);
        check("abc", &[(Some([9, 0, 9, 5]), "x")], "abcx", 1);
        check("abc\n", &[(Some([0, 1, u32::MAX, u32::MAX]), "x")], "ax", 1);
        check("abc\nd", &[(Some([0, 9, 0, 12]), "x")], "abcx\nd", 0);
        check("abc", &[(Some([0, 0, 1, 0]), "x")], "x", 0);
    }

    /// Sends `changes`, each with its version, to a text of version 1; it must become `after`, with `complaints` complaints.
    #[track_caller]
    fn check_order(before: &str, changes: &[(i32, Event)], after: &str, complaints: usize) {
        let uri = Url::parse("file:///games.pgn").unwrap();
        let documents = Documents::default();
        documents.open(TextDocumentItem::new(uri.clone(), "pgn".into(), 1, before.into()));
        let mut complained = Vec::new();
        for (version, change) in changes {
            complained.extend(documents.change(&uri, *version, vec![event(change)], Encoding::Utf16));
        }
        let document = documents.get(&uri).unwrap();
        let Content::Games(games) = document.content else { panic!("a file of games") };
        let read: String = games.file().units().map(|(_, game)| game.text()).collect();
        assert_eq!((document.rope.to_string(), read), (after.to_owned(), after.to_owned()));
        let last = changes.iter().map(|(version, _)| *version).max();
        assert!(complaints > 0 || Some(document.version) == last, "{}", document.version);
        assert_eq!(complained.len(), complaints, "{complained:?}");
    }

    #[test]
    fn overtaken_changes_are_applied_in_the_order_of_their_versions() {
        let typed = (2, (Some([0, 6, 0, 6]), "e"));
        let taken_back = (8, (Some([0, 6, 0, 7]), ""));
        let accepted = (9, (Some([0, 6, 0, 6]), "e5"));
        check_order("1. e4  *", &[typed, taken_back, accepted], "1. e4 e5 *", 0);
        check_order("1. e4  *", &[typed, accepted, taken_back], "1. e4 e5 *", 0);
        check_order("1. e4  *", &[accepted, typed, taken_back], "1. e4 e5 *", 0);
        check_order("1. e4  *", &[accepted, taken_back, typed], "1. e4 e5 *", 0);
        let after = (10, (Some([0, 8, 0, 8]), " 2. d4"));
        check_order("1. e4  *", &[typed, accepted, taken_back, after], "1. e4 e5 2. d4 *", 0);
        check_order("1. e4  *", &[after, accepted, taken_back, typed], "1. e4 e5 2. d4 *", 0);
    }

    proptest! {
        /// None is overtaken by more than are kept.
        #[test]
        fn whatever_the_order_the_text_is_the_same(
            changes in prop::collection::vec((1..4_i32, prop::collection::vec(events(), 0..4), 0..8_usize), 1..24),
            is_utf8 in any::<bool>(),
        ) {
            let uri = Url::parse("file:///games.pgn").unwrap();
            let encoding = if is_utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
            let documents = [Documents::default(), Documents::default()];
            for each in &documents {
                let text = "[Event \"♘\"]\r\n\r\n1. e4 e5 *\n\n[Event \"🏆\"]\n\n1. d4 *\n";
                each.open(TextDocumentItem::new(uri.clone(), "pgn".into(), 1, text.into()));
            }
            let mut version = 1;
            let versions: Vec<i32> = changes.iter().map(|(gap, ..)| { version += gap; version }).collect();
            let mut late: Vec<usize> = (0..changes.len()).collect();
            late.sort_by_key(|&index| index + changes[index].2);
            for (each, order) in documents.iter().zip([(0..changes.len()).collect(), late]) {
                for index in order {
                    each.change(&uri, versions[index], changes[index].1.clone(), encoding);
                }
            }
            let [in_order, late] = documents.map(|each| each.get(&uri).unwrap());
            let text = late.rope.to_string();
            prop_assert_eq!((&text, late.version), (&in_order.rope.to_string(), in_order.version));
            let Content::Games(games) = late.content else { panic!("a file of games") };
            prop_assert_eq!(games.file(), &Database::parse(&text));
        }
    }

    fn events() -> impl Strategy<Value = TextDocumentContentChangeEvent> {
        const TEXTS: &[&str] = &["", "e4 ", "\n", "\r\n", "\r", "🏆", "ä", "*\n\n", "[Event \"x\"]\n\n", "{", "}"];
        let place = || (0..7_u32, 0..14_u32).prop_map(|(line, character)| Position::new(line, character));
        (place(), place(), any::<bool>(), prop::sample::select(TEXTS).prop_map(str::to_owned)).prop_map(
            |(start, end, is_empty, text)| {
                let range = Some(lsp_types::Range::new(start, if is_empty { start } else { end }));
                TextDocumentContentChangeEvent { range, range_length: None, text }
            },
        )
    }

    #[test]
    fn versions_that_are_used_again_are_applied_as_they_come() {
        let insert = |version, text| (version, (Some([0, 0, 0, 0]), text));
        check_order("*", &[insert(1, "a"), insert(1, "b")], "ba*", 0);
        check_order("*", &[insert(2, "a"), insert(3, "b"), insert(2, "c")], "cba*", 1);
        check_order("*", &[insert(2, "a"), insert(1, "b"), insert(2, "c")], "cba*", 1);
        check_order("*", &[(3, (None, "a*")), insert(2, "b")], "ba*", 1);
        check_order("*", &[insert(5, "a"), (2, (None, "b*"))], "b*", 1);
    }

    #[test]
    fn unknown_documents_and_old_versions_are_told() {
        let uri = Url::parse("file:///games.pgn").unwrap();
        let documents = Documents::default();
        assert_eq!(documents.change(&uri, 2, Vec::new(), Encoding::Utf8).len(), 1);
        assert!(documents.get(&uri).is_none());
        documents.open(TextDocumentItem::new(uri.clone(), "pgn".into(), 5, String::new()));
        assert_eq!(documents.change(&uri, 4, Vec::new(), Encoding::Utf8).len(), 1);
        documents.close(&uri);
        assert!(!documents.is_open(&uri));
    }
}
