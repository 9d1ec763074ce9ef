//! What is worked out from the text of a document, from that of the text before it where that is less work.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ropey::Rope;
use scoresheet_analysis::lint::CheckedFile;
use scoresheet_grammar::Database;

/// So many edits are kept until somebody asks for the games. After more of them, as when a whole file is formatted, reading
/// all of it is no more work.
const MOST_EDITS: usize = 1000;

/// A replacement of bytes of the text that the edit before it left.
pub type TextChange = (Range<usize>, String);

/// What is worked out from one text, once and when first asked for, and shared by all snapshots of that text.
pub struct Derived {
    rope: Rope,
    /// Where the games come from; nothing once they are there, or where they come from the text.
    origin: Mutex<Option<Edited>>,
    file: OnceLock<Database>,
    findings: OnceLock<Arc<CheckedFile>>,
    /// What was found last in any text of the document, so that games which are still there need not be checked again.
    last_findings: Arc<Mutex<Option<Arc<CheckedFile>>>>,
}

/// A text of which much may be known, and the edits since.
#[derive(Clone)]
struct Edited {
    base: Arc<Derived>,
    changes: Vec<TextChange>,
}

impl Derived {
    /// Of a text of which nothing is known.
    pub fn of_text(rope: Rope) -> Derived {
        Derived::new(rope, None, Arc::default())
    }

    /// Of `rope`, the text that `changes` make of this one's.
    pub fn edited(self: &Arc<Self>, rope: Rope, changes: Vec<TextChange>) -> Derived {
        let origin = self.origin.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // What this one's games come from serves as well, and quick edits do not make a chain that is kept in memory.
        let mut edited = match (self.file.get(), origin) {
            (None, Some(edited)) => edited,
            _ => Edited { base: self.clone(), changes: Vec::new() },
        };
        edited.changes.extend(changes);
        let is_worth_it = edited.changes.len() <= MOST_EDITS;
        Derived::new(rope, is_worth_it.then_some(edited), self.last_findings.clone())
    }

    fn new(rope: Rope, origin: Option<Edited>, last_findings: Arc<Mutex<Option<Arc<CheckedFile>>>>) -> Derived {
        Derived { rope, origin: Mutex::new(origin), file: OnceLock::new(), findings: OnceLock::new(), last_findings }
    }

    /// The games of the text: read in the games that were edited where those of a text before it are known, else in the
    /// whole text. Waits where another thread is about to know.
    pub fn file(&self) -> &Database {
        self.file.get_or_init(|| {
            let origin = self.origin.lock().unwrap_or_else(PoisonError::into_inner).take();
            let read = origin.and_then(|edited| edited.read(self.rope.len_bytes()));
            read.unwrap_or_else(|| Database::parse(&self.rope.to_string()))
        })
    }

    /// The findings in the text, which `check` works out where they are not known, given those in a text of the document before.
    pub fn findings(&self, check: impl FnOnce(&Database, Option<&CheckedFile>) -> CheckedFile) -> &CheckedFile {
        self.findings.get_or_init(|| {
            let last = self.last_findings.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let findings = Arc::new(check(self.file(), last.as_deref()));
            *self.last_findings.lock().unwrap_or_else(PoisonError::into_inner) = Some(findings.clone());
            findings
        })
    }
}

impl Edited {
    /// The games of the text, which is `length` bytes long. Nothing where it is quicker to read the whole text.
    fn read(&self, length: usize) -> Option<Database> {
        let mut file = self.base.file().clone();
        let mut bytes = 0;
        for (range, new) in &self.changes {
            let (edited, reparsed) = file.edit(range.clone(), new);
            file = edited;
            bytes += reparsed.bytes;
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
    use super::*;

    fn game(number: usize) -> String {
        format!("[Event \"{number}\"]\n\n1. e4 {{ {number} }} e5 *\n\n")
    }

    /// The text, edited in place, and what is derived from it.
    struct Typist {
        text: String,
        derived: Arc<Derived>,
    }

    impl Typist {
        fn new(text: String) -> Typist {
            let derived = Arc::new(Derived::of_text(Rope::from_str(&text)));
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
        let kept = before.file().games().zip(typist.derived.file().games());
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
    fn a_file_without_certain_places_is_read_whole() {
        let mut typist = Typist::new("1. e4 *\n".repeat(100));
        typist.check();
        for _ in 0..5 {
            typist.change(4..4, "e");
        }
        typist.check();
    }
}
