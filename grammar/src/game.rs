//! A game that owns its text.

use crate::game_view::GameView;
use crate::parser::Parser;
use crate::tree::Tree;

/// A game that owns its text. It is parsed when it is used; [`crate::incremental::Database`] keeps trees.
///
/// ```
/// use scoresheet_grammar::incremental::Database;
///
/// let file = Database::parse("1. e4 *\n\n1. d4 d5 *\n");
/// let game = file.unit(1).unwrap();
/// assert_eq!(game.text(), "1. d4 d5 *\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    text: Box<str>,
}

impl Game {
    pub(crate) fn new(text: &str) -> Game {
        Game { text: text.into() }
    }

    /// The text of the game, as in [`GameView::text`].
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("1. e4 *\n\n1. d4 d5 *\n");
    /// assert_eq!(file.unit(0).unwrap().text(), "1. e4 *\n\n");
    /// ```
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads the game, and returns what `ask` returns for it. Linear in the text.
    ///
    /// ```
    /// use scoresheet_grammar::incremental::Database;
    ///
    /// let file = Database::parse("1. e4 *\n\n1. d4 d5 *\n");
    /// assert_eq!(file.unit(1).unwrap().read(|game| game.items().count()), 4);
    /// ```
    pub fn read<T>(&self, ask: impl FnOnce(GameView) -> T) -> T {
        ask(GameView { text: &self.text, tree: &self.read_tree() })
    }

    /// The tree of the game, if that depends on its text alone.
    pub(crate) fn read_tree(&self) -> Tree {
        let mut tree = Tree::default();
        Parser::new(&self.text).next_game(&mut tree);
        tree
    }
}
