//! The search in one file of any length: by the move cache as far as it is fresh, else block by block.

use std::io;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use scoresheet_collection::cache::{self, Segment};
use scoresheet_collection::query::Verdict;

use super::hit::Hit;
use super::piece::{Piece, Totals, Wanted};
use super::teller::{Full, Known, PlaceInFile, Teller, Told};
use crate::cli::input::{Emit, Input};
use crate::cli::language::Language;
use crate::cli::output::StandardInput;
use crate::cli::segments::{GamesFile, records_error};
use crate::cli::shard::{FileShare, Shares};
use crate::move_cache::{Done, GamesWork, MoveCache, SegmentText};
use crate::text_file::{Advance, Block};

/// How many games of a segment are told of at a time.
const AT_A_TIME: usize = 256;

/// How all files are searched.
pub(super) struct FileSearch<'a, 's> {
    pub(super) wanted: Wanted<'a>,
    pub(super) stdin: StandardInput<'s>,
    pub(super) caches: MoveCache,
    pub(super) shares: Shares,
}

impl FileSearch<'_, '_> {
    /// Searches a file, and emits what it finds as it goes.
    ///
    /// # Errors
    /// That of `emit`.
    pub(super) fn file(&self, input: &Input, advance: Advance, full: &Full, emit: Emit<'_, Told>) -> io::Result<()> {
        let (path, Wanted { query, arguments }) = (input.path(), self.wanted);
        let language = Language::of(path, arguments.input.language);
        if language.record_kind().is_some() {
            return match records_error(&arguments.input, path) {
                Some(error) => emit(Told::Error(error)),
                None => Ok(()),
            };
        }
        let teller = Teller::new(path.to_path_buf(), full, emit);
        let work = FileWork {
            wanted: self.wanted,
            language,
            share: self.shares.of(path),
            teller: &teller,
            games: GamesFile::new(path),
            in_turn: Mutex::default(),
        };
        let open = || input.open(&self.stdin, advance);
        // What is printed of all games is read faster without a cache, and standard input has none.
        let cached = (!input.is_stdin() && query.is_some()).then_some(path);
        // Making a cache would take much longer than a question about tags, and than the search for a few games.
        let fills = query.is_some_and(|query| query.plays_moves()) && arguments.limit.is_none() && work.share.is_none();
        let read = self.caches.read_or_fill(cached, arguments.input.encoding, &open, &work, fills);
        let (totals, error) = match read {
            Ok((known, broken_off)) => (known.totals, broken_off),
            Err(error) => (Totals::default(), Some(error)),
        };
        teller.finish(totals, error.map(|error| format!("{}: {error}", path.display())))
    }
}

/// The search in a file.
struct FileWork<'a, 't> {
    wanted: Wanted<'a>,
    language: Language,
    /// What belongs to the search, if not all of the file.
    share: Option<FileShare>,
    teller: &'a Teller<'t>,
    /// The texts of games that the cache has found.
    games: GamesFile,
    /// How many games and hits come before the segment whose hits can be told at once.
    in_turn: Mutex<(u64, u64)>,
}

/// What was found in a segment.
#[derive(Default)]
struct OfSegment {
    /// How many hits were told of, and those that follow.
    told: u64,
    hits: Vec<Hit>,
    totals: Totals,
}

impl GamesWork for FileWork<'_, '_> {
    type State = Known;
    type OfSegment = OfSegment;
    type OfBlock = Vec<Piece>;

    const ONLY_SEGMENTS: bool = false;

    fn start(&self) -> Known {
        self.set_turn(0, 0);
        Known::default()
    }

    fn segment(&self, segment: &Segment, text: &SegmentText) -> OfSegment {
        let is_done = || self.teller.is_done();
        let verdicts = match self.wanted.query {
            Some(query) => query.verdicts(segment, &is_done),
            None => vec![Verdict::Yes; segment.count()],
        };
        let hits_before = self.turn_of(text.games);
        let mut of_segment = OfSegment::default();
        for (index, verdicts) in verdicts.chunks(AT_A_TIME).enumerate() {
            let (mut hits, totals) = self.games_of(segment, text, index * AT_A_TIME, verdicts);
            // What was read up to here is sound, even if the rest of the segment is damaged.
            if segment.has_failed() || is_done() {
                break;
            }
            of_segment.totals.add(totals);
            self.end_if_enough(&of_segment.totals);
            if let Some(before) = hits_before {
                let count = hits.len() as u64;
                self.teller.hits(before + of_segment.told, std::mem::take(&mut hits));
                of_segment.told += count;
            }
            of_segment.hits.append(&mut hits);
        }
        of_segment
    }

    fn add_segment(&self, known: &mut Known, found: OfSegment, done: Done) {
        known.was_told(found.told);
        known.add(found.hits, found.totals, self.teller);
        known.go_to(PlaceInFile {
            games: done.games as usize,
            line_breaks: done.lines as usize,
            column: 0,
            disk_start: done.end as usize,
        });
        self.end_if_enough(&known.totals);
        self.set_turn(done.games, known.hits());
    }

    fn block(&self, block: &Block, fills: bool) -> (Vec<cache::Piece>, Vec<Piece>) {
        let of_text = |text: &str| match (self.teller.is_done(), fills) {
            (true, _) => Default::default(),
            (false, true) => self.wanted.piece_for_cache(text, block.encoding),
            (false, false) => (cache::Piece::default(), self.wanted.piece(text, block.encoding)),
        };
        let Some(share) = self.share else {
            return self.language.map_pieces(&block.text, |range| of_text(&block.text[range])).into_iter().unzip();
        };
        let of_run = |(is_own, run): (bool, Range<usize>)| {
            let text = &block.text[run];
            self.language.map_pieces(text, |range| match is_own {
                true => of_text(&text[range]),
                false => (cache::Piece::default(), Piece::skipped(&text[range], self.language, block.encoding)),
            })
        };
        share.runs(self.language, block).into_iter().flat_map(of_run).unzip()
    }

    fn add_block(&self, known: &mut Known, block: &Block, found: Vec<Piece>) {
        known.skip(block.bom.len());
        for piece in found {
            if self.teller.is_done() {
                return;
            }
            known.tell(piece, self.teller);
            self.end_if_enough(&known.totals);
        }
    }

    fn is_enough(&self) -> bool {
        self.teller.is_done()
    }
}

impl FileWork<'_, '_> {
    /// What is told of some games of a segment, of which `first` is the first.
    fn games_of(
        &self,
        segment: &Segment,
        text: &SegmentText,
        first: usize,
        verdicts: &[Verdict],
    ) -> (Vec<Hit>, Totals) {
        let arguments = self.wanted.arguments;
        let needs_texts = arguments.lists_games() || arguments.next_plies().is_some();
        let (mut hits, mut totals) = (Vec::new(), Totals::default());
        let mut to_read = Vec::new();
        for (game, verdict) in (first..).zip(verdicts) {
            let is_own = self.share.is_none_or(|share| share.has(text.start_of(segment, game)));
            match verdict {
                _ if !is_own || !segment.is_game(game) => {}
                Verdict::No => {}
                Verdict::Broken => totals.broken += 1,
                Verdict::Yes if !needs_texts => totals.found += 1,
                Verdict::Yes | Verdict::Unknown => to_read.push(game),
            }
        }
        self.games.with_texts(segment, text, &to_read, |game, of_game| {
            let mut piece = self.wanted.piece(of_game, text.encoding);
            place(segment, text, game).apply(&mut piece.hits);
            hits.append(&mut piece.hits);
            totals.add(piece.totals);
        });
        (hits, totals)
    }

    /// How many hits come before the segment that begins after so many games, if its hits are the next ones of the file.
    fn turn_of(&self, games: u64) -> Option<u64> {
        let (in_turn, hits) = *self.in_turn.lock().unwrap_or_else(PoisonError::into_inner);
        (in_turn == games).then_some(hits)
    }

    fn set_turn(&self, games: u64, hits: u64) {
        *self.in_turn.lock().unwrap_or_else(PoisonError::into_inner) = (games, hits);
    }

    /// Ends the search in this file where more would change nothing.
    fn end_if_enough(&self, totals: &Totals) {
        let arguments = self.wanted.arguments;
        let is_enough = arguments.files_with_matches && totals.found > 0
            || arguments.count && arguments.limit.is_some_and(|limit| totals.found >= limit);
        if is_enough {
            self.teller.end();
        }
    }
}

/// The place of a game of a segment.
fn place(segment: &Segment, text: &SegmentText, game: usize) -> PlaceInFile {
    PlaceInFile {
        games: text.games as usize + game,
        line_breaks: text.lines as usize + segment.lines_before(game) as usize,
        column: segment.column_before(game) as usize,
        disk_start: text.range.start as usize + segment.start(game).unwrap_or_default() as usize,
    }
}
