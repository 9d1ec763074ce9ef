//! Games and files of games: the text and the tree side by side.

use std::ops::Range;
use std::sync::Arc;

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

/// The games of a file, in order. Games that an edit did not touch are shared between the database before and after.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    games: Vec<Arc<Game>>,
    starts: Vec<usize>,
}

impl Game {
    /// The text and the tree.
    pub fn view(&self) -> GameView<'_> {
        GameView { text: &self.text, tree: &self.tree }
    }
}

impl Database {
    /// Read a file. Never fails; linear in the text.
    pub fn parse(text: &str) -> Database {
        let mut database = Database::default();
        let mut parser = Parser::new(text);
        loop {
            let mut tree = Tree::default();
            let Some(range) = parser.next_game(&mut tree) else { return database };
            tree.shrink();
            database.starts.push(range.start);
            database.games.push(Arc::new(Game { text: text[range].into(), tree }));
        }
    }

    /// The database of `text`, which differs from this one's only in that the bytes `old` of the old text became the
    /// bytes `new` of `text`.
    pub fn reparse(&self, text: &str, _old: Range<usize>, _new: Range<usize>) -> Database {
        Database::parse(text)
    }

    /// The games, in file order.
    pub fn games(&self) -> &[Arc<Game>] {
        &self.games
    }

    /// The byte offset in the file at which game `index` (0-based) begins.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn start(&self, index: usize) -> usize {
        self.starts[index]
    }

    /// The 0-based index of the game that byte `offset` of the file belongs to; the last game for the file's end.
    /// Logarithmic in the number of games.
    pub fn game_at(&self, offset: usize) -> Option<usize> {
        self.starts.partition_point(|start| *start <= offset).checked_sub(1)
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

/// The first place at or after `from` where a file may be cut.
fn next_cut(bytes: &[u8], from: usize) -> Option<usize> {
    memchr::memmem::find_iter(&bytes[from..], b"\n[")
        .map(|found| from + found + 1)
        .find(|position| shape::is_certain_start(bytes, *position))
}
