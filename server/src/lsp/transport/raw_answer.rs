//! Answers that go beside tower-lsp: it makes a tree of values of every answer before it is written, which for the outline of
//! a large file takes many times the time and the memory of all the rest.
//!
//! A handler hands its answer in here as JSON and returns nothing; everything else about the request stays tower-lsp's.

use std::cell::Cell;

use serde::{Serialize, Serializer};
use tokio::task_local;
use tower_lsp::jsonrpc::Id;

use super::json_stream::Streamed;
use super::outbox::Message;

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
pub struct Answer {
    /// The message up to the end of the result, or to where its `rest` begins.
    pub json: Vec<u8>,
    /// What else belongs to the result.
    rest: Option<Streamed>,
}

impl Answer {
    /// An answer without its result, which takes about `bytes`.
    pub fn new(bytes: usize) -> Answer {
        let bytes = BEFORE_RESULT.len() + bytes + USUAL_END_BYTES;
        let mut json = Vec::with_capacity(if bytes < LARGE_BYTES { bytes } else { bytes.max(GIVEN_BACK_BYTES) });
        json.extend_from_slice(BEFORE_RESULT);
        Answer { json, rest: None }
    }

    /// An answer of which only the start is there yet, as JSON. The rest is made while it is written: less memory, and the client has the
    /// first of it at once.
    pub fn streamed(start: &str, rest: Streamed) -> Answer {
        Answer { json: [BEFORE_RESULT, start.as_bytes()].concat(), rest: Some(rest) }
    }

    /// A list as the answer, which takes about `bytes`.
    pub fn of_list(bytes: usize, elements: impl Iterator<Item = impl Serialize>) -> Option<Answer> {
        let mut answer = Answer::new(bytes);
        serde_json::Serializer::new(&mut answer.json).collect_seq(elements).ok()?;
        Some(answer)
    }

    /// The message that answers the request with this id.
    pub fn to(mut self, id: &Id) -> Message {
        let id = serde_json::to_string(id).unwrap_or_default();
        let end = format!(r#","id":{id}}}"#).into_bytes();
        match self.rest {
            Some(rest) => Message::streamed(self.json, rest.and(end)),
            None => {
                self.json.extend(end);
                Message::from(self.json)
            }
        }
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
        assert_eq!((one, other), (None, None));
        assert!(of_other.is_none());
        let mut of_one = of_one.unwrap();
        of_one.json.extend_from_slice(b"[1]");
        check(of_one, serde_json::json!({ "jsonrpc": "2.0", "result": [1], "id": "\"" }));
    }

    #[test]
    fn what_is_streamed_stands_before_the_id() {
        let rest = Streamed::list(
            vec![2_u8, 3],
            |_| 2,
            |numbers, _| numbers.iter().flat_map(|it| [b'0' + it, b',']).collect(),
        );
        check(
            Answer::streamed("[1,", rest.and(b"]".to_vec())),
            serde_json::json!({ "jsonrpc": "2.0", "result": [1, 2, 3], "id": "\"" }),
        );
    }

    #[track_caller]
    fn check(answer: Answer, expected: serde_json::Value) {
        let message = answer.to(&Id::String("\"".into())).into_bytes();
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&message).unwrap(), expected);
    }
}
