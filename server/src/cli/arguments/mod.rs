//! The options that several commands share.

mod cache;
mod config_option;
mod engine;
mod games;
mod query;
mod sheet_format;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::language::LanguageName;
use crate::configuration::Pattern as ExcludePattern;
use crate::text_file::Encoding;
pub(super) use cache::CacheArguments;
pub(super) use config_option::ConfigOption;
pub(super) use engine::EngineArguments;
pub(super) use games::{GamesArguments, OutputArguments};
pub(super) use query::{Misread, QueryArguments};
pub(super) use sheet_format::SheetFormat;

/// Options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub(super) struct GlobalArguments {
    /// Color the output
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(super) color: ColorChoice,
    /// Hide the progress bar [default: shown on a terminal if the work takes longer than a second]
    #[arg(long, global = true)]
    pub(super) no_progress: bool,
    /// Print findings, differences and errors only [default: print a summary, too]
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
}

/// Which files to read, in what language and encoding, and with which configuration.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct InputArguments {
    /// Read these files, folders (all *.pgn, *.epd and *.fen below them) and glob patterns, or - for standard input; files
    /// compressed (*.pgn.gz, .bz2, .zst, .zip) can be checked but not changed [default: the current
    /// folder]
    #[arg(value_name = "FILES")]
    pub(super) files: Vec<PathBuf>,
    /// Read the files in this encoding (utf-8, latin1, windows-1251, utf-16le, ...) [default: detected for each file]
    #[arg(long, value_name = "LABEL", value_parser = parse_encoding)]
    pub(super) encoding: Option<Encoding>,
    /// Read all files in this language [default: the one that the extension names; PGN if it names none]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(super) language: Option<LanguageName>,
    /// Treat standard input as a file of this name: in messages, and for its language and configuration [default: <stdin>]
    #[arg(long, value_name = "FILE")]
    pub(super) stdin_filename: Option<PathBuf>,
    /// Skip files and folders that match this glob pattern, relative to the current folder, where folders and patterns are searched; can be
    /// given more than once, in addition to "exclude" of the configuration [default: none]
    #[arg(long, value_name = "PATTERN", value_parser = ExcludePattern::parse)]
    pub(super) exclude: Vec<ExcludePattern>,
    /// Skip also files that are named here if --exclude or the configuration excludes them, as when pre-commit names them [default: read what is
    /// named]
    #[arg(long)]
    pub(super) force_exclude: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) configuration: ConfigurationArguments,
}

/// Whether chess in other documents is read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct EmbeddedArguments {
    /// Read also the documents below folders, for the chess in them: fenced blocks named pgn, epd, fen or chess of Markdown (*.md, *.markdown,
    /// *.qmd, *.rmd) and AsciiDoc (*.adoc, *.asciidoc), and positions and moves of LaTeX (*.tex) [default: read documents that are named, as in "check README.md"]
    #[arg(long)]
    pub(super) embedded: bool,
}

/// Which configuration to use.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ConfigurationArguments {
    /// Use this configuration for all files [default: for each file the nearest scoresheet.toml in its folder or above]; or, as KEY=VALUE, set
    /// one of its keys, which wins over all files: level=info, rules.null-move=off, exclude=['old/**']; can be given more than once
    #[arg(long, value_name = "FILE|KEY=VALUE")]
    pub(super) config: Vec<ConfigOption>,
    /// Ignore all configuration files
    #[arg(long)]
    pub(super) isolated: bool,
}

/// Which revision to compare with.
#[derive(Args, Debug, Default)]
pub(super) struct RevisionArguments {
    /// Skip games that have not changed since a revision of the Git repository: HEAD or, with --changed=REVISION, the merge
    /// base of HEAD and REVISION, as in --changed=origin/main [default: process all games]
    #[arg(long, value_name = "REVISION", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
    pub(super) changed: Option<String>,
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// An encoding by its label.
///
/// # Errors
/// A message that names labels.
pub(super) fn parse_encoding(label: &str) -> Result<Encoding, String> {
    Encoding::for_label(label).ok_or_else(|| "unknown encoding; try utf-8, latin1 or utf-16le".to_owned())
}

/// The number of a game or record, or a count.
///
/// # Errors
/// A message for what is no number from 1 on.
pub(super) fn parse_number(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "write a number from 1 on".to_owned())
}
