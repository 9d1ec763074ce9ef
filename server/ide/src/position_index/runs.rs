//! Sorted runs of entries, so that games are added and removed without sorting everything again.

use super::entry::Entry;
use scoresheet_chess::position_key::PositionKey;

/// The maximum number of unsorted entries: a scan of them takes some microseconds, and an edit of a game adds about a
/// hundred.
const MOST_FRESH: usize = 1 << 15;

/// The maximum length of a merged run: a merge takes some milliseconds and little memory, and a query searches a few
/// dozen runs.
const LONGEST_RUN: usize = 1 << 19;

/// Sorted runs, the longest first, where a run that can still be merged is at least twice as long as the next, and
/// unsorted entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    sorted: Vec<Vec<Entry>>,
    fresh: Vec<Entry>,
}

impl Runs {
    /// Adds entries. Amortised logarithmic in the number of entries.
    ///
    /// An addition that merges two runs needs the memory of both again, at most some ten megabytes.
    pub(super) fn add(&mut self, entries: &[Entry]) {
        self.fresh.extend_from_slice(entries);
        if self.fresh.len() < MOST_FRESH {
            return;
        }
        let mut run = std::mem::take(&mut self.fresh);
        run.sort_unstable();
        let is_to_merge = |last: &[Entry], run: &[Entry]| {
            last.len() < run.len().saturating_mul(2) && last.len() + run.len() <= LONGEST_RUN
        };
        while let Some(last) = self.sorted.pop_if(|last| is_to_merge(last, &run)) {
            run = merged(&last, &run);
        }
        self.sorted.push(run);
    }

    /// Returns the entries of a position, in no particular order. Logarithmic in the number of entries, and linear in
    /// those found.
    pub(super) fn of(&self, key: PositionKey) -> impl Iterator<Item = &Entry> {
        let in_run = move |run: &'_ Vec<Entry>| {
            let from = run.partition_point(|entry| entry.key() < key);
            let length = run[from..].partition_point(|entry| entry.key() == key);
            from..from + length
        };
        let sorted = self.sorted.iter().flat_map(move |run| &run[in_run(run)]);
        sorted.chain(self.fresh.iter().filter(move |entry| entry.key() == key))
    }

    /// Removes the unsorted entries for which `keep` returns false.
    pub(super) fn retain_fresh(&mut self, keep: impl Fn(&Entry) -> bool) {
        self.fresh.retain(keep);
        self.fresh.shrink_to_fit();
    }

    /// Returns the number of sorted runs.
    pub(super) fn count(&self) -> usize {
        self.sorted.len()
    }

    /// Removes the entries of the sorted run at index `place` for which `keep` returns false. Some milliseconds of
    /// work.
    ///
    /// A run that has become short is merged with the next one, so that the number of runs stays small.
    pub(super) fn retain_in(&mut self, place: usize, keep: impl Fn(&Entry) -> bool) {
        let Some(run) = self.sorted.get_mut(place) else { return };
        run.retain(keep);
        run.shrink_to_fit();
        if let [run, next, ..] = &self.sorted[place..]
            && run.len() + next.len() <= LONGEST_RUN
        {
            self.sorted[place] = merged(run, next);
            self.sorted.remove(place + 1);
        }
        if self.sorted[place].is_empty() {
            self.sorted.remove(place);
        }
    }

    /// Returns the number of entries.
    pub(super) fn len(&self) -> usize {
        self.sorted.iter().map(Vec::len).sum::<usize>() + self.fresh.len()
    }

    /// Returns the size of the entries in bytes.
    pub(super) fn bytes(&self) -> usize {
        let capacity = self.sorted.iter().map(Vec::capacity).sum::<usize>() + self.fresh.capacity();
        capacity * size_of::<Entry>()
    }
}

fn merged(one: &[Entry], other: &[Entry]) -> Vec<Entry> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    while let (Some(first), Some(second)) = (one.peek(), other.peek()) {
        let next = if first <= second { one.next() } else { other.next() };
        all.extend(next.copied());
    }
    all.extend(one.chain(other).copied());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_few_and_none_is_long() {
        let mut runs = Runs::default();
        let count = 3 * LONGEST_RUN as u64;
        for number in 0..count {
            let key = PositionKey::from_number(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            runs.add(&[Entry::new(key, Some(number as usize), None, None)]);
        }
        assert_eq!(runs.len() as u64, count);
        assert!(runs.sorted.len() <= 6 && runs.sorted.iter().all(|run| run.len() <= LONGEST_RUN));
    }

    #[test]
    fn entries_are_found_in_every_run() {
        let mut runs = Runs::default();
        let key = |number: u64| PositionKey::from_number(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let count = 10 * MOST_FRESH as u64;
        for number in 0..count {
            let mut entry = Entry::new(key(number % 50_000), Some(number as usize), None, None);
            entry.slot = (number % 3) as u32;
            runs.add(&[entry]);
        }
        assert!(runs.sorted.windows(2).all(|pair| pair[0].len() >= 2 * pair[1].len()), "few runs");
        assert!(runs.sorted.iter().all(|run| run.is_sorted()));
        assert_eq!(runs.len() as u64, count);
        let places = |runs: &Runs, number: u64| {
            let mut places: Vec<usize> = runs.of(key(number)).filter_map(Entry::place).collect();
            places.sort_unstable();
            places
        };
        let expected = |number: u64| {
            (0..count).filter(|other| other % 50_000 == number).map(|other| other as usize).collect::<Vec<_>>()
        };
        for number in [0, 1, 777, 49_999] {
            assert_eq!(places(&runs, number), expected(number));
        }
        assert!(places(&runs, 50_000).is_empty());
        let retain = |runs: &mut Runs, keep: fn(&Entry) -> bool| {
            runs.retain_fresh(keep);
            (0..runs.count()).rev().for_each(|place| runs.retain_in(place, keep));
        };
        retain(&mut runs, |entry| entry.slot != 1);
        let left: Vec<usize> = expected(777).into_iter().filter(|place| place % 3 != 1).collect();
        assert_eq!(places(&runs, 777), left);
        assert!(runs.bytes() >= runs.len() * 20);
        assert_eq!(runs.sorted.len(), 1);
        retain(&mut runs, |_| false);
        assert_eq!((runs.len(), runs.of(key(777)).count()), (0, 0));
    }
}
