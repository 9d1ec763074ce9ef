//! The arguments of `publish`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::arguments::GamesArguments;

/// Arguments of `publish`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet publish games.pgn -o site
  scoresheet publish games/ -o site --title 'Club games' --every 15
  scoresheet publish games.pgn --player Carlsen -o carlsen.html --single-file

Every game is a page: its moves in figurines, variations that fold, comments, signs with their meaning, clocks and evaluations as curves, and a link \
to its PGN. There is a diagram where a comment has [#], where $220 or D follows a move ($221: from Black's side), and with --every; it shows the arrows \
and squares of [%cal] and [%csl]. index.html lists the games and the tables of their tournaments. Pages need no script and no network, and print in two \
columns.

Games that did not change give the same bytes, and their files are left alone. Pages of games that are gone are removed; nothing else in the folder is.

All rules: https://github.com/scoresheet/scoresheet/blob/main/server/docs/publish.md
Exit status: 0 done, 1 there are no games, 2 wrong usage, or a file that cannot be read or written.")]
pub(crate) struct PublishArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(super) games: GamesArguments,
    /// Write the site to this folder, which is empty, new, or an earlier site; with --single-file, to this file
    #[arg(short, long, value_name = "FOLDER")]
    pub(super) output: PathBuf,
    /// Give the site this title [default: the name of the file or the folder of the games]
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// Show a diagram after every so many moves of the main line [default: only where the game has a mark for one]
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: Option<u32>,
    /// Write one file with everything instead of a folder
    #[arg(long)]
    pub(super) single_file: bool,
}
