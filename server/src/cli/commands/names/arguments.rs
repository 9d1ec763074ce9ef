//! The arguments of `names`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use scoresheet_chess::names::Reason;
use scoresheet_collection::names::Kind;

use crate::cli::arguments::{GamesArguments, OutputArguments, SheetFormat};

/// Arguments of `names`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet names games.pgn
  scoresheet names games/ --doubtful --of players
  scoresheet names games.pgn --doubtful --output-format csv -o names.csv
  scoresheet names games.pgn --canonical names.csv
  scoresheet names games.pgn --canonical names.csv --write

The file of --canonical has on each line a spelling, a tab, and the name to be written (or a comma, with both in quotes, or a semicolon); or only the \
name of a player, and spellings that are certainly his become it. The CSV form of this command can be edited and given back, and so can FIDE's list of players.

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/names.md
Exit status: 0 there are names (with --canonical: nothing is left to change), 1 there are none (names would change), 2 wrong usage, or a file that \
cannot be read or written.")]
pub(crate) struct NamesArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) games: GamesArguments,
    /// Names of what, separated by commas
    #[arg(long, value_enum, value_name = "KINDS", value_delimiter = ',', default_values_t = [KindArgument::Players, KindArgument::Events, KindArgument::Sites])]
    pub(super) of: Vec<KindArgument>,
    /// Show names that are spelt in several ways, spellings that fit several names, and unknown values only
    #[arg(long)]
    pub(super) doubtful: bool,
    /// Show at most this many names of each kind [default: all]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: Option<u64>,
    /// Print the names in this form [default: the one that the extension of the output names, or text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) output_format: Option<SheetFormat>,
    /// Write names as this file says; the spellings without a kind are those of the first kind of --of
    #[arg(long, value_name = "FILE", conflicts_with_all = ["doubtful", "limit", "output_format"])]
    pub(super) canonical: Option<PathBuf>,
    /// Take a spelling for a name of the file's list for these reasons only, separated by commas
    #[arg(long, value_enum, value_name = "REASONS", value_delimiter = ',', requires = "canonical", default_values_t = [
        ReasonArgument::Letters, ReasonArgument::Order, ReasonArgument::Initials, ReasonArgument::Transliteration,
    ])]
    pub(super) reasons: Vec<ReasonArgument>,
    /// Rewrite the files [default: write nothing and show what would change]
    #[arg(long, requires = "canonical", conflicts_with = "output")]
    pub(super) write: bool,
    /// Keep no copies of the old files [default: with --write, keep one beside each unless it is committed in Git as it is]
    #[arg(long, requires = "write")]
    pub(super) no_backup: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) output: OutputArguments,
}

impl NamesArguments {
    /// The form of the output.
    pub(super) fn form(&self) -> SheetFormat {
        self.output.form(self.output_format).unwrap_or(SheetFormat::Text)
    }
}

/// What names are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum KindArgument {
    /// White and Black
    Players,
    /// The Event tag
    Events,
    /// The Site tag
    Sites,
}

/// Why a spelling is taken for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReasonArgument {
    /// They differ in letter case, accents, spaces or punctuation
    Letters,
    /// First and last name changed places
    Order,
    /// It has initials or fewer first names, and fits no other name
    Initials,
    /// It is the last name alone, and no other player has it
    LastName,
    /// Other letters for the same sounds: Kortschnoj, Korchnoi
    Transliteration,
    /// One letter is wrong, missing or too many, in a name that is much rarer
    OneLetter,
}

impl From<KindArgument> for Kind {
    fn from(kind: KindArgument) -> Kind {
        match kind {
            KindArgument::Players => Kind::Player,
            KindArgument::Events => Kind::Event,
            KindArgument::Sites => Kind::Site,
        }
    }
}

impl From<ReasonArgument> for Reason {
    fn from(reason: ReasonArgument) -> Reason {
        match reason {
            ReasonArgument::Letters => Reason::Letters,
            ReasonArgument::Order => Reason::Order,
            ReasonArgument::Initials => Reason::Initials,
            ReasonArgument::LastName => Reason::LastName,
            ReasonArgument::Transliteration => Reason::Romanised,
            ReasonArgument::OneLetter => Reason::OneLetter,
        }
    }
}
