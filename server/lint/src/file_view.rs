//! A file as the rules about whole files see it: a digest of every game, and its text on demand.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_chess::duplicates::{MainLine, Reason};
use scoresheet_chess::line_ends::LineEnds;
use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Database, GameView, Parser, Tree, read_head};

use crate::finding::{Elsewhere, Level};
use crate::name_hash::NameHash;
use crate::repertoire::FaultOfFile;
use crate::rule::Rule;
use crate::suppression::GameAllowances;

/// A file of games.
#[derive(Clone, Copy)]
pub struct FileView<'file> {
    /// The last part of the file's path; `None` for a text that is not a file.
    pub name: Option<&'file str>,
    /// The name of the folder that the path puts the file in; `None` if it names none.
    pub folder: Option<&'file str>,
    /// Whether the UTF-8 byte order mark precedes the text. It is not part of the text.
    pub has_byte_order_mark: bool,
    /// The games, in file order.
    pub games: &'file [DigestedGame],
    /// The source of their texts.
    pub source: Source<'file>,
    /// What other files have that is in this one.
    pub elsewhere: OtherFiles<'file>,
    /// The options of the rules.
    pub options: FileOptions,
    /// The lowest level of findings that are reported.
    pub lowest_reported: Level,
}

/// The texts of the games of a file, by index.
#[derive(Clone, Copy)]
pub enum Source<'file> {
    /// Reads a text again, from the disk if the file is too large for memory.
    Texts(&'file dyn Fn(usize) -> Cow<'file, str>),
    /// The parsed games.
    Database(&'file Database),
}

/// The properties of a file besides its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileFacts<'file> {
    /// The last part of the file's path; `None` for a text that is not a file.
    pub name: Option<&'file str>,
    /// The name of the folder that the path puts the file in; `None` if it names none.
    pub folder: Option<&'file str>,
    /// Whether the UTF-8 byte order mark precedes the text. It is not part of the text.
    pub has_byte_order_mark: bool,
    /// What other files have that is in this one.
    pub elsewhere: OtherFiles<'file>,
}

/// What other files have that is in a file. Nothing, if they are not compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherFiles<'file> {
    /// The games that are duplicates of games of other files, in file order.
    pub duplicates: &'file [DuplicateElsewhere],
    /// The players' names of the file that are spelt otherwise in most games of all files; `None` if the files are not compared.
    pub names: Option<&'file [NameElsewhere]>,
    /// What is wrong in the file as a part of a repertoire.
    pub repertoire: &'file [FaultOfFile],
    /// Another number for each time that other files say something else, while a file is checked again and again.
    pub generation: u64,
}

/// A player's name that is spelt otherwise in most games of several files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameElsewhere {
    /// The spelling that the file has.
    pub name: String,
    /// The other spelling, which the file may have as well.
    pub right: String,
    /// In how many games of all files the other spelling is.
    pub games: usize,
    /// The first game with the other spelling.
    pub other: Elsewhere,
}

/// A game that is a duplicate of a game of another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateElsewhere {
    /// The index of the game in its file.
    pub game: usize,
    /// The place of the other game.
    pub other: Elsewhere,
    /// Why they are the same.
    pub reason: Reason,
}

/// The options of the rules about whole files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileOptions {
    /// Whether a game whose moves are the beginning of another game's moves is a duplicate as well. Default: false.
    pub beginnings_are_duplicates: bool,
}

/// The digest of a game, with the place of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestedGame {
    /// The byte offset of the game's start in the file.
    pub start: usize,
    /// The digest.
    pub digest: GameDigest,
}

/// A digest of a game: enough to find the games whose text the rules about whole files have to read.
///
/// It depends on the game's text alone. So it stays valid while other games of the file change, and the digests of pieces of a
/// file that were read in parallel can be concatenated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameDigest {
    /// What games with the same main line share, and hardly any others: where its moves go.
    pub line: MainLine,
    /// The names of White and Black, if they are known.
    pub names: [Option<NameHash>; 2],
    /// The Date tag as the standard collates it: the number YYYYMMDD with zeros for unknown digits.
    pub date: u32,
    /// The kinds of line ends in the text.
    pub line_ends: LineEnds,
    /// Whether there is anything besides free text, comments and escape lines.
    pub is_game: bool,
    /// More about it.
    pub flags: DigestFlags,
}

/// Facts about a game, in one byte: a large file has millions of digests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DigestFlags(u8);

const _: () = assert!(size_of::<GameDigest>() == 32);

/// The tags whose values are names.
pub const NAME_TAGS: [&str; 4] = ["White", "Black", "Event", "Site"];

impl DigestFlags {
    /// The facts, and a bit for each of [`NAME_TAGS`] that is unknown in other words than the standard's, the lowest for the first.
    pub(crate) fn new(
        ends_in_line: bool,
        lacks_empty_line: bool,
        unknown: u8,
        lacks_variant_tag: bool,
        has_own_count: bool,
    ) -> DigestFlags {
        let tags = u8::from(lacks_variant_tag) << 6 | unknown << 2;
        DigestFlags(u8::from(ends_in_line) | u8::from(lacks_empty_line) << 1 | tags | u8::from(has_own_count) << 7)
    }

    /// Whether the text does not end with a line end: what follows is on the same line.
    pub fn ends_in_line(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether no empty line follows the movetext.
    pub fn lacks_empty_line(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether the game is of a variant that no Variant tag names.
    pub fn lacks_variant_tag(self) -> bool {
        self.0 & 1 << 6 != 0
    }

    /// Whether the game from a FEN tag has numbers that do not continue from that tag.
    pub fn has_own_count(self) -> bool {
        self.0 & 1 << 7 != 0
    }

    /// Whether the value of one of [`NAME_TAGS`], by its place, means unknown in other words than the standard's.
    pub fn is_unknown(self, tag: usize) -> bool {
        self.0 >> 2 >> tag & 1 != 0
    }
}

impl<'file> FileView<'file> {
    /// Whether findings of this level are reported. Findings that are not need neither a message nor fixes.
    pub(crate) fn is_reported(&self, level: Level) -> bool {
        level >= self.lowest_reported
    }

    /// Returns the text of a game by its index in `games`.
    pub fn text(&self, index: usize) -> Cow<'file, str> {
        self.source.text(index)
    }

    /// Calls `ask` with a game by its index in `games`, parsed again if necessary.
    pub fn read<T>(&self, index: usize, ask: impl FnOnce(GameView) -> T) -> T {
        if let Source::Database(file) = self.source
            && let Some(game) = file.kept_view(index)
        {
            return ask(game);
        }
        let text = self.text(index);
        let mut tree = Tree::default();
        Parser::new(&text).next_game(&mut tree);
        ask(GameView { text: &text, tree: &tree })
    }

    /// Whether a game by its index in `games` suppresses a rule in its escape lines. A rule with one finding for several games leaves it out.
    pub(crate) fn allows(&self, index: usize, rule: &Rule) -> bool {
        // Only few games have an escape line.
        let read = |game: GameView| GameAllowances::of_game(game, None, &[rule.id()]).allows(rule.id());
        self.text(index).contains('%') && self.read(index, read)
    }

    /// Like [`FileView::read`], but the tree may end before the movetext: a fraction of the work for callers that need only tags.
    pub fn read_head<T>(&self, index: usize, ask: impl FnOnce(GameView) -> T) -> T {
        if let Source::Database(file) = self.source
            && let Some(game) = file.kept_view(index)
        {
            return ask(game);
        }
        let text = self.text(index);
        let mut tree = Tree::default();
        read_head(&text, &mut tree);
        ask(GameView { text: &text, tree: &tree })
    }

    /// Converts a range of a game, given by its index in `games`, to a range of the file.
    pub fn in_file(&self, index: usize, range: &Range<usize>) -> Range<usize> {
        let start = self.games[index].start;
        range.start + start..range.end + start
    }

    /// Returns the range for findings about a whole game: its first tag pair, or else its first line.
    pub fn head(&self, index: usize) -> Range<usize> {
        let head = self.read_head(index, |game| head(game.text, &game.tags()));
        self.in_file(index, &head)
    }
}

/// Returns the range for findings about a whole game with this text and these tag pairs.
pub(crate) fn head(text: &str, tags: &[Tag]) -> Range<usize> {
    let first_line = || {
        let start = text.len() - text.trim_start().len();
        start..start + text[start..].lines().next().unwrap_or("").len()
    };
    tags.first().map_or_else(first_line, |tag| tag.range.clone())
}

impl<'file> Source<'file> {
    /// Returns the text of a game by its index; empty if there is no such game.
    pub fn text(self, index: usize) -> Cow<'file, str> {
        match self {
            Source::Texts(text) => text(index),
            Source::Database(file) => Cow::Borrowed(file.unit(index).map_or("", |game| game.text())),
        }
    }
}
