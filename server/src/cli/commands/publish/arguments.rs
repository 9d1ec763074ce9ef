//! The arguments of `publish`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use scoresheet_collection::publish::Form;

use crate::cli::arguments::GamesArguments;

/// Arguments of `publish`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet publish games.pgn -o site
  scoresheet publish games/ -o site --title 'Club games' --every 15
  scoresheet publish games.pgn --player Carlsen -o carlsen.html --single-file
  scoresheet publish games.pgn -o bulletin.pdf
  scoresheet publish games.pgn --to typst -o book.typ

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
    /// Write the site to this folder, which is empty, new, or an earlier site; with --single-file, or in another form, to this file
    #[arg(short, long, value_name = "FOLDER")]
    pub(super) output: PathBuf,
    /// Write this form [default: the one that the extension of the output names; html if it names none]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(super) to: Option<To>,
    /// Give the site this title [default: the name of the file or the folder of the games]
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// Show a diagram after every so many moves of the main line [default: only where the game has a mark for one]
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: Option<u32>,
    /// Write one file with everything instead of a folder
    #[arg(long)]
    pub(super) single_file: bool,
    /// Lay out the pages of the site by the templates in this folder: game.html, index.html, table.html, style.css [default: our own layout]
    #[arg(long, value_name = "FOLDER", conflicts_with = "single_file")]
    pub(super) template: Option<PathBuf>,
    /// Show each game on a board, too, where scripts run: the PGN viewer of Lichess, which is under the GPL 3 or later; its files and licences become part of the site [default: no board]
    #[arg(long, conflicts_with_all = ["single_file", "template"])]
    pub(super) viewer: bool,
    /// Replace an existing file that was not made by this command, or is text or PDF [default: it is left alone]
    #[arg(long)]
    pub(super) force: bool,
    /// Print to PDF with this program [default: the first browser that is found: Chromium, Chrome or Edge]
    #[arg(long, value_name = "PROGRAM")]
    pub(super) browser: Option<PathBuf>,
}

/// What games are published as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum To {
    /// A site of HTML files, or one file with --single-file
    Html,
    /// One file in Markdown
    Markdown,
    /// One file of plain text, in lines of 79 columns
    Text,
    /// The source of a book or bulletin for Typst
    Typst,
    /// The source of a book or bulletin for LaTeX, with the packages xskak and chessboard
    Latex,
    /// Pages to print, which a browser lays out
    Pdf,
}

/// Where games are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// In a folder.
    Site,
    /// In one file.
    File(Form),
    /// In a file that a browser makes.
    Pdf,
}

impl PublishArguments {
    /// Where games are published.
    pub(super) fn target(&self) -> Target {
        let named = || match self.output.extension()?.to_str()? {
            "md" | "markdown" => Some(To::Markdown),
            "txt" | "text" => Some(To::Text),
            "typ" => Some(To::Typst),
            "tex" => Some(To::Latex),
            "pdf" => Some(To::Pdf),
            _ => None,
        };
        match self.to.or_else(named).unwrap_or(To::Html) {
            To::Html if self.single_file => Target::File(Form::Html),
            To::Html => Target::Site,
            To::Markdown => Target::File(Form::Markdown),
            To::Text => Target::File(Form::Text),
            To::Typst => Target::File(Form::Typst),
            To::Latex => Target::File(Form::Latex),
            To::Pdf => Target::Pdf,
        }
    }
}
