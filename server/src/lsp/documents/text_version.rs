//! One version of a document's text and what is computed from it, from the version before where that is less work.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ropey::Rope;

use scoresheet_grammar::incremental::UnitFile;
use scoresheet_lint::checked_file::{CheckedFile, FileFindings};

use super::unit::LanguageUnit;

/// So many edits are kept until the games are requested. After more of them, as when a whole file is formatted, reading
/// all of it is no more work.
const MOST_EDITS: usize = 1000;

/// A text of this size is parsed in some milliseconds.
const SMALL_BYTES: usize = 1 << 21;

/// So much of a large file is looked at first to find the game at a place.
const WINDOW_BYTES: usize = 1 << 16;

/// A replacement of bytes of the text that the edit before it left.
pub(crate) type TextChange = (Range<usize>, String);

/// What is computed from one text, when first requested, and shared by all snapshots of that text.
pub(crate) struct TextVersion<U: LanguageUnit> {
    rope: Rope,
    /// Counts the texts of the document.
    number: u64,
    /// Where the games come from; nothing once they are there, or where they come from the text.
    origin: Mutex<Option<Edited<U>>>,
    file: OnceLock<UnitFile<U>>,
    /// The findings, as far as they are known.
    findings: Mutex<Option<Arc<CheckedFile<U>>>>,
    kept: Arc<Kept<U>>,
}

/// What is kept from text to text of a document, so that games which are still there need no more work.
struct Kept<U: LanguageUnit> {
    /// What was found last, and the number of the text.
    findings: Mutex<(u64, Option<Arc<CheckedFile<U>>>)>,
    features: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl<U: LanguageUnit> Default for Kept<U> {
    fn default() -> Kept<U> {
        Kept { findings: Mutex::default(), features: Mutex::default() }
    }
}

/// Some games of a text around a place.
pub(crate) struct Part<'text, U: LanguageUnit> {
    /// The games; all of the text where they are known.
    pub file: Cow<'text, UnitFile<U>>,
    /// The byte offset in the text at which they begin.
    pub start: usize,
}

/// A text of which much may be known, and the edits since.
struct Edited<U: LanguageUnit> {
    base: Arc<TextVersion<U>>,
    changes: Vec<TextChange>,
}

impl<U: LanguageUnit> Clone for Edited<U> {
    fn clone(&self) -> Edited<U> {
        Edited { base: self.base.clone(), changes: self.changes.clone() }
    }
}

impl<U: LanguageUnit> TextVersion<U> {
    /// Of a text of which nothing is known.
    pub(crate) fn of_text(rope: Rope) -> TextVersion<U> {
        TextVersion::new(rope, 0, None, Arc::default())
    }

    /// Of `rope`, the text that `changes` make of this one's.
    pub(crate) fn edited(self: &Arc<Self>, rope: Rope, changes: Vec<TextChange>) -> TextVersion<U> {
        let origin = self.origin.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // What this one's games come from serves as well, and quick edits do not make a chain that is kept in memory.
        let mut edited = match (self.file.get(), origin) {
            (None, Some(edited)) => edited,
            _ => Edited { base: self.clone(), changes: Vec::new() },
        };
        edited.changes.extend(changes);
        let is_worth_it = edited.changes.len() <= MOST_EDITS;
        TextVersion::new(rope, self.number + 1, is_worth_it.then_some(edited), self.kept.clone())
    }

    fn new(rope: Rope, number: u64, origin: Option<Edited<U>>, kept: Arc<Kept<U>>) -> TextVersion<U> {
        let (file, findings) = (OnceLock::new(), Mutex::default());
        TextVersion { rope, number, origin: Mutex::new(origin), file, findings, kept }
    }

    /// The same of the same text without idle trees. Nothing where none can go, or where
    /// the text is just being checked.
    pub(crate) fn without_idle_trees(&self) -> Option<TextVersion<U>> {
        let findings = self.findings.try_lock().ok()?.clone();
        let file = self.file.get()?.without_idle_trees()?;
        let same = TextVersion::new(self.rope.clone(), self.number, None, self.kept.clone());
        Some(TextVersion { file: OnceLock::from(file), findings: Mutex::new(findings), ..same })
    }

    /// What a feature keeps for the versions to come: one value of each type, at first its default.
    pub(crate) fn kept<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut features = self.kept.features.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = features.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default())).clone();
        kept.downcast().unwrap_or_default()
    }

    /// The games of the text: read in the games that were edited where those of a text before it are known, else in the
    /// whole text. Waits where another thread is about to know.
    pub(crate) fn file(&self) -> &UnitFile<U> {
        self.file.get_or_init(|| {
            let origin = self.origin.lock().unwrap_or_else(PoisonError::into_inner).take();
            let read = origin.and_then(|edited| edited.read(self.rope.len_bytes()));
            read.unwrap_or_else(|| U::read(&self.rope.to_string()))
        })
    }

    /// The game at byte `offset` among others, without parsing all of a large text. The games are the same
    /// as in the whole text, but not their places in it.
    pub(crate) fn around(&self, offset: usize) -> Part<'_, U> {
        if self.is_known_soon() {
            return Part { file: Cow::Borrowed(self.file()), start: 0 };
        }
        let length = self.rope.len_bytes();
        let mut reach = WINDOW_BYTES;
        loop {
            let line_start = |byte: usize| self.rope.line_to_byte(self.rope.byte_to_line(byte));
            let (from, to) = (offset.saturating_sub(reach), offset.saturating_add(reach));
            let (from, to) = (line_start(from), if to >= length { length } else { line_start(to) });
            let window = self.rope.byte_slice(from..to.max(from)).to_string();
            if let Some(piece) = U::piece_around(&window, offset - from, from == 0, to == length) {
                let file = Cow::Owned(U::read(&window[piece.clone()]));
                return Part { file, start: from + piece.start };
            }
            reach *= 4;
        }
    }

    /// What `ask` returns for the games around byte `offset` and the offset in them, and the byte offset in the text at which they
    /// begin; see [`TextVersion::around`].
    pub(crate) fn ask_around<T>(&self, offset: usize, ask: impl FnOnce(&UnitFile<U>, usize) -> T) -> (T, usize) {
        let Part { file, start } = self.around(offset);
        (ask(&file, offset - start), start)
    }

    /// Whether the games are known, or will be with little work.
    fn is_known_soon(&self) -> bool {
        let origin = || self.origin.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.file.get().is_some()
            || self.rope.len_bytes() <= SMALL_BYTES
            || origin().is_some_and(|edited| edited.base.file.get().is_some())
    }

    /// The findings in the text. Where they are not complete, `check` is to know more, given the games and what was found before,
    /// in this text or in one before it.
    pub(crate) fn findings(
        &self,
        check: impl FnOnce(&UnitFile<U>, Option<&CheckedFile<U>>) -> CheckedFile<U>,
    ) -> Arc<CheckedFile<U>> {
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(complete) = findings.as_ref().filter(|findings| findings.is_complete()) {
            return complete.clone();
        }
        let last = || self.kept.findings.lock().unwrap_or_else(PoisonError::into_inner).1.clone();
        let before = findings.clone().or_else(last);
        let checked = Arc::new(check(self.file(), before.as_deref()));
        *findings = Some(checked.clone());
        let mut last = self.kept.findings.lock().unwrap_or_else(PoisonError::into_inner);
        if last.0 <= self.number {
            *last = (self.number, Some(checked.clone()));
        }
        checked
    }
}

impl<U: LanguageUnit> TextVersion<U> {
    /// The findings in this very text that are known by now, which may be of some units only. Computes nothing and does not wait.
    pub(crate) fn known_findings(&self) -> Option<Arc<CheckedFile<U>>> {
        let last = self.kept.findings.lock().unwrap_or_else(PoisonError::into_inner);
        last.1.clone().filter(|_| last.0 == self.number)
    }
}

/// Work that is the same for the units of all languages.
pub(crate) trait UnitWork {
    /// What comes of it.
    type Answer;

    /// Does it for a version of a document.
    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> Self::Answer;
}

impl<U: LanguageUnit> Edited<U> {
    /// The games of the text, which is `length` bytes long. Nothing where it is quicker to read the whole text.
    fn read(&self, length: usize) -> Option<UnitFile<U>> {
        let mut file = self.base.file().clone();
        let mut bytes = 0;
        for (range, new) in &self.changes {
            let (edited, read) = file.edit(range.clone(), new);
            file = edited;
            bytes += read.bytes;
            // A file in which no game certainly begins is read whole for every edit.
            if bytes > length {
                return None;
            }
        }
        (file.text_length() == length).then_some(file)
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::{Database, Game};
    use scoresheet_lint::configuration::Configuration;
    use scoresheet_lint::file_view::FileFacts;
    use scoresheet_lint::finding::Level;
    use scoresheet_lint::linter::Linter;
    use scoresheet_lint::rules::RULES;

    use super::*;

    fn game(number: usize) -> String {
        format!("[Event \"{number}\"]\n\n1. e4 {{ {number} }} e5 *\n\n")
    }

    /// The text, edited in place, and what is derived from it.
    struct Typist {
        text: String,
        derived: Arc<TextVersion<Game>>,
    }

    impl Typist {
        fn new(text: String) -> Typist {
            let derived = Arc::new(TextVersion::<Game>::of_text(Rope::from_str(&text)));
            Typist { text, derived }
        }

        fn change(&mut self, range: Range<usize>, new: &str) {
            self.text.replace_range(range.clone(), new);
            let rope = Rope::from_str(&self.text);
            self.derived = Arc::new(self.derived.edited(rope, vec![(range, new.to_owned())]));
        }

        #[track_caller]
        fn check(&self) {
            assert_eq!(*self.derived.file(), Database::parse(&self.text));
            assert!(self.derived.origin.lock().unwrap().is_none(), "the text before is kept in memory");
        }
    }

    #[test]
    fn games_come_from_those_before_the_edit() {
        let mut typist = Typist::new((0..300).map(game).collect());
        typist.check();
        let before = typist.derived.clone();
        typist.change(20..20, "x");
        typist.change(21..22, "");
        typist.check();
        let kept = before.file().units().zip(typist.derived.file().units());
        assert_eq!(kept.filter(|((_, one), (_, other))| Arc::ptr_eq(one, other)).count(), 299);
    }

    #[test]
    fn games_are_known_after_edits_before_anybody_asked() {
        let mut typist = Typist::new((0..10).map(game).collect());
        for _ in 0..MOST_EDITS + 10 {
            typist.change(30..30, "x");
        }
        typist.check();
        typist.change(0..0, "y");
        typist.change(1..1, "\n[Event \"z\"]\n");
        typist.check();
        typist.change(0..typist.text.len(), "");
        typist.check();
    }

    #[test]
    fn the_game_at_a_place_is_known_before_all_games_are() {
        let mut text: String = (0..80_000).map(game).collect();
        text.insert_str(text.len() / 2, "\n1. d4 { a game without tags }\n\n");
        assert!(text.len() > SMALL_BYTES);
        let whole = Database::parse(&text);
        let derived = Arc::new(TextVersion::<Game>::of_text(Rope::from_str(&text)));
        for offset in (0..=text.len()).step_by(text.len() / 40).chain([text.len() / 2 + 5, text.len()]) {
            let Part { file, start } = derived.around(offset);
            let index = file.unit_at(offset - start).unwrap();
            let of_whole = whole.unit_at(offset).unwrap();
            assert!(file.len() < whole.len() / 10);
            assert_eq!(file.unit(index), whole.unit(of_whole));
            assert_eq!(Some(start + file.start(index).unwrap()), whole.start(of_whole));
        }
        assert!(derived.file.get().is_none());
        let file = derived.file();
        assert_eq!((file, derived.around(5).start), (&whole, 0));
    }

    #[test]
    fn trees_that_nobody_asks_about_go_and_nothing_else() {
        let mut typist = Typist::new((0..300).map(game).collect());
        assert!(typist.derived.without_idle_trees().is_none(), "nothing is read yet");
        typist.check();
        let linter = Linter::configured(RULES, &Configuration::new(Level::Warning));
        let found = |derived: &TextVersion<Game>| {
            derived.findings(|file, before| CheckedFile::carried(&linter, file, FileFacts::default(), before))
        };
        let known = found(&typist.derived);
        let being_checked = typist.derived.findings.lock().unwrap();
        assert!(typist.derived.without_idle_trees().is_none());
        drop(being_checked);
        let dropped = Arc::new(typist.derived.without_idle_trees().unwrap());
        assert!((0..300).all(|index| dropped.file().kept_view(index).is_none()));
        assert!(dropped.without_idle_trees().is_none());
        assert!(Arc::ptr_eq(&known, dropped.findings.lock().unwrap().as_ref().unwrap()));
        let is_same = |((_, one), (_, other)): ((_, &Arc<_>), (_, &Arc<_>))| Arc::ptr_eq(one, other);
        assert!(typist.derived.file().units().zip(dropped.file().units()).all(is_same));
        typist.derived = dropped;
        typist.change(20..20, "x");
        typist.check();
    }

    #[test]
    fn a_file_without_certain_places_is_read_whole() {
        let mut typist = Typist::new("1. e4 *\n".repeat(100));
        typist.check();
        for _ in 0..5 {
            typist.change(4..4, "e");
        }
        typist.check();
    }
}
