//! The trees of a chunk's units, as far as they are kept.
//!
//! Trees take about as much memory as the text; 4 bytes a byte at 50 MB is all that the server may take. Reading a game takes some
//! microseconds, so trees that nothing has used lately are dropped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::unit::Unit;

/// The trees of a run of units, shared by all versions of a file that have the run. A list never loses a tree, so that references into
/// it stay valid: dropping trees makes another list.
pub(super) struct Trees<U: Unit> {
    /// One for each unit.
    of_units: Box<[OnceLock<Arc<U::Tree>>]>,
    /// Whether a tree was used since the last look for idle ones.
    was_used: AtomicBool,
}

impl<U: Unit> Trees<U> {
    /// A list of these trees, which counts as used or not.
    pub(super) fn of(trees: impl Iterator<Item = Option<Arc<U::Tree>>>, was_used: bool) -> Arc<Trees<U>> {
        let kept = |tree: Option<Arc<U::Tree>>| tree.map_or_else(OnceLock::new, OnceLock::from);
        Arc::new(Trees { of_units: trees.map(kept).collect(), was_used: AtomicBool::new(was_used) })
    }

    /// The tree of `unit`, which is at `place` of the run. It is kept from now on.
    pub(super) fn tree(&self, place: usize, unit: &U) -> &Arc<U::Tree> {
        // Most of the time it is set, and threads that only read it do not slow each other down.
        if !self.was_used.load(Ordering::Relaxed) {
            self.was_used.store(true, Ordering::Relaxed);
        }
        self.of_units[place].get_or_init(|| Arc::new(unit.read_tree()))
    }

    /// The tree at `place` of the run, if it is kept.
    pub(super) fn kept(&self, place: usize) -> Option<&Arc<U::Tree>> {
        self.of_units[place].get()
    }

    /// The list without the trees that can be re-read. Nothing if a tree was used since the last call, or none can be dropped.
    pub(super) fn without_idle(&self, units: &[Arc<U>]) -> Option<Arc<Trees<U>>> {
        if self.was_used.swap(false, Ordering::Relaxed) {
            return None;
        }
        let can_go = |(tree, unit): (&OnceLock<Arc<U::Tree>>, &Arc<U>)| tree.get().is_some() && unit.reads_alone();
        if !self.of_units.iter().zip(units).any(can_go) {
            return None;
        }
        let rest =
            self.of_units.iter().zip(units).map(|(tree, unit)| tree.get().filter(|_| !unit.reads_alone()).cloned());
        Some(Trees::of(rest, false))
    }
}

#[cfg(test)]
mod tests {
    use crate::incremental::Database;

    fn file(games: usize) -> String {
        (0..games).map(|number| format!("[Event \"{number}\"]\n\n1. e4 {{ {number} }} e5 *\n\n")).collect()
    }

    /// How many trees are kept.
    fn kept(file: &Database) -> usize {
        (0..file.len()).filter(|index| file.kept_tree(*index).is_some()).count()
    }

    #[test]
    fn unused_trees_are_dropped_and_read_again() {
        let text = file(1000);
        let read = Database::parse(&text);
        assert_eq!(kept(&read), 1000);
        let dropped = read.without_idle_trees().unwrap();
        assert_eq!((kept(&dropped), kept(&read)), (0, 1000));
        assert!(dropped.without_idle_trees().is_none());
        // To read all games once keeps no tree.
        assert!((0..1000).all(|index| dropped.read(index, |game| game.tags().len()) == Some(1)));
        assert_eq!(kept(&dropped), 0);
        assert_eq!(dropped.view(500).unwrap().tree, read.view(500).unwrap().tree);
        assert_eq!(kept(&dropped), 1);
        assert_eq!(dropped, read);
    }

    #[test]
    fn used_trees_are_kept_for_a_while() {
        let asked = Database::parse(&file(1000));
        asked.view(500).unwrap();
        let first = asked.without_idle_trees().unwrap();
        assert!((100..1000).contains(&(1000 - kept(&first))) && first.kept_view(500).is_some());
        let second = first.without_idle_trees().unwrap();
        assert_eq!(kept(&second), 0);
    }

    #[test]
    fn an_edit_reads_as_little_without_trees() {
        let text = file(1000);
        let dropped = Database::parse(&text).without_idle_trees().unwrap();
        let at = text.find("{ 500 }").unwrap();
        let (edited, reparsed) = dropped.edit(at..at, "x");
        assert_eq!((reparsed.first_unit, reparsed.inserted, kept(&edited)), (500, 1, 1));
        assert!(edited.kept_view(500).is_some());
        assert_eq!(edited, Database::parse(&format!("{}x{}", &text[..at], &text[at..])));
    }

    /// What follows a game on its last line may decide how the end of the game is read.
    #[test]
    fn a_tree_that_may_depend_on_the_rest_of_its_line_is_kept() {
        let read = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[B \"2\"]\n\n1. d4 * [Event \"x\"]\n\n1. c4 *\n");
        let dropped = read.without_idle_trees().unwrap();
        assert_eq!(dropped, read);
        let stay: Vec<usize> = (0..read.len()).filter(|index| dropped.kept_view(*index).is_some()).collect();
        assert_eq!((stay, read.len()), (vec![1], 3));
        assert!(!read.unit(1).unwrap().text().ends_with('\n'));
    }
}
