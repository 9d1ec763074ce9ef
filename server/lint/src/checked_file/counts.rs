//! How many findings there are of each level.

use crate::finding::Level;

/// How many findings there are of each level, as in [`Level::ALL`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts([usize; Level::ALL.len()]);

impl Counts {
    /// Returns how many there are of a level.
    pub fn of(&self, level: Level) -> usize {
        self.0[place(level)]
    }

    /// One more of this level.
    pub(super) fn add(&mut self, level: Level) {
        self.0[place(level)] += 1;
    }

    /// All of these more.
    pub(super) fn add_all(&mut self, other: Counts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    /// All of these fewer.
    pub(super) fn take_all(&mut self, other: Counts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, less)| *count -= less);
    }

    /// Of all levels.
    pub(super) fn sum(self) -> usize {
        self.0.iter().sum()
    }

    /// No more than `most`, the most serious first.
    pub(super) fn up_to(self, most: usize) -> Counts {
        let mut left = most;
        Counts(self.0.map(|count| {
            let taken = count.min(left);
            left -= taken;
            taken
        }))
    }

    /// Takes one of this level away, if there is one.
    pub(super) fn take(&mut self, level: Level) -> bool {
        let count = &mut self.0[place(level)];
        let has_one = *count > 0;
        *count -= usize::from(has_one);
        has_one
    }

    /// Whether there is any of the levels of which some are wanted.
    pub(super) fn has_any(self, wanted: Counts) -> bool {
        self.0.iter().zip(wanted.0).any(|(count, wanted)| *count > 0 && wanted > 0)
    }
}

/// The place of a level in [`Level::ALL`].
fn place(level: Level) -> usize {
    match level {
        Level::Error => 0,
        Level::Warning => 1,
        Level::Info => 2,
        Level::Hint => 3,
    }
}
