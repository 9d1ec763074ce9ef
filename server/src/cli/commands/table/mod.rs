//! `scoresheet table`: games as rows.

mod arguments;
mod formats;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use scoresheet_collection::cache::Segment;
use scoresheet_collection::query::Answer;
use scoresheet_collection::table::{Rows, SegmentRows, TableOptions};

pub(crate) use arguments::TableArguments;

use crate::cli::arguments::GlobalArguments;
use crate::cli::input::{Emit, Input, stream_in_order};
use crate::cli::language::Language;
use crate::cli::output::{Exit, Streams, counted, display_path};
use crate::cli::segments::{ChosenGames, GamesFile};
use crate::cli::shard::{FileShare, Shares};
use crate::cli::writing::print_or_create;
use crate::move_cache::SegmentText;
use crate::text_file::{Advance, ReadError};
use formats::Printed;

/// The rows of a table take at most so many bytes: those of some million games.
const MOST_BYTES: usize = 256 << 20;

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(arguments: &TableArguments, global: &GlobalArguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Some(mut games) = ChosenGames::find(&arguments.games, &arguments.games.query, global, streams) else {
        return Ok(Exit::Trouble);
    };
    let shares = arguments.shard.choose(&mut games.inputs, |path| Language::of(path, arguments.games.input.language));
    let limit = arguments.limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let options = TableOptions::new(arguments.columns.clone(), &arguments.sort, limit, MOST_BYTES);
    let (rows, errors) = Reading { games: &games, options: &options, shares: &shares }.rows()?;
    errors.iter().for_each(|error| streams.error(error));
    if rows.is_cut {
        streams.error("the table takes too much memory; use --limit, fewer --columns, or --where");
        return Ok(Exit::Trouble);
    }
    let broken_elsewhere = rows.broken_elsewhere;
    let rows = rows.finish(&options);
    let is_on_terminal = streams.stdout_is_terminal && arguments.output.output.is_none();
    let printed = Printed { columns: options.shown(), rows: &rows, fits: is_on_terminal.then_some(streams.width) };
    let output = printed.print(arguments.form());
    let is_written = print_or_create(&arguments.output, output.as_bytes(), games.inputs.files(), streams)?;
    if !global.quiet {
        let broken = rows.iter().filter(|row| row.is_broken).count() as u64;
        let note = |count: u64, one: &str, several: &str| {
            let games = counted(usize::try_from(count).unwrap_or(usize::MAX), "broken game");
            (count > 0).then(|| format!("{games} {}.", if count == 1 { one } else { several }))
        };
        let in_table =
            note(broken, "is in the table as far as its moves read", "are in the table as far as their moves read");
        let elsewhere =
            note(broken_elsewhere, "was searched as far as its moves read", "were searched as far as their moves read");
        in_table.iter().chain(&elsewhere).for_each(|note| streams.note(note));
    }
    let trouble = !is_written || !errors.is_empty() || !games.inputs.errors.is_empty();
    Ok(Exit::of(trouble, rows.is_empty()))
}

/// What is looked for in every file.
struct Reading<'a, 's> {
    games: &'a ChosenGames<'s>,
    options: &'a TableOptions,
    shares: &'a Shares,
}

/// The rows of a file, and why they may not be all.
type OfFile = (Rows, Option<String>);

impl Reading<'_, '_> {
    /// The rows of all inputs, and the errors of reading.
    fn rows(&self) -> io::Result<(Rows, Vec<String>)> {
        let (mut rows, mut errors) = (Rows::default(), Vec::new());
        let count = AtomicUsize::new(0);
        let work = |input: &Input, advance: Advance, emit: Emit<'_, OfFile>| emit(self.file(input, advance));
        let mut tell = |(of_file, error): OfFile| {
            rows.append(of_file, self.options);
            errors.extend(error);
            count.store(if rows.is_cut { usize::MAX } else { rows.len() }, Ordering::Relaxed);
            Ok(())
        };
        let is_enough = || {
            let count = count.load(Ordering::Relaxed);
            count == usize::MAX || self.options.is_enough(count)
        };
        stream_in_order(&self.games.inputs.found, self.games.bar, work, &mut tell, is_enough)?;
        Ok((rows, errors))
    }

    fn file(&self, input: &Input, advance: Advance) -> OfFile {
        let path = display_path(input.path());
        let share = self.shares.of(input.path());
        let count = AtomicUsize::new(0);
        let on_segment = |segment: &Segment, text: &SegmentText, games: &GamesFile| {
            self.segment((segment, text), games, share, &path)
        };
        let start = || {
            count.store(0, Ordering::Relaxed);
            Rows::default()
        };
        let add = |rows: &mut Rows, of_segment: Rows| {
            rows.append(of_segment, self.options);
            count.store(if rows.is_cut { usize::MAX } else { rows.len() }, Ordering::Relaxed);
        };
        let is_enough = || {
            let count = count.load(Ordering::Relaxed);
            count == usize::MAX || self.options.is_enough(count)
        };
        let fault = |error: ReadError| format!("{}: {error}", input.path().display());
        match self.games.reader.read_until(input, advance, (&start, &on_segment, &add), &is_enough) {
            Ok((rows, broken_off)) => (rows, broken_off.map(fault)),
            Err(error) => (Rows::default(), Some(fault(error))),
        }
    }

    fn segment(
        &self,
        (segment, text): (&Segment, &SegmentText),
        games: &GamesFile,
        share: Option<FileShare>,
        path: &str,
    ) -> Rows {
        let made = SegmentRows::new(segment, self.options.columns(), path, text.lines, text.games);
        let mut rows = Rows::default();
        for game in 0..segment.count() {
            if self.options.is_enough(rows.len()) {
                break;
            }
            let is_own = share.is_none_or(|share| share.has(text.start_of(segment, game)));
            if !is_own || !segment.is_game(game) {
                continue;
            }
            match self.games.query.as_ref().map(|query| games.find(query, segment, text, game)) {
                None | Some(Answer::Found(_)) => {
                    rows.push(made.row(game, || games.text_of(segment, text, game)), self.options);
                }
                Some(Answer::NotFound { is_broken: true }) => rows.broken_elsewhere += 1,
                Some(Answer::NotFound { is_broken: false } | Answer::Unknown) => {}
            }
        }
        rows
    }
}
