//! What a file consists of.

/// A part of a file that is read without the parts around it: a game, or a run of records.
///
/// ```
/// use scoresheet_grammar::incremental::Database;
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// use scoresheet_grammar::incremental::Unit;
///
/// fn length<U: Unit>(unit: &U) -> usize {
///     unit.text().len()
/// }
///
/// assert_eq!(length(&**file.unit(0).unwrap()), 18);
/// ```
pub trait Unit: Sized {
    /// What a unit is read into. A file keeps it while it is used.
    type Tree: PartialEq;

    /// The text of the unit. The texts of all units of a file, joined together, are the file.
    fn text(&self) -> &str;

    /// The units of a text, in order, each with its tree where that is known. Linear in the text; only the empty text has none.
    fn read_all(text: &str) -> impl Iterator<Item = (Self, Option<Self::Tree>)>;

    /// Reads the unit.
    fn read_tree(&self) -> Self::Tree;

    /// Whether the tree depends on nothing but the text of the unit.
    fn reads_alone(&self) -> bool;

    /// Whether the file may be cut between `before` and `after`, the texts of two units: the parts then read as the whole does, whatever
    /// the rest of the file is. `before` may be more than one unit.
    fn may_cut(before: &str, after: &str) -> bool;

    /// Whether [`Unit::may_cut`] looks at no more than `start`, the first bytes of the text after the cut.
    fn is_start_enough(start: &str) -> bool;
}
