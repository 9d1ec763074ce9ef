//! The option that divides work: which games belong to a part of all games.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use super::input::{Input, Inputs};
use super::language::Language;
use crate::text_file::{Archive, Block};

/// Which part of the games is meant.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ShardArguments {
    /// Work on part I of N, as in 3/8: together, the N parts have every game once. Each is worked on without knowing of the others, with the
    /// same files and options, perhaps on another machine [default: all games]
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
}

/// One of several parts of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1.
    number: NonZeroU64,
    of: NonZeroU64,
}

/// A long file is divided into units of so many bytes, by where games begin. Long enough that the parts that are skipped cost little.
const UNIT: u64 = if cfg!(test) { 700 } else { 16 << 20 };

/// An archive is divided from so many bytes on, which may be a unit when decompressed.
const LEAST_ARCHIVE: u64 = UNIT / 4;

/// About how many bytes are looked at together.
const PIECE: usize = if cfg!(test) { 300 } else { 128 << 10 };

/// Some of a block that can be read independently, and begins in one unit of the file.
#[derive(Debug)]
pub(crate) struct UnitRun {
    /// The number of the unit, from 0.
    pub(crate) unit: u64,
    /// Half-open byte offsets in the text of the block.
    pub(crate) range: Range<usize>,
}

/// The part of a file that belongs to a shard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileShare {
    shard: Shard,
    /// The number of the file among all, from 0. Each begins with another part, so that many short files are divided evenly.
    file: u64,
}

/// The parts of the files that belong to a shard; a file that belongs to it as a whole has none.
#[derive(Debug, Default)]
pub(crate) struct Shares(HashMap<PathBuf, FileShare>);

impl ShardArguments {
    /// Leaves only the files of which something belongs to the shard. Returns what belongs to it of those that are divided: long files of games, and what is piped in.
    pub(crate) fn choose(self, inputs: &mut Inputs, language: impl Fn(&Path) -> Language) -> Shares {
        let Some(shard) = self.shard else { return Shares::default() };
        let mut shares = HashMap::new();
        let mut file = 0;
        inputs.found.retain(|input| {
            let share = FileShare { shard, file };
            file += 1;
            if is_divided(input, language(input.path())) {
                shares.insert(input.path().to_path_buf(), share);
                return true;
            }
            share.has(0)
        });
        Shares(shares)
    }
}

/// By what every worker knows of a file before it is read.
fn is_divided(input: &Input, language: Language) -> bool {
    let length = input.len_hint();
    let least = if Archive::of(input.path()).is_some() { LEAST_ARCHIVE } else { UNIT };
    language.has_games() && (input.is_stdin() || length > least)
}

impl Shares {
    /// What belongs to the shard of a file; `None` if it is all of it.
    pub(crate) fn of(&self, path: &Path) -> Option<FileShare> {
        self.0.get(path).copied()
    }
}

impl Shard {
    /// The part, from 1, and how many there are.
    #[cfg(feature = "parquet")]
    pub(crate) fn numbers(self) -> (u64, u64) {
        (self.number.get(), self.of.get())
    }
}

/// Cuts a block by the units of its file, where games certainly begin, in order. The same cuts whatever the blocks are. Records are one unit.
pub(crate) fn unit_runs(language: Language, block: &Block) -> Vec<UnitRun> {
    let length = |range: Range<usize>| block.encoding.encoded_len(&block.text[range]) as u64;
    let (mut start, all) = (block.disk_start as u64, 0..block.text.len());
    let unit_of = |range: &Range<u64>| {
        let last = range.end.saturating_sub(1).max(range.start);
        (range.start / UNIT == last / UNIT).then_some(range.start / UNIT)
    };
    if !language.has_games() {
        return vec![UnitRun { unit: 0, range: all }];
    }
    if let Some(unit) = unit_of(&(start..start + length(all.clone()))) {
        return vec![UnitRun { unit, range: all }];
    }
    let mut runs: Vec<UnitRun> = Vec::new();
    let mut add = |unit: u64, range: Range<usize>| match runs.last_mut() {
        Some(last) if last.unit == unit => last.range.end = range.end,
        _ => runs.push(UnitRun { unit, range }),
    };
    for piece in language.split(&block.text, PIECE) {
        let end = start + length(piece.clone());
        if let Some(unit) = unit_of(&(start..end)) {
            add(unit, piece);
        } else {
            let mut start = start;
            for part in language.split(&block.text[piece.clone()], 1) {
                let part = piece.start + part.start..piece.start + part.end;
                add(start / UNIT, part.clone());
                start += length(part);
            }
        }
        start = end;
    }
    runs
}

impl FileShare {
    /// Whether a game belongs to it that begins at a byte of the file; of an archive, as decompressed.
    pub(crate) fn has(self, start: u64) -> bool {
        self.has_unit(start / UNIT)
    }

    /// Whether a unit of the file belongs to it, by its number from 0.
    pub(crate) fn has_unit(self, unit: u64) -> bool {
        (self.file + unit) % self.shard.of == self.shard.number.get() - 1
    }

    /// Whether all games that begin at some bytes belong to it, or none does. `None` if some do.
    fn has_all(self, starts: Range<u64>) -> Option<bool> {
        let mut units = starts.start / UNIT..=starts.end.saturating_sub(1).max(starts.start) / UNIT;
        let first = self.has(starts.start);
        units.all(|unit| self.has(unit * UNIT) == first).then_some(first)
    }

    /// Cuts a block of games into runs that belong to it and others, in order: half-open byte offsets in the text. The same games whatever the blocks are.
    /// A game may begin in the middle of a line; where that matters, see [`unit_runs`].
    pub(crate) fn runs(self, language: Language, block: &Block) -> Vec<(bool, Range<usize>)> {
        let mut runs: Vec<(bool, Range<usize>)> = Vec::new();
        let mut add = |is_own: bool, range: Range<usize>| match runs.last_mut() {
            Some((last, before)) if *last == is_own => before.end = range.end,
            _ => runs.push((is_own, range)),
        };
        let length = |range: Range<usize>| block.encoding.encoded_len(&block.text[range]) as u64;
        let mut disk_start = block.disk_start as u64;
        for piece in language.split(&block.text, PIECE) {
            let disk_end = disk_start + length(piece.clone());
            if let Some(is_own) = self.has_all(disk_start..disk_end) {
                add(is_own, piece);
            } else {
                let mut game_start = disk_start;
                for game in language.units(&block.text[piece.clone()]) {
                    let game = piece.start + game.start..piece.start + game.end;
                    add(self.has(game_start), game.clone());
                    game_start += length(game);
                }
            }
            disk_start = disk_end;
        }
        runs
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let misread = "write I/N, as in 3/8: the third of eight parts";
        let (number, of) = text.split_once('/').ok_or(misread)?;
        let [number, of] = [number, of].map(|number| number.trim().parse::<NonZeroU64>());
        let (number, of) = number.ok().zip(of.ok()).ok_or(misread)?;
        if number > of {
            return Err("there are not so many parts: the first number is at most the second");
        }
        Ok(Shard { number, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_file::Encoding;

    fn shares(of: u64, file: u64) -> Vec<FileShare> {
        let share = |number| FileShare { shard: format!("{number}/{of}").parse().unwrap(), file };
        (1..=of).map(share).collect()
    }

    #[test]
    fn every_game_is_in_one_part() {
        for of in [1, 3, 8] {
            for file in 0..5 {
                for start in (0..20 * UNIT).step_by(97) {
                    assert_eq!(shares(of, file).iter().filter(|share| share.has(start)).count(), 1);
                }
            }
        }
    }

    #[test]
    fn blocks_make_no_difference() {
        let game =
            |number: usize| format!("[White \"é{number}\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(number * 37 % 500));
        let games: Vec<String> = (0..60).map(game).collect();
        let latin1 = Encoding::for_label("latin1").unwrap();
        let own = |share: FileShare, blocks: &[&[String]], encoding: Encoding| {
            let (mut own, mut disk_start, mut start) = (String::new(), 0, 0);
            for games in blocks {
                let text = games.concat();
                let block = Block { text, encoding, bom: b"", start, disk_start };
                let runs = share.runs(Language::Pgn, &block);
                assert!(runs.is_sorted_by(|(one, before), (next, after)| one != next && before.end == after.start));
                assert_eq!(runs.last().map(|(_, range)| range.end), Some(block.text.len()));
                runs.iter().filter(|(is_own, _)| *is_own).for_each(|(_, range)| own += &block.text[range.clone()]);
                start += block.text.len();
                disk_start += encoding.encoded_len(&block.text);
            }
            own
        };
        for encoding in [Encoding::UTF_8, latin1] {
            for of in [1, 3, 8] {
                let mut count = 0;
                for share in shares(of, 2) {
                    let whole = own(share, &[&games], encoding);
                    assert_eq!(own(share, &[&games[..7], &games[7..31], &games[31..]], encoding), whole);
                    count += whole.matches("[White").count();
                }
                assert_eq!(count, games.len());
            }
        }
    }

    #[test]
    fn units_are_cut_where_games_certainly_begin_whatever_the_blocks_are() {
        let game = |number: usize| {
            // Some begin on the line on which the game before them ends.
            let end = if number % 3 == 1 { " " } else { "\n\n" };
            format!("[White \"é{number}\"]\n\n1. e4 {{{}}} *{end}", "x".repeat(number * 37 % 500))
        };
        let games: Vec<String> = (0..60).map(game).collect();
        let text = games.concat();
        let cuts = |blocks: &[&[String]], encoding: Encoding| {
            let (mut cuts, mut disk_start, mut start) = (Vec::new(), 0, 0);
            for games in blocks {
                let block = Block { text: games.concat(), encoding, bom: b"", start, disk_start };
                let runs = unit_runs(Language::Pgn, &block);
                assert_eq!(runs.iter().map(|run| &block.text[run.range.clone()]).collect::<String>(), block.text);
                cuts.extend(runs.iter().map(|run| (run.unit, start + run.range.start)));
                start += block.text.len();
                disk_start += encoding.encoded_len(&block.text);
            }
            cuts.dedup_by_key(|(unit, _)| *unit);
            cuts
        };
        for encoding in [Encoding::UTF_8, Encoding::for_label("latin1").unwrap()] {
            let whole = cuts(&[&games], encoding);
            assert!(whole.len() > 10 && whole.iter().all(|(_, cut)| *cut == 0 || text[..*cut].ends_with("\n\n")));
            assert_eq!(cuts(&[&games[..9], &games[9..33], &games[33..]], encoding), whole);
        }
    }

    #[test]
    fn parts_are_read() {
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        let shard = "3/8".parse::<Shard>().unwrap();
        assert_eq!((shard.number.get(), shard.of.get()), (3, 8));
    }
}
