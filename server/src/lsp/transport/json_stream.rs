//! JSON that is made while it is written, by the thread that writes: a large answer is never all there at once, only as much as one game
//! makes, and the client has the first of it before the last is made.

use std::iter;

/// So much is made at a time: what a processor has at hand, and made in no time.
const BATCH_BYTES: usize = 1 << 18;

/// JSON of a known length, batch by batch.
pub struct Streamed {
    bytes: usize,
    batches: Box<dyn Iterator<Item = Vec<u8>> + Send>,
}

impl Streamed {
    /// JSON that has so many bytes in all, batch by batch.
    pub fn new(bytes: usize, batches: impl Iterator<Item = Vec<u8>> + Send + 'static) -> Streamed {
        Streamed { bytes, batches: Box::new(batches) }
    }

    /// The elements of a list. `write` makes the JSON of some parts of it, with a comma behind every element, in as many bytes as `bytes`
    /// says of these parts together. Behind the last element no comma follows.
    pub fn list<T: Send + 'static>(
        parts: Vec<T>,
        bytes: impl Fn(&T) -> usize + Send + 'static,
        write: impl Fn(&[T], usize) -> Vec<u8> + Send + 'static,
    ) -> Streamed {
        let all = parts.iter().map(&bytes).sum::<usize>().saturating_sub(1);
        let mut written = 0;
        let batches = iter::from_fn(move || {
            let (first, mut batch_bytes) = (written, 0);
            while written < parts.len() && batch_bytes < BATCH_BYTES {
                batch_bytes += bytes(&parts[written]);
                written += 1;
            }
            let mut batch = write(&parts[first..written], batch_bytes);
            debug_assert_eq!(batch.len(), batch_bytes);
            if written == parts.len() {
                batch.pop();
            }
            (first < written).then_some(batch)
        });
        Streamed::new(all, batches)
    }

    /// The same with something behind it.
    pub fn and(self, end: Vec<u8>) -> Streamed {
        Streamed::new(self.bytes + end.len(), self.batches.chain(iter::once(end)))
    }

    /// How long all of it is. Bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl IntoIterator for Streamed {
    type Item = Vec<u8>;
    type IntoIter = Box<dyn Iterator<Item = Vec<u8>> + Send>;

    fn into_iter(self) -> Self::IntoIter {
        self.batches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_made_in_batches() {
        let check = |parts: Vec<usize>, batches: usize| {
            let expected = parts.iter().map(|bytes| "1".repeat(bytes - 1)).collect::<Vec<_>>().join(",");
            let write = |parts: &[usize], _| {
                parts.iter().flat_map(|bytes| "1".repeat(bytes - 1).into_bytes().into_iter().chain([b','])).collect()
            };
            let list = Streamed::list(parts, |bytes| *bytes, write);
            assert_eq!(list.bytes(), expected.len());
            let made: Vec<Vec<u8>> = list.into_iter().collect();
            assert_eq!(made.len(), batches);
            assert_eq!(String::from_utf8(made.concat()).unwrap(), expected);
        };
        check(vec![], 0);
        check(vec![2, 3], 1);
        check(vec![BATCH_BYTES, 2], 2);
        check(vec![2 * BATCH_BYTES, 2, BATCH_BYTES, 3], 3);
    }
}
