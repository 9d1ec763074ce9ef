//! A segment of a cache: the games of some megabytes of text.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use scoresheet_chess::openings::Opening;

use super::bytes::{Checksum, Reader};
use super::columns::read_column;
use super::opening_walk::OpeningWalk;
use super::piece::{Flags, GameResult, PieceGame};
use super::strings::Strings;
use super::writer::{EARLY, GROUP, Part};
use crate::game::Facts;

/// Reads a range of bytes of a segment. `None` if there are not so many.
pub type ReadBytes<'a> = dyn Fn(Range<usize>) -> Option<Vec<u8>> + 'a;

/// The last named position of a game: its opening, and after how many plies it leaves the book.
pub type Named = Option<(Opening, u32)>;

/// The games of a segment. Parts are read when they are needed first. What cannot be read counts as empty; callers must
/// drop all answers if [`Segment::has_failed`].
pub struct Segment<'a> {
    read: &'a ReadBytes<'a>,
    count: usize,
    /// Where each part is, with its checksum.
    parts: Vec<(Range<usize>, u64)>,
    has_failed: Cell<bool>,
    numbers: [OnceCell<Vec<u32>>; Part::Columns as usize],
    strings: OnceCell<Strings>,
    names: OnceCell<Vec<u32>>,
    columns: Vec<OnceCell<Column>>,
    early_codes: OnceCell<Vec<u8>>,
    late_codes: OnceCell<Vec<u8>>,
    places: OnceCell<Places>,
    pub(super) openings: OnceCell<Vec<Named>>,
    pub(super) opening_walk: Cell<OpeningWalk>,
    line: Cell<Line>,
}

/// A column of a tag.
#[derive(Default)]
struct Column {
    /// The different values: 0 without the tag, else one more than the number of the text.
    palette: Vec<u32>,
    /// For each game its place in the palette.
    values: Vec<u32>,
}

/// Where games are in the order of their moves, and where their early and their late codes begin.
struct Places {
    of_games: Vec<u32>,
    early: Vec<u32>,
    late: Vec<u32>,
}

/// The codes of a game that the one before in the order of the moves does not have.
pub(super) struct OwnCodes<'s> {
    /// The bytes of codes of the one before that come first.
    pub(super) shared: usize,
    pub(super) early: &'s [u8],
    /// Whether others follow.
    pub(super) is_early: bool,
}

/// The codes of the game that was read last.
#[derive(Default)]
struct Line {
    place: Option<usize>,
    codes: Vec<u8>,
}

impl<'a> Segment<'a> {
    /// A segment of `count` games with this head, as [`SegmentWriter::finish`](super::SegmentWriter::finish) made it.
    /// `None` if it is none.
    pub fn new(head: &[u8], count: usize, read: &'a ReadBytes<'a>) -> Option<Segment<'a>> {
        let mut reader = Reader::new(head);
        let parts_count = reader.u32()? as usize;
        let mut start = head.len();
        let mut parts = Vec::new();
        for _ in 0..parts_count {
            let (length, checksum) = (reader.u32()? as usize, reader.u64()?);
            parts.push((start..start.checked_add(length)?, checksum));
            start += length;
        }
        let columns = parts_count.checked_sub(Part::Columns as usize)?;
        Some(Segment {
            read,
            count,
            parts,
            has_failed: Cell::new(false),
            numbers: Default::default(),
            strings: OnceCell::new(),
            names: OnceCell::new(),
            columns: (0..columns).map(|_| OnceCell::new()).collect(),
            early_codes: OnceCell::new(),
            late_codes: OnceCell::new(),
            places: OnceCell::new(),
            openings: OnceCell::new(),
            opening_walk: Cell::default(),
            line: Cell::default(),
        })
    }

    /// Returns the number of games.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether something could not be read, so that no answer can be trusted.
    pub fn has_failed(&self) -> bool {
        self.has_failed.get()
    }

    /// Returns the byte offset in the text of the segment at which a game begins, on the disk. `None` after the last game.
    pub fn start(&self, game: usize) -> Option<u32> {
        self.numbers(Part::Starts).get(game).copied()
    }

    /// Returns the number of lines that begin before a game in the text of the segment.
    pub fn lines_before(&self, game: usize) -> u32 {
        self.number(Part::Lines, game)
    }

    /// Returns the number of characters before a game in the line in which it begins.
    pub fn column_before(&self, game: usize) -> u32 {
        self.number(Part::InLine, game)
    }

    /// Returns the number of plies that read.
    pub fn plies(&self, game: usize) -> u32 {
        self.number(Part::Plies, game)
    }

    /// Whether there is a tag pair, a move or a termination marker: a text without any of these has a place among the games, too.
    pub fn is_game(&self, game: usize) -> bool {
        self.flags(game) & Flags::NO_GAME == 0
    }

    /// Whether something in the main line of a game does not read.
    pub fn is_broken(&self, game: usize) -> bool {
        self.flags(game) & Flags::BROKEN != 0
    }

    /// Whether the segment has all of the moves and tags of a game.
    pub(crate) fn is_complete(&self, game: usize) -> bool {
        self.flags(game) & Flags::INCOMPLETE == 0
    }

    /// Returns the result of a game.
    pub fn result(&self, game: usize) -> GameResult {
        GameResult::of_bits(self.flags(game) >> Flags::RESULT_SHIFT)
    }

    /// Returns the value of a tag of a game.
    pub fn tag(&self, game: usize, name: &str) -> Option<&str> {
        match self.column(name) {
            Some(column) => {
                let place = *column.values.get(game)? as usize;
                let value = column.palette.get(place)?.checked_sub(1)?;
                Some(self.strings().get(value))
            }
            None => self.other_tag(game, name),
        }
    }

    /// Returns the different values of a tag, and for each game the place of its value among them; `None` if the tag has
    /// no column. So a question about a value is answered once for all games that have it.
    pub fn values(&self, name: &str) -> Option<(Vec<Option<&str>>, &[u32])> {
        let column = self.column(name)?;
        let text = |value: &u32| value.checked_sub(1).map(|number| self.strings().get(number));
        Some((column.palette.iter().map(text).collect(), &column.values))
    }

    pub(super) fn flags(&self, game: usize) -> u32 {
        self.number(Part::Flags, game)
    }

    /// Returns what is known of a game beside its tags and moves.
    pub(super) fn facts(&self, game: usize) -> Facts {
        let number = |part| self.number(part, game);
        PieceGame {
            plies: number(Part::Plies),
            flags: number(Part::Flags),
            material: number(Part::Material),
            home: number(Part::Home),
            ..PieceGame::default()
        }
        .facts()
    }

    /// Calls `work` with the codes of a game; with none if something could not be read.
    pub(super) fn with_codes<T>(&self, game: usize, work: impl FnOnce(&[u8]) -> T) -> T {
        let mut line = self.line.take();
        let place = self.places().of_games.get(game).map_or(0, |place| *place as usize);
        let group = place / GROUP * GROUP;
        let first = match line.place {
            Some(last) if last == place => place + 1,
            Some(last) if (group..place).contains(&last) => last + 1,
            _ => group,
        };
        let are_read = (first..=place).all(|next| {
            if next == group {
                line.codes.clear();
            }
            self.follow_codes(next, &mut line.codes).is_some()
        });
        if !are_read {
            line.codes.clear();
        }
        line.place = Some(place);
        let answer = work(&line.codes);
        self.line.set(line);
        answer
    }

    /// The game at a place in the order of the moves.
    pub(crate) fn game_at(&self, place: usize) -> usize {
        self.number(Part::Order, place) as usize
    }

    /// The codes of the opening that a game at a place adds. `None` if something could not be read: then they would be those of another game, and could not
    /// be played.
    #[inline]
    pub(super) fn early_codes(&self, place: usize) -> Option<OwnCodes<'_>> {
        let codes = self.early_codes.get_or_init(|| self.codes(Part::EarlyCodes));
        let early = between(codes, &self.places().early, place);
        let (shared, length) = (self.shared(place), self.number(Part::Lengths, place) as usize);
        (!self.has_failed()).then_some(OwnCodes { shared, early, is_early: early.len() == length })
    }

    /// How many bytes of codes the game at a place shares with the one before.
    #[inline]
    pub(super) fn shared(&self, place: usize) -> usize {
        self.number(Part::Shared, place) as usize
    }

    /// Makes the codes of the game before a place those of the game there. Returns how many bytes both share; `None` if something could not be read.
    #[inline]
    pub(super) fn follow_codes(&self, place: usize, codes: &mut Vec<u8>) -> Option<usize> {
        let OwnCodes { shared, early, is_early } = self.early_codes(place)?;
        codes.truncate(shared);
        codes.extend_from_slice(early);
        if !is_early {
            let late = self.late_codes.get_or_init(|| self.codes(Part::LateCodes));
            codes.extend_from_slice(between(late, &self.places().late, place));
        }
        (!self.has_failed()).then_some(shared)
    }

    fn number(&self, part: Part, index: usize) -> u32 {
        self.numbers(part).get(index).copied().unwrap_or(0)
    }

    fn numbers(&self, part: Part) -> &[u32] {
        self.numbers[part as usize].get_or_init(|| {
            let column = self.part(part as usize).and_then(|bytes| read_column(&bytes, self.count));
            self.or_failed(column)
        })
    }

    fn strings(&self) -> &Strings {
        self.strings.get_or_init(|| {
            let strings = self.part(Part::Strings as usize).and_then(|bytes| Strings::read(&bytes));
            self.or_failed(strings)
        })
    }

    fn column(&self, name: &str) -> Option<&Column> {
        let names = self.names.get_or_init(|| {
            let names = self.part(Part::Names as usize);
            self.or_failed(names).as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect()
        });
        let index = names.iter().position(|number| self.strings().get(*number) == name)?;
        let column = self.columns.get(index)?;
        Some(column.get_or_init(|| {
            let bytes = self.part(Part::Columns as usize + index);
            let column = bytes.and_then(|bytes| {
                let mut reader = Reader::new(&bytes);
                let count = reader.u32()? as usize;
                let palette = reader.take(count.checked_mul(4)?)?;
                let palette = palette.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect();
                Some(Column { palette, values: read_column(reader.rest(), self.count)? })
            });
            self.or_failed(column)
        }))
    }

    fn other_tag(&self, game: usize, name: &str) -> Option<&str> {
        let others = self.numbers[Part::OtherTags as usize].get_or_init(|| {
            let bytes = self.part(Part::OtherTags as usize);
            self.or_failed(bytes).as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect()
        });
        let (others, _) = others.as_chunks::<3>();
        let first = others.partition_point(|[other, ..]| (*other as usize) < game);
        let of_game = others[first..].iter().take_while(|[other, ..]| *other as usize == game);
        of_game
            .map(|[_, name, value]| (self.strings().get(*name), self.strings().get(*value)))
            .find_map(|(other, value)| (other == name).then_some(value))
    }

    fn codes(&self, part: Part) -> Vec<u8> {
        let codes = self.part(part as usize);
        self.or_failed(codes)
    }

    fn places(&self) -> &Places {
        self.places.get_or_init(|| {
            let mut of_games = vec![0; self.count];
            for (place, game) in self.numbers(Part::Order).iter().enumerate() {
                match of_games.get_mut(*game as usize) {
                    Some(of_game) => *of_game = place as u32,
                    None => self.has_failed.set(true),
                }
            }
            let (mut early, mut late) = (Starts::new(self.count), Starts::new(self.count));
            for (length, shared) in self.numbers(Part::Lengths).iter().zip(self.numbers(Part::Shared)) {
                let of_opening = (*length).min((EARLY as u32).saturating_sub(*shared));
                early.add(of_opening);
                late.add(length - of_opening);
            }
            Places { of_games, early: early.0, late: late.0 }
        })
    }

    fn part(&self, part: usize) -> Option<Vec<u8>> {
        let (range, checksum) = self.parts.get(part)?;
        (self.read)(range.clone()).filter(|bytes| Checksum::of(bytes) == *checksum)
    }

    fn or_failed<T: Default>(&self, read: Option<T>) -> T {
        read.unwrap_or_else(|| {
            self.has_failed.set(true);
            T::default()
        })
    }
}

/// Where things of some lengths begin, one after the other, and where the last one ends.
struct Starts(Vec<u32>);

impl Starts {
    fn new(count: usize) -> Starts {
        let mut starts = Vec::with_capacity(count + 1);
        starts.push(0);
        Starts(starts)
    }

    fn add(&mut self, length: u32) {
        let end = self.0.last().map_or(0, |start| start.saturating_add(length));
        self.0.push(end);
    }
}

fn between<'c>(codes: &'c [u8], starts: &[u32], place: usize) -> &'c [u8] {
    let range = starts.get(place).zip(starts.get(place + 1));
    range.and_then(|(start, end)| codes.get(*start as usize..*end as usize)).unwrap_or(&[])
}
