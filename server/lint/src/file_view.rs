//! What rules about whole files see: of every game a few bytes, and its text where those are not enough.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_chess::line_ends::LineEnds;
use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Database, GameView, Parser, Tree, read_head};

/// A file as the rules about whole files see it.
#[derive(Clone, Copy)]
pub struct FileView<'file> {
    /// The last part of the file's path; none for what is no file.
    pub name: Option<&'file str>,
    /// Whether the byte order mark of UTF-8 stands before the text. It is no part of the text.
    pub has_byte_order_mark: bool,
    /// The games, in file order.
    pub games: &'file [DigestedGame],
    /// Where they are read for a second look.
    pub source: Source<'file>,
    /// What the rules are asked to look for.
    pub options: FileOptions,
}

/// Where the games of a file are found by their places.
#[derive(Clone, Copy)]
pub enum Source<'file> {
    /// Their texts, which are read anew; from the disk, where a file is too large to be held.
    Texts(&'file dyn Fn(usize) -> Cow<'file, str>),
    /// The games as they were read, those from this index on.
    Database(&'file Database, usize),
}

/// What is known of a file besides its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileFacts<'file> {
    /// The last part of the file's path; none for what is no file.
    pub name: Option<&'file str>,
    /// Whether the byte order mark of UTF-8 stands before the text. It is no part of the text.
    pub has_byte_order_mark: bool,
}

/// What rules about whole files are asked to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileOptions {
    /// Whether a game whose moves are the beginning of another game's is a duplicate as well. Default: false.
    pub beginnings_are_duplicates: bool,
}

/// A game and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestedGame {
    /// The byte offset in the file at which it begins.
    pub start: usize,
    /// What is known of it.
    pub digest: GameDigest,
}

/// What is kept of a game when the walk over it is done: enough to find the games that deserve a second look.
///
/// It depends on the game's text alone, so it can be kept while other games of the file change, and digests of parts of a
/// file that were read side by side are put one behind the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameDigest {
    /// A hash of the start position and the moves of the main line as they were played; 0 where there are no moves.
    pub moves: u64,
    /// A hash of the names of White and Black; 0 where one is not known.
    pub players: u64,
    /// The Date tag as the standard collates it: the number YYYYMMDD with zeros for unknown digits.
    pub date: u32,
    /// The kinds of line ends in the text.
    pub line_ends: LineEnds,
    /// Whether there is anything but text, comments and escape lines.
    pub is_game: bool,
    /// Whether nothing stands behind the movetext, not even an empty line.
    pub lacks_empty_line: bool,
}

impl<'file> FileView<'file> {
    /// The text of the game at a place in `games`.
    pub fn text(&self, index: usize) -> Cow<'file, str> {
        self.source.text(index)
    }

    /// The game at a place in `games`, read again if need be.
    pub fn read<T>(&self, index: usize, ask: impl FnOnce(GameView) -> T) -> T {
        if let Source::Database(file, first) = self.source
            && let Some(game) = file.kept_view(first + index)
        {
            return ask(game);
        }
        let text = self.text(index);
        let mut tree = Tree::default();
        Parser::new(&text).next_game(&mut tree);
        ask(GameView { text: &text, tree: &tree })
    }

    /// The same, but the tree may end where the movetext begins: a fraction of the work where only tags matter.
    pub fn read_head<T>(&self, index: usize, ask: impl FnOnce(GameView) -> T) -> T {
        if let Source::Database(file, first) = self.source
            && let Some(game) = file.kept_view(first + index)
        {
            return ask(game);
        }
        let text = self.text(index);
        let mut tree = Tree::default();
        read_head(&text, &mut tree);
        ask(GameView { text: &text, tree: &tree })
    }

    /// A range of the game at a place in `games` as a range of the file.
    pub fn in_file(&self, index: usize, range: &Range<usize>) -> Range<usize> {
        let start = self.games[index].start;
        range.start + start..range.end + start
    }

    /// Where to point when speaking of a game: its first tag pair, or else the first line of it.
    pub fn head(&self, index: usize) -> Range<usize> {
        let head = self.read_head(index, |game| head(game.text, &game.tags()));
        self.in_file(index, &head)
    }
}

/// Where to point in a game of this text and these tag pairs when speaking of the game.
pub(crate) fn head(text: &str, tags: &[Tag]) -> Range<usize> {
    let first_line = || {
        let start = text.len() - text.trim_start().len();
        start..start + text[start..].lines().next().unwrap_or("").len()
    };
    tags.first().map_or_else(first_line, |tag| tag.range.clone())
}

impl<'file> Source<'file> {
    /// The text of the game at a place; empty where there is none.
    pub fn text(self, index: usize) -> Cow<'file, str> {
        match self {
            Source::Texts(text) => text(index),
            Source::Database(file, first) => Cow::Borrowed(file.game(first + index).map_or("", |game| game.text())),
        }
    }
}
