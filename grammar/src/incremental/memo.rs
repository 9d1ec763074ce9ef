//! What was computed of the units of a file, kept as long as the units are in it.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::file::{Chunk, UnitFile};
use super::missing::{Computed, Missing, UnitPlace};
use super::run::{Known, MemoRun, Summary};
use super::unit::Unit;

/// A value for each unit of a file, where it is known. A clone shares the values: it is linear in the number of chunks.
///
/// After an edit, [`Memo::carried_to`] takes over the values of all units that are still there. The others are [`Missing`]; they can be
/// computed where and when the caller likes, on several threads at once, say. A [`Summary`] of the values of each chunk tells what the
/// whole file is like without a look at every unit.
///
/// ```
/// use scoresheet_grammar::Game;
/// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 d5 *\n");
/// let length = |place: UnitPlace<Game>| place.unit.text().len();
/// let mut lengths = Memo::of(&file);
/// lengths.complete(length);
/// assert_eq!(lengths.values().copied().collect::<Vec<_>>(), [18, 20]);
///
/// let (edited, _) = file.edit(26..27, "x");
/// let mut lengths = lengths.carried_to(&edited);
/// assert_eq!((lengths.get(0), lengths.get(1)), (Some(&18), None));
/// lengths.complete(length);
/// assert_eq!(lengths.get(1), Some(&20));
/// ```
pub struct Memo<U, T, S = ()> {
    runs: Vec<MemoRun<U, T, S>>,
}

impl<U: Unit, T> Memo<U, T> {
    /// A memo for the units of `file`, of which nothing is known.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// assert_eq!((memo.len(), memo.is_complete()), (2, false));
    /// memo.complete(length);
    /// ```
    pub fn of(file: &UnitFile<U>) -> Memo<U, T> {
        Memo::of_chunks(file, |chunk| Known::of(chunk, std::iter::repeat_with(|| None).take(chunk.len()).collect()))
    }
}

impl<U: Unit, T, S: Summary<T>> Memo<U, T, S> {
    /// The memo for another version of the file, with the values of all units that are in both. Linear in the number of chunks, and in
    /// the units of those that are not in both.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// let (edited, _) = file.edit(0..18, "");
    /// assert_eq!(memo.carried_to(&edited).get(0), Some(&17));
    /// ```
    pub fn carried_to(&self, file: &UnitFile<U>) -> Memo<U, T, S>
    where
        T: Clone,
    {
        // This memo keeps its chunks and units, so no other has one of these addresses.
        let chunks: HashMap<*const Chunk<U>, &Arc<Known<U, T, S>>> =
            self.runs.iter().map(|run| (Arc::as_ptr(&run.known.chunk), &run.known)).collect();
        let still: HashSet<*const Chunk<U>> = file.chunks().map(|(_, chunk)| Arc::as_ptr(chunk)).collect();
        let gone = self.runs.iter().filter(|run| !still.contains(&Arc::as_ptr(&run.known.chunk)));
        let units: HashMap<*const U, &T> = gone.flat_map(|run| run.known.by_address()).collect();
        Memo::of_chunks(file, |chunk| match chunks.get(&Arc::as_ptr(chunk)) {
            Some(known) => Arc::clone(known),
            None => {
                let value = |(_, unit): (usize, &Arc<U>)| units.get(&Arc::as_ptr(unit)).map(|value| T::clone(value));
                Known::of(chunk, chunk.units().map(value).collect())
            }
        })
    }

    fn of_chunks(file: &UnitFile<U>, known: impl Fn(&Arc<Chunk<U>>) -> Arc<Known<U, T, S>>) -> Memo<U, T, S> {
        let mut first_unit = 0;
        let run = |(start, chunk): (usize, &Arc<Chunk<U>>)| {
            let run = MemoRun { known: known(chunk), first_unit, start };
            first_unit += chunk.len();
            run
        };
        Memo { runs: file.chunks().map(run).collect() }
    }
}

impl<U, T, S> Memo<U, T, S> {
    /// How many units there are, with a value or without.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// assert_eq!(memo.len(), 2);
    /// ```
    pub fn len(&self) -> usize {
        self.runs.last().map_or(0, |run| run.first_unit + run.known.chunk.len())
    }

    /// Whether there are no units.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// assert!(!memo.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Whether all units have a value. Linear in the number of chunks.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// assert!(memo.is_complete());
    /// ```
    pub fn is_complete(&self) -> bool {
        self.unknown() == 0
    }

    /// How many units have no value. Linear in the number of chunks.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<Game, usize> = Memo::of(&file);
    /// assert_eq!(memo.unknown(), 2);
    /// ```
    pub fn unknown(&self) -> usize {
        self.runs.iter().map(|run| run.known.missing).sum()
    }

    /// The value of unit `index` (0-based), if it is known. Logarithmic in the number of chunks.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// assert_eq!((memo.get(1), memo.get(2)), (Some(&17), None));
    /// ```
    pub fn get(&self, index: usize) -> Option<&T> {
        let after = self.runs.partition_point(|run| run.first_unit <= index);
        let run = self.runs.get(after.checked_sub(1)?)?;
        run.known.values.get(index - run.first_unit)?.as_ref()
    }

    /// The units, in order, each with its value where that is known.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// assert!(memo.iter().all(|(place, value)| value == Some(&length(place))));
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (UnitPlace<'_, U>, Option<&T>)> {
        self.runs.iter().flat_map(MemoRun::iter)
    }

    /// The units whose indices (0-based) are in `range`, in order, each with its value where that is known. Linear in the number of
    /// chunks, and of units that are iterated over.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<Game, usize> = Memo::of(&file);
    /// assert_eq!(memo.range(1..2).map(|(place, _)| place.start).collect::<Vec<_>>(), [18]);
    /// ```
    pub fn range(&self, range: Range<usize>) -> impl DoubleEndedIterator<Item = (UnitPlace<'_, U>, Option<&T>)> {
        self.runs.iter().flat_map(move |run| run.range(range.clone()))
    }

    /// The units of each chunk, in order.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<Game, usize> = Memo::of(&file);
    /// assert_eq!(memo.runs().len(), 1);
    /// ```
    pub fn runs(&self) -> &[MemoRun<U, T, S>] {
        &self.runs
    }

    /// The units that differ between the file that this memo is `before` and this one's, as indices in the two: all units before
    /// the two ranges are shared, and all after them. Linear in the number of chunks, and in the units of those that are not shared.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<Game, usize> = Memo::of(&file);
    /// let (edited, _) = file.edit(12..14, "c4");
    /// assert_eq!(memo.carried_to(&edited).difference(&memo), (0..1, 0..1));
    /// ```
    pub fn difference(&self, before: &Memo<U, T, S>) -> (Range<usize>, Range<usize>) {
        let is_same =
            |(one, other): &(&MemoRun<U, T, S>, &MemoRun<U, T, S>)| Arc::ptr_eq(&one.known.chunk, &other.known.chunk);
        let first = before.runs.iter().zip(&self.runs).take_while(is_same).count();
        let (old, new) = (&before.runs[first..], &self.runs[first..]);
        let last = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
        let (old, new) = (&old[..old.len() - last], &new[..new.len() - last]);
        let start = self.runs[..first].last().map_or(0, MemoRun::end);
        let units = |runs: &[MemoRun<U, T, S>]| start..runs.last().map_or(start, MemoRun::end);
        let (mut removed, mut inserted) = (units(old), units(new));

        let is_same = |(one, other): &(&Arc<U>, &Arc<U>)| Arc::ptr_eq(one, other);
        let of_runs =
            |runs| <[MemoRun<U, T, S>]>::iter(runs).flat_map(|run| run.known.chunk.units().map(|(_, unit)| unit));
        let same = of_runs(old).zip(of_runs(new)).take_while(is_same).count();
        (removed.start, inserted.start) = (start + same, start + same);
        let most = removed.len().min(inserted.len());
        let same = of_runs(old).rev().zip(of_runs(new).rev()).take(most).take_while(is_same).count();
        (removed.end, inserted.end) = (removed.end - same, inserted.end - same);
        (removed, inserted)
    }

    /// The values that are known, in the order of their units.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// assert_eq!(memo.values().sum::<usize>(), 35);
    /// ```
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.runs.iter().flat_map(|run| run.known.values.iter().flatten())
    }

    /// Forgets the values that are not `kept`, of the chunks that have units of `range` (0-based indices). The index of a unit and its value
    /// are given, in order. What is forgotten in this memo is not forgotten in a clone. Linear in the number of chunks, and in the units of
    /// those that have some of the range.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// memo.retain(0..2, |index, _| index == 1);
    /// assert_eq!((memo.get(0), memo.get(1)), (None, Some(&17)));
    /// ```
    pub fn retain(&mut self, range: Range<usize>, mut kept: impl FnMut(usize, &T) -> bool)
    where
        T: Clone,
        S: Summary<T>,
    {
        let has_some = |run: &&mut MemoRun<U, T, S>| run.first_unit < range.end && range.start < run.end();
        for run in self.runs.iter_mut().filter(has_some) {
            let numbered = (run.first_unit..).zip(&run.known.values);
            let is_gone = |(index, value): (usize, &Option<T>)| value.as_ref().is_some_and(|value| !kept(index, value));
            let gone: Vec<bool> = numbered.map(is_gone).collect();
            if gone.contains(&true) {
                let values = run.known.values.iter().zip(&gone);
                let values = values.map(|(value, is_gone)| value.clone().filter(|_| !is_gone)).collect();
                run.known = Known::of(&run.known.chunk, values);
            }
        }
    }

    /// The units without a value, in order, chunk by chunk. Linear in the number of chunks, and in the units of those that have any.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// assert!(memo.missing().is_empty());
    /// ```
    pub fn missing(&self) -> Vec<Missing<U>> {
        self.incomplete().map(|(number, run)| run.missing(number)).collect()
    }

    /// The same in parts of at most so many units each, those of the nearest chunk to byte `near` first, and of these the nearest. Linear in the
    /// number of chunks, and in the units of those whose parts are taken from the iterator.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<_, usize> = Memo::of(&file);
    /// assert_eq!(memo.missing_near(20, 1).map(|part| part.range()).collect::<Vec<_>>(), [18..35, 0..18]);
    /// ```
    pub fn missing_near(&self, near: usize, most: usize) -> impl Iterator<Item = Missing<U>> {
        let distance =
            move |Range { start, end }: Range<usize>| start.saturating_sub(near).max(near.saturating_sub(end));
        let mut incomplete: Vec<_> = self.incomplete().collect();
        incomplete.sort_by_key(|(_, run)| distance(run.bytes()));
        incomplete.into_iter().flat_map(move |(number, run)| {
            let mut parts = run.missing(number).parts(most);
            parts.sort_by_key(|part| distance(part.range()));
            parts
        })
    }

    fn incomplete(&self) -> impl Iterator<Item = (usize, &MemoRun<U, T, S>)> {
        self.runs.iter().enumerate().filter(|(_, run)| run.known.missing > 0)
    }

    /// Takes in the values that were computed of units which were missing in this memo or in a clone of it.
    ///
    /// # Panics
    /// If the units are not in this memo.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// let computed = memo.missing()[0].compute(length);
    /// memo.put(computed);
    /// assert_eq!(memo.get(0), Some(&18));
    /// ```
    pub fn put(&mut self, computed: Computed<T>)
    where
        T: Clone,
        S: Summary<T>,
    {
        let run = &mut self.runs[computed.run];
        let mut values = run.known.values.clone();
        for (place, value) in computed.values {
            values[place] = Some(value);
        }
        run.known = Known::of(&run.known.chunk, values);
    }

    /// Computes all values that are missing, on this thread.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// assert!(memo.is_complete());
    /// ```
    pub fn complete(&mut self, mut compute: impl FnMut(UnitPlace<'_, U>) -> T)
    where
        T: Clone,
        S: Summary<T>,
    {
        for missing in self.missing() {
            self.put(missing.compute(&mut compute));
        }
    }
}

impl<U, T, S> Default for Memo<U, T, S> {
    fn default() -> Memo<U, T, S> {
        Memo { runs: Vec::new() }
    }
}

impl<U, T, S> Clone for Memo<U, T, S> {
    fn clone(&self) -> Memo<U, T, S> {
        Memo { runs: self.runs.clone() }
    }
}

impl<U, T: fmt::Debug, S> fmt::Debug for Memo<U, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.runs.iter().flat_map(|run| &run.known.values)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::incremental::Database;

    fn game(number: usize) -> String {
        format!("[Event \"{number}\"]\n\n1. e4 {{ {number} }} e5 *\n\n")
    }

    /// A complete memo of the texts of a file's games, after it was carried to `file`; and how many had to be computed.
    fn texts(known: &Memo<Game, String>, file: &Database) -> (Memo<Game, String>, usize) {
        let mut memo = known.carried_to(file);
        let missing = memo.missing().iter().map(Missing::len).sum();
        memo.complete(|place| {
            assert_eq!(file.start(place.index), Some(place.start));
            place.unit.text().to_owned()
        });
        assert!(memo.is_complete() && memo.len() == file.len());
        assert!(memo.values().eq(file.units().map(|(_, game)| game.text())));
        (memo, missing)
    }

    #[test]
    fn only_the_values_of_new_units_are_computed() {
        let text: String = (0..1000).map(game).collect();
        let file = Database::parse(&text);
        let (memo, computed) = texts(&Memo::default(), &file);
        assert_eq!(computed, 1000);
        // Two edits far apart, without a memo between them.
        let (file, _) = file.edit(text.find("{ 900 }").unwrap()..text.len(), "");
        let at = text.find("{ 100 }").unwrap();
        let (file, _) = file.edit(at..at, "x");
        let (memo, computed) = texts(&memo, &file);
        assert_eq!((computed, memo.len()), (2, 901));
        let (file, _) = file.edit(0..0, &game(1000));
        assert_eq!(texts(&memo, &file).1, 1);
    }

    #[test]
    fn a_clone_keeps_what_is_forgotten() {
        let text: String = (0..300).map(game).collect();
        let file = Database::parse(&text);
        let (mut memo, _) = texts(&Memo::default(), &file);
        let all = memo.clone();
        memo.retain(0..usize::MAX, |index, _| index % 100 > 0);
        let missing: Vec<usize> = memo.missing().iter().flat_map(|it| it.units().map(|place| place.index)).collect();
        assert_eq!(missing, [0, 100, 200]);
        assert_eq!((memo.get(100), memo.values().count()), (None, 297));
        assert!(all.is_complete() && all.get(100).is_some_and(|text| *text == game(100)));
        let known = memo.iter().filter(|(place, value)| place.unit.text().len() > 10 && value.is_some()).count();
        assert_eq!(known, 297);
    }

    #[derive(Default)]
    struct Bytes(usize);

    impl Summary<String> for Bytes {
        fn add(&mut self, text: &String) {
            self.0 += text.len();
        }
    }

    #[test]
    fn summaries_are_those_of_the_values_that_are_known() {
        let text: String = (0..300).map(game).collect();
        let file = Database::parse(&text);
        let known = |memo: &Memo<Game, String, Bytes>| memo.runs().iter().map(|run| run.summary().0).sum::<usize>();
        let mut memo = Memo::default().carried_to(&file);
        assert_eq!(known(&memo), 0);
        memo.complete(|place| place.unit.text().to_owned());
        assert_eq!(known(&memo), text.len());
        let (file, _) = file.edit(0..0, "x");
        let mut memo = memo.carried_to(&file);
        assert_eq!(known(&memo), text.len() - game(0).len());
        memo.retain(290..300, |index, _| index != 299);
        assert_eq!(known(&memo), text.len() - game(0).len() - game(299).len());
    }

    #[test]
    fn the_difference_lies_between_the_units_that_are_shared() {
        let text: String = (0..1000).map(game).collect();
        let at = |number: usize| text.find(&game(number)).unwrap();
        let file = Database::parse(&text);
        let memo: Memo<Game, ()> = Memo::of(&file);
        let check = |file: &Database, removed: Range<usize>, inserted: Range<usize>| {
            let after = memo.carried_to(file);
            assert_eq!(after.difference(&memo), (removed, inserted.clone()));
            let indices: Vec<usize> = after.range(inserted.clone()).map(|(place, _)| place.index).collect();
            assert!(indices.into_iter().eq(inserted));
        };
        check(&file, 1000..1000, 1000..1000);
        check(&file.edit(at(500) + 1..at(500) + 1, "x").0, 500..501, 500..501);
        check(&file.edit(at(999)..text.len(), "").0, 999..1000, 999..999);
        check(&file.edit(0..at(2), "").0, 0..2, 0..0);
        check(&file.edit(at(3)..at(3), &game(7)).0, 3..3, 3..4);
        check(&file.edit(at(200)..at(200), &game(7).repeat(300)).0, 200..200, 200..500);
        check(&file.edit(at(900) + 1..at(900) + 1, "x").0.edit(0..at(1), "").0, 0..901, 0..900);
    }
}
