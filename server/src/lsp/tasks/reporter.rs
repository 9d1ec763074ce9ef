//! Progress of a client's own request (`workDoneToken`), and partial results as soon as they are known (`partialResultToken`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use serde::Serialize;
use serde_json::json;
use tower_lsp::lsp_types::{
    ProgressToken, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport,
};

use super::progress::Cancellable;
use crate::lsp::transport::outbox::WeakOutbox;

/// So many elements make a part: some milliseconds of work where each is read from a disk.
const PART_ELEMENTS: usize = 64;

/// Held by a handler while its client waits for the answer; work on other threads looks at the flag.
pub(crate) struct Wanted(Arc<AtomicBool>);

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted(Arc::new(AtomicBool::new(true)))
    }
}

impl Wanted {
    /// Whether the handler is still there.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Reports on a request until it is dropped. Reports nothing if the client gave no tokens.
pub(crate) struct Reporter {
    outbox: WeakOutbox,
    work_done: Option<ProgressToken>,
    parts: Option<ProgressToken>,
    cancellable: Cancellable,
    /// The client waits for the answer.
    is_wanted: Arc<AtomicBool>,
    /// The user has cancelled the work.
    is_cancelled: Arc<AtomicBool>,
    percent: AtomicU32,
}

impl Reporter {
    /// Reports that work begins on a request with these tokens. Never waits.
    pub(crate) fn begin(
        outbox: WeakOutbox,
        cancellable: Cancellable,
        title: &str,
        wanted: &Wanted,
        (work_done, parts): (Option<ProgressToken>, Option<ProgressToken>),
    ) -> Reporter {
        let is_cancelled = work_done.as_ref().map(|token| cancellable.begin(token)).unwrap_or_default();
        let (is_wanted, percent) = (wanted.flag(), AtomicU32::new(0));
        let reporter = Reporter { outbox, work_done, parts, cancellable, is_wanted, is_cancelled, percent };
        let begin = WorkDoneProgressBegin {
            title: title.to_owned(),
            cancellable: Some(true),
            message: None,
            percentage: Some(0),
        };
        reporter.tell(&WorkDoneProgress::Begin(begin));
        reporter
    }

    /// Whether the client waits for the answer and the user has not cancelled the work.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed) && !self.is_cancelled()
    }

    /// Whether the user has cancelled the work.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Reports that `percent` of the work are done; the percentage never decreases.
    pub(crate) fn reach(&self, percent: u32) {
        if self.percent.fetch_max(percent.min(100), Ordering::Relaxed) < percent {
            let report = WorkDoneProgressReport { cancellable: Some(true), message: None, percentage: Some(percent) };
            self.tell(&WorkDoneProgress::Report(report));
        }
    }

    /// Makes the answer of `items` one by one. If the client wants partial results, they are sent as soon as they are known, and only what
    /// was not sent is returned. `None` if the work is no longer wanted. Progress goes on from the percentage reported so far.
    pub(crate) fn list<T, E: Serialize>(
        &self,
        items: Vec<T>,
        mut element: impl FnMut(T) -> Option<E>,
    ) -> Option<Vec<E>> {
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

    /// Whether the client wants partial results.
    pub(crate) fn wants_parts(&self) -> bool {
        self.parts.is_some()
    }

    /// Sends a part of the answer. Returns whether the client wants parts.
    pub(crate) fn send_part(&self, value: &impl Serialize) -> bool {
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

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tokio::io::{AsyncReadExt, duplex};
    use tower_lsp::lsp_types::NumberOrString;

    use super::*;
    use crate::lsp::transport::outbox::Outbox;

    /// The values of the notifications that a reporter sends while `work` is done with it.
    async fn told(wanted: Wanted, cancellable: &Cancellable, work: impl FnOnce(&Reporter, Wanted)) -> Vec<Value> {
        let (mut client, server) = duplex(1 << 20);
        let (outbox, writer) = Outbox::start(server).unwrap();
        let tokens = (Some(NumberOrString::Number(7)), Some(NumberOrString::String("parts".to_owned())));
        let reporter = Reporter::begin(outbox.downgrade(), cancellable.clone(), "Work", &wanted, tokens);
        work(&reporter, wanted);
        drop(reporter);
        drop(outbox);
        writer.end().await;
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        let messages = text.split("Content-Length: ").filter_map(|message| message.split_once("\r\n\r\n"));
        let read = |json: &str| serde_json::from_str::<Value>(json).unwrap()["params"]["value"].take();
        messages.map(|(_, json)| read(json)).collect()
    }

    #[tokio::test]
    async fn work_that_is_called_off_ends_in_the_middle() {
        let cancellable = Cancellable::default();
        let told = told(Wanted::default(), &cancellable, |reporter, _wanted| {
            let element = |number: usize| {
                if number == PART_ELEMENTS + 1 {
                    cancellable.cancel(&NumberOrString::Number(7));
                }
                Some(number)
            };
            assert_eq!(reporter.list((0..1000).collect(), element), None);
            assert!(reporter.is_cancelled() && !reporter.is_wanted());
        })
        .await;
        let kinds: Vec<&str> = told.iter().map(|value| value["kind"].as_str().unwrap_or("part")).collect();
        assert_eq!(kinds, ["begin", "part", "report", "part", "report", "end"]);
        assert_eq!((told[1].as_array().unwrap().len(), &told[2]["percentage"]), (PART_ELEMENTS, &Value::from(6)));
        // The next work under the token is another one.
        assert!(!cancellable.begin(&NumberOrString::Number(7)).load(Ordering::Relaxed));
    }

    #[tokio::test]
    async fn work_for_which_nobody_waits_ends() {
        let told = told(Wanted::default(), &Cancellable::default(), |reporter, wanted| {
            assert_eq!(reporter.list(vec![1, 2], Some), Some(Vec::new()));
            drop(wanted);
            assert_eq!(reporter.list(vec![1, 2], Some), None);
            assert!(!reporter.is_cancelled());
        })
        .await;
        assert_eq!(told[1], serde_json::json!([1, 2]));
        assert_eq!(told.len(), 3);
    }
}
