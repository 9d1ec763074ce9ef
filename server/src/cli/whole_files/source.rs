//! A file of games that is read once, and from which games are copied.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use scoresheet_chess::collation::{Ending, Entries, Entry, Seams};
use tempfile::NamedTempFile;

use super::keys::no_space;
use super::place::Place;
use crate::cli::input::Input;
use crate::cli::language::{Language, LanguageName};
use crate::cli::output::StandardInput;
use crate::text_file::{
    Advance, Archive, Block, CHANGED, DiskOffsets, Encoding, Origin, ReadError, Stamp, block_size, in_blocks_by_stages,
};

/// A file of games that was read.
pub(crate) struct GamesSource {
    /// The encoding.
    pub(crate) encoding: Encoding,
    /// The byte order mark; empty if there is none.
    pub(crate) bom: &'static [u8],
    /// The white space between its games.
    pub(crate) seams: Seams,
    /// Where each game begins, and other text that is moved like one: bytes on disk.
    starts: Vec<u64>,
    /// Those that are not one game each, in order.
    uneven: Vec<Uneven>,
    /// How many games there are.
    games: u64,
    /// Where the last one ends.
    end: u64,
    /// The state of the file when it was read.
    pub(crate) stamp: Option<Stamp>,
    /// Opened when it is needed.
    origin: Option<Origin<'static>>,
    archive: Option<Archive>,
    path: PathBuf,
    /// Deleted in the end.
    _copy: Option<NamedTempFile>,
}

/// So many files stay open. Systems allow 256 and more.
const MOST_OPEN: usize = 128;

/// What is moved like one game and is none, or is several.
struct Uneven {
    /// Its number, from 0.
    number: u64,
    /// By how much the numbers of the games grow that follow.
    units: u64,
    /// How many games there are in it.
    games: u64,
}

/// What is computed of a game while its text is there.
pub(crate) type OfGame<'a, T> = &'a (dyn Fn(&Entry, &str) -> T + Sync);

/// A game of a block.
struct Found<T> {
    start: u64,
    end: u64,
    next: u64,
    ending: Ending,
    units: usize,
    games: usize,
    is_noise: bool,
    of_game: T,
}

/// The games of a block.
struct GamesOfBlock<T> {
    found: Vec<Found<T>>,
    /// The first game, with the white space after it.
    first: String,
    /// The white space after the last game.
    last_tail: String,
}

/// What is known after some blocks.
struct Known<S> {
    state: S,
    starts: Vec<u64>,
    uneven: Vec<Uneven>,
    games: u64,
    /// Whether there is text that is neither a game nor a comment.
    has_noise: bool,
    /// Where the last game ends.
    end: u64,
    encoding: Encoding,
    bom: &'static [u8],
    /// The first game, with the white space after it.
    first: Option<String>,
    /// The ending of the last game, and the white space after it.
    last: (Ending, String),
    error: Option<io::Error>,
}

impl GamesSource {
    /// Reads an input, which is file number `file` of some. `of_game` gets each game, with the text that it is in; its results go to `add` in
    /// the order of the file. If reading starts again, `start` makes a fresh state.
    ///
    /// # Errors
    ///
    /// A message: the file cannot be read to its end, has text but no games, or has records, or the error of `add`.
    pub(crate) fn read<S: Send, T: Send>(
        input: &Input,
        file: u32,
        (encoding, stdin): (Option<Encoding>, &StandardInput),
        advance: Advance,
        start: impl Fn() -> S,
        of_game: OfGame<T>,
        mut add: impl FnMut(&mut S, Place, T) -> io::Result<()> + Send,
    ) -> Result<(GamesSource, S), String> {
        let language = Language::of(input.path(), None);
        if language.name() != LanguageName::Pgn {
            return Err("this file has records; only files of games can be read here".to_owned());
        }
        if !input.is_stdin() && input.path().is_dir() {
            return Err(
                "this is a folder; name one file, or put the games of the folder into one with scoresheet merge"
                    .to_owned(),
            );
        }
        let copy = input.copy_of_stdin(stdin).map_err(|error| error.to_string())?;
        let path = copy.as_ref().map_or(input.path(), |copy| copy.path()).to_path_buf();
        let archive = Archive::of(&path);
        let message = |error: io::Error| ReadError::Io(error).to_string();
        let mut origin = Origin::open(&path, archive, advance).map_err(message)?;
        let prepare = |block: &Block| games_of(language, block, of_game);
        let finish = |known: &mut Known<S>, block: &Block, games: GamesOfBlock<T>| {
            if known.error.is_none() {
                known.error = known.take(file, block, games, &mut add).err();
            }
        };
        let begin = || Known {
            state: start(),
            starts: Vec::new(),
            uneven: Vec::new(),
            games: 0,
            has_noise: false,
            end: 0,
            encoding: Encoding::UTF_8,
            bom: b"",
            first: None,
            last: (Ending::Separated, String::new()),
            error: None,
        };
        let finished = in_blocks_by_stages(&mut origin, encoding, language.cut(), block_size, begin, prepare, finish)
            .map_err(|error| error.to_string())?;
        if let Some(error) = finished.broken_off {
            return Err(error.to_string());
        }
        let known = finished.state;
        if let Some(error) = known.error {
            return Err(no_space(&error));
        }
        if known.games == 0 && known.has_noise {
            return Err("there are no games in this file".to_owned());
        }
        let stamp = origin.stamp();
        drop(origin);
        let (ending, closing) = known.last;
        let first = known.first.unwrap_or_default();
        // What is after the only game does not say what is between games.
        let first_tail = if known.starts.len() > 1 { &first[first.trim_ascii_end().len()..] } else { "" };
        let source = GamesSource {
            encoding: known.encoding,
            bom: known.bom,
            seams: Seams::of(&first, first_tail, ending, &closing),
            starts: known.starts,
            uneven: known.uneven,
            games: known.games,
            end: known.end,
            stamp,
            origin: None,
            archive,
            path,
            _copy: copy,
        };
        source.ensure_unchanged().map_err(message)?;
        Ok((source, known.state))
    }

    /// The bytes of the file from one place to another.
    ///
    /// # Errors
    ///
    /// If they can no longer be read.
    pub(crate) fn bytes(&mut self, range: Range<u64>) -> io::Result<Vec<u8>> {
        if self.origin.is_none() {
            self.origin = Some(Origin::open(&self.path, self.archive, &|_| {})?);
        }
        self.origin.as_mut().ok_or(io::ErrorKind::NotFound)?.again(range)
    }

    /// Closes a file that is one of many, until it is read again: a program may have some hundred files open. An archive stays open, because
    /// it would be decompressed again.
    pub(crate) fn rest(&mut self, files: usize) {
        if files > MOST_OPEN && self.archive.is_none() {
            self.origin = None;
        }
    }

    /// The text of the game at `place`.
    ///
    /// # Errors
    ///
    /// If it can no longer be read.
    pub(crate) fn text(&mut self, place: &Place) -> io::Result<String> {
        let bytes = self.bytes(place.start..place.next)?;
        self.encoding.decode_piece(bytes).ok_or_else(|| io::Error::other(CHANGED))
    }

    /// The text of the game with this number, from 0.
    ///
    /// # Errors
    ///
    /// If it can no longer be read.
    pub(crate) fn game(&mut self, number: usize) -> io::Result<String> {
        let start = *self.starts.get(number).ok_or(io::ErrorKind::NotFound)?;
        let end = self.starts.get(number + 1).copied().unwrap_or(self.end);
        let bytes = self.bytes(start..end)?;
        self.encoding.decode_piece(bytes).ok_or_else(|| io::Error::other(CHANGED))
    }

    /// Where the game with this number is, in file number `file`: from its number, what it needs for another one to follow, and the bytes of the
    /// white space after it.
    pub(crate) fn place(&self, file: u32, number: u32, ending: Ending, tail: u32) -> Place {
        let index = number as usize;
        let start = self.starts.get(index).copied().unwrap_or(self.end);
        let next = self.starts.get(index + 1).copied().unwrap_or(self.end);
        let end = next.saturating_sub(u64::from(tail));
        Place { file, number: u64::from(number), start, end, next, ending, is_key_short: false }
    }

    /// Checks that the file is as it was when it was read.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub(crate) fn ensure_unchanged(&self) -> io::Result<()> {
        match self.stamp.is_some() && Stamp::of(&self.path).ok() != self.stamp {
            true => Err(io::Error::other(CHANGED)),
            false => Ok(()),
        }
    }

    /// How many places it has: games, and other text that is moved like a game.
    pub(crate) fn count(&self) -> u64 {
        self.starts.len() as u64
    }

    /// How many games it has.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// How many games are at the place with this number, from 0.
    pub(crate) fn games_at(&self, number: u64) -> u64 {
        self.uneven_at(number).map_or(1, |uneven| uneven.games)
    }

    /// By how much the numbers of games grow at the place with this number, from 0.
    pub(crate) fn units_at(&self, number: u64) -> u64 {
        self.uneven_at(number).map_or(1, |uneven| uneven.units)
    }

    fn uneven_at(&self, number: u64) -> Option<&Uneven> {
        let index = self.uneven.binary_search_by_key(&number, |uneven| uneven.number).ok()?;
        self.uneven.get(index)
    }
}

impl<S> Known<S> {
    fn take<T>(
        &mut self,
        file: u32,
        block: &Block,
        games: GamesOfBlock<T>,
        add: &mut impl FnMut(&mut S, Place, T) -> io::Result<()>,
    ) -> io::Result<()> {
        if block.start == 0 {
            (self.encoding, self.bom) = (block.encoding, block.bom);
        }
        // The encoding of a file may be certain only after some blocks of plain ASCII.
        self.encoding = block.encoding;
        self.first.get_or_insert(games.first);
        for Found { start, end, next, ending, units, games, is_noise, of_game } in games.found {
            let number = self.starts.len() as u64;
            if (units, games) != (1, 1) {
                self.uneven.push(Uneven { number, units: units as u64, games: games as u64 });
            }
            self.games += games as u64;
            self.has_noise |= is_noise;
            self.starts.push(start);
            (self.last.0, self.end) = (ending, next);
            add(&mut self.state, Place { file, number, start, end, next, ending, is_key_short: false }, of_game)?;
        }
        self.last.1 = games.last_tail;
        Ok(())
    }
}

fn games_of<T: Send>(language: Language, block: &Block, of_game: OfGame<T>) -> GamesOfBlock<T> {
    let disk = DiskOffsets::default();
    let offset = |offset: usize| (block.disk_start + disk.offset(block.encoding, &block.text, offset)) as u64;
    let pieces = language.map_pieces(&block.text, |piece| {
        let text = &block.text[piece.clone()];
        let mut tails = None;
        let found = Entries::new(text).map(|entry| {
            let tail = piece.start + entry.end..piece.start + entry.range.end;
            let start = piece.start + entry.range.start;
            let (first, _) = tails.take().unwrap_or_else(|| (start..tail.end, tail.clone()));
            tails = Some((first, tail.clone()));
            Found {
                start: offset(start),
                end: offset(tail.start),
                next: offset(tail.end),
                ending: entry.ending,
                units: entry.units,
                games: entry.games,
                is_noise: entry.has_text && entry.games == 0,
                of_game: of_game(&entry, text),
            }
        });
        (found.collect::<Vec<_>>(), tails)
    });
    let tails: Vec<&(Range<usize>, Range<usize>)> = pieces.iter().filter_map(|(_, tails)| tails.as_ref()).collect();
    let text = |range: Option<&Range<usize>>| range.map_or("", |range| &block.text[range.clone()]).to_owned();
    let first = text(tails.first().map(|(first, _)| first));
    let last_tail = text(tails.last().map(|(_, tail)| tail));
    let found = pieces.into_iter().flat_map(|(found, _)| found).collect();
    GamesOfBlock { found, first, last_tail }
}
