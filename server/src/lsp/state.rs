//! What all handlers share, and the one way in which they answer.

use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, JoinHandle, spawn_blocking};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{MessageType, Url};

use super::config::Settings;
use super::documents::Documents;
use super::engine::Engine;
use super::snapshot::Snapshot;

/// One session's state.
pub struct State {
    pub client: Client,
    pub documents: Documents,
    /// Held by the one task that works out or publishes diagnostics, so that they go out in the order of the edits.
    pub publishing: Semaphore,
    engine: Arc<dyn Engine>,
    settings: OnceLock<Arc<Settings>>,
    /// One permit for each request worked on. The others wait, where they can still be cancelled or become stale.
    workers: Semaphore,
}

impl State {
    pub fn new(client: Client, engine: Arc<dyn Engine>) -> State {
        // At least two, so that one slow answer does not stop all others.
        let workers = available_parallelism().map_or(2, |cores| cores.get().max(2));
        State {
            client,
            documents: Documents::default(),
            publishing: Semaphore::new(1),
            engine,
            settings: OnceLock::new(),
            workers: Semaphore::new(workers),
        }
    }

    /// Fixes the settings; `initialize` comes once.
    pub fn set_settings(&self, settings: Settings) {
        let _ = self.settings.set(Arc::new(settings));
    }

    pub fn settings(&self) -> Arc<Settings> {
        self.settings.get_or_init(Arc::default).clone()
    }

    /// The document as it is now, if it is open.
    pub fn snapshot(&self, uri: &Url) -> Option<Snapshot> {
        let document = self.documents.get(uri)?;
        Some(Snapshot::new(uri.clone(), document, self.settings(), self.engine.clone()))
    }

    /// Whether the text is still the one `snapshot` was taken of.
    pub fn is_current(&self, snapshot: &Snapshot) -> bool {
        self.documents.is_current(&snapshot.uri, snapshot.state())
    }

    /// Answers a request about `uri` with what `work` makes of the document as it is when this is first polled.
    ///
    /// Nothing for a document that is not open. `ContentModified` if the text changes before the answer is ready; an
    /// internal error if `work` panics. Dropped (cancelled), it also drops work that has not begun.
    pub async fn answer<T: Send + 'static>(
        &self,
        uri: &Url,
        work: impl FnOnce(&Snapshot) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(snapshot) = self.snapshot(uri) else { return Ok(None) };
        let _permit = self.workers.acquire().await;
        if !self.is_current(&snapshot) {
            return Err(Error::content_modified());
        }
        let worked = snapshot.clone();
        let answer = Work(spawn_blocking(move || work(&worked))).finish().await;
        if !self.is_current(&snapshot) {
            return Err(Error::content_modified());
        }
        answer.map_err(|error| {
            let message = failure(error);
            self.log(MessageType::ERROR, format!("{uri}: {message}"));
            Error { code: ErrorCode::InternalError, message: message.into(), data: None }
        })
    }

    /// Tells the client's log. Never waits.
    pub fn log(&self, kind: MessageType, message: String) {
        let client = self.client.clone();
        tokio::spawn(async move { client.log_message(kind, message).await });
    }
}

/// What to say of work that did not come to its end.
pub fn failure(error: JoinError) -> String {
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

/// Work on another thread that is called off when nobody waits for it.
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
