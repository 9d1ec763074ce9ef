//! `scoresheet repertoire coverage`: how many games stay in a repertoire.

use std::io;

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::cli::arguments::{GlobalArguments, InputArguments};
use crate::cli::output::{Exit, Streams, trouble};
use crate::cli::repertoire_options::{RepertoireOptions, against_files, coverage_in_words, read_one};
use crate::repertoire::played_moves;

/// Arguments of `repertoire coverage`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet repertoire coverage white --side white --against games.pgn
  scoresheet repertoire coverage white --side white --against games --moves 6 --output-format json

A game counts that begins where the repertoire does, as long as each position of it is in the repertoire, by whatever moves. Exit status: 0 games begin \
there, 1 none does, 2 wrong usage, or a file that cannot be read.")]
pub(crate) struct CoverageArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    options: RepertoireOptions,
    /// Print the figures in this form
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CoverageFormat::Text)]
    output_format: CoverageFormat,
}

/// The forms of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CoverageFormat {
    /// A sentence for people
    Text,
    /// A JSON object
    Json,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &CoverageArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let Ok((files, settings)) = read_one(&arguments.input, &arguments.options, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    let Ok(against) = against_files(&settings.against, streams) else { return Ok(Exit::Trouble) };
    if against.files.is_empty() {
        return trouble(
            streams,
            "which games? Name them with --against, or write `repertoire.against` in scoresheet.toml",
        );
    }
    let caches = arguments.options.cache.caches();
    let (played, errors) = played_moves(&against, &files.repertoire, settings.moves.get(), &caches, &|| false);
    errors.iter().for_each(|error| streams.error(error));
    let coverage = played.coverage;
    match arguments.output_format {
        CoverageFormat::Text => writeln!(streams.stdout, "{}", coverage_in_words(&coverage, &settings))?,
        CoverageFormat::Json => {
            let [white, black] = coverage.left;
            let object = json!({
                "side": settings.side.fold_wb("white", "black"),
                "moves": settings.moves.get(),
                "games": coverage.games,
                "staying": coverage.staying,
                "share": coverage.share(),
                "left_by_white": white,
                "left_by_black": black,
                "share_of_followers": coverage.share_of_followers(settings.side),
            });
            writeln!(streams.stdout, "{object:#}")?;
        }
    }
    Ok(Exit::of(!errors.is_empty(), coverage.games == 0))
}
