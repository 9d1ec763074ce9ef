//! Requests about many games: they run one by one on a thread of their own, and yield to all other requests.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::Url;

use super::state::State;
use crate::lsp::documents::observer::Step;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::games::finished::Finished;
use crate::lsp::games::part::Part;
use crate::lsp::games::scope::Sources;
use crate::lsp::games::source::{PartWork, Source};
use crate::lsp::proto::collection::{Scope, UnreadFile};
use crate::lsp::tasks::background::Pace;
use crate::lsp::tasks::reporter::Reporter;
use crate::move_cache::MoveCache;
use crate::text_file::ReadError;

/// The games of a request.
pub(crate) struct ManyGames {
    pub(crate) sources: Vec<Source>,
    pub(crate) reporter: Reporter,
    /// Whether the sources are all of the scope.
    is_complete: bool,
    /// The addresses of the scope that are no sources.
    unread: Vec<Url>,
    caches: MoveCache,
    pace: Pace,
    /// A file of which the work was ended before its cache was made.
    unfinished: Mutex<Option<PathBuf>>,
}

/// What is done with the games of a request.
pub(crate) struct EachPart<'a, S, T> {
    /// Works on a segment of the source with this index.
    pub(crate) on_part: &'a (dyn Fn(usize, &Part) -> T + Sync),
    /// Adds the results to those of their source, in order. Results of a source may be dropped in the middle, when it is read again in
    /// another encoding.
    pub(crate) add: &'a (dyn Fn(usize, &mut S, T) + Sync),
    /// Takes the results of a source.
    pub(crate) finish: &'a dyn Fn(S),
}

impl ManyGames {
    /// Works on the games segment by segment. `None` if the work is no longer wanted.
    pub(crate) fn each<S: Default + Send, T: Send>(&self, work: &EachPart<'_, S, T>) -> Option<Finished> {
        let message = "it is neither a file nor an open document";
        let unread =
            self.unread.iter().map(|uri| UnreadFile { uri: uri.clone(), message: message.to_owned() }).collect();
        let mut finished = Finished { is_complete: self.is_complete && self.unread.is_empty(), unread };
        for (index, source) in self.sources.iter().enumerate() {
            self.reporter.reach((100 * index / self.sources.len()) as u32);
            let of_source = PartWork {
                start: &S::default,
                on_part: &|part: &Part| {
                    self.pace.yield_to_requests();
                    (work.on_part)(index, part)
                },
                add: &|state: &mut S, result| (work.add)(index, state, result),
                is_enough: &|| !self.is_wanted(),
            };
            let error = match source.read(&self.caches, &of_source) {
                Ok((state, broken_off)) => {
                    (work.finish)(state);
                    broken_off
                }
                Err(error) => Some(error),
            };
            if !self.is_wanted() {
                if let Source::File(path) = source {
                    *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.clone());
                }
                return None;
            }
            if let Some((uri, error)) = source.uri().zip(error) {
                finished.unread.push(UnreadFile { uri, message: error.to_string() });
                finished.is_complete = false;
            }
        }
        Some(finished)
    }

    /// Whether the client waits for the answer, and it is still about the texts of the documents.
    fn is_wanted(&self) -> bool {
        self.reporter.is_wanted() && self.pace.is_wanted()
    }
}

impl State {
    /// Answers a request about the games of a scope with what `work` makes of them. `open` has the open documents, that of the request
    /// first if there is one.
    ///
    /// # Errors
    /// Those of `work`; `ContentModified` if one of the documents changes; `RequestCancelled` if the user cancels the work; an internal
    /// error if `work` panics.
    pub(crate) async fn answer_of_games<T: Send + 'static>(
        self: &Arc<Self>,
        open: Vec<Snapshot>,
        scope: Scope,
        reporter: Reporter,
        work: impl FnOnce(&ManyGames) -> Result<Option<T>> + Send + 'static,
    ) -> Result<Option<T>> {
        let settings = self.settings();
        let caches = settings.config.move_cache.caches();
        let is_current = |state: &State, open: &[Snapshot]| open.iter().all(|snapshot| state.is_current(snapshot));
        let watched = open.clone();
        let pace = self.pace(move |state| is_current(state, &watched));
        let (unfinished, is_unfinished) = oneshot::channel();
        let state = self.clone();
        // The request may be dropped before.
        tokio::spawn(async move {
            if let Ok(Some(path)) = is_unfinished.await {
                fill_cache(&state, path).await;
            }
        });
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let (state, cancelled, snapshots) = (self.clone(), is_cancelled.clone(), open.clone());
        let worked = self.searches.run(move || {
            state.observer.observe(Step::Answer);
            let Sources { all, is_complete, unread } =
                state.game_files.sources(&scope, &snapshots, &settings.folders, &pace);
            let unfinished_file = Mutex::default();
            let games =
                ManyGames { sources: all, reporter, is_complete, unread, caches, pace, unfinished: unfinished_file };
            let answer = work(&games);
            cancelled.store(games.reporter.is_cancelled(), Ordering::Relaxed);
            // Nobody is there if the session is over.
            let _ = unfinished.send(games.unfinished.into_inner().unwrap_or_else(PoisonError::into_inner));
            answer
        });
        let answer = worked.await;
        if !is_current(self, &open) {
            return Err(Error::content_modified());
        }
        if is_cancelled.load(Ordering::Relaxed) {
            return Err(Error::request_cancelled());
        }
        let failed = || Error {
            code: ErrorCode::InternalError,
            message: "Scoresheet failed here, please report it with these games".into(),
            data: None,
        };
        answer.ok_or_else(failed)?
    }
}

/// Reads a file to its end, so that its cache is there for the next request: one that is cancelled and sent again for each step of the
/// cursor would never make it.
async fn fill_cache(state: &Arc<State>, path: PathBuf) {
    let (caches, pace) = (state.settings().config.move_cache.caches(), state.pace(|_| true));
    let fill = move || {
        let work = PartWork {
            start: &|| (),
            on_part: &|_| pace.yield_to_requests(),
            add: &|_, ()| {},
            is_enough: &|| !pace.is_wanted(),
        };
        // What cannot be read is reported by the request.
        Source::File(path).read(&caches, &work).map_or_else(|_: ReadError| (), |_| ())
    };
    state.background.run(fill).await;
}
