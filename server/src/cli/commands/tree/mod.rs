//! `scoresheet tree`: counts what was played from a position.

mod arguments;
mod formats;
mod openings;

use std::collections::HashMap;
use std::io;
use std::path::Path;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::exact_position::ExactPosition;
use scoresheet_collection::tree::{RootError, Tree, TreeLines, TreeOptions, book, root};

pub(crate) use arguments::TreeArguments;
use arguments::TreeFormat;

use crate::cli::arguments::{GlobalArguments, Misread};
use crate::cli::input::Input;
use crate::cli::output::{Exit, Streams, display_path, misread};
use crate::cli::segments::{ChosenGames, Counting, GamesFile};
use crate::cli::writing::print_or_create;
use crate::move_cache::SegmentText;
use formats::Printed;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &TreeArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let (fen, line) = (&arguments.games.query.fen, &arguments.games.query.line);
    let root = match root(fen.as_deref(), line.as_deref()) {
        Ok(root) => root,
        Err(RootError { option, error }) => {
            let text = if option == "--fen" { fen } else { line }.clone().unwrap_or_default();
            streams.note(misread(&Misread { option, text, error }, colors));
            return Ok(Exit::Trouble);
        }
    };
    let of_games = arguments.games.query.of_games();
    let query = if arguments.openings { &arguments.games.query } else { &of_games };
    let Some(games) = ChosenGames::find(&arguments.games, query, global, streams) else { return Ok(Exit::Trouble) };
    if arguments.openings {
        return openings::run(arguments, &games, streams);
    }
    let depth = usize::from(arguments.depth);
    let (lines, has_trouble) = lines(&ExactPosition::new(&root), depth, &games, streams)?;
    let options = TreeOptions { depth, min_games: arguments.min_games };
    let tree = Tree::new(&root, &lines, options);
    if tree.is_cut {
        streams
            .note("warning: the tree is cut off where it has too many positions; use --min-games or a smaller --depth");
    }
    let output = match arguments.output_format {
        TreeFormat::Polyglot => book(&tree),
        format => {
            let paths = games.inputs.found.iter().map(|input| display_path(input.path())).collect();
            Printed { tree: &tree, lines: &lines, paths }.print(format)
        }
    };
    let is_written = print_or_create(&arguments.output, &output, streams)?;
    Ok(Exit::of(!is_written || has_trouble, lines.games().is_empty()))
}

/// What the games played from a position. Returns whether something could not be read, too.
fn lines(
    target: &ExactPosition,
    depth: usize,
    games: &ChosenGames,
    streams: &mut Streams<'_>,
) -> io::Result<(TreeLines, bool)> {
    let numbers: HashMap<&Path, u32> = games.inputs.found.iter().map(Input::path).zip(0..).collect();
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
        let mut reaching = segment.reaching(target);
        // In the order of the file, so that of equal games the first is the best, however they are read.
        reaching.sort_unstable_by_key(|reached| reached.game);
        reaching.retain(|reached| games.has(file, segment, text, reached.game));
        let mut lines = TreeLines::new(depth);
        lines.add(segment, &reaching, numbers.get(path).copied().unwrap_or(0), text.lines);
        lines
    };
    let start = || TreeLines::new(depth);
    games.count(&Counting { start: &start, on_segment: &on_segment, add: &TreeLines::append }, streams)
}
