//! A game that owns its text.

use crate::parser::Parser;
use crate::tree::{GameView, Tree};

/// A game that owns its text. It is read when it is used; [`crate::incremental::Database`] keeps trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    text: Box<str>,
}

impl Game {
    pub(crate) fn new(text: &str) -> Game {
        Game { text: text.into() }
    }

    /// The text of the game, as in [`GameView::text`].
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads the game, and returns what `ask` returns for it. Linear in the text.
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
