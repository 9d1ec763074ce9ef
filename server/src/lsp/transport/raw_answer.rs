//! Answers that become JSON without a tree of values in between, for the budget of 50 ms for any request in a file of 10 MB.
//!
//! tower-lsp makes a tree of values of every answer before it writes it: for the outline of such a file that takes several times as long as all
//! the rest. A handler hands its answer in here, as JSON made by the thread that computed it, and returns nothing; everything else about
//! the request stays tower-lsp's.

use std::cell::Cell;

use serde::Serialize;
use tokio::task_local;
use tower_lsp::jsonrpc::Id;

use super::outbox::Message;

/// Room for a large answer is taken in a block of more than this, which glibc gives back to the system when it is dropped (its threshold
/// never grows beyond 32 MiB). What is not written to takes no memory.
const RETURNED_BYTES: usize = 33 << 20;

/// From here on an answer is large.
const LARGE_BYTES: usize = 1 << 20;

task_local! {
    static ANSWER: Cell<Option<RawAnswer>>;
}

/// The JSON of an answer.
#[derive(Debug)]
pub(crate) struct RawAnswer(Vec<u8>);

impl RawAnswer {
    /// Of a value whose JSON takes about so many bytes. Nothing for a value that has none.
    pub(crate) fn of(value: &impl Serialize, bytes: usize) -> Option<RawAnswer> {
        let mut json = room(bytes);
        serde_json::to_writer(&mut json, value).ok()?;
        Some(RawAnswer(json))
    }

    /// Of parts that are JSON when they are put one after the other.
    pub(crate) fn of_parts<'part>(parts: impl Iterator<Item = &'part [u8]> + Clone) -> RawAnswer {
        let mut json = room(parts.clone().map(<[u8]>::len).sum());
        parts.for_each(|part| json.extend_from_slice(part));
        RawAnswer(json)
    }

    /// The message that answers the request with this id.
    pub(crate) fn to(self, id: &Id) -> Message {
        let id = serde_json::to_string(id).unwrap_or_default();
        Message::new([br#"{"jsonrpc":"2.0","result":"#.to_vec(), self.0, format!(r#","id":{id}}}"#).into_bytes()])
    }
}

fn room(bytes: usize) -> Vec<u8> {
    Vec::with_capacity(if bytes < LARGE_BYTES { bytes } else { bytes.max(RETURNED_BYTES) })
}

/// What a handler returns, and the answer that it has handed in instead.
pub(crate) async fn with_answer<T>(handler: impl Future<Output = T>) -> (T, Option<RawAnswer>) {
    let handler = async {
        let returned = handler.await;
        (returned, ANSWER.with(Cell::take))
    };
    ANSWER.scope(Cell::default(), handler).await
}

/// Answers the request that is being handled with this, if it is anything. What the handler is to return: nothing.
pub(crate) fn answer<T>(answer: Option<RawAnswer>) -> Option<T> {
    // Fails where no handler is polled, so that no request waits for an answer.
    let _ = ANSWER.try_with(|handed_in| handed_in.set(answer));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn handlers_side_by_side_have_answers_of_their_own() {
        let handler = |handed_in: Option<RawAnswer>| async {
            tokio::task::yield_now().await;
            answer::<()>(handed_in)
        };
        let ((one, of_one), (other, of_other)) =
            futures::join!(with_answer(handler(RawAnswer::of(&[1], 3))), with_answer(handler(None)));
        assert_eq!((one, other), (None, None));
        assert!(of_other.is_none());
        let message = of_one.unwrap().to(&Id::String("\"".into())).into_bytes();
        let expected = serde_json::json!({ "jsonrpc": "2.0", "result": [1], "id": "\"" });
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&message).unwrap(), expected);
    }

    #[test]
    fn parts_are_put_together() {
        let message = RawAnswer::of_parts([&b"[1,"[..], b"2]"].into_iter()).to(&Id::Number(7)).into_bytes();
        assert_eq!(message, br#"{"jsonrpc":"2.0","result":[1,2],"id":7}"#);
    }
}
