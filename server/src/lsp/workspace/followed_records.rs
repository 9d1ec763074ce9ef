//! The runs of records of an open document that are in the index; unchanged runs stay through edits.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use scoresheet_grammar::epd::{EpdFile, Records};

use super::followed::address;

/// Runs of lines in the index, by address, each with its number; numbers are never reused within a document. The runs are held here, so no
/// address is reused.
#[derive(Debug, Default)]
pub(super) struct FollowedRecords(HashMap<usize, (Arc<Records>, u32)>);

impl FollowedRecords {
    /// Evicts the runs that are no longer in the document, and returns their numbers. Linear in the number of runs.
    pub(super) fn forget_others(&mut self, now: &EpdFile) -> Vec<u32> {
        let present: HashSet<usize> = now.units().map(|(_, chunk)| address(chunk)).collect();
        let mut forgotten = Vec::new();
        self.0.retain(|at, (_, number)| {
            let is_present = present.contains(at);
            if !is_present {
                forgotten.push(*number);
            }
            is_present
        });
        forgotten
    }

    /// Returns runs that are not in the index: as many as give at least `most` lines.
    pub(super) fn unknown(&self, now: &EpdFile, most: usize) -> Vec<Arc<Records>> {
        let mut lines = 0;
        let chunks = now.units().map(|(_, chunk)| chunk).filter(|chunk| !self.0.contains_key(&address(chunk)));
        let take = chunks.take_while(|chunk| {
            let is_wanted = lines < most;
            lines += chunk.len();
            is_wanted
        });
        take.cloned().collect()
    }

    /// Inserts a run with its number. Returns whether it is new.
    pub(super) fn insert(&mut self, chunk: Arc<Records>, number: u32) -> bool {
        self.0.insert(address(&chunk), (chunk, number)).is_none()
    }

    /// Whether a run is in the index.
    pub(super) fn contains(&self, chunk: &Arc<Records>) -> bool {
        self.0.contains_key(&address(chunk))
    }

    /// Returns the run at this address.
    pub(super) fn at(&self, address: usize) -> Option<&Arc<Records>> {
        self.0.get(&address).map(|(chunk, _)| chunk)
    }

    /// Returns the number of runs.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the numbers of all runs.
    pub(super) fn into_numbers(self) -> impl Iterator<Item = u32> {
        self.0.into_values().map(|(_, number)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_leaves_the_other_runs_known() {
        let text: String = (0..2000).map(|number| format!("8/8/8/8/8/8/8/K1k5 w - - id \"{number}\";\r\n")).collect();
        let before = EpdFile::parse(&text);
        let mut followed = FollowedRecords::default();
        let first = followed.unknown(&before, 100);
        assert_eq!(first.len(), 1);
        for (number, chunk) in (0..).zip(followed.unknown(&before, usize::MAX)) {
            assert!(followed.insert(chunk, number));
        }
        assert!(followed.unknown(&before, usize::MAX).is_empty() && followed.contains(&first[0]));
        let (after, _) = before.edit(5..6, "7");
        assert_eq!(followed.unknown(&after, usize::MAX).len(), 1);
        assert_eq!(followed.forget_others(&after), [0]);
        assert_eq!(followed.len() + 1, after.len());
        // If the document is in another language now, no run remains.
        assert_eq!(followed.forget_others(&EpdFile::default()).len(), after.len() - 1);
    }
}
