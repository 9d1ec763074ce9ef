//! The games of some megabytes of text, joined from pieces and written as a segment of a cache.
//!
//! The games are kept in the order of their moves, and each tells how many bytes of its codes it shares with the one
//! before. This makes the cache smaller, and a search for a position fast: what cannot lead to the position is played
//! once for all games that begin with it.

use super::bytes::{Checksum, Write};
use super::columns::write_column;
use super::piece::{Flags, Piece, PieceGame};
use super::strings::StringsBuilder;

/// How many tag names have a column of their own; the values of the others are in one list. More than any program writes.
const MOST_COLUMNS: usize = 48;

/// The parts of a segment. The columns of tags follow after these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Part {
    /// All texts.
    Strings,
    /// The numbers of the names of tags that have a column.
    Names,
    /// Game, name and value of all other tags.
    OtherTags,
    /// Where each game begins in the text of the segment, in bytes on the disk.
    Starts,
    /// How many lines begin before each game in the segment.
    Lines,
    /// How many characters are before each game in its line.
    InLine,
    Plies,
    Flags,
    Material,
    Home,
    /// The games in the order of their moves.
    Order,
    /// In this order: how many bytes of codes each shares with the one before.
    Shared,
    /// How many bytes of codes follow for each.
    Lengths,
    /// The codes of the openings: of those that follow for a game, the ones among the first [`EARLY`] of it.
    EarlyCodes,
    /// The other codes.
    LateCodes,
    /// The first column of a tag.
    Columns,
}

/// This many games in the order of their moves one shares nothing with the one before, so that a game can be read alone.
pub(super) const GROUP: usize = 64;

/// The bytes of codes of a game that are kept apart from its later ones. A question about openings reads no others: that is a fifth of all.
pub(super) const EARLY: usize = 40;

/// The most bytes that a game shares with the one before: one byte a game suffices.
const MOST_SHARED: usize = u8::MAX as usize;

/// Joins pieces to a segment.
#[derive(Debug, Default)]
pub struct SegmentWriter {
    strings: StringsBuilder,
    columns: Vec<Column>,
    other_tags: Vec<[u32; 3]>,
    codes: Vec<u8>,
    games: Vec<PieceGame>,
    /// The bytes and lines of the text so far.
    length: u32,
    lines: u32,
}

#[derive(Debug)]
struct Column {
    name: u32,
    /// The numbers of the values; 0 without the tag, else one more than the number of the text.
    values: Vec<u32>,
}

impl SegmentWriter {
    /// Returns the number of games so far.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the number of bytes of text so far, on the disk.
    pub fn text_length(&self) -> u32 {
        self.length
    }

    /// Returns the number of line ends so far.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// Adds the games of the next piece.
    pub fn add(&mut self, piece: Piece) {
        let numbers: Vec<u32> = piece.strings.iter().map(|text| self.strings.number(text)).collect();
        let (mut tags_start, mut codes_start) = (0, self.codes.len() as u32);
        let before = codes_start;
        self.codes.extend_from_slice(&piece.codes);
        for game in &piece.games {
            let index = self.games.len();
            for (name, value) in &piece.tags[tags_start..game.tags_end as usize] {
                self.add_tag(index, numbers[*name as usize], numbers[*value as usize]);
            }
            tags_start = game.tags_end as usize;
            let codes_end = before + game.codes_end;
            // From here on `tags_end` is the start of the codes.
            self.games.push(PieceGame {
                start: self.length + game.start,
                line: self.lines + game.line,
                tags_end: codes_start,
                codes_end,
                ..*game
            });
            codes_start = codes_end;
        }
        self.length += piece.length;
        self.lines += piece.lines;
    }

    fn add_tag(&mut self, game: usize, name: u32, value: u32) {
        let column = match self.columns.iter().position(|column| column.name == name) {
            Some(column) => column,
            None if self.columns.len() < MOST_COLUMNS => {
                self.columns.push(Column { name, values: Vec::new() });
                self.columns.len() - 1
            }
            None => return self.other_tags.push([game as u32, name, value]),
        };
        let values = &mut self.columns[column].values;
        values.resize(game, 0);
        values.push(value + 1);
    }

    /// Writes the segment: its head, whose length is the second value, and its parts. The writer is empty afterwards.
    pub fn finish(&mut self) -> (Vec<u8>, usize) {
        let SegmentWriter { strings, mut columns, other_tags, codes, games, .. } = std::mem::take(self);
        let count = games.len();
        let mut parts = Parts::default();
        let mut out = Vec::new();
        let column = |numbers: &dyn Fn(&PieceGame) -> u32| {
            let mut out = Vec::new();
            write_column(&games.iter().map(numbers).collect::<Vec<u32>>(), &mut out);
            out
        };
        strings.write(&mut out);
        parts.add(out);
        let mut names = Vec::new();
        columns.iter().for_each(|column| names.put_u32(column.name));
        parts.add(names);
        let mut others = Vec::new();
        other_tags.iter().flatten().for_each(|number| others.put_u32(*number));
        parts.add(others);
        parts.add(column(&|game| game.start));
        parts.add(column(&|game| game.line));
        parts.add(column(&|game| game.column));
        parts.add(column(&|game| game.plies));
        parts.add(column(&|game| game.flags));
        parts.add(column(&|game| game.material));
        parts.add(column(&|game| game.home));
        let order = order(&games, &codes);
        let front = front_coded(&games, &codes, &order);
        for numbers in [&order, &front.shared, &front.lengths] {
            let mut out = Vec::new();
            write_column(numbers, &mut out);
            parts.add(out);
        }
        parts.add(front.early);
        parts.add(front.late);
        for column in &mut columns {
            column.values.resize(count, 0);
            parts.add(with_palette(&column.values));
        }
        parts.finish()
    }
}

/// The parts of a segment, one after the other.
#[derive(Default)]
struct Parts {
    parts: Vec<Vec<u8>>,
}

impl Parts {
    fn add(&mut self, part: Vec<u8>) {
        self.parts.push(part);
    }

    fn finish(self) -> (Vec<u8>, usize) {
        let mut out = Vec::with_capacity(self.parts.iter().map(|part| part.len() + 12).sum::<usize>() + 4);
        out.put_u32(self.parts.len() as u32);
        for part in &self.parts {
            out.put_u32(part.len() as u32);
            out.put_u64(Checksum::of(part));
        }
        let head = out.len();
        self.parts.iter().for_each(|part| out.extend(part));
        (out, head)
    }
}

/// The games by their codes; those that begin elsewhere than usual are last, in the order of the file.
fn order(games: &[PieceGame], codes: &[u8]) -> Vec<u32> {
    let is_usual = |game: &PieceGame| game.flags & Flags::OTHER_START == 0;
    // Most comparisons are decided by the first moves, which are in one number.
    let first = |game: &PieceGame| {
        let codes = codes_of(game, codes);
        let mut first = [0; 8];
        let length = codes.len().min(8);
        first[..length].copy_from_slice(&codes[..length]);
        u64::from_be_bytes(first)
    };
    let mut usual: Vec<(u64, u32)> =
        (0..).zip(games).filter(|(_, game)| is_usual(game)).map(|(index, game)| (first(game), index)).collect();
    let rest = |index: u32| codes_of(&games[index as usize], codes);
    usual.sort_unstable_by(|(one, one_game), (other, other_game)| {
        one.cmp(other).then_with(|| rest(*one_game).cmp(rest(*other_game))).then(one_game.cmp(other_game))
    });
    let others = (0..).zip(games).filter(|(_, game)| !is_usual(game)).map(|(index, _)| index);
    usual.into_iter().map(|(_, index)| index).chain(others).collect()
}

fn codes_of<'a>(game: &PieceGame, codes: &'a [u8]) -> &'a [u8] {
    &codes[game.tags_end as usize..game.codes_end as usize]
}

/// The codes in the order of the moves, without what is shared.
#[derive(Default)]
struct FrontCoded {
    shared: Vec<u32>,
    lengths: Vec<u32>,
    early: Vec<u8>,
    late: Vec<u8>,
}

fn front_coded(games: &[PieceGame], codes: &[u8], order: &[u32]) -> FrontCoded {
    let mut front = FrontCoded::default();
    let mut before: &[u8] = &[];
    for (place, index) in order.iter().enumerate() {
        let game = &games[*index as usize];
        let own = codes_of(game, codes);
        let shares = place % GROUP != 0 && game.flags & Flags::OTHER_START == 0;
        let shared =
            if shares { own.iter().zip(before).take(MOST_SHARED).take_while(|(a, b)| a == b).count() } else { 0 };
        front.shared.push(shared as u32);
        front.lengths.push((own.len() - shared) as u32);
        let late = own.len().min(EARLY).max(shared);
        front.early.extend_from_slice(&own[shared..late]);
        front.late.extend_from_slice(&own[late..]);
        before = own;
    }
    front
}

/// A column of values that occur often: the different values, then the place of each game's value among them.
fn with_palette(values: &[u32]) -> Vec<u8> {
    let most = values.iter().copied().max().unwrap_or(0);
    let mut places = vec![0_u32; most as usize + 1];
    values.iter().for_each(|value| places[*value as usize] = 1);
    let mut palette = Vec::new();
    for (value, place) in (0..).zip(&mut places).filter(|(_, place)| **place == 1) {
        *place = palette.len() as u32;
        palette.push(value);
    }
    let values: Vec<u32> = values.iter().map(|value| places[*value as usize]).collect();
    let mut out = Vec::new();
    out.put_u32(palette.len() as u32);
    palette.iter().for_each(|value: &u32| out.put_u32(*value));
    write_column(&values, &mut out);
    out
}
