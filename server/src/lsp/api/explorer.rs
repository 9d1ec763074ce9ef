//! `scoresheet/explorer`: what was played from a position, counted over the games of a scope.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scoresheet_chess::board::fen;
use scoresheet_chess::openings::{self, opening};
use scoresheet_collection::cache::{CachedGame, GameResult, Reaching};
use scoresheet_collection::exact_position::ExactPosition;
use scoresheet_collection::text_game::TextGames;
use scoresheet_collection::tree::{MoveCounts, NodeMove, RootPosition, Stats};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{PartialResultParams, WorkDoneProgressParams};

use super::games_wanted::{GamesWanted, Partials, Root};
use crate::lsp::games::finished::Finished;
use crate::lsp::games::found_game::{Check, FoundPlace, Handle, check_of};
use crate::lsp::games::part::{GamePlace, Part};
use crate::lsp::games::source::Source;
use crate::lsp::proto::collection::{BestGame, Counts, Explorer, ExplorerMove, ExplorerParams};
use crate::lsp::proto::extensions::Opening;
use crate::lsp::session::many_games::{EachPart, ManyGames};
use crate::lsp::session::state::State;
use crate::lsp::tasks::reporter::Wanted;

/// Answers the request.
pub(crate) async fn handle(state: &Arc<State>, params: ExplorerParams) -> Result<Option<Explorer>> {
    let ExplorerParams { text_document, position, fen, line, scope, query, .. } = params;
    let root = Root { position, fen, line };
    let wanted = GamesWanted::read(state, text_document.map(|document| document.uri), root, &scope, query)?;
    let is_waiting = Wanted::default();
    let work_done = WorkDoneProgressParams { work_done_token: params.work_done_token };
    let parts = PartialResultParams { partial_result_token: params.partial_result_token };
    let reporter = state.report("Counting games", &is_waiting, work_done, parts);
    let open = wanted.open.clone();
    state.answer_of_games(open, scope, reporter, move |games| count(games, &wanted)).await
}

fn count(games: &ManyGames, wanted: &GamesWanted) -> Result<Option<Explorer>> {
    let Some(position) = wanted.position()? else { return Ok(None) };
    let counting = Counting { wanted, sources: &games.sources, target: ExactPosition::new(&position), position };
    let all = Mutex::new(MoveCounts::default());
    let counted = || -> MutexGuard<MoveCounts<Best>> { all.lock().unwrap_or_else(PoisonError::into_inner) };
    let partials = Partials::new(games);
    let add = |_, of_source: &mut MoveCounts<Best>, more| {
        of_source.append(more);
        partials.tell(|| {
            let mut so_far = counted().clone();
            so_far.append(of_source.clone());
            counting.answer(&so_far, None)
        });
    };
    let on_part = |source, part: &Part| counting.part(source, part);
    let finished = games.each(&EachPart { on_part: &on_part, add: &add, finish: &|counts| counted().append(counts) });
    Ok(finished.map(|finished| counting.answer(&counted(), Some(finished))))
}

/// The best game of a move.
#[derive(Clone)]
struct Best {
    source: usize,
    place: GamePlace,
    /// After how many plies of its main line the move has been made.
    ply: u32,
    check: Option<Check>,
    players: [String; 2],
    elos: [u16; 2],
    year: u16,
    result: GameResult,
}

struct Counting<'a> {
    wanted: &'a GamesWanted,
    sources: &'a [Source],
    target: ExactPosition,
    position: RootPosition,
}

impl Counting<'_> {
    fn part(&self, source: usize, part: &Part) -> MoveCounts<Best> {
        let mut reaching = part.segment.reaching(&self.target);
        // In the order of the file, so that of equal games the first is the best.
        if let Some(query) = &self.wanted.query {
            reaching.retain(|reached| part.is_found(query, reached.game));
        }
        let name = |game, tag| part.segment.tag(game, tag).unwrap_or_default().to_owned();
        MoveCounts::of(part.segment, &reaching, &self.position, |Reaching { game, ply, .. }, facts| {
            let (game, ply) = (*game, *ply);
            let of_text = || check_of(&mut TextGames::new(&part.text(game)?).next()?);
            Best {
                source,
                place: part.place(game),
                ply: ply + 1,
                check: check_of(&mut CachedGame::new(part.segment, game)).or_else(of_text),
                players: ["White", "Black"].map(|tag| name(game, tag)),
                elos: facts.elos,
                year: facts.year,
                result: facts.result,
            }
        })
    }

    /// What was counted so far, or all of it if the work has finished.
    fn answer(&self, counts: &MoveCounts<Best>, finished: Option<Finished>) -> Explorer {
        let of_move = |(found, best): (NodeMove, &Best)| ExplorerMove {
            san: found.san,
            uci: found.uci.unwrap_or_else(|| "--".to_owned()),
            counts: counts_of(&found.stats),
            opening: found.opening.map(named),
            best_game: self.best_game(best),
        };
        Explorer {
            version: self.wanted.document().map(|document| document.version()),
            fen: fen(&self.position),
            opening: opening(&self.position).map(named),
            total: counts_of(&counts.all),
            moves: counts.moves(&self.position).into_iter().map(of_move).collect(),
            complete: finished.as_ref().is_some_and(|finished| finished.is_complete),
            unread: finished.map_or_else(Vec::new, |finished| finished.unread),
        }
    }

    fn best_game(&self, best: &Best) -> Option<BestGame> {
        let source = &self.sources[best.source];
        let uri = source.uri()?;
        let line = match source {
            Source::Document(snapshot) => snapshot.line_of(best.place.bytes.start),
            Source::File(_) => best.place.line,
        };
        let found = FoundPlace::Ply(best.ply);
        let handle = Handle { uri: uri.clone(), start: best.place.bytes.start, check: best.check.clone()?, found };
        let name = |index: usize| {
            let name = best.players[index].trim();
            (!name.is_empty() && !name.starts_with('?')).then(|| name.to_owned())
        };
        let known = |number: u16| (number > 0).then_some(number);
        let result = match best.result {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        };
        Some(BestGame {
            uri,
            line,
            white: name(0),
            black: name(1),
            white_elo: known(best.elos[0]),
            black_elo: known(best.elos[1]),
            year: known(best.year),
            result: result.to_owned(),
            data: serde_json::to_value(handle).ok()?,
        })
    }
}

fn counts_of(stats: &Stats) -> Counts {
    Counts {
        games: stats.games,
        white: stats.white,
        draws: stats.draws,
        black: stats.black,
        score: stats.score(),
        average_elo: stats.average_elo(),
        performance: stats.performance(),
        last_year: stats.last_year,
    }
}

fn named(opening: openings::Opening) -> Opening {
    Opening { eco: opening.eco.into(), name: opening.name.into() }
}
