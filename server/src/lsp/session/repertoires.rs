//! What is known of the repertoires of the open documents.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ropey::Rope;
use scoresheet_chess::repertoire::{PlayedMoves, Repertoire};
use scoresheet_lint::repertoire::FaultOfFile;
use tokio::sync::Semaphore;
use tower_lsp::lsp_types::Url;

use crate::configuration::RepertoireSettings;
use crate::lsp::documents::repertoire_faults::{FaultsNow, RepertoireFaults};
use crate::text_file::Stamp;

/// What is known.
pub(crate) struct Repertoires {
    /// Counts the looks that were scheduled: only the last has to run.
    pub(crate) looks: AtomicU64,
    /// Held by the one task that looks.
    pub(crate) looking: Semaphore,
    generation: AtomicU64,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    of_documents: HashMap<Url, Arc<RepertoireFaults>>,
    /// What each repertoire was made of when it was looked at last.
    looked_at: Vec<(RepertoireSettings, Vec<Version>)>,
    counted: Vec<Arc<Counted>>,
}

/// The text that was read of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Version {
    /// That of a document.
    Open(Url, u64),
    /// That of a file on the disk.
    OnDisk(PathBuf, Stamp),
}

/// What games play in the positions of a repertoire, so that they need not be counted for the same positions again.
pub(crate) struct Counted {
    /// What was counted, how far, and what it was when it was read.
    pub(crate) of: (Vec<Version>, u32),
    pub(crate) repertoire: Repertoire,
    pub(crate) played: PlayedMoves,
}

/// What was found in a document.
pub(crate) struct FoundInDocument {
    pub(crate) uri: Url,
    pub(crate) rope: Rope,
    pub(crate) faults: Vec<FaultOfFile>,
    pub(crate) folder: PathBuf,
}

impl Default for Repertoires {
    fn default() -> Repertoires {
        Repertoires {
            looks: AtomicU64::new(0),
            looking: Semaphore::new(1),
            generation: AtomicU64::new(0),
            known: Mutex::default(),
        }
    }
}

impl Repertoires {
    /// What is wrong in a document, as far as it is known.
    pub(crate) fn of(&self, uri: &Url) -> Option<Arc<FaultsNow>> {
        let found = self.lock().of_documents.get(uri)?.clone();
        Some(Arc::new(FaultsNow::new(found)))
    }

    /// Whether a repertoire was made of these texts when it was looked at last.
    pub(crate) fn has_seen(&self, settings: &RepertoireSettings, versions: &[Version]) -> bool {
        self.lock().looked_at.iter().any(|(other, seen)| other == settings && seen == versions)
    }

    /// What was counted last of these games, for a repertoire that had all of the positions that this one reaches.
    pub(crate) fn counted(&self, of: &(Vec<Version>, u32)) -> Option<Arc<Counted>> {
        self.lock().counted.iter().find(|counted| counted.of == *of).cloned()
    }

    /// Keeps what was counted. A session has few repertoires.
    pub(crate) fn keep_counted(&self, counted: Arc<Counted>) {
        const MOST_KEPT: usize = 4;
        let mut known = self.lock();
        known.counted.retain(|other| other.of != counted.of);
        known.counted.insert(0, counted);
        known.counted.truncate(MOST_KEPT);
    }

    /// Takes what was found in the documents of all repertoires; `None` of a repertoire in which nothing has changed. Returns the documents of which
    /// something else is known than before.
    pub(crate) fn take(
        &self,
        of_repertoires: Vec<(RepertoireSettings, Vec<Version>, Option<Vec<FoundInDocument>>)>,
        is_document: impl Fn(&Url) -> bool,
    ) -> Vec<Url> {
        let mut known = self.lock();
        let mut changed = Vec::new();
        let mut looked_at = Vec::new();
        for (settings, versions, found) in of_repertoires {
            for FoundInDocument { uri, rope, faults, folder } in found.into_iter().flatten() {
                let before = known.of_documents.get(&uri);
                let is_same = before.is_some_and(|before| before.faults == faults && before.rope == rope);
                let is_nothing = faults.is_empty() && before.is_none_or(|before| before.faults.is_empty());
                if !is_same && !is_nothing {
                    let generation = self.generation.fetch_add(1, Ordering::Relaxed) + 1;
                    let found = RepertoireFaults { rope, faults, folder, generation };
                    known.of_documents.insert(uri.clone(), Arc::new(found));
                    changed.push(uri);
                }
            }
            looked_at.push((settings, versions));
        }
        known.looked_at = looked_at;
        let gone: Vec<Url> = known.of_documents.keys().filter(|uri| !is_document(uri)).cloned().collect();
        gone.iter().for_each(|uri| drop(known.of_documents.remove(uri)));
        changed.extend(gone);
        changed
    }

    /// A panic while the lock was held leaves what was known before.
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
