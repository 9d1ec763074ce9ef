//! The arguments of `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::arguments::{InputArguments, QueryArguments};
use crate::cli::shard::ShardArguments;

/// The default of `--min-games`. A position that only one game reaches is found by its moves as quickly, and most positions are of that kind.
pub(super) const MIN_GAMES: u64 = 2;

/// Arguments of `export`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet export games.pgn --to parquet -o lake/
  scoresheet export games/ --to parquet -o lake/ --positions --moves --findings
  scoresheet export twic/*.pgn.zst --to parquet -o lake/ --partition-by year --player Carlsen
  scoresheet export big.pgn.zst --to parquet -o lake/ --shard 3/8
  scoresheet export games.pgn --to arrow -o - --table games | python3 -c 'import sys, pyarrow as pa; print(pa.ipc.open_stream(sys.stdin.buffer).read_all())'

Tables:
  games        a row a game: tags, dates, ratings, opening, moves, material, findings, and where it is
  tree         a row for each move in each position: how often, and with which results
  positions    (--positions) a row for each position of each game
  moves        (--moves) a row for each move of each game: SAN, clock, evaluation, NAGs, comment
  findings     (--findings) what `check` finds in each game

https://github.com/scoresheet/scoresheet/blob/main/server/docs/sql.md has the columns, and questions to ask in DuckDB, ClickHouse, Polars and Spark. \
Exit status: 0 games were exported, 1 there are none, 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) query: QueryArguments,
    /// Write tables in this form
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: TableForm,
    /// Write the tables below this folder, which is made if it is not there; for arrow - is standard output
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Replace the tables that are in the folder [default: refuse to]
    #[arg(long)]
    pub(crate) force: bool,
    /// Write the table positions, too: several times as large as the others
    #[arg(long)]
    pub(crate) positions: bool,
    /// Write the table moves, too
    #[arg(long)]
    pub(crate) moves: bool,
    /// Write the table findings, too
    #[arg(long)]
    pub(crate) findings: bool,
    /// Write this table only; may be given more than once [default: games and tree, and those of the options; for arrow games]
    #[arg(long, value_enum, value_name = "TABLE")]
    pub(crate) table: Vec<TableName>,
    /// Leave positions out of the tree that fewer games reach [default: 2; 1 with --shard, as only the sums of all shards tell]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) min_games: Option<u64>,
    /// Put games into folders by their date, as engines know them: games/year=2024/ [default: all in one folder]
    #[arg(long, value_enum, value_name = "PART")]
    pub(crate) partition_by: Option<Partition>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) shard: ShardArguments,
}

/// The forms of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableForm {
    /// Parquet files in folders, for DuckDB, ClickHouse, Polars, Spark, pandas
    Parquet,
    /// One table as a stream of Arrow record batches, for other programs
    Arrow,
}

/// The tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub(crate) enum TableName {
    /// A row a game
    Games,
    /// A row for each move in each position
    Tree,
    /// A row for each position of each game
    Positions,
    /// A row for each move of each game
    Moves,
    /// A row for each finding in a game
    Findings,
}

/// Parts of dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Partition {
    /// By year
    Year,
    /// By month
    Month,
}

impl ExportArguments {
    /// The tables that are to be written, each once.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only a build with the feature writes tables"))]
    pub(super) fn tables(&self) -> Vec<TableName> {
        let mut tables = self.table.clone();
        if tables.is_empty() {
            tables.push(TableName::Games);
            if self.to == TableForm::Parquet {
                tables.push(TableName::Tree);
            }
        }
        let of_options = [
            (self.positions, TableName::Positions),
            (self.moves, TableName::Moves),
            (self.findings, TableName::Findings),
        ];
        tables.extend(of_options.into_iter().filter(|(is_chosen, _)| *is_chosen).map(|(_, table)| table));
        tables.sort_unstable();
        tables.dedup();
        tables
    }

    /// How many games must reach a position of the tree.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only a build with the feature writes tables"))]
    pub(super) fn least_games(&self) -> u64 {
        let default = if self.shard.shard.is_some() { 1 } else { MIN_GAMES };
        self.min_games.unwrap_or(default).max(1)
    }

    /// Why the arguments contradict each other.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only a build with the feature writes tables"))]
    pub(super) fn misuse(&self) -> Option<&'static str> {
        let is_stream = self.output.as_os_str() == "-";
        if self.to == TableForm::Arrow && self.tables().len() > 1 {
            return Some("a stream of Arrow has one table: choose it with --table");
        }
        if self.to == TableForm::Arrow && !is_stream {
            return Some("tables of Arrow go to standard output: write -o -");
        }
        if self.to == TableForm::Parquet && is_stream {
            return Some("tables of Parquet are files: write -o FOLDER");
        }
        if self.partition_by.is_some() && self.to == TableForm::Arrow {
            return Some("--partition-by makes folders, so it goes with --to parquet");
        }
        if self.shard.shard.is_some() && self.min_games.is_some_and(|least| least > 1) {
            return Some(
                "--min-games with --shard would drop moves whose sum over all shards is enough: apply it after they are merged",
            );
        }
        None
    }
}
