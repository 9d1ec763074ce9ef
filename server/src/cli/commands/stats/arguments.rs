//! The arguments of `stats`.

use clap::{Args, ValueEnum};
use scoresheet_collection::stats::By;

use crate::cli::arguments::{GamesArguments, OutputArguments, SheetFormat};

/// Arguments of `stats`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet stats games.pgn
  scoresheet stats games.pgn --by player --sort -performance --min-games 5 --limit 20
  scoresheet stats games/ --by opening --player Carlsen --output-format csv
  scoresheet stats games.pgn --by year --since 1990

Columns:
  the group: player, opening (and eco), eco, year, month, result, event, site, length, material, promotions
  of players: games, wins, draws, losses, points, score, white_games, white_score, black_games, black_score, elo, opponents, performance,
              first_year, last_year
  of others:  games, share, white, draws, black, score (of White), moves (on average), white_elo, black_elo, first_year, last_year

Scores and average ratings of opponents are of games with a result. The performance is the rating with which the score was to be expected.

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/tournaments.md
Exit status: 0 there are games, 1 there are none, 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct StatsArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) games: GamesArguments,
    /// Count games by this
    #[arg(long, value_enum, value_name = "GROUP", default_value_t = ByArgument::All)]
    pub(super) by: ByArgument,
    /// Sort by these columns, separated by commas; with - before a name the largest value is first [default: the largest group first, years, months
    /// and lengths in their order]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) sort: Vec<String>,
    /// Show at most this many groups [default: all]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: Option<u64>,
    /// Leave out groups with fewer games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) min_games: u64,
    /// Print the table in this form [default: the one that the extension of the output names, or text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) output_format: Option<SheetFormat>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) output: OutputArguments,
}

impl StatsArguments {
    /// The form of the output.
    pub(super) fn form(&self) -> SheetFormat {
        self.output.form(self.output_format).unwrap_or(SheetFormat::Text)
    }
}

/// By what games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ByArgument {
    /// All games together
    All,
    /// Each player, with both colours
    Player,
    /// The opening: that of the tags, or else of the moves
    Opening,
    /// The ECO code: that of the tag, or else of the moves
    Eco,
    /// The year of the Date tag
    Year,
    /// The year and the month of the Date tag
    Month,
    /// The result
    Result,
    /// The Event tag
    Event,
    /// The Site tag
    Site,
    /// The number of moves, in tens
    Length,
    /// The men at the end
    Material,
    /// The pieces that pawns were promoted to: Q, vN (by Black), QQvQ
    Promotions,
}

impl From<ByArgument> for By {
    fn from(by: ByArgument) -> By {
        match by {
            ByArgument::All => By::All,
            ByArgument::Player => By::Player,
            ByArgument::Opening => By::Opening,
            ByArgument::Eco => By::Eco,
            ByArgument::Year => By::Year,
            ByArgument::Month => By::Month,
            ByArgument::Result => By::Result,
            ByArgument::Event => By::Event,
            ByArgument::Site => By::Site,
            ByArgument::Length => By::Length,
            ByArgument::Material => By::Material,
            ByArgument::Promotions => By::Promotions,
        }
    }
}
