//! The state that all handlers share, and how a request is answered.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::{JoinError, JoinHandle, spawn_blocking};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{
    MessageType, PartialResultParams, Position, TextDocumentPositionParams, Url, WorkDoneProgressParams,
};

use super::indexing::Indexing;
use super::questions::Questions;
use super::repertoires::Repertoires;
use crate::lsp::documents::observer::{Observer, Step};
use crate::lsp::documents::open_documents::{Document, Documents};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::games::game_list::KeptList;
use crate::lsp::games::scope::WorkspaceFiles;
use crate::lsp::settings::client_settings::Settings;
use crate::lsp::settings::configurations::Configurations;
use crate::lsp::tasks::background::{Background, Pace};
use crate::lsp::tasks::progress::Cancellable;
use crate::lsp::tasks::progress::Progress;
use crate::lsp::tasks::reporter::{Reporter, Wanted};
use crate::lsp::transport::outbox::WeakOutbox;
use crate::lsp::workspace::WorkspaceIndex;

/// How often an unwatched configuration is looked at while the user types.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// One session's state.
pub(crate) struct State {
    pub client: Client,
    /// For messages that are JSON already.
    pub outbox: WeakOutbox,
    pub documents: Documents,
    pub configurations: Configurations,
    /// Held by the one task that looks at the configuration files or reports on them.
    pub looking: Semaphore,
    /// Questions for the client's settings.
    pub pulls: Questions,
    /// Whether pull diagnostics of all files are registered, besides those offered at the start.
    pub offers_diagnostics: tokio::sync::Mutex<bool>,
    /// When the configuration files were looked at because the user typed.
    last_look: Mutex<Option<Instant>>,
    /// A permit for each document that was ever open; see [`State::publishing`].
    publishing: Mutex<HashMap<Url, Arc<Semaphore>>>,
    /// The games of the workspace.
    pub index: Arc<WorkspaceIndex>,
    /// The work that keeps the index up to date.
    pub indexing: Indexing,
    /// Work that no request waits for.
    pub background: Background,
    /// Requests about many games, one at a time.
    pub searches: Background,
    /// The last list of games that was found.
    pub game_list: Arc<KeptList>,
    /// The files whose games such requests are about.
    pub game_files: WorkspaceFiles,
    /// What is wrong in the repertoires of the open documents.
    pub repertoires: Repertoires,
    /// Work whose progress is shown, and which the user can cancel.
    pub cancellable: Cancellable,
    pub(super) observer: Arc<dyn Observer>,
    settings: Mutex<Arc<Settings>>,
    /// The warnings that were shown.
    warned: Mutex<HashSet<String>>,
    /// One permit for each running request. The others wait, where they can still be cancelled or become stale.
    workers: Arc<Semaphore>,
    /// How many permits there are.
    worker_count: usize,
}

impl State {
    pub(crate) fn new(client: Client, outbox: WeakOutbox, observer: Arc<dyn Observer>) -> State {
        // At least two, so that one slow answer does not stop all others.
        let workers = available_parallelism().map_or(2, |cores| cores.get().max(2));
        State {
            client,
            outbox,
            documents: Documents::default(),
            configurations: Configurations::default(),
            looking: Semaphore::new(1),
            pulls: Questions::default(),
            offers_diagnostics: tokio::sync::Mutex::default(),
            last_look: Mutex::default(),
            publishing: Mutex::default(),
            index: Arc::default(),
            indexing: Indexing::default(),
            background: Background::default(),
            searches: Background::default(),
            game_list: Arc::default(),
            game_files: WorkspaceFiles::default(),
            repertoires: Repertoires::default(),
            cancellable: Cancellable::default(),
            observer,
            settings: Mutex::default(),
            warned: Mutex::default(),
            workers: Arc::new(Semaphore::new(workers)),
            worker_count: workers,
        }
    }

    /// Takes new settings. Returns whether they are other than before.
    pub(crate) fn set_settings(&self, settings: Settings) -> bool {
        let mut current = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = **current != settings;
        *current = Arc::new(settings);
        changed
    }

    pub(crate) fn settings(&self) -> Arc<Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the last look at the configuration files was long ago; from now on it is not.
    pub(crate) fn is_time_to_look(&self) -> bool {
        let mut last = self.last_look.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = last.is_none_or(|last| last.elapsed() >= LOOK_EVERY);
        if is_time {
            *last = Some(Instant::now());
        }
        is_time
    }

    /// The document as it is now, if it is open.
    pub(crate) fn snapshot(&self, uri: &Url) -> Option<Snapshot> {
        let document = self.documents.get(uri)?;
        let settings = self.settings();
        let configured = self.configurations.of(uri, &settings);
        let snapshot = Snapshot::new(uri.clone(), document, settings, configured, self.observer.clone());
        Some(snapshot.with_repertoire(self.repertoires.of(uri)))
    }

    /// The text of a file that is not open.
    pub(crate) fn snapshot_of_file(&self, uri: Url, text: &str) -> Snapshot {
        let settings = self.settings();
        let configured = self.configurations.of(&uri, &settings);
        Snapshot::new(uri.clone(), Document::of_file(&uri, text), settings, configured, self.observer.clone())
    }

    /// All open documents as they are now: that at `first` before the others, which are in the order of their addresses. Nothing
    /// if it is not open, or has blocks.
    pub(crate) fn snapshots_from(&self, first: &Url) -> Option<Vec<Snapshot>> {
        let mut snapshots = vec![self.snapshot(first).filter(|snapshot| !snapshot.has_blocks())?];
        snapshots.extend(self.snapshots().into_iter().filter(|snapshot| snapshot.uri != *first));
        Some(snapshots)
    }

    /// The same for a request about `position`, which in a document with blocks is about the block that is there.
    pub(crate) fn snapshots_around(&self, first: &Url, position: Option<Position>) -> Option<Vec<Snapshot>> {
        let snapshot = self.snapshot(first)?;
        if !snapshot.has_blocks() {
            return self.snapshots_from(first);
        }
        let block = snapshot.at(position?)?;
        Some(std::iter::once(block).chain(self.snapshots()).collect())
    }

    /// All open documents as they are now, in the order of their addresses; without those with blocks, which are not collections of games.
    pub(crate) fn snapshots(&self) -> Vec<Snapshot> {
        let mut uris = self.documents.uris();
        uris.sort_unstable();
        uris.iter().filter_map(|uri| self.snapshot(uri)).filter(|snapshot| !snapshot.has_blocks()).collect()
    }

    /// Whether requests are running.
    pub(crate) fn is_busy(&self) -> bool {
        self.workers.available_permits() < self.worker_count
    }

    /// The pace of background work that stops when it is no longer wanted, or the session is over.
    pub(crate) fn pace(self: &Arc<Self>, is_wanted: impl Fn(&Arc<State>) -> bool + Send + Sync + 'static) -> Pace {
        let (wanted, busy) = (Arc::downgrade(self), Arc::downgrade(self));
        Pace::new(
            move || wanted.upgrade().is_some_and(|state| is_wanted(&state)),
            move || busy.upgrade().is_some_and(|state| state.is_busy()),
        )
    }

    /// Whether the text is still that of `snapshot`.
    pub(crate) fn is_current(&self, snapshot: &Snapshot) -> bool {
        self.documents.is_current(&snapshot.uri, snapshot.state())
    }

    /// Held by the one task that works out or publishes a document's diagnostics, so that they go out in the order of its
    /// edits. Kept when a document is closed, as taking its diagnostics back is a turn like any other.
    pub(crate) fn publishing(&self, uri: &Url) -> Arc<Semaphore> {
        let mut publishing = self.publishing.lock().unwrap_or_else(PoisonError::into_inner);
        publishing.entry(uri.clone()).or_insert_with(|| Arc::new(Semaphore::new(1))).clone()
    }

    /// Answers a request about `uri` with what `work` makes of the document as it is when this is first polled.
    ///
    /// Nothing for a document that is not open, and for one with blocks. `ContentModified` if the text changes before the answer is ready; an
    /// internal error if `work` panics. Dropped (cancelled), it also drops work that has not begun.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        uri: &Url,
        work: impl FnOnce(&Snapshot) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        self.answer_of_any(uri, move |snapshot| if snapshot.has_blocks() { None } else { work(snapshot) }).await
    }

    /// The same for a request that `work` answers of documents with blocks, too.
    pub(crate) async fn answer_of_any<T: Send + 'static>(
        &self,
        uri: &Url,
        work: impl FnOnce(&Snapshot) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(snapshot) = self.snapshot(uri) else { return Ok(None) };
        self.answer_of(vec![snapshot], move |snapshots| work(snapshots.first()?)).await
    }

    /// The same for a request about a position. In a document with blocks `work` gets the block that is there; nothing between blocks.
    pub(crate) async fn answer_around<T: Send + 'static>(
        &self,
        uri: &Url,
        position: Position,
        work: impl FnOnce(&Snapshot) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        self.answer_of_any(uri, move |snapshot| work(&snapshot.at(position)?)).await
    }

    /// The same for a request about several documents, of which none may change before the answer is ready.
    pub(crate) async fn answer_of<T: Send + 'static>(
        &self,
        snapshots: Vec<Snapshot>,
        work: impl FnOnce(&[Snapshot]) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let are_current = |snapshots: &[Snapshot]| snapshots.iter().all(|snapshot| self.is_current(snapshot));
        let permit = self.workers.clone().acquire_owned().await;
        if !are_current(&snapshots) {
            return Err(Error::content_modified());
        }
        let (worked, observer) = (snapshots.clone(), self.observer.clone());
        // The permit goes with the work: a request that is cancelled does not stop a thread that is at work.
        let answer = Work(spawn_blocking(move || {
            let _permit = permit;
            observer.observe(Step::Answer);
            work(&worked)
        }));
        let answer = answer.finish().await;
        if !are_current(&snapshots) {
            return Err(Error::content_modified());
        }
        answer.map_err(|error| {
            let message = failure(error);
            let uri = snapshots.first().map_or("no document", |snapshot| snapshot.uri.as_str());
            self.log(MessageType::ERROR, format!("{uri}: {message}"));
            Error { code: ErrorCode::InternalError, message: message.into(), data: None }
        })
    }

    /// The same for a request about the names in the workspace, those of the open documents as they are now.
    pub(crate) async fn answer_of_names<T: Send + 'static>(
        &self,
        snapshots: Vec<Snapshot>,
        work: impl FnOnce(&WorkspaceIndex, &[Snapshot]) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let index = self.index.clone();
        let updated = move |snapshots: &[Snapshot]| {
            index.update_names(snapshots);
            work(&index, snapshots)
        };
        self.answer_of(snapshots, updated).await
    }

    /// The same for a request about the positions in the workspace, which may take its time. Cancelled if the user cancels it.
    pub(crate) async fn answer_of_positions<T: Send + 'static>(
        &self,
        snapshots: Vec<Snapshot>,
        reporter: Reporter,
        work: impl FnOnce(&WorkspaceIndex, &[Snapshot], &Reporter) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let index = self.index.clone();
        // Other requests of this kind wait without a worker.
        let turn = self.indexing.following.clone().acquire_owned().await;
        let updated = move |snapshots: &[Snapshot]| {
            let tell = |percent| {
                reporter.reach(percent / 2);
                reporter.is_wanted()
            };
            index.update_positions(snapshots, |_| true, usize::MAX, tell);
            drop(turn);
            let answer = work(&index, snapshots, &reporter);
            Some(if reporter.is_cancelled() { Err(Error::request_cancelled()) } else { Ok(answer) })
        };
        self.answer_of(snapshots, updated).await?.transpose().map(Option::flatten)
    }

    /// Brings the positions of the open documents up to date, for requests that will need them. Never waits.
    pub(crate) fn prepare_positions(self: &Arc<Self>) {
        let state = self.clone();
        tokio::spawn(async move {
            let wanted = Wanted::default();
            let silent = state.report("", &wanted, Default::default(), Default::default());
            state.answer_of_positions(state.snapshots(), silent, |_, _, _| Some(())).await
        });
    }

    /// Reports progress of a request with these tokens until the reporter is dropped. Never waits.
    pub(crate) fn report(
        &self,
        title: &str,
        wanted: &Wanted,
        work_done: WorkDoneProgressParams,
        parts: PartialResultParams,
    ) -> Reporter {
        let tokens = (work_done.work_done_token, parts.partial_result_token);
        Reporter::begin(self.outbox.clone(), self.cancellable.clone(), title, wanted, tokens)
    }

    /// Shows progress of work of the server's own, if the client can. Never waits. `token` is one that was never used.
    pub(crate) fn begin_progress(&self, token: String, title: impl Into<String>) -> Option<Progress> {
        let is_shown = self.settings().shows_progress;
        is_shown.then(|| Progress::begin(&self.client, &self.cancellable, token, title.into()))
    }

    /// The same for a request about a position, which becomes the focus.
    pub(crate) async fn answer_at<T: Send + 'static>(
        &self,
        at: TextDocumentPositionParams,
        work: impl FnOnce(&Snapshot, Position) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        self.documents.look_at(&at.text_document.uri, at.position.line);
        let position = at.position;
        self.answer_around(&at.text_document.uri, position, move |snapshot| work(snapshot, position)).await
    }

    /// Shows the user a warning, unless it was shown before in this session: clients send their settings again and again.
    /// Never waits.
    pub(crate) fn warn_once(&self, message: String) {
        let is_new = self.warned.lock().unwrap_or_else(PoisonError::into_inner).insert(message.clone());
        if is_new {
            self.show(message);
        }
    }

    /// Shows the user a warning. Never waits.
    pub(crate) fn show(&self, message: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.show_message(MessageType::WARNING, message).await });
    }

    /// Writes to the client's log. Never waits.
    pub(crate) fn log(&self, kind: MessageType, message: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.log_message(kind, message).await });
    }
}

/// The message for work that did not finish.
pub(crate) fn failure(error: JoinError) -> String {
    let cause = match error.try_into_panic() {
        Err(_cancelled) => "it was cancelled".to_owned(),
        Ok(panic) => match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
            (Some(message), _) => message.clone(),
            (None, Some(message)) => (*message).to_owned(),
            (None, None) => "no reason given".to_owned(),
        },
    };
    format!("Scoresheet failed here, please report it with this game: {cause}")
}

/// `RequestFailed` of the protocol, which the library does not know.
const REQUEST_FAILED: i64 = -32803;

/// The error for what cannot be done, with a reason for the user.
pub(crate) fn refused(reason: String) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: reason.into(), data: None }
}

/// Work on another thread that is cancelled when this is dropped.
struct Work<T>(JoinHandle<T>);

impl<T> Work<T> {
    async fn finish(mut self) -> std::result::Result<T, JoinError> {
        (&mut self.0).await
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
