//! Sorting keys of which there may be more than memory holds.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// How many bytes of a run are read at a time, if there are not too many runs.
const MOST_READ: usize = 256 << 10;

/// And at least that many, however many runs there are.
const LEAST_READ: usize = 4 << 10;

/// Where sorted runs are kept while there are more keys.
pub(crate) trait RunStore: Read + Write + Seek + Send {}

impl<T: Read + Write + Seek + Send> RunStore for T {}

/// Takes keys with values of `N` bytes, and returns them in the order of their bytes; equal ones in the order in which they came.
///
/// It holds about `budget` bytes. What is more goes to a store, in sorted runs that are merged at the end.
pub(crate) struct KeySorter<const N: usize> {
    budget: usize,
    store: Box<dyn FnMut() -> io::Result<Box<dyn RunStore>> + Send>,
    file: Option<Box<dyn RunStore>>,
    /// Keys and values, one after the other.
    bytes: Vec<u8>,
    held: Vec<Held>,
    runs: Vec<Run>,
    /// How many keys came before those that are held.
    before: u64,
}

/// A key that is held.
#[derive(Clone, Copy)]
struct Held {
    start: usize,
    key_length: u32,
    /// Which of those that are held it is.
    number: u32,
}

/// Where a run is in the store, as half-open byte offsets.
struct Run {
    at: u64,
    end: u64,
    buffer: Vec<u8>,
    /// How much of the buffer was taken.
    taken: usize,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SortedItem<const N: usize> {
    /// The key.
    pub(crate) key: Vec<u8>,
    /// How many came before it.
    pub(crate) number: u64,
    /// The value.
    pub(crate) value: [u8; N],
}

/// The keys in order.
pub(crate) struct Sorted<const N: usize> {
    sorter: KeySorter<N>,
    /// The next key that is held.
    next: usize,
    heap: BinaryHeap<Reverse<Head<N>>>,
    read: usize,
}

/// The first item of a run.
struct Head<const N: usize> {
    item: SortedItem<N>,
    run: usize,
}

impl<const N: usize> KeySorter<N> {
    /// An empty sorter. `store` makes a place for runs when it is needed.
    pub(crate) fn new(
        budget: usize,
        store: impl FnMut() -> io::Result<Box<dyn RunStore>> + Send + 'static,
    ) -> KeySorter<N> {
        KeySorter {
            budget,
            store: Box::new(store),
            file: None,
            bytes: Vec::new(),
            held: Vec::new(),
            runs: Vec::new(),
            before: 0,
        }
    }

    /// Adds a key. Returns its number.
    ///
    /// # Errors
    /// If there is no space for a run.
    pub(crate) fn push(&mut self, key: &[u8], value: [u8; N]) -> io::Result<u64> {
        let size = key.len() + N + size_of::<Held>();
        let held = self.bytes.len() + self.held.len() * size_of::<Held>();
        if !self.held.is_empty() && (held + size > self.budget || self.held.len() == u32::MAX as usize) {
            self.spill()?;
        }
        let key_length = u32::try_from(key.len()).map_err(io::Error::other)?;
        let number = self.held.len() as u32;
        self.held.push(Held { start: self.bytes.len(), key_length, number });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(&value);
        Ok(self.before + u64::from(number))
    }

    /// The keys in order.
    ///
    /// # Errors
    /// If there is no space for a run, or the runs cannot be read.
    pub(crate) fn sorted(mut self) -> io::Result<Sorted<N>> {
        if self.runs.is_empty() {
            self.sort_held();
            return Ok(Sorted { sorter: self, next: 0, heap: BinaryHeap::new(), read: 0 });
        }
        self.spill()?;
        (self.bytes, self.held) = (Vec::new(), Vec::new());
        let read = (self.budget / self.runs.len()).clamp(LEAST_READ, MOST_READ);
        let mut sorted = Sorted { sorter: self, next: 0, heap: BinaryHeap::new(), read };
        for run in 0..sorted.sorter.runs.len() {
            sorted.take_from(run)?;
        }
        Ok(sorted)
    }

    fn sort_held(&mut self) {
        let bytes = &self.bytes;
        let key = |held: &Held| &bytes[held.start..held.start + held.key_length as usize];
        self.held.sort_unstable_by(|one, other| key(one).cmp(key(other)).then_with(|| one.number.cmp(&other.number)));
    }

    /// Writes what is held as a run.
    fn spill(&mut self) -> io::Result<()> {
        self.sort_held();
        let file = match &mut self.file {
            Some(file) => file,
            empty => empty.insert((self.store)()?),
        };
        let at = file.seek(SeekFrom::End(0))?;
        let mut writer = io::BufWriter::with_capacity(MOST_READ, file);
        let mut end = at;
        for held in &self.held {
            let length = held.key_length as usize + N;
            writer.write_all(&held.key_length.to_le_bytes())?;
            writer.write_all(&(self.before + u64::from(held.number)).to_le_bytes())?;
            writer.write_all(&self.bytes[held.start..held.start + length])?;
            end += (HEAD + length) as u64;
        }
        writer.flush()?;
        drop(writer);
        self.runs.push(Run { at, end, buffer: Vec::new(), taken: 0 });
        self.before += self.held.len() as u64;
        self.bytes.clear();
        self.held.clear();
        Ok(())
    }

    fn held_item(&self, index: usize) -> Option<SortedItem<N>> {
        let held = self.held.get(index)?;
        let end = held.start + held.key_length as usize;
        let mut value = [0; N];
        value.copy_from_slice(&self.bytes[end..end + N]);
        Some(SortedItem { key: self.bytes[held.start..end].to_vec(), number: u64::from(held.number), value })
    }
}

/// The bytes of a run before each key: its length and its number.
const HEAD: usize = 12;

impl<const N: usize> Sorted<N> {
    /// The next item; `None` at the end.
    ///
    /// # Errors
    /// If the runs cannot be read.
    // It may fail, which an iterator's caller would have to ask each time.
    #[allow(clippy::should_implement_trait)]
    pub(crate) fn next(&mut self) -> io::Result<Option<SortedItem<N>>> {
        if self.sorter.runs.is_empty() {
            let item = self.sorter.held_item(self.next);
            self.next += 1;
            return Ok(item);
        }
        let Some(Reverse(Head { item, run })) = self.heap.pop() else { return Ok(None) };
        self.take_from(run)?;
        Ok(Some(item))
    }

    /// Moves the first item of a run to the heap, if there is one.
    fn take_from(&mut self, index: usize) -> io::Result<()> {
        let Some(head) = self.bytes_of(index, HEAD)? else { return Ok(()) };
        let (length, number) = head.split_at(4);
        let length = u32::from_le_bytes(length.try_into().map_err(io::Error::other)?) as usize;
        let number = u64::from_le_bytes(number.try_into().map_err(io::Error::other)?);
        let mut key = self.bytes_of(index, length + N)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let value = key.split_off(length).try_into().map_err(|_| io::ErrorKind::UnexpectedEof)?;
        self.heap.push(Reverse(Head { item: SortedItem { key, number, value }, run: index }));
        Ok(())
    }

    /// The next bytes of a run; `None` at its end.
    fn bytes_of(&mut self, index: usize, length: usize) -> io::Result<Option<Vec<u8>>> {
        let run = &mut self.sorter.runs[index];
        if run.buffer.len() - run.taken < length {
            run.buffer.drain(..run.taken);
            run.taken = 0;
            let left = usize::try_from(run.end - run.at).map_err(io::Error::other)?;
            let wanted = self.read.max(length - run.buffer.len()).min(left);
            let file = self.sorter.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
            file.seek(SeekFrom::Start(run.at))?;
            let read = file.take(wanted as u64).read_to_end(&mut run.buffer)?;
            run.at += read as u64;
        }
        match run.buffer.get(run.taken..run.taken + length) {
            Some(bytes) => {
                run.taken += length;
                Ok(Some(bytes.to_vec()))
            }
            None if run.buffer.is_empty() => Ok(None),
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl<const N: usize> Head<N> {
    fn order(&self) -> (&[u8], u64) {
        (&self.item.key, self.item.number)
    }
}

impl<const N: usize> PartialEq for Head<N> {
    fn eq(&self, other: &Head<N>) -> bool {
        self.order() == other.order()
    }
}

impl<const N: usize> Eq for Head<N> {}

impl<const N: usize> PartialOrd for Head<N> {
    fn partial_cmp(&self, other: &Head<N>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Head<N> {
    fn cmp(&self, other: &Head<N>) -> Ordering {
        self.order().cmp(&other.order())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    fn sort(keys: &[Vec<u8>], budget: usize) -> Vec<(Vec<u8>, u64)> {
        let mut sorter = KeySorter::<2>::new(budget, || Ok(Box::new(Cursor::new(Vec::new()))));
        for (number, key) in keys.iter().enumerate() {
            assert_eq!(sorter.push(key, [number as u8, 7]).unwrap(), number as u64);
        }
        let mut sorted = sorter.sorted().unwrap();
        let mut items = Vec::new();
        while let Some(item) = sorted.next().unwrap() {
            assert_eq!(item.value, [item.number as u8, 7]);
            items.push((item.key, item.number));
        }
        items
    }

    proptest! {
        #[test]
        fn any_budget_gives_the_same_order(
            keys in prop::collection::vec(prop::collection::vec(0..3_u8, 0..5), 0..60),
            budget in 1..600_usize,
        ) {
            let mut expected: Vec<(Vec<u8>, u64)> = keys.iter().cloned().zip(0..).collect();
            expected.sort();
            prop_assert_eq!(sort(&keys, budget), expected.clone());
            prop_assert_eq!(sort(&keys, usize::MAX), expected);
        }
    }

    #[test]
    fn long_keys_are_read_whatever_the_buffer() {
        let keys: Vec<Vec<u8>> = (0..9).rev().map(|key| vec![key; MOST_READ + 1]).collect();
        let sorted = sort(&keys, 1);
        assert!(sorted.iter().map(|(key, _)| key[0]).eq(0..9));
    }

    #[test]
    fn a_store_that_cannot_be_made_is_an_error() {
        let mut sorter = KeySorter::<1>::new(1, || Err(io::ErrorKind::StorageFull.into()));
        sorter.push(b"a", [0]).unwrap();
        assert_eq!(sorter.push(b"b", [0]).unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
