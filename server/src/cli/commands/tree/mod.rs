//! `scoresheet tree`: counts what was played from a position.

mod arguments;
mod formats;
mod openings;

use std::collections::HashMap;
use std::io;
use std::path::Path;

use scoresheet_collection::cache::{Segment, Target};
use scoresheet_collection::query::Query;
use scoresheet_collection::tree::{RootError, Tree, TreeLines, TreeOptions, book, root};

pub(crate) use arguments::TreeArguments;
use arguments::TreeFormat;

use crate::cli::arguments::{GlobalArguments, Misread, QueryArguments};
use crate::cli::input::{Configurations, Input, Inputs, map_in_order, read_query};
use crate::cli::output::{Exit, Streams, display_path, misread};
use crate::cli::segments::{GamesFile, SegmentReader};
use crate::cli::writing::print_or_create;
use crate::move_cache::SegmentText;
use crate::text_file::{Advance, ReadError};
use formats::Printed;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &TreeArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let colors = streams.colors(global.color);
    let (fen, line) = (&arguments.query.fen, &arguments.query.line);
    let root = match root(fen.as_deref(), line.as_deref()) {
        Ok(root) => root,
        Err(RootError { option, error }) => {
            let text = if option == "--fen" { fen } else { line }.clone().unwrap_or_default();
            streams.note(misread(&Misread { option, text, error }, colors));
            return Ok(Exit::Trouble);
        }
    };
    let games = if arguments.openings { arguments.query.clone() } else { of_games(&arguments.query) };
    let Ok(query) = read_query(&games, &arguments.input.configuration, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    let Ok((_, inputs)) = Configurations::with_inputs(&arguments.input, true, colors, streams) else {
        return Ok(Exit::Trouble);
    };
    inputs.report(streams);
    let bar = streams.shows_progress(global);
    let reader = SegmentReader {
        caches: arguments.cache.caches(),
        language: arguments.input.language,
        encoding: arguments.input.encoding,
        stdin: std::mem::take(&mut streams.stdin),
    };
    if arguments.openings {
        return openings::run(arguments, query.as_ref(), &inputs, &reader, bar, streams);
    }
    let search = TreeSearch { target: Target::new(&root), query, depth: usize::from(arguments.depth) };
    let (lines, errors) = search.lines(&inputs, &reader, bar)?;
    errors.iter().for_each(|error| streams.error(error));
    let options = TreeOptions { depth: search.depth, min_games: arguments.min_games };
    let tree = Tree::new(&root, &lines, options);
    if tree.is_cut {
        streams
            .note("warning: the tree is cut off where it has too many positions; use --min-games or a smaller --depth");
    }
    let output = match arguments.output_format {
        TreeFormat::Polyglot => book(&tree),
        format => {
            let paths = inputs.found.iter().map(|input| display_path(input.path())).collect();
            Printed { tree: &tree, lines: &lines, paths }.print(format)
        }
    };
    let is_written = print_or_create(arguments.output.as_deref(), arguments.force, &output, streams)?;
    let trouble = !is_written || !errors.is_empty() || !inputs.errors.is_empty();
    Ok(Exit::of(trouble, lines.games().is_empty()))
}

/// The query for games, without the options that say from where the tree begins.
fn of_games(query: &QueryArguments) -> QueryArguments {
    QueryArguments { fen: None, line: None, ..query.clone() }
}

/// What is looked for in every file.
struct TreeSearch {
    target: Target,
    query: Option<Query>,
    depth: usize,
}

impl TreeSearch {
    /// What the games of all inputs played, and the errors of reading.
    fn lines(&self, inputs: &Inputs, reader: &SegmentReader, bar: bool) -> io::Result<(TreeLines, Vec<String>)> {
        let mut lines = TreeLines::new(self.depth);
        let mut errors = Vec::new();
        let numbers: HashMap<&Path, u32> = inputs.found.iter().map(Input::path).zip(0..).collect();
        let work = |input: &Input, advance: Advance| {
            let file = numbers.get(input.path()).copied().unwrap_or(0);
            let on_segment =
                |segment: &Segment, text: &SegmentText, games: &GamesFile| self.segment(segment, text, games, file);
            let start = || TreeLines::new(self.depth);
            let read = reader.read(input, advance, &start, &on_segment, &TreeLines::append);
            (input.path().to_path_buf(), read)
        };
        map_in_order(&inputs.found, bar, work, |(path, read)| {
            let mut fail = |error: &ReadError| errors.push(format!("{}: {error}", path.display()));
            match read {
                Ok((of_file, broken_off)) => {
                    lines.append(of_file);
                    broken_off.iter().for_each(fail);
                }
                Err(error) => fail(&error),
            }
            Ok(())
        })?;
        Ok((lines, errors))
    }

    fn segment(&self, segment: &Segment, text: &SegmentText, games: &GamesFile, file: u32) -> TreeLines {
        let mut reaching = segment.reaching(&self.target);
        // In the order of the file, so that of equal games the first is the best, however they are read.
        reaching.sort_unstable_by_key(|reached| reached.game);
        if let Some(query) = &self.query {
            reaching.retain(|reached| games.is_found(query, segment, text, reached.game));
        }
        let mut lines = TreeLines::new(self.depth);
        lines.add(segment, &reaching, file, text.lines);
        lines
    }
}
