//! A game as all readers take it.

use crate::tree::Tree;

/// A game as a reader sees it: its text and its tree. Cheap to copy.
///
/// The text runs from the game's first byte to the first byte of the next game, so that the texts of a file's games
/// joined together are the file.
///
/// ```
/// use scoresheet_grammar::{GameView, Parser, Tree};
///
/// let text = "1. e4 e5 *";
/// let mut tree = Tree::default();
/// Parser::new(text).next_game(&mut tree);
/// let game = GameView { text, tree: &tree };
/// assert_eq!(game.result().as_deref(), Some("*"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameView<'game> {
    /// The text of the game.
    pub text: &'game str,
    /// Its tree; offsets are relative to `text`.
    pub tree: &'game Tree,
}
