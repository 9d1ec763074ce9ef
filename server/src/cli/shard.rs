//! The option that divides work.

use std::num::NonZeroU64;
use std::ops::Range;
use std::str::FromStr;

use clap::Args;

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

/// A file is divided into units of so many bytes, by where games begin. Long enough that the parts that are skipped cost little.
pub(crate) const UNIT: u64 = if cfg!(test) { 700 } else { 16 << 20 };

impl Shard {
    /// The part, from 1, and how many there are.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only a build with the feature writes tables"))]
    pub(crate) fn numbers(self) -> (u64, u64) {
        (self.number.get(), self.of.get())
    }

    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only a build with the feature writes tables"))]
    /// Whether a game belongs to the part that begins at a byte of a file, which is the `file`th of all inputs, from 0. Each file begins with
    /// another part, so that many short files are divided evenly.
    pub(crate) fn has(self, file: u64, start: u64) -> bool {
        (file + start / UNIT) % self.of == self.number.get() - 1
    }

    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only a build with the feature writes tables"))]
    /// Whether games may belong to the part that begin at some bytes of a file.
    pub(crate) fn may_have(self, file: u64, starts: Range<u64>) -> bool {
        (starts.start / UNIT..=starts.end.saturating_sub(1).max(starts.start) / UNIT)
            .any(|unit| self.has(file, unit * UNIT))
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
            Err("there are not so many parts: the first number is at most the second")
        } else {
            Ok(Shard { number, of })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_one_part() {
        for of in [1, 3, 8] {
            let shards: Vec<Shard> = (1..=of).map(|number| format!("{number}/{of}").parse().unwrap()).collect();
            for file in 0..5 {
                for start in (0..20 * UNIT).step_by(97) {
                    assert_eq!(shards.iter().filter(|shard| shard.has(file, start)).count(), 1);
                }
            }
        }
    }

    #[test]
    fn parts_are_read() {
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("3/8".parse::<Shard>().map(Shard::numbers), Ok((3, 8)));
    }
}
