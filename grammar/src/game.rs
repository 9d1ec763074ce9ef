//! Games: the text and the tree side by side; and cutting a file between them.

use std::ops::Range;

use crate::parser::Parser;
use crate::shape;
use crate::tree::Tree;

/// A game as a reader sees it: its text and its tree. Cheap to copy.
///
/// The text runs from the game's first byte to the first byte of the next game, so that the texts of a file's games
/// joined together are the file.
#[derive(Clone, Copy, Debug)]
pub struct GameView<'game> {
    /// The text of the game.
    pub text: &'game str,
    /// Its tree; offsets are relative to `text`.
    pub tree: &'game Tree,
}

/// A game that owns its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    text: Box<str>,
    tree: Tree,
}

impl Game {
    /// The text and the tree.
    pub fn view(&self) -> GameView<'_> {
        GameView { text: &self.text, tree: &self.tree }
    }

    /// The games of `text`, one after the other. Linear in the text.
    pub(crate) fn read(text: &str) -> impl Iterator<Item = Game> {
        let mut parser = Parser::new(text);
        std::iter::from_fn(move || {
            let mut tree = Tree::default();
            let range = parser.next_game(&mut tree)?;
            tree.shrink();
            Some(Game { text: text[range].into(), tree })
        })
    }
}

/// Cut a file into pieces that can be read independently, each about `target` bytes long or longer: reading the pieces
/// one by one gives the games of the file. Joined together the pieces are the file.
///
/// A cut is made only where a game certainly begins, whatever stands before.
pub fn split(text: &str, target: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::with_capacity(bytes.len() / target.max(1) + 1);
    let mut start = 0;
    while bytes.len() - start > target {
        let Some(cut) = next_cut(bytes, start + target) else { break };
        pieces.push(start..cut);
        start = cut;
    }
    pieces.push(start..bytes.len());
    pieces
}

/// The last place at or after byte `from` where a file may be cut that begins with `text`, which may end anywhere: what
/// stands before is read as it is whatever follows. The bytes are those of any encoding in which ASCII stands for itself.
/// Linear in what lies behind `from`.
pub fn last_cut(text: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::rfind_iter(&text[from..], b"\n[")
        .map(|found| from + found + 1)
        .find(|position| shape::is_certain_start(text, *position))
}

/// The first place at or after `from` where a file may be cut.
fn next_cut(bytes: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::find_iter(&bytes[from..], b"\n[")
        .map(|found| from + found + 1)
        .find(|position| shape::is_certain_start(bytes, *position))
}
