//! What a client is told of its own request while it is worked on: how far that has come (`workDoneToken`), and parts of the answer as
//! soon as they are known (`partialResultToken`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use serde::Serialize;
use serde_json::json;
use tower_lsp::lsp_types::{
    PartialResultParams, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd,
    WorkDoneProgressParams, WorkDoneProgressReport,
};

use super::outbox::WeakOutbox;
use super::progress::Cancellable;
use super::state::{State, Wanted};

/// So many elements make a part: some milliseconds of work where each is read from a disk.
const PART_ELEMENTS: usize = 64;

/// Tells of a request until it is dropped. Tells nothing where the client gave no tokens.
pub struct Reporter {
    outbox: WeakOutbox,
    work_done: Option<ProgressToken>,
    parts: Option<ProgressToken>,
    cancellable: Cancellable,
    /// Somebody waits for the answer.
    is_wanted: Arc<AtomicBool>,
    /// The user has called the work off.
    is_cancelled: Arc<AtomicBool>,
    percent: AtomicU32,
}

impl Reporter {
    /// Tells that work begins on a request with these tokens. Never waits.
    pub fn begin(
        state: &State,
        title: &str,
        wanted: &Wanted,
        work_done: WorkDoneProgressParams,
        parts: PartialResultParams,
    ) -> Reporter {
        let work_done = work_done.work_done_token;
        let cancellable = state.cancellable.clone();
        let is_cancelled = work_done.as_ref().map(|token| cancellable.begin(token)).unwrap_or_default();
        let reporter = Reporter {
            outbox: state.outbox.clone(),
            work_done,
            parts: parts.partial_result_token,
            cancellable,
            is_wanted: wanted.flag(),
            is_cancelled,
            percent: AtomicU32::new(0),
        };
        let (title, percentage) = (title.to_owned(), Some(0));
        let begin = WorkDoneProgressBegin { title, cancellable: Some(true), message: None, percentage };
        reporter.tell(&WorkDoneProgress::Begin(begin));
        reporter
    }

    /// Whether somebody waits for the answer and the user has not called the work off.
    pub fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed) && !self.is_cancelled()
    }

    /// Whether the user has called the work off.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Tells that `percent` of the work are done; what it was told before is never taken back.
    pub fn reach(&self, percent: u32) {
        if self.percent.fetch_max(percent.min(100), Ordering::Relaxed) < percent {
            let report = WorkDoneProgressReport { cancellable: Some(true), message: None, percentage: Some(percent) };
            self.tell(&WorkDoneProgress::Report(report));
        }
    }

    /// The answer that is made of `items` one by one: parts of it are sent as soon as they are known where the client wants that, and only
    /// what is not sent is returned. Nothing where the work is not wanted any more. What was told of how far the work has come is
    /// the start of what is told now.
    pub fn list<T, E: Serialize>(&self, items: Vec<T>, mut element: impl FnMut(T) -> Option<E>) -> Option<Vec<E>> {
        let (before, count) = (u64::from(self.percent.load(Ordering::Relaxed)), items.len().max(1) as u64);
        let mut elements = Vec::new();
        for (number, item) in items.into_iter().enumerate() {
            if number.is_multiple_of(PART_ELEMENTS) {
                self.reach((before + (100 - before) * number as u64 / count) as u32);
                if !self.is_wanted() {
                    return None;
                }
            }
            elements.extend(element(item));
            if elements.len() >= PART_ELEMENTS && self.send_part(&elements) {
                elements.clear();
            }
        }
        if !elements.is_empty() && self.send_part(&elements) {
            elements.clear();
        }
        Some(elements)
    }

    /// Sends a part of the answer. Returns whether the client wants parts.
    pub fn send_part(&self, value: &impl Serialize) -> bool {
        if let Some(token) = &self.parts {
            self.send(token, value);
        }
        self.parts.is_some()
    }

    fn tell(&self, progress: &WorkDoneProgress) {
        if let Some(token) = &self.work_done {
            self.send(token, progress);
        }
    }

    fn send(&self, token: &ProgressToken, value: &impl Serialize) {
        let params = json!({ "token": token, "value": value });
        let message = json!({ "jsonrpc": "2.0", "method": "$/progress", "params": params });
        self.outbox.send_json(message.to_string().into_bytes());
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.tell(&WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
        if let Some(token) = &self.work_done {
            self.cancellable.end(token);
        }
    }
}
