//! The search in a file by way of the move cache: what the cache cannot exclude is read as text, so that what is told is the same.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use scoresheet_collection::cache::{CachedGame, Segment};
use scoresheet_collection::game::Lines;
use scoresheet_collection::query::{Answer, Query};

use super::blocks::{FileSearch, Full, Known, Piece, Told};
use crate::cli::input::{Emit, Input};
use crate::cli::segments::{GamesFile, read_file};
use crate::move_cache::SegmentText;
use crate::text_file::Advance;

/// What is told of a game, after its number in the file.
type Numbered = (u64, Told);

impl FileSearch<'_, '_> {
    /// The query, if the cache can help with it: it needs the positions of the main line, and the file is long enough.
    pub(super) fn cached_query(&self, input: &Input) -> Option<&Query> {
        let query = self.query.filter(|query| query.is_of_positions() && query.lines() == Lines::Main)?;
        (!input.is_stdin() && self.caches.keeps(input.path())).then_some(query)
    }

    /// Searches a file by way of the cache, and emits what it finds, segment by segment.
    ///
    /// # Errors
    /// That of `emit`.
    pub(super) fn file_by_segments(
        &self,
        query: &Query,
        input: &Input,
        advance: Advance,
        full: &Full,
        emit: Emit<'_, Told>,
    ) -> io::Result<()> {
        let path = Arc::new(input.path().to_path_buf());
        // How many games were told: if reading starts again, they are not told again.
        let told = AtomicU64::new(0);
        let emit = Mutex::new((emit, None));
        let on_segment = |segment: &Segment, text: &SegmentText, games: &GamesFile| {
            let found = if full.is_set() { Vec::new() } else { self.segment(query, segment, text, games, &path) };
            (text.games + segment.count() as u64, found)
        };
        let add = |(): &mut (), (end, found): (u64, Vec<Numbered>)| {
            let mut guard = emit.lock().unwrap_or_else(PoisonError::into_inner);
            let (emit, error) = &mut *guard;
            let before = told.fetch_max(end, Ordering::Relaxed);
            for (_, one) in found.into_iter().filter(|(number, _)| *number > before) {
                if error.is_none() && !full.is_set() {
                    *error = emit(one).err();
                }
            }
        };
        let read = read_file(
            &self.caches,
            input.path(),
            self.arguments.input.encoding,
            advance,
            (&|| (), &on_segment, &add),
            &|| full.is_set(),
        );
        let (emit, error) = emit.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (error, read.map_or_else(Some, |((), broken_off)| broken_off)) {
            (Some(error), _) => Err(error),
            (None, Some(error)) if !full.is_set() => emit(Told::Error(format!("{}: {error}", path.display()))),
            (None, _) => Ok(()),
        }
    }

    fn segment(
        &self,
        query: &Query,
        segment: &Segment,
        text: &SegmentText,
        games: &GamesFile,
        path: &Arc<std::path::PathBuf>,
    ) -> Vec<Numbered> {
        let target = query.target();
        let mut candidates: Vec<usize> = match &target {
            Some(target) => segment.reaching(target).into_iter().map(|reaching| reaching.game).collect(),
            None => (0..segment.count()).collect(),
        };
        candidates.sort_unstable();
        let mut found = Vec::new();
        let (mut broken, mut next) = (0, candidates.iter().copied().peekable());
        for game in 0..segment.count() {
            if next.next_if_eq(&game).is_none() {
                broken += u64::from(segment.is_broken(game));
                continue;
            }
            match query.find(&mut CachedGame::new(segment, game)) {
                Answer::NotFound { is_broken } => broken += u64::from(is_broken),
                Answer::Found(_) if self.arguments.count => {
                    found.push((game, Piece { found: 1, games: 1, ..Piece::default() }))
                }
                Answer::Found(_) | Answer::Unknown => {
                    let Some(text_of_game) = games.text_of(segment, text, game) else { continue };
                    found.push((game, self.piece(&text_of_game, text.encoding)));
                }
            }
        }
        let at = |game: usize| {
            Known::at(
                text.games as usize + game,
                text.lines as usize + segment.lines_before(game) as usize,
                text.range.start as usize + segment.start(game).unwrap_or_default() as usize,
            )
        };
        let number = |game: usize| text.games + game as u64 + 1;
        let mut told: Vec<Numbered> =
            found.into_iter().map(|(game, piece)| (number(game), piece.told(path, &mut at(game)))).collect();
        // The games that are broken are told of with the last game.
        let last = segment.count().saturating_sub(1);
        told.push((number(last), Piece { broken, ..Piece::default() }.told(path, &mut at(last))));
        told
    }
}
