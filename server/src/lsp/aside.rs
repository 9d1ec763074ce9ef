//! Answers that go beside tower-lsp: it makes a tree of values of every answer before it is written, which for the outline of
//! a large file takes many times the time and the memory of all the rest.
//!
//! A handler hands its answer in here as JSON and returns nothing; everything else about the request stays tower-lsp's.

use std::cell::Cell;

use serde::{Serialize, Serializer};
use tokio::task_local;
use tower_lsp::jsonrpc::Id;

/// What stands before the result of a request.
const BEFORE_RESULT: &[u8] = br#"{"jsonrpc":"2.0","result":"#;

/// How long what stands behind it is at most, where ids are what clients make of them.
const USUAL_END_BYTES: usize = 64;

/// Room for a large answer is taken in blocks of more than this, of which glibc gives all back to the system when they are dropped
/// (its threshold never grows beyond 32 MiB). What is not written to takes no memory.
const GIVEN_BACK_BYTES: usize = 33 << 20;

/// From here on an answer is large.
const LARGE_BYTES: usize = 1 << 20;

task_local! {
    static ANSWER: Cell<Option<Answer>>;
}

/// The answer to a request, which is written once and never copied.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// The message up to the end of the result.
    pub json: Vec<u8>,
}

impl Answer {
    /// An answer without its result, which takes about `bytes`.
    pub fn new(bytes: usize) -> Answer {
        let bytes = BEFORE_RESULT.len() + bytes + USUAL_END_BYTES;
        let mut json = Vec::with_capacity(if bytes < LARGE_BYTES { bytes } else { bytes.max(GIVEN_BACK_BYTES) });
        json.extend_from_slice(BEFORE_RESULT);
        Answer { json }
    }

    /// An answer with a result of so many bytes, to be written into [`Answer::result`] by several threads. It takes memory where it
    /// is written.
    pub fn of_length(bytes: usize) -> Answer {
        let room = BEFORE_RESULT.len() + bytes + USUAL_END_BYTES;
        let mut json = vec![0; if room < LARGE_BYTES { room } else { room.max(GIVEN_BACK_BYTES) }];
        json.truncate(BEFORE_RESULT.len() + bytes);
        json[..BEFORE_RESULT.len()].copy_from_slice(BEFORE_RESULT);
        Answer { json }
    }

    /// The bytes of the result.
    pub fn result(&mut self) -> &mut [u8] {
        &mut self.json[BEFORE_RESULT.len()..]
    }

    /// A list as the answer, which takes about `bytes`.
    pub fn of_list(bytes: usize, elements: impl Iterator<Item = impl Serialize>) -> Option<Answer> {
        let mut answer = Answer::new(bytes);
        serde_json::Serializer::new(&mut answer.json).collect_seq(elements).ok()?;
        Some(answer)
    }

    /// The message that answers the request with this id.
    pub fn to(mut self, id: &Id) -> Vec<u8> {
        let id = serde_json::to_string(id).unwrap_or_default();
        self.json.extend_from_slice(format!(r#","id":{id}}}"#).as_bytes());
        self.json
    }
}

/// What a handler returns, and the answer that it has handed in instead.
pub async fn with_answer<T>(handler: impl Future<Output = T>) -> (T, Option<Answer>) {
    let handler = async {
        let returned = handler.await;
        (returned, ANSWER.with(Cell::take))
    };
    ANSWER.scope(Cell::default(), handler).await
}

/// Answers the request that is being handled with this, if it is anything. What the handler is to return: nothing.
pub fn answer<T>(answer: Option<Answer>) -> Option<T> {
    // Fails where no handler is polled, so that nobody waits for an answer.
    let _ = ANSWER.try_with(|handed_in| handed_in.set(answer));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn handlers_side_by_side_have_answers_of_their_own() {
        let handler = |handed_in: Option<Answer>| async {
            tokio::task::yield_now().await;
            answer::<()>(handed_in)
        };
        let ((one, of_one), (other, of_other)) =
            futures::join!(with_answer(handler(Some(Answer::new(0)))), with_answer(handler(None)));
        assert_eq!((one, other, of_other), (None, None, None));
        let mut of_one = of_one.unwrap();
        of_one.json.extend_from_slice(b"[1]");
        let message: serde_json::Value = serde_json::from_slice(&of_one.to(&Id::String("\"".into()))).unwrap();
        assert_eq!(message, serde_json::json!({ "jsonrpc": "2.0", "result": [1], "id": "\"" }));
    }
}
