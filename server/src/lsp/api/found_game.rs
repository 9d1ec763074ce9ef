//! `scoresheet/foundGame`: where a game is by now that was found.

use std::sync::{Arc, Mutex, PoisonError};

use scoresheet_collection::cache::CachedGame;
use scoresheet_collection::text_game::TextGames;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{PartialResultParams, WorkDoneProgressParams};

use super::games_wanted::{GamesWanted, Root};
use crate::lsp::games::found_game::{Handle, range_of};
use crate::lsp::games::part::{GamePlace, Part};
use crate::lsp::games::source::{Source, Texts};
use crate::lsp::proto::collection::{FoundGameParams, FoundGamePlace, Scope};
use crate::lsp::proto::position::Encoding;
use crate::lsp::session::many_games::{EachPart, ManyGames};
use crate::lsp::session::state::{State, refused};
use crate::lsp::tasks::reporter::Wanted;
use crate::text_file::Archive;

/// Answers the request.
pub(crate) async fn handle(state: &Arc<State>, params: FoundGameParams) -> Result<Option<FoundGamePlace>> {
    let unread = |error| Error::invalid_params(format!("the data are not those of a game that was found: {error}"));
    let handle: Handle = serde_json::from_value(params.data).map_err(unread)?;
    let scope = Scope::Files(vec![handle.uri.clone()]);
    let wanted = GamesWanted::read(state, None, Root::default(), &scope, None)?;
    let is_waiting = Wanted::default();
    let (work_done, parts) = (WorkDoneProgressParams::default(), PartialResultParams::default());
    let reporter = state.report("Finding the game", &is_waiting, work_done, parts);
    let columns = state.settings().encoding;
    let open = wanted.open.into_iter().filter(|snapshot| snapshot.uri == handle.uri).collect();
    state.answer_of_games(open, scope, reporter, move |games| find(games, &handle, columns)).await
}

/// The game nearest to where it was, of those that are the same.
fn find(games: &ManyGames, handle: &Handle, columns: Encoding) -> Result<Option<FoundGamePlace>> {
    let found: Mutex<Option<GamePlace>> = Mutex::default();
    let distance = |place: &GamePlace| place.bytes.start.abs_diff(handle.start);
    let nearer = |one: Option<GamePlace>, other: Option<GamePlace>| {
        [one, other].into_iter().flatten().min_by_key(|place| distance(place))
    };
    let on_part = |_, part: &Part| {
        let in_text = |game| handle.check.is_of(&mut TextGames::new(&part.text(game)?).next()?);
        let is_same =
            |game: usize| handle.check.is_of(&mut CachedGame::new(part.segment, game)).or_else(|| in_text(game));
        let all = (0..part.segment.count()).filter(|game| is_same(*game) == Some(true));
        all.map(|game| part.place(game)).min_by_key(|place| distance(place))
    };
    let add = |_, state: &mut Option<GamePlace>, more| *state = nearer(state.take(), more);
    let finish = |more| {
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        *found = nearer(found.take(), more);
    };
    if games.each(&EachPart { on_part: &on_part, add: &add, finish: &finish }).is_none() {
        return Ok(None);
    }
    let gone = || refused(format!("This game is no longer in {}: the file has changed since it was found", handle.uri));
    let source = games.sources.first().ok_or_else(gone)?;
    let place = found.into_inner().unwrap_or_else(PoisonError::into_inner).ok_or_else(gone)?;
    let texts = Texts::of(source);
    let text = texts.text(place.bytes.clone(), place.encoding).ok_or_else(gone)?;
    let range = range_of(&text, handle).ok_or_else(gone)?;
    let is_archive = matches!(source, Source::File(path) if Archive::of(path).is_some());
    Ok(Some(FoundGamePlace {
        uri: source.uri().ok_or_else(gone)?,
        range: texts.range(&place, &text, range, columns).into(),
        game: place.number,
        text: is_archive.then_some(text),
    }))
}
