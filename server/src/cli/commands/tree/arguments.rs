//! The arguments of `tree`.

use clap::{Args, ValueEnum};

use crate::cli::arguments::{GamesArguments, OutputArguments};

/// The deepest tree, in plies: the length of openings.
const DEEPEST: i64 = 60;

/// Arguments of `tree`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet tree games.pgn
  scoresheet tree games/ --line '1. e4 c5 2. Nf3 d6' --player Carlsen
  scoresheet tree games.pgn --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'
  scoresheet tree games.pgn --where 'elo >= 2600' --depth 6 --min-games 50
  scoresheet tree games.pgn --openings --player Carlsen
  scoresheet tree my-games.pgn --depth 16 --min-games 2 --output-format pgn > repertoire.pgn
  scoresheet tree games.pgn --depth 30 --min-games 5 --output-format polyglot -o book.bin

Games count for a position by whatever moves they reach it. The score is that of White. The ratings are those of the players who made \
the move; their performance is the rating with which their score was to be expected. Exit status: 0 games reach the position, 1 none \
does, 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct TreeArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) games: GamesArguments,
    /// Show so many plies from the position
    #[arg(long, value_name = "PLIES", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=DEEPEST))]
    pub(crate) depth: u8,
    /// Leave out moves with fewer games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) min_games: u32,
    /// Count the openings of the games by their ECO codes, instead of the moves
    #[arg(long, conflicts_with = "depth")]
    pub(crate) openings: bool,
    /// Print the tree in this form [default: the one that the extension of the output names, or text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) output_format: Option<TreeFormat>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) output: OutputArguments,
}

impl TreeArguments {
    /// The form of the output.
    pub(super) fn form(&self) -> TreeFormat {
        self.output.form(self.output_format).unwrap_or(TreeFormat::Text)
    }
}

/// The forms of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// A table for people
    Text,
    /// A JSON object, with the moves below each move
    Json,
    /// A row for each move, with the moves before it
    Csv,
    /// A game with variations, with the counts in comments: a repertoire
    Pgn,
    /// An opening book in the format of Polyglot, which engines read
    Polyglot,
}
