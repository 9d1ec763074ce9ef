//! `scoresheet repertoire export`: a repertoire in other forms.

use std::io;
use std::ops::Range;

use clap::{Args, ValueEnum};
use scoresheet_collection::repertoire::{anki_deck, merged_games};
use scoresheet_collection::tree::book_of_repertoire;
use scoresheet_format::{FormatOptions, format_game};
use scoresheet_grammar::{GameView, Parser, Tree};

use crate::cli::arguments::{GlobalArguments, InputArguments, OutputArguments};
use crate::cli::output::{Exit, Streams, trouble};
use crate::cli::repertoire_options::{RepertoireOptions, read_one};
use crate::cli::writing::{print_or_create, refuses_binary};
use crate::repertoire::RepertoireFiles;

/// Arguments of `repertoire export`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet repertoire export white --side white --to polyglot -o white.bin
  scoresheet repertoire export white --side white --to anki -o white.txt
  scoresheet repertoire export white/*.pgn --side white --to pgn -o tree.pgn

In a book, a move weighs as much as there are places where it is written. A deck has a card for each position in which the side moves, by whatever moves \
it comes about; importing a later deck updates the cards. In a tree each position is gone on from once. Exit status: 0 done, 2 wrong usage, or a \
file that cannot be read or written.")]
pub(crate) struct RepertoireExportArguments {
    #[command(flatten)]
    #[allow(missing_docs)]
    input: InputArguments,
    #[command(flatten)]
    #[allow(missing_docs)]
    options: RepertoireOptions,
    /// Write the repertoire in this form
    #[arg(long, value_enum, value_name = "FORM")]
    to: Form,
    #[command(flatten)]
    #[allow(missing_docs)]
    output: OutputArguments,
}

/// The forms of a repertoire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// An opening book in the format of Polyglot, which engines read
    Polyglot,
    /// A text file with cards that Anki imports
    Anki,
    /// A game with variations
    Pgn,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &RepertoireExportArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    if arguments.to == Form::Polyglot && refuses_binary(&arguments.output, streams) {
        return Ok(Exit::Trouble);
    }
    let colors = streams.colors(global.color);
    let Ok((files, _)) = read_one(&arguments.input, &arguments.options, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    if files.repertoire.nodes.iter().all(|node| node.moves.is_empty()) {
        return trouble(streams, "there are no games with moves");
    }
    let output = match arguments.to {
        Form::Polyglot => book_of_repertoire(&files.repertoire),
        Form::Anki => anki_deck(&files.repertoire, |file, range| comment(&files, file, range)).into_bytes(),
        Form::Pgn => games(&files).into_bytes(),
    };
    let paths = files.files.iter().map(|source| source.file.path.as_path());
    let is_written = print_or_create(&arguments.output, &output, paths, streams)?;
    Ok(Exit::of(!is_written, false))
}

/// The games in export format.
fn games(files: &RepertoireFiles) -> String {
    let mut out = String::new();
    for text in merged_games(&files.repertoire, |file, range| comment(files, file, range)) {
        let mut tree = Tree::default();
        Parser::new(&text).next_game(&mut tree);
        // What does not read is written as it is.
        let _ = format_game(GameView { text: &text, tree: &tree }, FormatOptions::default(), &mut out);
        out.truncate(out.trim_end().len());
        out += "\n\n";
    }
    out
}

/// The text of a comment, without its delimiters.
fn comment(files: &RepertoireFiles, file: usize, range: Range<usize>) -> &str {
    let text = files.files.get(file).and_then(|source| source.file.text.get(range)).unwrap_or_default();
    match text.strip_prefix('{') {
        Some(words) => words.strip_suffix('}').unwrap_or(words),
        None => text.strip_prefix(';').unwrap_or(text),
    }
}
