//! What rules about whole files see: of every game a few bytes, and its text where those are not enough.

use std::borrow::Cow;
use std::ops::Range;

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
    /// Whether a game is a duplicate, too, whose moves are the beginning of another's.
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

/// A set of kinds of line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds(u8);

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

impl LineEnds {
    /// A line feed alone.
    pub const LF: LineEnds = LineEnds(1);
    /// A carriage return and a line feed.
    pub const CRLF: LineEnds = LineEnds(2);
    /// A carriage return alone.
    pub const CR: LineEnds = LineEnds(4);

    /// The kinds in a text. Linear, and quick where there is one kind.
    pub fn of(text: &str) -> LineEnds {
        let bytes = text.as_bytes();
        if memchr::memchr(b'\r', bytes).is_none() {
            return if memchr::memchr(b'\n', bytes).is_some() { LineEnds::LF } else { LineEnds::default() };
        }
        let is_after_return = |feed: usize| feed > 0 && bytes[feed - 1] == b'\r';
        let is_before_feed = |place: usize| bytes.get(place + 1) == Some(&b'\n');
        let has_lone_feed = memchr::memchr_iter(b'\n', bytes).any(|feed| !is_after_return(feed));
        let (mut has_pair, mut has_lone_return) = (false, false);
        for place in memchr::memchr_iter(b'\r', bytes) {
            *(if is_before_feed(place) { &mut has_pair } else { &mut has_lone_return }) = true;
        }
        let kinds = [(has_lone_feed, LineEnds::LF), (has_pair, LineEnds::CRLF), (has_lone_return, LineEnds::CR)];
        let found = kinds.into_iter().filter(|(is_there, _)| *is_there);
        found.fold(LineEnds::default(), |kinds, (_, kind)| kinds.and(kind))
    }

    /// A number of its own for every set.
    pub const fn number(self) -> u64 {
        self.0 as u64
    }

    /// Both sets together.
    pub const fn and(self, other: LineEnds) -> LineEnds {
        LineEnds(self.0 | other.0)
    }

    /// Whether there is anything else in this set than in the other.
    pub const fn has_others_than(self, other: LineEnds) -> bool {
        self.0 & !other.0 != 0
    }

    /// The kind of a single line end.
    pub fn kind(line_end: &str) -> LineEnds {
        match line_end {
            "\n" => LineEnds::LF,
            "\r" => LineEnds::CR,
            _ => LineEnds::CRLF,
        }
    }
}

/// The line ends of a text: `\n`, `\r\n` and `\r`.
pub(crate) fn line_ends(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + memchr::memchr2(b'\n', b'\r', &bytes[from..])?;
        from = start + if bytes[start..].starts_with(b"\r\n") { 2 } else { 1 };
        Some(start..from)
    })
}

/// The lines of a text without their ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let end_of_text = std::iter::once(text.len()..text.len());
    line_ends(text).chain(end_of_text).scan(0, |start, line_end| {
        let line = *start..line_end.start;
        *start = line_end.end;
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_every_kind_end_a_line() {
        let text = "a\nb\r\nc\rd\n\n";
        let found: Vec<&str> = lines(text).map(|range| &text[range]).collect();
        assert_eq!(found, ["a", "b", "c", "d", "", ""]);
        assert_eq!(LineEnds::of(text), LineEnds::LF.and(LineEnds::CRLF).and(LineEnds::CR));
        assert_eq!(LineEnds::of("a\r\nb"), LineEnds::CRLF);
        assert_eq!(LineEnds::of("a\nb"), LineEnds::LF);
        assert_eq!(LineEnds::of("a"), LineEnds::default());
    }
}
