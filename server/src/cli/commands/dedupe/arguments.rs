//! The arguments of `dedupe`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::arguments::parse_encoding;
use crate::text_file::Encoding;

/// Arguments of `dedupe`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet dedupe games.pgn                       name the duplicates and write nothing
  scoresheet dedupe games.pgn --write               delete them
  scoresheet dedupe old.pgn new.pgn -o all.pgn      write the games of both files, each once
  scoresheet dedupe games.pgn --merge --write       delete them after their comments and tags are in the games that stay
  scoresheet dedupe games --prefix --plies-apart 2  name games that are the beginning of others, or nearly the same, as well

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/files.md
Exit status: 0 done, or there are no duplicates, 1 there are duplicates and they were not deleted, 2 wrong usage, or a file that cannot be \
read or written.")]
pub(crate) struct DedupeArguments {
    /// Read these files in this order, which may be compressed, folders (all files below them by name), glob patterns, or - for standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What the same games have in common
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = By::Players)]
    pub(crate) by: By,
    /// Take a game for a duplicate that is the beginning of another one, from 20 plies on, if the results agree or one is unknown
    #[arg(long)]
    pub(crate) prefix: bool,
    /// Take games for duplicates that differ in up to N plies after the first 20, if the results agree or one is unknown: each ply is another
    /// one, is missing or is too many
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) plies_apart: u8,
    /// Take what duplicates have more into the game that stays: comments, NAGs, variations, and tags that it does not have. A duplicate that
    /// cannot be merged is named and stays [default: nothing is taken over]
    #[arg(long)]
    pub(crate) merge: bool,
    /// Delete the duplicates from the files [default: write nothing and print them]
    #[arg(long)]
    pub(crate) write: bool,
    /// Write the games that stay to this file, or - for standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "write")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the output if it exists
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Keep no copies of the old files [default: with --write, keep one beside each unless it is committed in Git as it is]
    #[arg(long, requires = "write")]
    pub(crate) no_backup: bool,
    /// Print the duplicates in this form
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = DedupeFormat::Text)]
    pub(crate) output_format: DedupeFormat,
    /// Read the files in this encoding; games are copied in the encoding that they have [default: detected for each file]
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub(crate) encoding: Option<Encoding>,
}

/// What the same games have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// Moves and players, whose names may be spelt in different ways; no other date, nor another round of the same event
    Players,
    /// Moves, at least 10 plies, whoever played them and when
    Moves,
}

/// The forms of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DedupeFormat {
    /// A line for each duplicate, with its place, the place of the game that stays, and the reason
    Text,
    /// A JSON document
    Json,
}
