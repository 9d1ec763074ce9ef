//! The arguments of `table`.

use std::sync::LazyLock;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum};
use scoresheet_collection::table::{Column, SortBy};

use crate::cli::arguments::{GamesArguments, OutputArguments};
use crate::cli::shard::ShardArguments;

/// Arguments of `table`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet table games.pgn
  scoresheet table games.pgn --player Carlsen --sort -date --limit 20
  scoresheet table games/ --columns white,black,result,opening,location --sort -white_elo,round
  scoresheet table games.pgn --where 'elo >= 2600' --columns game,opening,plies,material
  scoresheet table games.pgn --sort round,board --output-format html -o round.html
  scoresheet table games.pgn --columns date,white,black,tag:MyTag --output-format csv > games.csv

Columns:
  white, black, event, site, date, round, result and every other tag in use: white_elo, annotator, time_control, ...
  tag:NAME         any other tag
  eco, opening     the code and the name of the opening, of the tags or else of the moves
  left_book        the first move after the last position that has a name
  plies, moves     how long the game is
  material         the men at the end, as in KRPvKR
  promotions       the pieces that pawns were promoted to: Q by White, vN by Black
  location, file, line, game
                   where the game is; its number in the file
  broken           yes if the moves do not read to their end

Dates, ratings, rounds, results and numbers are sorted by their meaning; what is unknown is last. Exit status: 0 the table has games, \
1 it has none, 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct TableArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) games: GamesArguments,
    /// Show these columns, separated by commas; all columns are listed below
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = ColumnParser, hide_possible_values = true,
          default_value = "date,white,black,result,eco,opening,plies,location")]
    pub(crate) columns: Vec<Column>,
    /// Sort by these columns, separated by commas, which need not be shown; with - before a name the largest, latest or last value is first
    /// [default: the order of the files]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = SortParser, hide_possible_values = true,
          allow_hyphen_values = true)]
    pub(crate) sort: Vec<SortBy>,
    /// Show at most this many games [default: all]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Print the table in this form [default: the one that the extension of the output names, or text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) output_format: Option<TableFormat>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) shard: ShardArguments,
}

impl TableArguments {
    /// The form of the output.
    pub(super) fn form(&self) -> TableFormat {
        self.output.form(self.output_format).unwrap_or(TableFormat::Text)
    }
}

/// The forms of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// A table for people; on a terminal, long cells are cut so that it fits
    Text,
    /// A row a game, with a header, for spreadsheets
    Csv,
    /// A JSON array of objects
    Json,
    /// The same JSON objects, one a line
    Jsonl,
    /// A table in Markdown
    Markdown,
    /// A table in HTML, to be put into a page
    Html,
}

/// The names of all columns, for shells, which complete them.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| Column::all().map(|column| column.key()).collect());

/// Reads the name of a column.
#[derive(Clone)]
struct ColumnParser;

/// Reads the name of a column with `-` before it or not.
#[derive(Clone)]
struct SortParser;

impl TypedValueParser for ColumnParser {
    type Value = Column;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Column, clap::Error> {
        (|name: &str| name.parse::<Column>()).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(NAMES.iter().map(|name| PossibleValue::new(name.as_str()))))
    }
}

impl TypedValueParser for SortParser {
    type Value = SortBy;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<SortBy, clap::Error> {
        let parse = |name: &str| {
            let (name, descending) = name.strip_prefix('-').map_or((name, false), |name| (name, true));
            Ok::<SortBy, String>(SortBy { column: name.parse()?, descending })
        };
        parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        static DESCENDING: LazyLock<Vec<String>> =
            LazyLock::new(|| NAMES.iter().map(|name| format!("-{name}")).collect());
        let names = NAMES.iter().chain(DESCENDING.iter());
        Some(Box::new(names.map(|name| PossibleValue::new(name.as_str()))))
    }
}
