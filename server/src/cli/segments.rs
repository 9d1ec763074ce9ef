//! Games of files by segments, for the commands that count and tabulate them.

use std::io;
use std::path::Path;

use scoresheet_collection::cache::Segment;
use scoresheet_collection::query::{Answer, Query};

use super::arguments::{GamesArguments, GlobalArguments, InputArguments, QueryArguments};
use super::input::{Configurations, InFolders, Input, Inputs, map_in_order, note_queries_as_files, read_query};
use super::language::{Language, LanguageName};
use super::output::{StandardInput, Streams};
use crate::move_cache::{GameTexts, MoveCache, SegmentText, Work};
use crate::text_file::{Advance, Encoding, Origin, ReadError};

/// Bytes between two games are read with them if there are not more: finding another place takes as long.
const SKIPPED: u64 = 16 << 10;

/// What a command works on that counts or tabulates games.
pub(super) struct ChosenGames<'s> {
    /// All games are found without one.
    pub(super) query: Option<Query>,
    pub(super) inputs: Inputs,
    pub(super) reader: SegmentReader<'s>,
    /// Whether a progress bar is shown.
    pub(super) bar: bool,
}

/// What is done with a segment of the file at a path, and how the results are joined in the order of the games.
pub(super) struct Counting<'a, S> {
    pub(super) start: &'a (dyn Fn() -> S + Sync),
    pub(super) on_segment: &'a (dyn Fn(&Segment, &SegmentText, &GamesFile, &Path) -> S + Sync),
    pub(super) add: &'a (dyn Fn(&mut S, S) + Sync),
}

impl<'s> ChosenGames<'s> {
    /// Finds the files, and reads the query of some of the options. `None` if something is wrong, which was reported.
    pub(super) fn find(
        arguments: &GamesArguments,
        query: &QueryArguments,
        global: &GlobalArguments,
        streams: &mut Streams<'s>,
    ) -> Option<ChosenGames<'s>> {
        let colors = streams.colors(global.color);
        let query = read_query(query, &arguments.input.configuration, colors, streams).ok()?;
        if let Some(doubt) = query.as_ref().and_then(Query::doubt).filter(|_| !global.quiet) {
            streams.note(format_args!("note: {doubt}"));
        }
        let (_, mut inputs) =
            Configurations::with_inputs(&arguments.input, InFolders::ALL_GAMES, colors, streams).ok()?;
        let of_records = inputs.found.iter().filter_map(|input| records_error(&arguments.input, input.path()));
        let of_records: Vec<String> = of_records.collect();
        inputs.errors.extend(of_records);
        inputs.report(streams);
        note_queries_as_files(&arguments.input.files, streams);
        let reader = SegmentReader {
            caches: arguments.cache.caches(),
            language: arguments.input.language,
            encoding: arguments.input.encoding,
            stdin: std::mem::take(&mut streams.stdin),
        };
        Some(ChosenGames { query, inputs, reader, bar: streams.shows_progress(global) })
    }

    /// Whether the query finds a game of a segment. Text without a game is never found.
    pub(super) fn has(&self, file: &GamesFile, segment: &Segment, text: &SegmentText, game: usize) -> bool {
        segment.is_game(game) && self.query.as_ref().is_none_or(|query| file.is_found(query, segment, text, game))
    }

    /// Counts the games of all inputs. Returns whether something could not be read, too, which was reported.
    pub(super) fn count<S: Send>(
        &self,
        counting: &Counting<'_, S>,
        streams: &mut Streams<'_>,
    ) -> io::Result<(S, bool)> {
        let Counting { start, on_segment, add } = counting;
        let work = |input: &Input, advance: Advance| {
            let path = input.path();
            let on_segment =
                |segment: &Segment, text: &SegmentText, file: &GamesFile| on_segment(segment, text, file, path);
            (path.to_path_buf(), self.reader.read(input, advance, start, &on_segment, add))
        };
        let (mut all, mut errors) = (start(), Vec::new());
        map_in_order(&self.inputs.found, self.bar, work, |(path, read)| {
            let mut fail = |error: &ReadError| errors.push(format!("{}: {error}", path.display()));
            match read {
                Ok((of_file, broken_off)) => {
                    add(&mut all, of_file);
                    broken_off.iter().for_each(fail);
                }
                Err(error) => fail(&error),
            }
            Ok(())
        })?;
        errors.iter().for_each(|error| streams.error(error));
        Ok((all, !errors.is_empty() || !self.inputs.errors.is_empty()))
    }
}

/// Reads games by segments.
pub(super) struct SegmentReader<'s> {
    pub(super) caches: MoveCache,
    pub(super) language: Option<LanguageName>,
    pub(super) encoding: Option<Encoding>,
    pub(super) stdin: StandardInput<'s>,
}

/// A file that is read by segments, whose games can be read as texts, too.
pub(super) struct GamesFile {
    texts: GameTexts,
}

impl SegmentReader<'_> {
    /// Works on the segments of an input: see [`Work`]. Returns the state after the last one, and why not all was read. A file of
    /// records has none.
    pub(super) fn read<S: Send, T: Send>(
        &self,
        input: &Input,
        advance: Advance,
        start: &(dyn Fn() -> S + Sync),
        on_segment: &(dyn Fn(&Segment, &SegmentText, &GamesFile) -> T + Sync),
        add: &(dyn Fn(&mut S, T) + Sync),
    ) -> Result<(S, Option<ReadError>), ReadError> {
        self.read_until(input, advance, (start, on_segment, add), &|| false)
    }

    /// The same, until it `is_enough`.
    pub(super) fn read_until<S: Send, T: Send>(
        &self,
        input: &Input,
        advance: Advance,
        work: OnFile<'_, S, T>,
        is_enough: &(dyn Fn() -> bool + Sync),
    ) -> Result<(S, Option<ReadError>), ReadError> {
        let (start, on_segment, add) = work;
        if Language::of(input.path(), self.language).record_kind().is_some() {
            return Ok((start(), None));
        }
        // What is read twice must be a file.
        let copied = input.copy_of_stdin(&self.stdin).map_err(ReadError::Io)?;
        let path = copied.as_ref().map_or(input.path(), |copied| copied.path());
        let games = GamesFile::new(path);
        let on_segment = |segment: &Segment, text: &SegmentText| on_segment(segment, text, &games);
        let open = || Origin::open(path, games.texts.archive, advance);
        let work = Work { start, on_segment: &on_segment, add, is_enough };
        self.caches.read(copied.is_none().then_some(path), self.encoding, &open, &work)
    }
}

/// The error of a file that the user named as one of games, and that has records. A folder may hold records beside games.
pub(super) fn records_error(arguments: &InputArguments, path: &Path) -> Option<String> {
    let has_records = Language::of(path, arguments.language).record_kind().is_some();
    let is_named = has_records && arguments.files.iter().any(|named| named == path);
    let advice = "this file has records, not games; `scoresheet convert --to pgn` writes them as games";
    is_named.then(|| format!("{}: {advice}", path.display()))
}

/// What is done with the segments of a file: see [`Work`].
pub(super) type OnFile<'a, S, T> = (
    &'a (dyn Fn() -> S + Sync),
    &'a (dyn Fn(&Segment, &SegmentText, &GamesFile) -> T + Sync),
    &'a (dyn Fn(&mut S, T) + Sync),
);

impl GamesFile {
    /// The file at `path`, which is opened when it is needed.
    pub(super) fn new(path: &Path) -> GamesFile {
        GamesFile { texts: GameTexts::new(path) }
    }

    /// Whether a query finds a game of a segment. A game whose text can no longer be read is not found.
    pub(super) fn is_found(&self, query: &Query, segment: &Segment, text: &SegmentText, game: usize) -> bool {
        matches!(self.find(query, segment, text, game), Answer::Found(_))
    }

    /// Asks a game of a segment, and its text if the segment does not keep what decides.
    pub(super) fn find(&self, query: &Query, segment: &Segment, text: &SegmentText, game: usize) -> Answer {
        query.find_in(segment, game, || self.text_of(segment, text, game))
    }

    /// The text of a game. `None` if it can no longer be read.
    pub(super) fn text_of(&self, segment: &Segment, text: &SegmentText, game: usize) -> Option<String> {
        let mut of_game = None;
        self.with_texts(segment, text, &[game], |_, text| of_game = Some(text.to_owned()));
        of_game
    }

    /// Shows the texts of some games, which are in the order of the file. Those that can no longer be read are left out.
    pub(super) fn with_texts(
        &self,
        segment: &Segment,
        text: &SegmentText,
        games: &[usize],
        mut on_text: impl FnMut(usize, &str),
    ) {
        self.with_sources(segment, text, games, |game, bytes| {
            text.encoding.decode_piece(bytes.to_vec()).iter().for_each(|text| on_text(game, text));
        });
    }

    /// The same with the bytes of the games as they are in the file, each to the start of the next game.
    pub(super) fn with_sources(
        &self,
        segment: &Segment,
        text: &SegmentText,
        games: &[usize],
        mut on_source: impl FnMut(usize, &[u8]),
    ) {
        let at = |game: usize| text.start_of(segment, game);
        for run in games.chunk_by(|game, next| at(*next).saturating_sub(at(*game + 1)) <= SKIPPED) {
            let [first, ..] = run else { continue };
            let range = at(*first)..at(run[run.len() - 1] + 1);
            let Some(bytes) = self.texts.bytes(range.clone()) else { continue };
            for game in run {
                let of_game = |game: usize| (at(game).saturating_sub(range.start)) as usize;
                bytes.get(of_game(*game)..of_game(*game + 1)).iter().for_each(|bytes| on_source(*game, bytes));
            }
        }
    }
}
