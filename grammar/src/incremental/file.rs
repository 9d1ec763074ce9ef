//! The units of a file, in chunks, so that an edit copies and moves little.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::trees::Trees;
use super::unit::Unit;

/// How many units a chunk usually has: then the list of chunks of a large file and a chunk are about equally cheap to copy.
const USUAL_UNITS: usize = 128;

/// A chunk with more units is split.
const MOST_UNITS: usize = 2 * USUAL_UNITS;

/// A chunk with fewer units is merged with the next, so that deletions do not leave a trail of small chunks.
const FEWEST_UNITS: usize = USUAL_UNITS / 4;

/// The units of a file, in order. A clone shares them: it is linear in the number of chunks.
///
/// The texts are kept; a tree is kept after it was used, until [`UnitFile::without_idle_trees`] drops it.
///
/// ```
/// use scoresheet_grammar::incremental::Database;
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// let (edited, _) = file.edit(12..14, "c4");
/// assert_eq!(edited.unit(0).unwrap().text(), "[A \"1\"]\n\n1. c4 *\n\n");
/// assert!(std::sync::Arc::ptr_eq(file.unit(1).unwrap(), edited.unit(1).unwrap()));
/// ```
pub struct UnitFile<U: Unit> {
    chunks: Vec<Placed<U>>,
    units: usize,
    length: usize,
}

/// A run of units. Offsets are relative to its first byte. Never empty.
///
/// ```
/// use scoresheet_grammar::incremental::Database;
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// let (_, chunk) = file.chunks().next().unwrap();
/// assert_eq!((chunk.len(), chunk.text_length()), (2, 35));
/// ```
pub struct Chunk<U> {
    units: Vec<Arc<U>>,
    starts: Vec<usize>,
    length: usize,
}

/// A chunk with the trees of its units, and what is before it in the file.
struct Placed<U: Unit> {
    chunk: Arc<Chunk<U>>,
    trees: Arc<Trees<U>>,
    first_unit: usize,
    start: usize,
}

/// A unit and its tree, where that is known.
pub(super) type UnitAndTree<U> = (Arc<U>, Option<Arc<<U as Unit>::Tree>>);

impl<U: Unit> UnitFile<U> {
    /// Reads a file. Never fails; linear in the text.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.len(), 2);
    /// ```
    pub fn parse(text: &str) -> UnitFile<U> {
        let mut file = UnitFile::default();
        let mut units = read_all(text).peekable();
        while units.peek().is_some() {
            file.push(units.by_ref().take(USUAL_UNITS), false);
        }
        file
    }

    /// The file whose pieces were read one by one, in order. Linear in the number of chunks.
    ///
    /// ```
    /// use scoresheet_grammar::{incremental::Database, split};
    ///
    /// let text = "[A \"1\"]\n\n1. e4 *\n\n".repeat(100);
    /// let pieces = split(&text, 500).into_iter().map(|piece| Database::parse(&text[piece]));
    /// assert_eq!(Database::joined(pieces), Database::parse(&text));
    /// ```
    pub fn joined(pieces: impl IntoIterator<Item = UnitFile<U>>) -> UnitFile<U> {
        let mut joined = UnitFile::default();
        for placed in pieces.into_iter().flat_map(|piece| piece.chunks) {
            joined.push_shared(placed.chunk, placed.trees);
        }
        joined
    }

    /// The same file without the trees of chunks that were not used since the last call for this file or for one that it is an edit
    /// of. Nothing if no tree can be dropped. Linear in the number of chunks, and of units whose trees are dropped.
    ///
    /// The memory is free once all files that share the trees are dropped.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// let smaller = file.without_idle_trees().unwrap();
    /// assert!(file.kept_view(0).is_some() && smaller.kept_view(0).is_none());
    /// ```
    pub fn without_idle_trees(&self) -> Option<UnitFile<U>> {
        let mut file = self.clone();
        let mut is_other = false;
        for placed in &mut file.chunks {
            if let Some(trees) = placed.trees.without_idle(&placed.chunk.units) {
                placed.trees = trees;
                is_other = true;
            }
        }
        is_other.then_some(file)
    }

    /// How many units there are.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.len(), 2);
    /// ```
    pub fn len(&self) -> usize {
        self.units
    }

    /// Whether there are no units, as in an empty file only.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert!(!file.is_empty() && Database::parse("").is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.units == 0
    }

    /// The length of the file in bytes.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.text_length(), 35);
    /// ```
    pub fn text_length(&self) -> usize {
        self.length
    }

    /// Unit `index` (0-based), if there is one. Logarithmic in the number of chunks.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.unit(1).unwrap().text(), "[A \"2\"]\n\n1. d4 *\n");
    /// ```
    pub fn unit(&self, index: usize) -> Option<&Arc<U>> {
        let placed = self.placed(index)?;
        placed.chunk.units.get(index - placed.first_unit)
    }

    /// The tree of unit `index` (0-based), if there is one. It is read if it is not kept, and kept from now on.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert!(file.tree(1).unwrap().faults().is_empty());
    /// ```
    pub fn tree(&self, index: usize) -> Option<&Arc<U::Tree>> {
        let Placed { chunk, trees, first_unit, .. } = self.placed(index)?;
        Some(trees.tree(index - first_unit, chunk.units.get(index - first_unit)?))
    }

    /// The tree of unit `index` (0-based), if there is such a unit and its tree is kept.
    pub(super) fn kept_tree(&self, index: usize) -> Option<&Arc<U::Tree>> {
        let placed = self.placed(index)?;
        placed.trees.kept(index - placed.first_unit)
    }

    /// The byte offset at which unit `index` (0-based) begins, if there is one. Logarithmic in the number of chunks.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!((file.start(1), file.start(2)), (Some(18), None));
    /// ```
    pub fn start(&self, index: usize) -> Option<usize> {
        let placed = self.placed(index)?;
        Some(placed.start + placed.chunk.starts.get(index - placed.first_unit)?)
    }

    /// The units, in order, each with the byte offset at which it begins.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.units().map(|(start, _)| start).collect::<Vec<_>>(), [0, 18]);
    /// ```
    pub fn units(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<U>)> {
        self.chunks().flat_map(|(start, chunk)| chunk.units().map(move |(at, unit)| (start + at, unit)))
    }

    /// The chunks, in order, each with the byte offset at which it begins.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.chunks().len(), 1);
    /// ```
    pub fn chunks(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<Chunk<U>>)> + ExactSizeIterator {
        self.chunks.iter().map(|placed| (placed.start, &placed.chunk))
    }

    /// The 0-based index of the unit that byte `offset` belongs to; the last unit for the end of the file. Logarithmic in the number of
    /// units.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!((file.unit_at(17), file.unit_at(18)), (Some(0), Some(1)));
    /// ```
    pub fn unit_at(&self, offset: usize) -> Option<usize> {
        let chunk = self.chunks.partition_point(|placed| placed.start <= offset).checked_sub(1)?;
        let Placed { chunk, first_unit, start, .. } = &self.chunks[chunk];
        let unit = chunk.starts.partition_point(|at| start + at <= offset).checked_sub(1)?;
        Some(first_unit + unit)
    }

    /// The same units but for those of `range` (indices), which are replaced by `units`. Chunks that `range` does not touch are shared:
    /// linear in their number and in the units put in.
    pub(super) fn spliced(&self, range: Range<usize>, units: Vec<UnitAndTree<U>>) -> UnitFile<U> {
        let first = self.chunks.partition_point(|placed| placed.first_unit + placed.chunk.len() < range.start);
        let mut end = self.chunks.partition_point(|placed| placed.first_unit < range.end).max(first);
        let mut touched: Vec<UnitAndTree<U>> = Vec::with_capacity(MOST_UNITS);
        let old = |chunks: Range<usize>| self.chunks[chunks].iter().flat_map(|placed| placed.numbered());
        touched.extend(old(first..end).filter(|(index, _)| *index < range.start).map(|(_, unit)| unit));
        touched.extend(units);
        touched.extend(old(first..end).filter(|(index, _)| *index >= range.end).map(|(_, unit)| unit));
        while touched.len() < FEWEST_UNITS && end < self.chunks.len() {
            touched.extend(old(end..end + 1).map(|(_, unit)| unit));
            end += 1;
        }
        let mut file = UnitFile::default();
        self.chunks[..first].iter().for_each(|placed| file.push_shared(placed.chunk.clone(), placed.trees.clone()));
        let size = if touched.len() > MOST_UNITS { USUAL_UNITS } else { MOST_UNITS };
        let mut touched = touched.into_iter();
        while touched.len() > 0 {
            file.push(touched.by_ref().take(size), true);
        }
        self.chunks[end..].iter().for_each(|placed| file.push_shared(placed.chunk.clone(), placed.trees.clone()));
        file
    }

    fn placed(&self, index: usize) -> Option<&Placed<U>> {
        let after = self.chunks.partition_point(|placed| placed.first_unit <= index);
        self.chunks.get(after.checked_sub(1)?)
    }

    fn push(&mut self, units: impl Iterator<Item = UnitAndTree<U>>, are_used: bool) {
        let (units, trees): (Vec<_>, Vec<_>) = units.unzip();
        self.push_shared(Arc::new(Chunk::new(units)), Trees::of(trees.into_iter(), are_used));
    }

    fn push_shared(&mut self, chunk: Arc<Chunk<U>>, trees: Arc<Trees<U>>) {
        let (first_unit, start) = (self.units, self.length);
        self.units += chunk.len();
        self.length += chunk.length;
        self.chunks.push(Placed { chunk, trees, first_unit, start });
    }
}

/// The units of a text.
pub(super) fn read_all<U: Unit>(text: &str) -> impl Iterator<Item = UnitAndTree<U>> {
    U::read_all(text).map(|(unit, tree)| (Arc::new(unit), tree.map(Arc::new)))
}

impl<U: Unit> Default for UnitFile<U> {
    fn default() -> UnitFile<U> {
        UnitFile { chunks: Vec::new(), units: 0, length: 0 }
    }
}

impl<U: Unit> Clone for UnitFile<U> {
    fn clone(&self) -> UnitFile<U> {
        UnitFile { chunks: self.chunks.clone(), units: self.units, length: self.length }
    }
}

impl<U: Unit> fmt::Debug for UnitFile<U> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.units().map(|(_, unit)| unit.text())).finish()
    }
}

impl<U: Unit> Chunk<U> {
    fn new(units: Vec<Arc<U>>) -> Chunk<U> {
        let mut length = 0;
        let mut starts = Vec::with_capacity(units.len());
        for unit in &units {
            starts.push(length);
            length += unit.text().len();
        }
        Chunk { units, starts, length }
    }
}

impl<U> Chunk<U> {
    /// How many units there are.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.chunks().next().unwrap().1.len(), 2);
    /// ```
    #[allow(clippy::len_without_is_empty)] // It never is.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// The length of the text of all units in bytes.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.chunks().next().unwrap().1.text_length(), 35);
    /// ```
    pub fn text_length(&self) -> usize {
        self.length
    }

    /// The offsets in bytes from the start of the chunk at which the units begin, in order.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.chunks().next().unwrap().1.starts(), [0, 18]);
    /// ```
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// Unit `index` (0-based) of the chunk, if there is one.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.chunks().next().unwrap().1.unit(0), file.unit(0));
    /// ```
    pub fn unit(&self, index: usize) -> Option<&Arc<U>> {
        self.units.get(index)
    }

    /// The units, in order, each with the offset in bytes from the start of the chunk at which it begins.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.chunks().next().unwrap().1.units().len(), 2);
    /// ```
    pub fn units(&self) -> impl DoubleEndedIterator<Item = (usize, &Arc<U>)> + ExactSizeIterator {
        self.starts.iter().copied().zip(&self.units)
    }
}

impl<U> fmt::Debug for Chunk<U> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Chunk").field("units", &self.len()).field("length", &self.length).finish()
    }
}

impl<U: Unit> Placed<U> {
    /// The units with their indices in the file.
    fn numbered(&self) -> impl Iterator<Item = (usize, UnitAndTree<U>)> {
        let units = self.chunk.units.iter().enumerate();
        units.map(|(place, unit)| (self.first_unit + place, (unit.clone(), self.trees.kept(place).cloned())))
    }
}

impl<U: Unit> Clone for Placed<U> {
    fn clone(&self) -> Placed<U> {
        let Placed { chunk, trees, first_unit, start } = self;
        Placed { chunk: chunk.clone(), trees: trees.clone(), first_unit: *first_unit, start: *start }
    }
}
