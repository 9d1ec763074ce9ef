//! `scoresheet/search`: the games of a scope that a query finds, in an order, page by page.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scoresheet_chess::board::fen;
use scoresheet_collection::cache::{CachedMove, Reaching};
use scoresheet_collection::exact_position::ExactPosition;
use scoresheet_collection::query::{Query, Verdict};
use scoresheet_collection::table::Column;
use scoresheet_collection::tree::{RootPosition, read_uci};
use scoresheet_lint::checked_file::Counts;
use scoresheet_lint::finding::Level;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{PartialResultParams, WorkDoneProgressParams};

use super::games_wanted::{GamesWanted, Partials, Root};
use crate::lsp::games::finished::Finished;
use crate::lsp::games::found_game::{self, found_game};
use crate::lsp::games::game_list::{GameList, GamesSoFar, KeptList, ListQuestion, ListedGame, SourceState};
use crate::lsp::games::part::Part;
use crate::lsp::games::sort_values::{SortedBy, ValueMaker};
use crate::lsp::games::source::{Source, Texts};
use crate::lsp::proto::collection::{FindingCounts, FoundGame, SearchAnswer, SearchParams};
use crate::lsp::proto::position::Encoding;
use crate::lsp::session::many_games::{EachPart, ManyGames};
use crate::lsp::session::state::{State, refused};
use crate::lsp::tasks::reporter::Wanted;

/// How many games a page has, and how many at most: a client that wants all of them takes pages.
const USUAL_LIMIT: usize = 100;
const MOST_GAMES: usize = 1000;

/// Answers the request.
pub(crate) async fn handle(state: &Arc<State>, params: SearchParams) -> Result<Option<SearchAnswer>> {
    let SearchParams { query, text_document, position, fen, line, next_move, scope, limit, offset, sort, .. } = params;
    let root = Root { position, fen, line };
    let wanted = GamesWanted::read(state, text_document.map(|document| document.uri), root, &scope, query)?;
    let sort = sort.map(|sort| SortedBy::read(&sort)).transpose().map_err(Error::invalid_params)?;
    let is_waiting = Wanted::default();
    let work_done = WorkDoneProgressParams { work_done_token: params.work_done_token };
    let parts = PartialResultParams { partial_result_token: params.partial_result_token };
    let reporter = state.report("Searching games", &is_waiting, work_done, parts);
    let (open, columns, kept) = (wanted.open.clone(), state.settings().encoding, state.game_list.clone());
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let page = Page { start, count: limit.unwrap_or(USUAL_LIMIT).min(MOST_GAMES), columns };
    let work = move |games: &ManyGames| find(games, &wanted, (next_move, sort), page, &kept);
    state.answer_of_games(open, scope, reporter, work).await
}

/// Which of the games of the list are answered, from an index on.
#[derive(Clone, Copy)]
struct Page {
    start: usize,
    count: usize,
    columns: Encoding,
}

/// The first games that are wanted, at most so many. `None` if the work is no longer wanted.
pub(super) fn first_games(
    games: &ManyGames,
    wanted: &GamesWanted,
    most: usize,
    columns: Encoding,
) -> Result<Option<Vec<FoundGame>>> {
    let page = Page { start: 0, count: most, columns };
    let found = find(games, wanted, (None, None), page, &KeptList::default())?;
    Ok(found.map(|answer| answer.games))
}

/// Answers a page of the list, which is found first if it is not kept.
fn find(
    games: &ManyGames,
    wanted: &GamesWanted,
    (next, sort): (Option<String>, Option<Vec<SortedBy>>),
    page: Page,
    kept: &KeptList,
) -> Result<Option<SearchAnswer>> {
    let position = match wanted.required_position()? {
        Some(None) => return Err(refused("There is no position here".to_owned())),
        None if next.is_some() => return Err(Error::invalid_params("a move needs a position before it")),
        position => position.flatten(),
    };
    let required = position.as_ref().map(|position| Required::new(position, next.as_deref())).transpose()?;
    let question = ListQuestion {
        query: wanted.query_text.clone(),
        position: position.map(|position| (fen(&position), next)),
        sort,
    };
    let sorted_by = question.sort.clone().unwrap_or_default();
    let checks = SortedBy::needs_findings(&sorted_by);
    let states: Vec<SourceState> = games.sources.iter().map(|source| SourceState::of(source, checks)).collect();
    let findings: Vec<Option<Vec<Option<Counts>>>> =
        games.sources.iter().map(|source| if checks { counts_of(source) } else { None }).collect();
    let search = Search { query: wanted.query.as_ref(), required, columns: SortedBy::columns(&sorted_by), findings };
    let list = match kept.get(&question, &states) {
        Some(list) => list,
        None => match search.all(games, question.sort.as_deref(), page) {
            Some((found, finished)) => {
                let names = games.sources.iter().map(Source::name).collect();
                kept.keep(question, (states, names), found, finished)
            }
            None => return Ok(None),
        },
    };
    Ok(Some(search.answer_of(&list, &games.sources, page)))
}

/// How many findings each game of an open document has.
fn counts_of(source: &Source) -> Option<Vec<Option<Counts>>> {
    match source {
        Source::Document(snapshot) => Some(snapshot.known_counts()),
        Source::File(_) => None,
    }
}

struct Search<'a> {
    query: Option<&'a Query>,
    required: Option<Required>,
    /// Those by which the games are sorted.
    columns: Vec<Column>,
    /// The numbers of findings of the games of each source, if games are sorted by them.
    findings: Vec<Option<Vec<Option<Counts>>>>,
}

/// A position that games must reach.
struct Required {
    target: ExactPosition,
    /// The move that must follow.
    next: Option<CachedMove>,
}

/// A game that was found in a segment, and its values for the order.
type InPart = (ListedGame, Vec<String>);

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
    /// Finds the games of all sources. Partial answers have the number so far, and the games of the page unless they are sorted.
    fn all(&self, games: &ManyGames, sort: Option<&[SortedBy]>, page: Page) -> Option<(GamesSoFar, Finished)> {
        let all = Mutex::new(GamesSoFar::default());
        let found = || -> MutexGuard<GamesSoFar> { all.lock().unwrap_or_else(PoisonError::into_inner) };
        let partials = Partials::new(games);
        let uris: Vec<String> =
            games.sources.iter().map(|source| source.uri().map_or_else(String::new, String::from)).collect();
        let add = |_: usize, of_source: &mut GamesSoFar, in_part: Vec<InPart>| {
            in_part.into_iter().for_each(|(game, cells)| of_source.push(game, &cells));
            partials.tell(|| {
                let before = found();
                let of_page = before.games().chain(of_source.games()).enumerate().skip(page.start).take(page.count);
                let shown =
                    if sort.is_none() { self.described(of_page, &games.sources, page.columns) } else { Vec::new() };
                self.answer(shown, before.total() + of_source.total(), None)
            });
        };
        let on_part = |source: usize, part: &Part| self.part(source, part, &uris[source], sort.unwrap_or_default());
        let finished = games.each(&EachPart { on_part: &on_part, add: &add, finish: &|more| found().append(more) })?;
        Some((all.into_inner().unwrap_or_else(PoisonError::into_inner), finished))
    }

    fn part(&self, source: usize, part: &Part, uri: &str, sort: &[SortedBy]) -> Vec<InPart> {
        let findings = self.findings.get(source).and_then(Option::as_deref);
        let values = ValueMaker::new(part, uri, (sort, &self.columns), findings);
        let in_part = |game: usize, ply| (ListedGame { source, place: part.place(game), ply }, values.cells(game));
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

    fn answer_of(&self, list: &GameList, sources: &[Source], page: Page) -> SearchAnswer {
        let of_page = list.games.iter().enumerate().skip(page.start).take(page.count);
        self.answer(self.described(of_page, sources, page.columns), list.total, Some(list))
    }

    fn answer(&self, games: Vec<FoundGame>, total: u64, list: Option<&GameList>) -> SearchAnswer {
        SearchAnswer {
            games,
            total,
            list: list.map(|list| list.id),
            complete: list.is_some_and(|list| list.finished.is_complete),
            doubt: self.query.and_then(Query::doubt).map(str::to_owned),
            unread: list.map_or_else(Vec::new, |list| list.finished.unread.clone()),
        }
    }

    /// What an answer says of some games, which are given with their places in the list.
    fn described<'g>(
        &self,
        games: impl Iterator<Item = (usize, &'g ListedGame)>,
        sources: &[Source],
        columns: Encoding,
    ) -> Vec<FoundGame> {
        let mut texts = HashMap::new();
        let described = |(index, game): (usize, &ListedGame)| {
            let source = sources.get(game.source)?;
            let (texts, counts) = texts.entry(game.source).or_insert_with(|| (Texts::of(source), counts_of(source)));
            let looked_for = game.ply.map_or(found_game::Wanted::Query(self.query), found_game::Wanted::Ply);
            let found = found_game(texts, &source.uri()?, &game.place, &looked_for, columns)?;
            let number = usize::try_from(game.place.number).ok()?;
            let counts = counts.as_ref().and_then(|counts| counts.get(number).copied().flatten());
            Some(FoundGame { index: index as u64, findings: counts.map(finding_counts), ..found })
        };
        games.filter_map(described).collect()
    }
}

fn finding_counts(counts: Counts) -> FindingCounts {
    let [errors, warnings, infos, hints] = Level::ALL.map(|level| counts.of(level));
    FindingCounts { errors, warnings, infos, hints }
}
