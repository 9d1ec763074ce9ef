//! The trees of a run of games, as far as they are kept: they take about as much memory as the text, and reading a game again takes
//! some microseconds. So trees of games that nobody has asked about lately are dropped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::game::{Game, GameView};
use crate::tree::Tree;

/// The trees of a run of games. They are shared by all versions of a file that have the run, and never go while somebody holds one of
/// these: what is without them is another of these.
#[derive(Debug)]
pub(crate) struct Trees {
    /// One a game.
    of_games: Box<[OnceLock<Arc<Tree>>]>,
    /// Whether somebody has asked about one of the games since that was last looked at.
    was_used: AtomicBool,
}

impl Trees {
    /// These trees, and whether somebody has just asked about their games.
    pub(crate) fn of(trees: impl Iterator<Item = Option<Arc<Tree>>>, was_used: bool) -> Arc<Trees> {
        let kept = |tree: Option<Arc<Tree>>| tree.map_or_else(OnceLock::new, OnceLock::from);
        Arc::new(Trees { of_games: trees.map(kept).collect(), was_used: AtomicBool::new(was_used) })
    }

    /// The game at a place in the run, whose tree is kept from now on.
    pub(crate) fn view<'game>(&'game self, place: usize, game: &'game Game) -> GameView<'game> {
        // Most of the time it is set, and what is only read is no trouble for other threads.
        if !self.was_used.load(Ordering::Relaxed) {
            self.was_used.store(true, Ordering::Relaxed);
        }
        GameView { text: game.text(), tree: self.of_games[place].get_or_init(|| Arc::new(game.read_tree())) }
    }

    /// The tree of the game at a place in the run, if it is kept.
    pub(crate) fn kept(&self, place: usize) -> Option<&Arc<Tree>> {
        self.of_games[place].get()
    }

    /// The same without the trees that can go, if nobody has asked about one of these games since this was last called. Nothing where
    /// somebody has, or where none can go.
    pub(crate) fn without_idle(&self, games: &[Arc<Game>]) -> Option<Arc<Trees>> {
        if self.was_used.swap(false, Ordering::Relaxed) {
            return None;
        }
        let can_go = |(tree, game): (&OnceLock<Arc<Tree>>, &Arc<Game>)| tree.get().is_some() && game.reads_alone();
        if !self.of_games.iter().zip(games).any(can_go) {
            return None;
        }
        let rest =
            self.of_games.iter().zip(games).map(|(tree, game)| tree.get().filter(|_| !game.reads_alone()).cloned());
        Some(Trees::of(rest, false))
    }
}

#[cfg(test)]
mod tests {
    use crate::Database;

    fn file(games: usize) -> String {
        (0..games).map(|number| format!("[Event \"{number}\"]\n\n1. e4 {{ {number} }} e5 *\n\n")).collect()
    }

    /// How many trees are kept.
    fn kept(file: &Database) -> usize {
        (0..file.len()).filter(|index| file.kept_view(*index).is_some()).count()
    }

    #[test]
    fn trees_that_nobody_asks_about_go_and_come_back() {
        let text = file(1000);
        let read = Database::parse(&text);
        assert_eq!(kept(&read), 1000);
        let dropped = read.without_idle_trees().unwrap();
        assert_eq!((kept(&dropped), kept(&read)), (0, 1000));
        assert!(dropped.without_idle_trees().is_none());
        // Who looks through all of them changes nothing.
        assert!((0..1000).all(|index| dropped.read(index, |game| game.tags().len()) == Some(1)));
        assert_eq!(kept(&dropped), 0);
        assert_eq!(dropped.view(500).unwrap().tree, read.view(500).unwrap().tree);
        assert_eq!(kept(&dropped), 1);
        assert_eq!(dropped, read);
    }

    #[test]
    fn trees_that_somebody_has_asked_about_stay_for_a_while() {
        let asked = Database::parse(&file(1000));
        asked.view(500).unwrap();
        let first = asked.without_idle_trees().unwrap();
        assert!((100..1000).contains(&(1000 - kept(&first))) && first.kept_view(500).is_some());
        let second = first.without_idle_trees().unwrap();
        assert_eq!(kept(&second), 0);
    }

    #[test]
    fn an_edit_reads_no_more_where_trees_were_dropped() {
        let text = file(1000);
        let dropped = Database::parse(&text).without_idle_trees().unwrap();
        let at = text.find("{ 500 }").unwrap();
        let (edited, reparsed) = dropped.edit(at..at, "x");
        assert_eq!((reparsed.first_game, reparsed.inserted, kept(&edited)), (500, 1, 1));
        assert!(edited.kept_view(500).is_some());
        assert_eq!(edited, Database::parse(&format!("{}x{}", &text[..at], &text[at..])));
    }

    /// What stands behind a game on its line may decide how its last words are read.
    #[test]
    fn a_tree_that_may_depend_on_the_rest_of_its_line_stays() {
        let read = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[B \"2\"]\n\n1. d4 * [Event \"x\"]\n\n1. c4 *\n");
        let dropped = read.without_idle_trees().unwrap();
        assert_eq!(dropped, read);
        let stay: Vec<usize> = (0..read.len()).filter(|index| dropped.kept_view(*index).is_some()).collect();
        assert_eq!((stay, read.len()), (vec![1], 3));
        assert!(!read.game(1).unwrap().text().ends_with('\n'));
    }
}
