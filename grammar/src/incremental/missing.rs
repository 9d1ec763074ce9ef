//! Units of which nothing was computed yet.

use std::ops::Range;
use std::sync::Arc;

use super::file::Chunk;

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
    pub(super) run: usize,
    pub(super) first_unit: usize,
    pub(super) start: usize,
    pub(super) chunk: Arc<Chunk<U>>,
    pub(super) places: Vec<usize>,
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
    pub(super) run: usize,
    pub(super) values: Vec<(usize, T)>,
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

    /// The half-open byte offsets in the file from the start of the first of the units to the end of the last.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::{Database, Memo};
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let memo: Memo<_, usize> = Memo::of(&file);
    /// assert_eq!(memo.missing()[0].range(), 0..35);
    /// ```
    pub fn range(&self) -> Range<usize> {
        let (Some(first), Some(last)) = (self.places.first(), self.places.last()) else { return 0..0 };
        let start_of =
            |place: usize| self.start + self.chunk.starts().get(place).map_or(self.chunk.text_length(), |start| *start);
        start_of(*first)..start_of(last + 1)
    }

    /// The same units in parts of `most` units each, the last of what is left; in order.
    pub(super) fn parts(&self, most: usize) -> Vec<Missing<U>> {
        let part = |places: &[usize]| Missing { chunk: self.chunk.clone(), places: places.to_vec(), ..*self };
        self.places.chunks(most.max(1)).map(part).collect()
    }

    /// The units, in order.
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
    pub fn units(&self) -> impl DoubleEndedIterator<Item = UnitPlace<'_, U>> {
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
