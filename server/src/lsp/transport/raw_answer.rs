//! Answers that become JSON without a tree of values in between, for the budget of 50 ms for any request in a file of 10 MB.
//!
//! tower-lsp makes a tree of values of every answer before it writes it: for the outline of such a file that takes several times as long as all
//! the rest. A handler hands its answer in here, as JSON made by the thread that computed it, and returns nothing; everything else about
//! the request stays tower-lsp's.

use std::cell::Cell;

use rayon::prelude::*;
use serde::Serialize;
use tokio::task_local;
use tower_lsp::jsonrpc::Id;
use tower_lsp::lsp_types::Range;

use super::outbox::Message;

/// Room for a large answer is taken in a block of more than this, which glibc gives back to the system when it is dropped (its threshold
/// never grows beyond 32 MiB). What is not written to takes no memory.
const RETURNED_BYTES: usize = 33 << 20;

/// So many pieces of a list are made before they are put together: memory for a few of them is enough.
const PIECES_AT_ONCE: usize = 32;

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

    /// A list that is made in pieces, on several threads, and whose JSON takes about so many bytes: `write` adds what comes of a piece.
    pub(crate) fn of_list<P: Sync>(pieces: &[P], bytes: usize, write: impl Fn(&P, &mut Items) + Sync) -> RawAnswer {
        let mut json = room(bytes);
        json.push(b'[');
        for pieces in pieces.chunks(PIECES_AT_ONCE) {
            let written = pieces.par_iter().map(|piece| {
                let mut items = Items::default();
                write(piece, &mut items);
                items.0
            });
            let written: Vec<Vec<u8>> = written.collect();
            written.iter().for_each(|items| json.extend_from_slice(items));
        }
        json.pop_if(|last| *last == b',');
        json.push(b']');
        RawAnswer(json)
    }

    /// The message that answers the request with this id.
    pub(crate) fn to(self, id: &Id) -> Message {
        let id = serde_json::to_string(id).unwrap_or_default();
        Message::new([br#"{"jsonrpc":"2.0","result":"#.to_vec(), self.0, format!(r#","id":{id}}}"#).into_bytes()])
    }
}

/// Some of the items of a list as JSON, a comma after each.
#[derive(Default)]
pub(crate) struct Items(Vec<u8>);

impl Items {
    /// Adds an item, whose JSON is written by `write`.
    pub(crate) fn push_json(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.0);
        self.0.push(b',');
    }
}

/// Writes a value after its key, which has all that is before the value. A value that cannot be JSON is `null`.
pub(crate) fn push_field(json: &mut Vec<u8>, key: &[u8], value: &(impl Serialize + ?Sized)) {
    json.extend_from_slice(key);
    let before = json.len();
    if serde_json::to_writer(&mut *json, value).is_err() {
        json.truncate(before);
        json.extend_from_slice(b"null");
    }
}

/// Writes a range.
pub(crate) fn push_range(json: &mut Vec<u8>, range: Range) {
    let mut number = |before: &[u8], number: u32| {
        json.extend_from_slice(before);
        json.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    };
    number(br#"{"start":{"line":"#, range.start.line);
    number(br#","character":"#, range.start.character);
    number(br#"},"end":{"line":"#, range.end.line);
    number(br#","character":"#, range.end.character);
    json.extend_from_slice(b"}}");
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
    use tower_lsp::lsp_types::Position;

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
    fn lists_are_made_in_pieces() {
        for pieces in [vec![], vec![0], vec![0, 0], vec![2, 0, 1], vec![1; 100]] {
            let write = |piece: &usize, items: &mut Items| {
                (0..*piece).for_each(|item| items.push_json(|json| push_field(json, b"", &item)));
            };
            let message = RawAnswer::of_list(&pieces, 0, write).to(&Id::Number(7)).into_bytes();
            let all: Vec<usize> = pieces.iter().flat_map(|piece| 0..*piece).collect();
            let expected = serde_json::json!({ "jsonrpc": "2.0", "result": all, "id": 7 });
            assert_eq!(serde_json::from_slice::<serde_json::Value>(&message).unwrap(), expected);
        }
    }

    #[test]
    fn ranges_are_written_as_those_of_the_protocol() {
        let range = Range::new(Position::new(0, 12), Position::new(345, u32::MAX));
        let mut json = Vec::new();
        push_range(&mut json, range);
        assert_eq!(serde_json::from_slice::<Range>(&json).unwrap(), range);
    }

    #[test]
    fn parts_are_put_together() {
        let message = RawAnswer::of_parts([&b"[1,"[..], b"2]"].into_iter()).to(&Id::Number(7)).into_bytes();
        assert_eq!(message, br#"{"jsonrpc":"2.0","result":[1,2],"id":7}"#);
    }
}
