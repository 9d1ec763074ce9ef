//! A value for each unit of a document, kept as long as the unit is in the document.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use scoresheet_grammar::incremental::{Memo, UnitFile, UnitPlace};

use super::unit::LanguageUnit;

/// The values of the last version of a document, for the next.
pub(crate) struct UnitValues<U, T>(Mutex<Memo<U, T>>);

impl<U, T> Default for UnitValues<U, T> {
    fn default() -> UnitValues<U, T> {
        UnitValues(Mutex::default())
    }
}

impl<U: LanguageUnit, T: Clone + Send + Sync> UnitValues<U, T> {
    /// The value of each unit of `file`: the last one where the unit is still there and it `is_valid` for the unit at this index, else what
    /// `compute` makes of the unit, on several threads. Of the values, each of which takes so many `bytes`, as many are kept for the next
    /// version as fit into `room`.
    pub(crate) fn update(
        &self,
        file: &UnitFile<U>,
        is_valid: impl Fn(usize, &T) -> bool,
        compute: impl Fn(UnitPlace<'_, U>) -> T + Sync,
        room: usize,
        bytes: impl Fn(&T) -> usize,
    ) -> Memo<U, T> {
        let mut values = self.last().carried_to(file);
        values.retain(0..usize::MAX, is_valid);
        let missing = values.missing();
        let computed: Vec<_> = match missing.len() {
            // After a keystroke there is one unit to look at: no work for several threads.
            0..=1 => missing.iter().map(|missing| missing.compute(&compute)).collect(),
            _ => missing.par_iter().map(|missing| missing.compute(&compute)).collect(),
        };
        computed.into_iter().for_each(|computed| values.put(computed));
        let mut left = room;
        let mut kept = values.clone();
        kept.retain(0..usize::MAX, |_, value| left.checked_sub(bytes(value)).inspect(|rest| left = *rest).is_some());
        *self.lock() = kept;
        values
    }

    /// The values that are kept.
    pub(crate) fn last(&self) -> Memo<U, T> {
        self.lock().clone()
    }

    /// A panic while the lock was held leaves the values of another version, which are as good.
    fn lock(&self) -> MutexGuard<'_, Memo<U, T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
