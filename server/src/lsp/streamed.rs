//! JSON that is made while it is written: a large answer is never all there at once, and the client has the first of it before the last
//! is made.

use std::iter;

/// So much is made at a time: what a processor has at hand, and made in no time.
const BATCH_BYTES: usize = 1 << 18;

/// JSON of a known length, batch by batch.
pub struct Streamed {
    bytes: usize,
    batches: Box<dyn Iterator<Item = Vec<u8>> + Send>,
}

impl Streamed {
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
        Streamed { bytes: all, batches: Box::new(batches) }
    }

    /// The same with something behind it.
    pub fn and(self, end: Vec<u8>) -> Streamed {
        Streamed { bytes: self.bytes + end.len(), batches: Box::new(self.batches.chain(iter::once(end))) }
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
