//! Keeping the index up to date in the background: the files of the workspace folders, and the open documents.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::sleep;
use tower_lsp::lsp_types::MessageType;

use super::state::State;
use crate::language::EXTENSIONS;
use crate::lsp::documents::observer::Step;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::tasks::progress::Progress;
use crate::lsp::workspace::INDEX_BYTES_PER_BYTE;
use crate::lsp::workspace::read::read;
use crate::lsp::workspace::walk::{FoundFile, Walked, has_extension, walk, within};

/// Debounces changes, which come in swarms when a branch is checked out or a word is typed.
const QUIET: Duration = Duration::from_millis(200);

/// Work on less text than this is done before the user could read that it has begun.
const LONG_BYTES: u64 = 2 << 20;

/// Open documents up to this length are played through for completion as soon as they are there; longer ones when the client requests
/// references or the tree of openings, as their positions take three times their length in memory.
const MOST_EAGER_BYTES: usize = 16 << 20;

/// So many games of the open documents are played before a request that waits for them may take over.
const GAMES_PER_TURN: usize = 256;

/// The state of this work.
pub(crate) struct Indexing {
    /// Held by the one task that goes through the folders.
    scanning: Semaphore,
    /// Counts the scans that were scheduled: only the last has to run.
    scans: AtomicU64,
    /// Held by the task that plays the games of the open documents.
    pub following: Arc<Semaphore>,
    follows: AtomicU64,
    /// The user has cancelled indexing: files that are not known stay unknown.
    is_cancelled: AtomicBool,
    /// What is left out has been reported.
    was_reported: AtomicBool,
}

impl Default for Indexing {
    fn default() -> Indexing {
        Indexing {
            scanning: Semaphore::new(1),
            scans: AtomicU64::new(0),
            following: Arc::new(Semaphore::new(1)),
            follows: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
            was_reported: AtomicBool::new(false),
        }
    }
}

/// Looks through the workspace folders again, and reads what has changed. Does not wait.
pub(crate) fn rescan(state: &Arc<State>) {
    state.game_files.forget();
    let number = state.indexing.scans.fetch_add(1, Ordering::Relaxed) + 1;
    let state = state.clone();
    tokio::spawn(async move {
        sleep(QUIET).await;
        let Ok(_turn) = state.indexing.scanning.acquire().await else { return };
        if state.indexing.scans.load(Ordering::Relaxed) == number {
            scan(&state).await;
        }
    });
}

/// Follows the open documents. Does not wait.
pub(crate) fn documents_changed(state: &Arc<State>) {
    let number = state.indexing.follows.fetch_add(1, Ordering::Relaxed) + 1;
    let state = state.clone();
    tokio::spawn(async move {
        sleep(QUIET).await;
        let is_last = |state: &State| state.indexing.follows.load(Ordering::Relaxed) == number;
        let mut is_complete = false;
        while !is_complete && is_last(&state) {
            let Ok(_turn) = state.indexing.following.acquire().await else { return };
            let (index, snapshots) = (state.index.clone(), state.snapshots());
            let follow = move || {
                index.close_others(&snapshots);
                index.update_names(&snapshots);
                let is_short = |snapshot: &Snapshot| snapshot.text().len_bytes() <= MOST_EAGER_BYTES;
                index.update_positions(&snapshots, is_short, GAMES_PER_TURN, |_| true)
            };
            is_complete = state.background.run(follow).await.unwrap_or(true);
        }
    });
}

async fn scan(state: &Arc<State>) {
    let settings = state.settings();
    let options = settings.config.workspace_index;
    let before = settings.clone();
    let progress: Arc<OnceLock<Progress>> = Arc::default();
    let shown = progress.clone();
    let is_cancelled = move || shown.get().is_some_and(Progress::is_cancelled);
    let is_off = is_cancelled.clone();
    let pace = state.pace(move |state| {
        let now = state.settings();
        let is_same = now.config.workspace_index == before.config.workspace_index && now.folders == before.folders;
        is_same && !is_off()
    });
    let mut walked = Walked::default();
    if options.enabled {
        let (folders, pace) = (settings.folders.clone(), pace.clone());
        walked =
            state.background.run(move || walk(&folders, has_extension(&EXTENSIONS), &pace)).await.unwrap_or_default();
    }
    if !pace.is_wanted() {
        return;
    }
    let (files, left_out) = within(walked.files, options.most_bytes());
    let is_off = state.indexing.is_cancelled.load(Ordering::Relaxed);
    let most = usize::try_from(options.most_bytes()).unwrap_or(usize::MAX).saturating_mul(INDEX_BYTES_PER_BYTE);
    let (index, open) = (state.index.clone(), open_paths(state));
    let plan = move || index.plan(&files, &open, most, is_off);
    let unread = state.background.run(plan).await.unwrap_or_default();
    let bytes: u64 = unread.iter().map(|file| file.length).sum();
    if bytes >= LONG_BYTES && !is_off {
        let number = state.indexing.scans.load(Ordering::Relaxed);
        let token = format!("scoresheet/index/{number}");
        if let Some(begun) = state.begin_progress(token, "Indexing the games of the workspace") {
            let _ = progress.set(begun);
        }
    }
    let done = Arc::new(AtomicU64::new(0));
    for file in unread.into_iter().filter(|_| !is_off) {
        let (index, its_pace, done, progress) = (state.index.clone(), pace.clone(), done.clone(), progress.clone());
        let advance = move |more: u64| {
            let done = done.fetch_add(more, Ordering::Relaxed) + more;
            if let Some(progress) = progress.get() {
                progress.reach((100 * done / bytes.max(1)).min(100) as u32);
            }
        };
        let (path, encoding, observer) = (file.path.clone(), settings.encoding, state.observer.clone());
        let read = move || {
            observer.observe(Step::Index);
            read(&index, &file, encoding, &its_pace, &advance);
        };
        state.background.run(read).await;
        if open_paths(state).contains(&path) {
            state.index.forget_path(&path);
        }
        if is_cancelled() {
            state.indexing.is_cancelled.store(true, Ordering::Relaxed);
            let message = "The workspace index was stopped; what was read of the workspace stays known".to_owned();
            return state.log(MessageType::INFO, message);
        }
        if !pace.is_wanted() {
            return;
        }
    }
    report_left_out(state, &left_out, walked.is_cut_short);
}

/// The paths of the open documents.
pub(crate) fn open_paths(state: &State) -> HashSet<PathBuf> {
    let settings = state.settings();
    state.documents.uris().iter().filter_map(|uri| state.configurations.path_of(uri, &settings)).collect()
}

fn report_left_out(state: &Arc<State>, left_out: &[FoundFile], is_cut_short: bool) {
    let said = match left_out {
        [] if is_cut_short => "the folders hold too many files".to_owned(),
        [] if state.index.is_full() => "the games reach too many positions".to_owned(),
        [] => return,
        [only] => format!("{} is left out", only.path.display()),
        [first, others @ ..] => format!("{} and {} other files are left out", first.path.display(), others.len()),
    };
    if state.indexing.was_reported.swap(true, Ordering::Relaxed) {
        return;
    }
    state.warn_once(format!(
        "The workspace has more games than Scoresheet keeps an index of: {said}. Their moves and names are not found from other files. \
         Raise the setting workspaceIndex.megabytes, or name what is not needed under exclude in scoresheet.toml."
    ));
}
