//! `scoresheet tree`: counts what was played from a position.

mod arguments;
mod formats;
mod openings;

use std::collections::HashMap;
use std::io;
use std::path::Path;

use scoresheet_collection::cache::{Reaching, Segment};
use scoresheet_collection::exact_position::ExactPosition;
use scoresheet_collection::tree::{
    BestGame, MoveCounts, RootError, RootPosition, Tree, TreeLines, TreeOptions, book, root,
};

pub(crate) use arguments::TreeArguments;
use arguments::TreeFormat;

use crate::cli::arguments::{GlobalArguments, Misread};
use crate::cli::input::Input;
use crate::cli::output::{Exit, Streams, display_path, misread};
use crate::cli::segments::{ChosenGames, Counting, GamesFile};
use crate::cli::writing::{print_or_create, refuses_binary};
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
    if arguments.form() == TreeFormat::Polyglot && refuses_binary(&arguments.output, streams) {
        return Ok(Exit::Trouble);
    }
    let of_games = arguments.games.query.of_games();
    let query = if arguments.openings { &arguments.games.query } else { &of_games };
    let Some(games) = ChosenGames::find(&arguments.games, query, global, streams) else { return Ok(Exit::Trouble) };
    if arguments.openings {
        return openings::run(arguments, &games, streams);
    }
    let options = TreeOptions { depth: usize::from(arguments.depth), min_games: arguments.min_games };
    let (tree, has_trouble) = tree(&root, options, &games, streams)?;
    if tree.is_cut {
        streams
            .note("warning: the tree is cut off where it has too many positions; use --min-games or a smaller --depth");
    }
    let output = match arguments.form() {
        TreeFormat::Polyglot => book(&tree),
        format => {
            let paths = games.inputs.found.iter().map(|input| display_path(input.path())).collect();
            Printed { tree: &tree, paths }.print(format)
        }
    };
    let is_written = print_or_create(&arguments.output, &output, games.inputs.files(), streams)?;
    Ok(Exit::of(!is_written || has_trouble, tree.nodes[0].games == 0))
}

/// What the games played from a position. Returns whether something could not be read, too.
fn tree(
    root: &RootPosition,
    options: TreeOptions,
    games: &ChosenGames,
    streams: &mut Streams<'_>,
) -> io::Result<(Tree, bool)> {
    let target = ExactPosition::new(root);
    let numbers: HashMap<&Path, u32> = games.inputs.found.iter().map(Input::path).zip(0..).collect();
    let number = |path: &Path| numbers.get(path).copied().unwrap_or(0);
    // In the order of the file, so that of equal games the first is the best, however they are read.
    let reaching = |segment: &Segment, text: &SegmentText, file: &GamesFile| {
        let mut reaching = segment.reaching(&target);
        reaching.retain(|reached| games.has(file, segment, text, reached.game));
        reaching
    };
    // Of the next move alone, no games need to be kept.
    if options.depth == 1 {
        let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
            let name = |game, tag| segment.tag(game, tag).unwrap_or_default().to_owned();
            MoveCounts::of(segment, &reaching(segment, text, file), root, |Reaching { game, .. }, _| BestGame {
                players: ["White", "Black"].map(|tag| name(*game, tag)),
                file: number(path),
                line: text.lines + u64::from(segment.lines_before(*game)),
            })
        };
        let counting = Counting { start: &MoveCounts::default, on_segment: &on_segment, add: &MoveCounts::append };
        let (counts, has_trouble) = games.count(&counting, streams)?;
        return Ok((Tree::of_counts(root, &counts, options.min_games), has_trouble));
    }
    let on_segment = |segment: &Segment, text: &SegmentText, file: &GamesFile, path: &Path| {
        let mut lines = TreeLines::new(options.depth);
        lines.add(segment, &reaching(segment, text, file), number(path), text.lines);
        lines
    };
    let start = || TreeLines::new(options.depth);
    let counting = Counting { start: &start, on_segment: &on_segment, add: &TreeLines::append };
    let (lines, has_trouble) = games.count(&counting, streams)?;
    Ok((Tree::new(root, &lines, options), has_trouble))
}
