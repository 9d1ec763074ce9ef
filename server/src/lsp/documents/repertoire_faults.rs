//! What is wrong in a document as a part of a repertoire: found now and then, and moved with the text until it is found anew.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use ropey::Rope;
use scoresheet_lint::repertoire::FaultOfFile;

/// What was found in a text.
#[derive(Debug)]
pub(crate) struct RepertoireFaults {
    /// The text in which it was found.
    pub rope: Rope,
    /// What was found, with places in that text.
    pub faults: Vec<FaultOfFile>,
    /// The folder that the names of other files are relative to.
    pub folder: PathBuf,
    /// Another number for each time that something else was found.
    pub generation: u64,
}

/// The same in the text as it is now.
pub(crate) struct FaultsNow {
    found: Arc<RepertoireFaults>,
    moved: OnceLock<Vec<FaultOfFile>>,
}

impl FaultsNow {
    /// What was found, in a text that is still to be looked at.
    pub(crate) fn new(found: Arc<RepertoireFaults>) -> FaultsNow {
        FaultsNow { found, moved: OnceLock::new() }
    }

    /// What was found, with places in `text`, which must be the same at every call. What an edit touched is left out. Linear in the text once, where it
    /// has changed.
    pub(crate) fn in_text(&self, text: &Rope) -> &[FaultOfFile] {
        if self.found.rope.is_instance(text) {
            return &self.found.faults;
        }
        self.moved.get_or_init(|| {
            let change = Change::between(&self.found.rope, text);
            self.found.faults.iter().filter_map(|fault| fault.moved(|range| change.place(range))).collect()
        })
    }

    /// Another number for each time that something else was found.
    pub(crate) fn generation(&self) -> u64 {
        self.found.generation
    }

    /// The folder that the names of other files are relative to.
    pub(crate) fn folder(&self) -> &PathBuf {
        &self.found.folder
    }
}

/// How many bytes at the start and at the end of two texts are the same.
struct Change {
    before: usize,
    after: usize,
    old: usize,
    new: usize,
}

impl Change {
    fn between(old: &Rope, new: &Rope) -> Change {
        let (old_length, new_length) = (old.len_bytes(), new.len_bytes());
        let shorter = old_length.min(new_length);
        let is_same = |(one, other): &(u8, u8)| one == other;
        let before = old.bytes().zip(new.bytes()).take_while(is_same).count();
        let backward = old.bytes_at(old_length).reversed().zip(new.bytes_at(new_length).reversed());
        // What is the same at both ends counts once.
        let after = backward.take(shorter - before).take_while(is_same).count();
        Change { before, after, old: old_length, new: new_length }
    }

    fn place(&self, range: &Range<usize>) -> Option<Range<usize>> {
        if range.end <= self.before {
            return Some(range.clone());
        }
        let moved = |offset: usize| offset + self.new - self.old;
        (range.start >= self.old - self.after).then(|| moved(range.start)..moved(range.end))
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::repertoire::FaultKind;

    use super::*;

    fn fault(range: Range<usize>) -> FaultOfFile {
        FaultOfFile { kind: FaultKind::UnplayedMove { played: String::new(), games: 0 }, range, other: None, fix: None }
    }

    #[test]
    fn places_move_with_the_text() {
        let text = "1. e4 e5 2. Nf3 Nc6 *";
        let check = |edited: &str, expected: &[&str]| {
            let faults =
                ["e4", "Nf3", "Nc6"].map(|san| fault(text.find(san).unwrap()..text.find(san).unwrap() + san.len()));
            let found = RepertoireFaults {
                rope: Rope::from_str(text),
                faults: faults.to_vec(),
                folder: PathBuf::new(),
                generation: 1,
            };
            let now = FaultsNow::new(Arc::new(found));
            let places: Vec<&str> =
                now.in_text(&Rope::from_str(edited)).iter().map(|fault| &edited[fault.range.clone()]).collect();
            assert_eq!(places, expected, "{edited}");
        };
        check(text, &["e4", "Nf3", "Nc6"]);
        check("1. e4 e5 {♘} 2. Nf3 Nc6 *", &["e4", "Nf3", "Nc6"]);
        check("1. e4 e5 2. Nc3 Nc6 *", &["e4", "Nc6"]);
        check("1. e4 e5 2. Nf3 *", &["e4", "Nf3"]);
        check("1. e4 e5 2. Nf3 d6 3. Nf3 Nc6 *", &["e4", "Nf3", "Nc6"]);
        check("", &[]);
    }
}
