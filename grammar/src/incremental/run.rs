//! The units of a chunk in a memo, and what their values say together.

use std::ops::Range;
use std::sync::Arc;

use super::file::Chunk;
use super::missing::{Missing, UnitPlace};

/// What the values of some units say together. Its default is what no values say.
///
/// ```
/// use scoresheet_grammar::Game;
/// use scoresheet_grammar::incremental::{Database, Memo, Summary, UnitPlace};
///
/// #[derive(Default)]
/// struct Longest(usize);
///
/// impl Summary<usize> for Longest {
///     fn add(&mut self, length: &usize) {
///         self.0 = self.0.max(*length);
///     }
/// }
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// let mut memo: Memo<Game, usize, Longest> = Memo::default().carried_to(&file);
/// memo.complete(|place| place.unit.text().len());
/// assert_eq!(memo.runs()[0].summary().0, 18);
/// ```
pub trait Summary<T>: Default {
    /// Takes in the value of one more unit.
    fn add(&mut self, value: &T);
}

impl<T> Summary<T> for () {
    fn add(&mut self, _: &T) {}
}

/// The units of a chunk in a [`Memo`].
///
/// ```
/// use scoresheet_grammar::Game;
/// use scoresheet_grammar::incremental::{Database, Memo, Summary, UnitPlace};
///
/// #[derive(Default)]
/// struct Longest(usize);
///
/// impl Summary<usize> for Longest {
///     fn add(&mut self, length: &usize) {
///         self.0 = self.0.max(*length);
///     }
/// }
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// let mut memo: Memo<Game, usize, Longest> = Memo::default().carried_to(&file);
/// memo.complete(|place| place.unit.text().len());
/// assert_eq!(memo.runs()[0].summary().0, 18);
/// ```
pub struct MemoRun<U, T, S> {
    pub(super) known: Arc<Known<U, T, S>>,
    pub(super) first_unit: usize,
    pub(super) start: usize,
}

/// The units of a chunk, and what is known of them wherever the chunk is in a file.
pub(super) struct Known<U, T, S> {
    pub(super) chunk: Arc<Chunk<U>>,
    pub(super) values: Vec<Option<T>>,
    pub(super) missing: usize,
    summary: S,
}

impl<U, T, S> MemoRun<U, T, S> {
    /// What the values that are known say together.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<Game, usize> = Memo::of(&file);
    /// assert_eq!(memo.runs()[0].summary(), &());
    /// ```
    pub fn summary(&self) -> &S {
        &self.known.summary
    }

    /// The half-open byte offsets of the units in the file.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<Game, usize> = Memo::of(&file);
    /// assert_eq!(memo.runs()[0].bytes(), 0..35);
    /// ```
    pub fn bytes(&self) -> Range<usize> {
        self.start..self.start + self.known.chunk.text_length()
    }

    /// The units, in order, each with its value where that is known.
    ///
    /// ```
    /// use scoresheet_grammar::Game;
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<Game, usize> = Memo::of(&file);
    /// assert_eq!(memo.runs()[0].iter().map(|(place, _)| place.index).collect::<Vec<_>>(), [0, 1]);
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (UnitPlace<'_, U>, Option<&T>)> {
        self.range(0..usize::MAX)
    }

    /// Those of the units whose indices (0-based) are in `range`.
    pub(super) fn range(&self, range: Range<usize>) -> impl DoubleEndedIterator<Item = (UnitPlace<'_, U>, Option<&T>)> {
        let Known { chunk, values, .. } = &*self.known;
        let place = |index: usize| index.saturating_sub(self.first_unit).min(chunk.len());
        (place(range.start)..place(range.end)).filter_map(move |place| {
            let start = self.start + chunk.starts().get(place)?;
            let unit = UnitPlace { index: self.first_unit + place, start, unit: chunk.unit(place)? };
            Some((unit, values[place].as_ref()))
        })
    }

    /// The units without a value, in the run at index `run` of its memo.
    pub(super) fn missing(&self, run: usize) -> Missing<U> {
        let Known { chunk, values, .. } = &*self.known;
        Missing {
            run,
            first_unit: self.first_unit,
            start: self.start,
            chunk: chunk.clone(),
            places: (0..values.len()).filter(|place| values[*place].is_none()).collect(),
        }
    }

    /// The index of the unit after the last.
    pub(super) fn end(&self) -> usize {
        self.first_unit + self.known.chunk.len()
    }
}

impl<U, T, S> Known<U, T, S> {
    pub(super) fn of(chunk: &Arc<Chunk<U>>, values: Vec<Option<T>>) -> Arc<Known<U, T, S>>
    where
        S: Summary<T>,
    {
        let mut summary = S::default();
        values.iter().flatten().for_each(|value| summary.add(value));
        let missing = values.iter().filter(|value| value.is_none()).count();
        Arc::new(Known { chunk: chunk.clone(), values, missing, summary })
    }

    /// The addresses of the units with a value, and those values.
    pub(super) fn by_address(&self) -> impl Iterator<Item = (*const U, &T)> {
        let units = self.chunk.units().map(|(_, unit)| Arc::as_ptr(unit));
        units.zip(&self.values).filter_map(|(unit, value)| Some((unit, value.as_ref()?)))
    }
}

impl<U, T, S> Clone for MemoRun<U, T, S> {
    fn clone(&self) -> MemoRun<U, T, S> {
        MemoRun { known: self.known.clone(), ..*self }
    }
}
