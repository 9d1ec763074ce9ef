//! The search in a piece of text.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use scoresheet_collection::cache;
use scoresheet_collection::game::{Game, Kept, Lines, Reached, Visitor};
use scoresheet_collection::query::{Answer, Found, Query};
use scoresheet_collection::text_game::{TextGame, TextGames};
use scoresheet_grammar::GameView;

use super::arguments::SearchArguments;
use super::format::SearchFormat;
use super::hit::Hit;
use super::next_moves::NextMoves;
use crate::cli::language::Language;
use crate::move_cache::kept_games;
use crate::text_file::{DiskOffsets, Encoding, LineCursor, count_breaks};

/// What is searched for.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// All games are found without one.
    pub(super) query: Option<&'a Query>,
    pub(super) arguments: &'a SearchArguments,
}

/// What was found in some games.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// Those that are printed, with their places relative to the piece.
    pub(super) hits: Vec<Hit>,
    pub(super) totals: Totals,
    pub(super) games: usize,
    pub(super) line_breaks: usize,
    pub(super) disk_length: usize,
}

impl Piece {
    /// A piece that is not searched.
    pub(super) fn skipped(text: &str, language: Language, encoding: Encoding) -> Piece {
        let games = language.units(text).count();
        Piece { games, line_breaks: count_breaks(text), disk_length: encoding.encoded_len(text), ..Piece::default() }
    }
}

/// What is counted of games.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    /// How many were found.
    pub(super) found: u64,
    /// What is played next in them, if that is asked for.
    pub(super) next: NextMoves,
    /// How many of those that were not found end where they no longer read.
    pub(super) broken: u64,
}

impl Totals {
    pub(super) fn add(&mut self, other: Totals) {
        self.found += other.found;
        self.next.append(other.next);
        self.broken += other.broken;
    }
}

impl Wanted<'_> {
    /// Searches a piece of text.
    pub(super) fn piece(self, text: &str, encoding: Encoding) -> Piece {
        let mut search = PieceSearch::new(self, text, encoding);
        let mut games = TextGames::new(text);
        while let Some(mut game) = games.next() {
            search.game(&mut game);
        }
        search.piece
    }

    /// Searches a piece of text, and returns what a cache keeps of its games, too.
    pub(super) fn piece_for_cache(self, text: &str, encoding: Encoding) -> (cache::Piece, Piece) {
        let mut search = PieceSearch::new(self, text, encoding);
        // What is known by then decides most queries, so that few games are played twice.
        let on_game = |view: GameView, start, facts| search.game(&mut TextGame::with_facts(view, start, facts));
        let kept = kept_games(text, encoding, on_game);
        (kept, search.piece)
    }
}

/// The search in a piece, game by game.
struct PieceSearch<'a> {
    wanted: Wanted<'a>,
    text: &'a str,
    encoding: Encoding,
    lines: LineCursor,
    disk: DiskOffsets,
    piece: Piece,
}

impl<'a> PieceSearch<'a> {
    fn new(wanted: Wanted<'a>, text: &'a str, encoding: Encoding) -> PieceSearch<'a> {
        // Only games that are listed have a place.
        let line_breaks = if wanted.arguments.lists_games() { count_breaks(text) } else { 0 };
        let disk_length = encoding.encoded_len(text);
        let piece = Piece { line_breaks, disk_length, ..Piece::default() };
        PieceSearch { wanted, text, encoding, lines: LineCursor::default(), disk: DiskOffsets::default(), piece }
    }

    fn game(&mut self, game: &mut TextGame) {
        self.piece.games += 1;
        if !game.is_game() {
            return;
        }
        let arguments = self.wanted.arguments;
        let answer = match self.wanted.query {
            Some(query) => query.find(game),
            None => Answer::Found(Found::default()),
        };
        match answer {
            Answer::Found(found) => {
                self.piece.totals.found += 1;
                if let Some(plies) = arguments.next_plies() {
                    self.piece.totals.next.add(game, &found, plies);
                } else if arguments.lists_games() {
                    let hit = self.hit(game, &found);
                    self.piece.hits.push(hit);
                }
            }
            Answer::NotFound { is_broken } => self.piece.totals.broken += u64::from(is_broken),
            // A text knows everything.
            Answer::Unknown => {}
        }
    }

    fn hit(&mut self, game: &mut TextGame, found: &Found) -> Hit {
        let range = game.range.clone();
        // Of a game that is found by its tags it is not known, as it need not be played.
        let is_played = found.ply.is_some() || self.wanted.query.is_some_and(Query::plays_moves);
        let is_broken = if is_played { is_broken(game) } else { None };
        let view = game.view();
        let location = self.lines.locate(self.text, range.start + place(view.text, &found.range));
        let mut hit = Hit::of(view, location, self.piece.games, found);
        let on_disk = |offset: usize| self.disk.offset(self.encoding, self.text, offset);
        hit.on_disk = on_disk(range.start)..on_disk(range.end);
        hit.is_broken = is_broken;
        if self.wanted.arguments.output_format == SearchFormat::Pgn {
            // What was decoded is encoded again without loss.
            hit.bytes = self.encoding.encode(&copied(view.text), b"").unwrap_or_default();
        }
        hit
    }
}

/// The text of a game, with the empty line after it that keeps it apart from the next one.
fn copied(text: &str) -> Cow<'_, str> {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let without = text.strip_suffix(line_end).unwrap_or(text);
    match (without.len() < text.len(), without.ends_with(line_end)) {
        (true, true) => Cow::Borrowed(text),
        (true, false) => Cow::Owned(format!("{text}{line_end}")),
        (false, _) => Cow::Owned(format!("{text}{line_end}{line_end}")),
    }
}

/// Whether the main line of a game ends where it does not read.
fn is_broken(game: &mut TextGame) -> Option<bool> {
    game.facts().is_broken.or_else(|| match game.play(Lines::Main, &mut ToTheEnd) {
        Kept::Known(reading) => Some(reading.is_broken),
        Kept::Not => None,
    })
}

struct ToTheEnd;

impl Visitor for ToTheEnd {
    fn reach(&mut self, _: &Reached<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The byte offset in a game that shows what was found: the move, or the first token.
fn place(text: &str, range: &Range<usize>) -> usize {
    if range.is_empty() { text.len() - text.trim_start().len() } else { range.start }
}
