//! `scoresheet/search`: the games of a scope that a query finds, page by page.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scoresheet_collection::cache::{CachedMove, Reaching};
use scoresheet_collection::exact_position::ExactPosition;
use scoresheet_collection::query::{Query, Verdict};
use scoresheet_collection::tree::{RootPosition, read_uci};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{PartialResultParams, WorkDoneProgressParams};

use super::games_wanted::{GamesWanted, Partials, Root};
use crate::lsp::games::found_game::{self, found_game};
use crate::lsp::games::part::{GamePlace, Part};
use crate::lsp::games::source::Texts;
use crate::lsp::proto::collection::{FoundGame, SearchAnswer, SearchParams};
use crate::lsp::proto::position::Encoding;
use crate::lsp::session::many_games::{EachPart, Finished, ManyGames};
use crate::lsp::session::state::{State, refused};
use crate::lsp::tasks::reporter::Wanted;

/// How many games a page has, and how many at most: a client that wants all of them takes pages.
const USUAL_LIMIT: usize = 100;
const MOST_GAMES: usize = 1000;

/// Answers the request.
pub(crate) async fn handle(state: &Arc<State>, params: SearchParams) -> Result<Option<SearchAnswer>> {
    let SearchParams { query, text_document, position, fen, line, next_move, scope, limit, offset, .. } = params;
    let root = Root { position, fen, line };
    let wanted = GamesWanted::read(state, text_document.map(|document| document.uri), root, &scope, query)?;
    let is_waiting = Wanted::default();
    let work_done = WorkDoneProgressParams { work_done_token: params.work_done_token };
    let parts = PartialResultParams { partial_result_token: params.partial_result_token };
    let reporter = state.report("Searching games", &is_waiting, work_done, parts);
    let (open, columns) = (wanted.open.clone(), state.settings().encoding);
    let limit = limit.unwrap_or(USUAL_LIMIT).min(MOST_GAMES) as u64;
    let page = Page { start: offset, end: offset.saturating_add(limit), columns };
    state.answer_of_games(open, scope, reporter, move |games| find(games, &wanted, next_move.as_deref(), page)).await
}

/// Which of the games that are found are answered, by their numbers from 0; `end` is not.
#[derive(Clone, Copy)]
struct Page {
    start: u64,
    end: u64,
    columns: Encoding,
}

/// What was found so far.
#[derive(Clone, Default)]
struct FoundSoFar {
    games: Vec<FoundGame>,
    total: u64,
}

/// A game that was found in a segment: where it is, and after how many plies the position was reached, if one was required.
struct InPart {
    place: GamePlace,
    ply: Option<u32>,
}

/// The first games that are wanted, at most so many. `None` if the work is no longer wanted.
pub(super) fn first_games(
    games: &ManyGames,
    wanted: &GamesWanted,
    most: usize,
    columns: Encoding,
) -> Result<Option<Vec<FoundGame>>> {
    let page = Page { start: 0, end: most as u64, columns };
    Ok(find(games, wanted, None, page)?.map(|answer| answer.games))
}

fn find(games: &ManyGames, wanted: &GamesWanted, next: Option<&str>, page: Page) -> Result<Option<SearchAnswer>> {
    let required = match wanted.required_position()? {
        Some(Some(position)) => Some(Required::new(&position, next)?),
        Some(None) => return Err(refused("There is no position here".to_owned())),
        None if next.is_some() => return Err(Error::invalid_params("a move needs a position before it")),
        None => None,
    };
    let search = Search { query: wanted.query.as_ref(), required };
    let all = Mutex::new(FoundSoFar::default());
    let found = || -> MutexGuard<FoundSoFar> { all.lock().unwrap_or_else(PoisonError::into_inner) };
    let partials = Partials::new(games);
    let answer = |found: &FoundSoFar, finished: Option<Finished>| SearchAnswer {
        games: found.games.clone(),
        total: found.total,
        complete: finished.as_ref().is_some_and(|finished| finished.is_complete),
        doubt: wanted.query.as_ref().and_then(Query::doubt).map(str::to_owned),
        unread: finished.map_or_else(Vec::new, |finished| finished.unread),
    };
    let add = |source: usize, of_source: &mut FoundSoFar, in_part: Vec<InPart>| {
        let before = found().total + of_source.total;
        of_source.total += in_part.len() as u64;
        let source = &games.sources[source];
        let (texts, uri) = (Texts::of(source), source.uri());
        let first = usize::try_from(page.start.saturating_sub(before)).unwrap_or(usize::MAX);
        let last = usize::try_from(page.end.saturating_sub(before)).unwrap_or(usize::MAX).min(in_part.len());
        for game in in_part.get(first..last).into_iter().flatten() {
            let looked_for = game.ply.map_or(found_game::Wanted::Query(search.query), found_game::Wanted::Ply);
            let described = |uri| found_game(&texts, uri, &game.place, &looked_for, page.columns);
            of_source.games.extend(uri.as_ref().and_then(described));
        }
        partials.tell(|| {
            let mut so_far = found().clone();
            so_far.append(of_source.clone());
            answer(&so_far, None)
        });
    };
    let on_part = |_, part: &Part| search.part(part);
    let finished = games.each(&EachPart { on_part: &on_part, add: &add, finish: &|more| found().append(more) });
    Ok(finished.map(|finished| answer(&found(), Some(finished))))
}

impl FoundSoFar {
    fn append(&mut self, other: FoundSoFar) {
        self.games.extend(other.games);
        self.total += other.total;
    }
}

struct Search<'a> {
    query: Option<&'a Query>,
    required: Option<Required>,
}

/// A position that games must reach.
struct Required {
    target: ExactPosition,
    /// The move that must follow.
    next: Option<CachedMove>,
}

impl Required {
    /// # Errors
    /// Where the move cannot be played.
    fn new(position: &RootPosition, next: Option<&str>) -> Result<Required> {
        let unread = |uci: &str| Error::invalid_params(format!("{uci} is not a legal move in UCI notation here"));
        let next = next.map(|uci| read_uci(position, uci).ok_or_else(|| unread(uci))).transpose()?;
        Ok(Required { target: ExactPosition::new(position), next })
    }
}

impl Search<'_> {
    fn part(&self, part: &Part) -> Vec<InPart> {
        let in_part = |game: usize, ply| InPart { place: part.place(game), ply };
        let is_found = |game: usize| self.query.is_none_or(|query| part.is_found(query, game));
        match (&self.required, self.query) {
            (Some(Required { target, next }), _) => {
                let reaching = part.segment.reaching(target).into_iter();
                let follows = |reached: &Reaching| next.is_none_or(|next| reached.next == Some(next));
                let ply = |reached: &Reaching| Some(reached.ply + u32::from(next.is_some()));
                let found = reaching.filter(|reached| follows(reached) && is_found(reached.game));
                found.map(|reached| in_part(reached.game, ply(&reached))).collect()
            }
            (None, Some(query)) => {
                let verdicts = (0..).zip(query.verdicts(part.segment, &|| false));
                let found = verdicts.filter(|(game, verdict)| match verdict {
                    Verdict::Yes => true,
                    Verdict::No | Verdict::Broken => false,
                    Verdict::Unknown => is_found(*game),
                });
                found.map(|(game, _)| in_part(game, None)).collect()
            }
            (None, None) => (0..part.segment.count()).map(|game| in_part(game, None)).collect(),
        }
    }
}
