//! Files of games.

use super::file::UnitFile;
use super::unit::Unit;
use crate::game::Game;
use crate::game_view::GameView;
use crate::parser::Parser;
use crate::shape;
use crate::tree::Tree;

/// The games of a PGN file.
///
/// ```
/// use scoresheet_grammar::incremental::Database;
///
/// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
/// assert_eq!(file.view(1).unwrap().tag("A").as_deref(), Some("2"));
/// ```
pub type Database = UnitFile<Game>;

impl Unit for Game {
    type Tree = Tree;

    fn text(&self) -> &str {
        Game::text(self)
    }

    fn read_all(text: &str) -> impl Iterator<Item = (Game, Option<Tree>)> {
        let mut parser = Parser::new(text);
        // One tree that has grown, and copies of it of just the size that is needed.
        let mut tree = Tree::default();
        std::iter::from_fn(move || {
            let range = parser.next_game(&mut tree)?;
            Some((Game::new(&text[range]), Some(tree.clone())))
        })
    }

    fn read_tree(&self) -> Tree {
        Game::read_tree(self)
    }

    /// Where the next game begins on the last line of this one, the rest of that line may decide what the end of this one is.
    fn reads_alone(&self) -> bool {
        Game::text(self).ends_with(['\n', '\r'])
    }

    /// Where a game certainly begins after another one of more than a line: the line of a shorter one may begin before it.
    fn may_cut(before: &str, after: &str) -> bool {
        let has_two_lines = memchr::memchr2(b'\n', b'\r', before.trim_ascii_end().as_bytes()).is_some();
        has_two_lines && before.ends_with('\n') && shape::is_certain_border(before.as_bytes(), after.as_bytes())
    }

    fn is_start_enough(start: &str) -> bool {
        memchr::memchr2(b'\n', b'\r', start.as_bytes()).is_some()
    }
}

impl UnitFile<Game> {
    /// Game `index` (0-based) with its tree, if there is one. The tree is read if it is not kept, and kept from now on.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.view(0).unwrap().result().as_deref(), Some("*"));
    /// ```
    pub fn view(&self, index: usize) -> Option<GameView<'_>> {
        Some(GameView { text: self.unit(index)?.text(), tree: self.tree(index)? })
    }

    /// What `ask` returns for game `index` (0-based), if there is one. A tree that is not kept is read, but not kept: for callers that
    /// look at many games once.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert_eq!(file.read(0, |game| game.items().count()), Some(3));
    /// ```
    pub fn read<T>(&self, index: usize, ask: impl FnOnce(GameView) -> T) -> Option<T> {
        match self.kept_view(index) {
            Some(view) => Some(ask(view)),
            None => Some(self.unit(index)?.read(ask)),
        }
    }

    /// Game `index` (0-based) with its tree, if there is one and its tree is kept. Logarithmic in the number of chunks.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert!(file.kept_view(0).is_some());
    /// ```
    pub fn kept_view(&self, index: usize) -> Option<GameView<'_>> {
        Some(GameView { text: self.unit(index)?.text(), tree: self.kept_tree(index)? })
    }

    /// The games with their trees, each with the byte offset at which it begins; see [`UnitFile::view`].
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *\n");
    /// assert!(file.views().all(|(_, game)| game.tree.faults().is_empty()));
    /// ```
    pub fn views(&self) -> impl DoubleEndedIterator<Item = (usize, GameView<'_>)> {
        (0..self.len()).filter_map(|index| Some((self.start(index)?, self.view(index)?)))
    }
}

/// Equal if the games and their trees are; how they are put into chunks depends on earlier edits.
impl PartialEq for UnitFile<Game> {
    fn eq(&self, other: &Database) -> bool {
        let is_same = |game: GameView, index| other.read(index, |it| (it.text, it.tree) == (game.text, game.tree));
        self.len() == other.len()
            && (0..self.len()).all(|index| self.read(index, |game| is_same(game, index)) == Some(Some(true)))
    }
}

impl Eq for UnitFile<Game> {}
