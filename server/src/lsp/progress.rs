//! Telling the user how far long work has come (`$/progress`).

use std::sync::Arc;

use tokio::sync::watch;
use tower_lsp::lsp_types::notification::Progress as ProgressNotification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
};

use super::state::State;

/// Work that the user is told of until this is dropped.
pub struct Progress(watch::Sender<u32>);

impl Progress {
    /// Tells that work begins, if the client shows such things. Does not wait. `token` is one that was never used.
    pub fn begin(state: &Arc<State>, token: String, title: &'static str) -> Option<Progress> {
        if !state.settings().shows_progress {
            return None;
        }
        let (sender, receiver) = watch::channel(0);
        tokio::spawn(tell(state.clone(), NumberOrString::String(token), title, receiver));
        Some(Progress(sender))
    }

    /// Tells how far the work is. Does not wait.
    pub fn reach(&self, percent: u32) {
        // Fails where the client does not want to know.
        let _ = self.0.send(percent);
    }
}

/// The client is asked first, and may take its time.
async fn tell(state: Arc<State>, token: NumberOrString, title: &str, mut percent: watch::Receiver<u32>) {
    let create = WorkDoneProgressCreateParams { token: token.clone() };
    if state.client.send_request::<WorkDoneProgressCreate>(create).await.is_err() {
        return;
    }
    let tell = |value| {
        let params = ProgressParams { token: token.clone(), value: ProgressParamsValue::WorkDone(value) };
        state.client.send_notification::<ProgressNotification>(params)
    };
    let percentage = Some(*percent.borrow_and_update());
    let begin = WorkDoneProgressBegin { title: title.to_owned(), cancellable: Some(false), message: None, percentage };
    tell(WorkDoneProgress::Begin(begin)).await;
    while percent.changed().await.is_ok() {
        let percentage = Some(*percent.borrow_and_update());
        let report = WorkDoneProgressReport { cancellable: Some(false), message: None, percentage };
        tell(WorkDoneProgress::Report(report)).await;
    }
    tell(WorkDoneProgress::End(WorkDoneProgressEnd { message: None })).await;
}
