//! What was computed of the units of a file, kept as long as the units are in it.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use super::file::{Chunk, UnitFile};
use super::unit::Unit;

/// A value for each unit of a file, where it is known. A clone shares the values: it is linear in the number of chunks.
///
/// After an edit, [`Memo::carried_to`] takes over the values of all units that are still there. The others are [`Missing`]; they can be
/// computed where and when the caller likes, on several threads at once, say.
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
pub struct Memo<U, T> {
    runs: Vec<Arc<Run<U, T>>>,
}

/// The units of a chunk, and their values.
struct Run<U, T> {
    chunk: Arc<Chunk<U>>,
    values: Vec<Option<T>>,
}

/// Units of a chunk that have no value yet.
///
/// ```
/// use scoresheet_grammar::Game;
/// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// let mut memo = Memo::of(&file);
/// let length = |place: UnitPlace<Game>| place.unit.text().len();
/// assert!(memo.get(0).is_none());
/// let missing = &memo.missing()[0];
/// assert_eq!(missing.units().map(|place| place.index).collect::<Vec<_>>(), [0, 1]);
/// memo.complete(length);
/// ```
#[derive(Clone, Debug)]
pub struct Missing<U> {
    run: usize,
    first_unit: usize,
    start: usize,
    chunk: Arc<Chunk<U>>,
    places: Vec<usize>,
}

/// A unit, and where it is in its file.
///
/// ```
/// use scoresheet_grammar::Game;
/// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// let mut memo = Memo::of(&file);
/// let length = |place: UnitPlace<Game>| place.unit.text().len();
/// memo.complete(length);
/// let starts: Vec<usize> = memo.iter().map(|(place, _)| place.start).collect();
/// assert_eq!(starts, [0, 18]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UnitPlace<'file, U> {
    /// The 0-based index of the unit.
    pub index: usize,
    /// The byte offset at which it begins.
    pub start: usize,
    /// The unit.
    pub unit: &'file Arc<U>,
}

/// The values of some units: see [`Missing::compute`].
///
/// ```
/// use scoresheet_grammar::Game;
/// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// let mut memo = Memo::of(&file);
/// let length = |place: UnitPlace<Game>| place.unit.text().len();
/// let computed: Vec<_> = memo.missing().iter().map(|missing| missing.compute(length)).collect();
/// computed.into_iter().for_each(|it| memo.put(it));
/// assert!(memo.is_complete());
/// ```
#[derive(Debug)]
pub struct Computed<T> {
    run: usize,
    values: Vec<(usize, T)>,
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
        let run = |(_, chunk): (usize, &Arc<Chunk<U>>)| Arc::new(Run::unknown(chunk));
        Memo { runs: file.chunks().map(run).collect() }
    }

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
    pub fn carried_to(&self, file: &UnitFile<U>) -> Memo<U, T>
    where
        T: Clone,
    {
        // This memo keeps its chunks and units, so no other has one of these addresses.
        let chunks: HashMap<*const Chunk<U>, &Arc<Run<U, T>>> =
            self.runs.iter().map(|run| (Arc::as_ptr(&run.chunk), run)).collect();
        let still: HashSet<*const Chunk<U>> = file.chunks().map(|(_, chunk)| Arc::as_ptr(chunk)).collect();
        let gone = self.runs.iter().filter(|run| !still.contains(&Arc::as_ptr(&run.chunk)));
        let units: HashMap<*const U, &T> = gone.flat_map(|run| run.known()).collect();
        let run = |(_, chunk): (usize, &Arc<Chunk<U>>)| match chunks.get(&Arc::as_ptr(chunk)) {
            Some(run) => Arc::clone(run),
            None => {
                let value = |(_, unit): (usize, &Arc<U>)| units.get(&Arc::as_ptr(unit)).map(|value| T::clone(value));
                Arc::new(Run { chunk: chunk.clone(), values: chunk.units().map(value).collect() })
            }
        };
        Memo { runs: file.chunks().map(run).collect() }
    }
}

impl<U, T> Memo<U, T> {
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
        self.runs.iter().map(|run| run.values.len()).sum()
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

    /// Whether all units have a value. Linear in their number.
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
        self.values().count() == self.len()
    }

    /// The value of unit `index` (0-based), if it is known. Linear in the number of chunks.
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
        let mut place = index;
        for run in &self.runs {
            match run.values.get(place) {
                Some(value) => return value.as_ref(),
                None => place -= run.values.len(),
            }
        }
        None
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
        let mut before = (0, 0);
        let placed: Vec<(usize, usize, &Run<U, T>)> = (self.runs.iter())
            .map(|run| {
                let (index, start) = before;
                before = (index + run.chunk.len(), start + run.chunk.text_length());
                (index, start, &**run)
            })
            .collect();
        placed.into_iter().flat_map(|(first, start, run)| {
            let places = (first..).zip(run.chunk.units());
            let places: Vec<_> =
                places.map(|(index, (at, unit))| UnitPlace { index, start: start + at, unit }).collect();
            places.into_iter().zip(run.values.iter().map(Option::as_ref))
        })
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
        self.runs.iter().flat_map(|run| run.values.iter().flatten())
    }

    /// Forgets the values that are not `kept`. The index of a unit (0-based) and its value are given, in order. What is forgotten in this
    /// memo is not forgotten in a clone.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// memo.complete(length);
    /// memo.retain(|index, _| index == 1);
    /// assert_eq!((memo.get(0), memo.get(1)), (None, Some(&17)));
    /// ```
    pub fn retain(&mut self, mut kept: impl FnMut(usize, &T) -> bool)
    where
        T: Clone,
    {
        let mut first = 0;
        for run in &mut self.runs {
            let numbered = (first..).zip(&run.values);
            let is_gone = |(index, value): (usize, &Option<T>)| value.as_ref().is_some_and(|value| !kept(index, value));
            let gone: Vec<bool> = numbered.map(is_gone).collect();
            if gone.contains(&true) {
                let values = run.values.iter().zip(&gone);
                let values = values.map(|(value, is_gone)| value.clone().filter(|_| !is_gone)).collect();
                *run = Arc::new(Run { chunk: run.chunk.clone(), values });
            }
            first += gone.len();
        }
    }

    /// The units without a value, in order, chunk by chunk.
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
        let (mut first_unit, mut start) = (0, 0);
        let mut missing = Vec::new();
        for (number, run) in self.runs.iter().enumerate() {
            let places: Vec<usize> = (0..run.values.len()).filter(|place| run.values[*place].is_none()).collect();
            if !places.is_empty() {
                missing.push(Missing { run: number, first_unit, start, chunk: run.chunk.clone(), places });
            }
            first_unit += run.chunk.len();
            start += run.chunk.text_length();
        }
        missing
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
    {
        let run = &mut self.runs[computed.run];
        let mut values = run.values.clone();
        for (place, value) in computed.values {
            values[place] = Some(value);
        }
        *run = Arc::new(Run { chunk: run.chunk.clone(), values });
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
    {
        for missing in self.missing() {
            self.put(missing.compute(&mut compute));
        }
    }
}

impl<U> Missing<U> {
    /// How many units there are.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// assert_eq!(memo.missing()[0].len(), 2);
    /// memo.complete(length);
    /// ```
    #[allow(clippy::len_without_is_empty)] // It never is.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The units.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo, UnitPlace};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let mut memo = Memo::of(&file);
    /// let length = |place: UnitPlace<Game>| place.unit.text().len();
    /// assert_eq!(memo.missing()[0].units().map(length).sum::<usize>(), 35);
    /// memo.put(memo.missing()[0].compute(length));
    /// ```
    pub fn units(&self) -> impl Iterator<Item = UnitPlace<'_, U>> {
        self.places.iter().filter_map(|place| {
            let start = self.start + self.chunk.starts().get(*place)?;
            Some(UnitPlace { index: self.first_unit + place, start, unit: self.chunk.unit(*place)? })
        })
    }

    /// The values of the units, for [`Memo::put`].
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
    /// assert!(memo.is_complete());
    /// ```
    pub fn compute<T>(&self, compute: impl FnMut(UnitPlace<'_, U>) -> T) -> Computed<T> {
        let values = self.places.iter().copied().zip(self.units().map(compute)).collect();
        Computed { run: self.run, values }
    }
}

impl<U, T> Run<U, T> {
    fn unknown(chunk: &Arc<Chunk<U>>) -> Run<U, T> {
        Run { chunk: chunk.clone(), values: std::iter::repeat_with(|| None).take(chunk.len()).collect() }
    }

    /// The addresses of the units with a value, and those values.
    fn known(&self) -> impl Iterator<Item = (*const U, &T)> {
        let units = self.chunk.units().map(|(_, unit)| Arc::as_ptr(unit));
        units.zip(&self.values).filter_map(|(unit, value)| Some((unit, value.as_ref()?)))
    }
}

impl<U, T> Default for Memo<U, T> {
    fn default() -> Memo<U, T> {
        Memo { runs: Vec::new() }
    }
}

impl<U, T> Clone for Memo<U, T> {
    fn clone(&self) -> Memo<U, T> {
        Memo { runs: self.runs.clone() }
    }
}

impl<U, T: fmt::Debug> fmt::Debug for Memo<U, T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.runs.iter().flat_map(|run| &run.values)).finish()
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
        assert!(memo.values().eq(file.games().map(|(_, game)| game.text())));
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
        memo.retain(|index, _| index % 100 > 0);
        let missing: Vec<usize> = memo.missing().iter().flat_map(|it| it.units().map(|place| place.index)).collect();
        assert_eq!(missing, [0, 100, 200]);
        assert_eq!((memo.get(100), memo.values().count()), (None, 297));
        assert!(all.is_complete() && all.get(100).is_some_and(|text| *text == game(100)));
        let known = memo.iter().filter(|(place, value)| place.unit.text().len() > 10 && value.is_some()).count();
        assert_eq!(known, 297);
    }
}
