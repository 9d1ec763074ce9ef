//! Publishing findings: after every change, the newest text's only, in order. In a large file those around the edit come at once,
//! the others and what is to be said of the whole file when they are known.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tower_lsp::lsp_types::{MessageType, Url};

use super::notification;
use crate::lsp::documents::findings::Findings;
use crate::lsp::documents::findings::Share;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::idle_trees;
use crate::lsp::session::state::{State, failure};

/// So many games of a file that was opened are checked before anything is published: a few milliseconds of work, and all of an
/// ordinary file.
const FIRST_GAMES: usize = 2048;

/// After an edit, so many are, whatever else is still to be checked: those that it touched. One part at least, see [`CheckedFile::missing`].
///
/// [`CheckedFile::missing`]: scoresheet_lint::checked_file::CheckedFile::missing
const FIRST_GAMES_OF_EDIT: usize = 64;

/// So many are checked before the version is looked at and progress is reported.
const GAMES_IN_STEP: usize = 4096;

/// How many games a file may have whose rules about whole files run at every keystroke; in larger ones they run when the user pauses.
const LARGEST_WITHOUT_PAUSE: usize = 2048;

/// Debounces everything but the games that an edit touched: typing must not wait for a thread.
const QUIET: Duration = Duration::from_millis(200);

/// How much is done before something is published.
#[derive(Clone, Copy)]
struct Step {
    games: usize,
    games_of_file: usize,
}

/// Publishes the findings on the document as it is now, unless it changes before they are known. Then runs `prepare` in the background.
/// Does not wait.
pub(crate) fn schedule(state: &Arc<State>, uri: &Url, prepare: impl FnOnce(&Snapshot) + Send + 'static) {
    let Some(snapshot) = state.snapshot(uri) else { return };
    if snapshot.has_blocks() {
        return schedule_blocks(state, snapshot);
    }
    let (state, first) = (state.clone(), Step { games: FIRST_GAMES, games_of_file: LARGEST_WITHOUT_PAUSE });
    tokio::spawn(async move {
        publish_step_by_step(&state, &snapshot, first, Duration::ZERO).await;
        idle_trees::after_opening(&state, &snapshot).await;
        state.background.run(move || prepare(&snapshot)).await;
    });
}

/// Publishes the findings after an edit.
pub(crate) fn schedule_after_edit(state: &Arc<State>, uri: &Url) {
    let Some(snapshot) = state.snapshot(uri) else { return };
    if snapshot.has_blocks() {
        return schedule_blocks(state, snapshot);
    }
    let (state, first) = (state.clone(), Step { games: FIRST_GAMES_OF_EDIT, games_of_file: LARGEST_WITHOUT_PAUSE });
    tokio::spawn(async move { publish_step_by_step(&state, &snapshot, first, QUIET).await });
}

/// Publishes the findings in all blocks of a document, unless it changes before they are known. Does not wait.
fn schedule_blocks(state: &Arc<State>, snapshot: Snapshot) {
    let state = state.clone();
    tokio::spawn(async move {
        let publishing = state.publishing(&snapshot.uri);
        let _turn = publishing.acquire().await;
        if !state.is_current(&snapshot) {
            return;
        }
        let checked = snapshot.clone();
        match spawn_blocking(move || notification::of_blocks(&checked)).await {
            Ok(notification) if state.is_current(&snapshot) => state.outbox.send(&notification),
            Ok(_) => {}
            Err(error) => state.log(MessageType::ERROR, format!("{}: {}", snapshot.uri, failure(error))),
        }
    });
}

/// Clears the diagnostics of a document that has been closed. Does not wait.
pub(crate) fn clear(state: &Arc<State>, uri: Url) {
    let state = state.clone();
    tokio::spawn(async move {
        let publishing = state.publishing(&uri);
        let _turn = publishing.acquire().await;
        if !state.documents.is_open(&uri) {
            state.outbox.send(&notification::of_diagnostics(uri, Vec::new(), None));
        }
    });
}

/// Publishes the faults of configuration files, and clears those that are mended. For one caller at a time, so that diagnostics are
/// published in order.
pub(crate) fn publish_configuration_faults(state: &Arc<State>) {
    for (uri, diagnostics) in state.configurations.changed_diagnostics(state.settings().encoding) {
        state.outbox.send(&notification::of_diagnostics(uri, diagnostics, None));
    }
}

async fn publish_step_by_step(state: &Arc<State>, snapshot: &Snapshot, first: Step, quiet: Duration) {
    let Some(published) = publish(state, snapshot, first, None).await else { return };
    if published.is_complete() {
        return;
    }
    tokio::time::sleep(quiet).await;
    if !published.has_all_units() && state.is_current(snapshot) {
        match check_all_games(state, snapshot, &published).await {
            Checked::All => {}
            Checked::UntilCancelled => {
                let known = Step { games: 0, games_of_file: 0 };
                publish(state, snapshot, known, None).await;
                return;
            }
            Checked::UntilEdited => return,
        }
    }
    let last = Step { games: usize::MAX, games_of_file: usize::MAX };
    // Before it is the turn of this text to be published, so that the next one does not wait.
    if check(state, snapshot, last, |_, _| ()).await.is_some() {
        publish(state, snapshot, last, Some(published)).await;
    }
}

/// Publishes the findings after a step of work if they are others than before. Nothing if the text changes meanwhile.
async fn publish(state: &Arc<State>, snapshot: &Snapshot, step: Step, before: Option<Findings>) -> Option<Findings> {
    let publishing = state.publishing(&snapshot.uri);
    let _turn = publishing.acquire().await;
    let work = move |snapshot: &Snapshot, findings: Findings| {
        let is_same = |before: Findings| before.has_all_units() && findings.of_file().says_what(before.of_file());
        let notification = (!before.is_some_and(is_same)).then(|| notification::of_findings(snapshot, &findings));
        (notification, findings)
    };
    let (notification, findings) = check(state, snapshot, step, work).await?;
    if let Some(notification) = notification {
        state.outbox.send(&notification);
    }
    Some(findings)
}

/// How far the games of a file have been checked.
enum Checked {
    All,
    UntilCancelled,
    UntilEdited,
}

/// Checks the games that are left, and shows progress. Stops when the text changes, and when the user cancels it: then
/// what is not checked stays so until the next edit, or until all findings are requested.
async fn check_all_games(state: &Arc<State>, snapshot: &Snapshot, findings: &Findings) -> Checked {
    let all = findings.unchecked_units().max(1);
    let title = format!("Checking the {}s", snapshot.language().noun());
    let progress = state.begin_progress(format!("scoresheet/check/{}", snapshot.state()), title);
    let step = Step { games: GAMES_IN_STEP, games_of_file: 0 };
    let mut left = all;
    while left > 0 {
        let unchecked = |_: &Snapshot, findings: Findings| findings.unchecked_units();
        let Some(unchecked) = check(state, snapshot, step, unchecked).await else { return Checked::UntilEdited };
        left = unchecked;
        if let Some(progress) = &progress {
            progress.reach((100 - 100 * left / all) as u32);
            if left > 0 && progress.is_cancelled() {
                return Checked::UntilCancelled;
            }
        }
    }
    Checked::All
}

/// What `work` makes of the findings after a step, on another thread. Nothing if the text changes meanwhile.
async fn check<T: Send + 'static>(
    state: &Arc<State>,
    snapshot: &Snapshot,
    step: Step,
    work: impl FnOnce(&Snapshot, Findings) -> T + Send + 'static,
) -> Option<T> {
    if !state.is_current(snapshot) {
        return None;
    }
    let (wanted, worked) = (state.clone(), snapshot.clone());
    let done = spawn_blocking(move || {
        let is_wanted = || wanted.is_current(&worked);
        let Step { games, games_of_file } = step;
        let findings = worked.findings(Share { near: worked.focus(), games, games_of_file, is_wanted: &is_wanted });
        work(&worked, findings)
    });
    match done.await {
        Ok(done) => state.is_current(snapshot).then_some(done),
        Err(error) => {
            state.log(MessageType::ERROR, format!("{}: {}", snapshot.uri, failure(error)));
            None
        }
    }
}
