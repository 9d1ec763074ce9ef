//! What is worked out of each run of records by itself, and kept as long as its lines are in the file.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use scoresheet_grammar::epd::{EpdFile, Records};

/// One `T` for each run of records, in order. The runs are kept, so that no others have their addresses.
#[derive(Clone)]
pub struct PerChunk<T>(Arc<[(Arc<Records>, T)]>);

impl<T> Default for PerChunk<T> {
    fn default() -> PerChunk<T> {
        PerChunk(Arc::default())
    }
}

impl<T: Clone + Send + Sync> PerChunk<T> {
    /// For each run of `file` what `kept` has for it if it `is_valid` for the run at this index, else what `work` makes of it.
    pub fn of(
        file: &EpdFile,
        kept: &PerChunk<T>,
        is_valid: impl Fn(usize, &T) -> bool + Sync,
        work: impl Fn(usize, &Records) -> T + Sync,
    ) -> PerChunk<T> {
        let known: HashMap<_, _> = kept.0.iter().map(|(chunk, known)| (address(chunk), known)).collect();
        let chunks: Vec<&Arc<Records>> = file.units().map(|(_, chunk)| chunk).collect();
        let of_chunk = |(index, chunk): (usize, &Arc<Records>)| {
            let known = known.get(&address(chunk)).filter(|known| is_valid(index, known));
            (chunk.clone(), known.map_or_else(|| work(index, chunk), |known| T::clone(known)))
        };
        PerChunk(chunks.into_par_iter().enumerate().map(of_chunk).collect::<Vec<_>>().into())
    }

    /// The same for something else that is worked out of what there is.
    pub fn map<U>(&self, work: impl Fn(&T) -> U) -> PerChunk<U> {
        PerChunk(self.0.iter().map(|(chunk, known)| (chunk.clone(), work(known))).collect())
    }

    /// The runs, each with its address, which tells it from all others that are kept, and with what there is of it.
    pub fn chunks(&self) -> impl Iterator<Item = (usize, &Records, &T)> {
        self.0.iter().map(|(chunk, known)| (address(chunk), &**chunk, known))
    }

    /// What there is, run by run.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, known)| known)
    }

    /// As many of them as fit into `room`, from the first on and over what is too large, where each `T` takes so many `bytes` besides
    /// itself.
    fn that_fit(&self, mut room: usize, bytes: impl Fn(&T) -> usize) -> PerChunk<T> {
        let mut fits = |known: &T| room.checked_sub(bytes(known)).inspect(|left| room = *left).is_some();
        PerChunk(self.0.iter().filter(|(_, known)| fits(known)).cloned().collect())
    }
}

/// The last [`PerChunk`] of a document, for the next.
pub struct LastPerChunk<T>(Mutex<PerChunk<T>>);

impl<T> Default for LastPerChunk<T> {
    fn default() -> LastPerChunk<T> {
        LastPerChunk(Mutex::default())
    }
}

impl<T: Clone + Send + Sync> LastPerChunk<T> {
    /// What [`PerChunk::of`] says of `file`, given the last one. As much of it is kept for the next as fits into `room`: each `T` takes
    /// so many `bytes` besides itself.
    pub fn of(
        &self,
        file: &EpdFile,
        is_valid: impl Fn(usize, &T) -> bool + Sync,
        work: impl Fn(usize, &Records) -> T + Sync,
        room: usize,
        bytes: impl Fn(&T) -> usize,
    ) -> PerChunk<T> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let fresh = PerChunk::of(file, &last, is_valid, work);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = fresh.that_fit(room, bytes);
        fresh
    }
}

fn address(chunk: &Arc<Records>) -> usize {
    Arc::as_ptr(chunk) as usize
}
