//! Progress of long work (`$/progress`), and its cancellation by the user (`window/workDoneProgress/cancel`).

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use tower_lsp::Client;
use tower_lsp::lsp_types::notification::Progress as ProgressNotification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
};

/// Work whose progress is shown until this is dropped.
pub(crate) struct Progress {
    percent: watch::Sender<u32>,
    is_cancelled: Arc<AtomicBool>,
}

/// The work that the user can cancel, by the tokens of its progress. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Cancellable(Arc<Mutex<HashMap<NumberOrString, Arc<AtomicBool>>>>);

impl Progress {
    /// Begins to show progress. Does not wait. `token` is one that was never used.
    pub(crate) fn begin(client: &Client, cancellable: &Cancellable, token: String, title: String) -> Progress {
        let (percent, receiver) = watch::channel(0);
        let token = NumberOrString::String(token);
        let is_cancelled = cancellable.begin(&token);
        tokio::spawn(tell(client.clone(), cancellable.clone(), token, title, receiver));
        Progress { percent, is_cancelled }
    }

    /// Reports how far the work is. Does not wait.
    pub(crate) fn reach(&self, percent: u32) {
        self.percent.send_if_modified(|current| std::mem::replace(current, percent) != percent);
    }

    /// Whether the user has cancelled the work.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

impl Cancellable {
    /// Work begins under a token. The flag that is returned says whether it was cancelled.
    pub(crate) fn begin(&self, token: &NumberOrString) -> Arc<AtomicBool> {
        self.lock().entry(token.clone()).or_default().clone()
    }

    /// Cancels the work under a token, if it is still running.
    pub(crate) fn cancel(&self, token: &NumberOrString) {
        if let Some(is_cancelled) = self.lock().get(token) {
            is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// The work under a token is done.
    pub(crate) fn end(&self, token: &NumberOrString) {
        self.lock().remove(token);
    }

    /// A panic while the lock was held leaves the list intact.
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<NumberOrString, Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The client first has to agree, and may take its time.
async fn tell(
    client: Client,
    cancellable: Cancellable,
    token: NumberOrString,
    title: String,
    mut percent: watch::Receiver<u32>,
) {
    let create = WorkDoneProgressCreateParams { token: token.clone() };
    let is_shown = client.send_request::<WorkDoneProgressCreate>(create).await.is_ok();
    if is_shown {
        let tell = |value| {
            let (token, value) = (token.clone(), ProgressParamsValue::WorkDone(value));
            client.send_notification::<ProgressNotification>(ProgressParams { token, value })
        };
        let percentage = Some(*percent.borrow_and_update());
        let begin = WorkDoneProgressBegin { title, cancellable: Some(true), message: None, percentage };
        tell(WorkDoneProgress::Begin(begin)).await;
        while percent.changed().await.is_ok() {
            let percentage = Some(*percent.borrow_and_update());
            let report = WorkDoneProgressReport { cancellable: Some(true), message: None, percentage };
            tell(WorkDoneProgress::Report(report)).await;
        }
        tell(WorkDoneProgress::End(WorkDoneProgressEnd { message: None })).await;
    }
    // The work may go on where it is not shown.
    while percent.changed().await.is_ok() {}
    cancellable.end(&token);
}
