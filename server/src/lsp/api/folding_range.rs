//! `textDocument/foldingRange`: of every game the folds are kept, so that an answer is put together from them.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::lsp::documents::observer::Step;
use crate::lsp::documents::per_game::LastPerGame;
use scoresheet_analysis::folding::folds_of;
use scoresheet_analysis::placed_game::PlacedGame;
use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind};

use super::record_symbols::folded_lines;
use crate::lsp::documents::language::Content;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::{Places, saturate};
use crate::lsp::proto::unit_position::UnitPlaces;
use crate::lsp::transport::raw_answer::Answer;
use scoresheet_analysis::folding::Fold;
use scoresheet_analysis::folding::FoldKind;

/// About how long a fold is in JSON.
const USUAL_BYTES: usize = 56;

/// The folds of one game.
#[derive(Clone)]
pub struct GameFolds {
    /// Outer folds before those inside.
    folds: Arc<[Lines]>,
    /// How many lines end in the game.
    line_ends: u32,
}

/// The first and the last line of a fold, from 0 in the game or the file.
pub struct Lines {
    pub first: u32,
    pub last: u32,
    pub kind: FoldKind,
}

/// What can be folded, outer folds before those inside, no more than the client can take.
pub fn folds(snapshot: &Snapshot) -> Option<Answer> {
    let limit = snapshot.settings.fold_limit.map_or(usize::MAX, |limit| limit as usize);
    match snapshot.content() {
        Content::Games(games) => {
            let bytes = |game: &GameFolds| size_of_val(&*game.folds);
            let work = |game: PlacedGame| game_folds(snapshot, game);
            let games = games.kept::<LastPerGame<GameFolds>>().of(games.file(), |_, _| true, work, bytes);
            let count = games.iter().map(|game| game.folds.len()).sum::<usize>().min(limit);
            let starts =
                games.iter().scan(0_u32, |start, game| Some((std::mem::replace(start, *start + game.line_ends), game)));
            let folds = starts.flat_map(|(start, game)| game.folds.iter().map(move |lines| lines.in_file(start)));
            written(folds.take(limit), count)
        }
        Content::Records(records, _) => {
            let lines = folded_lines(records.file());
            written(lines.iter().map(|lines| lines.in_file(0)).take(limit), lines.len().min(limit))
        }
    }
}

fn written(folds: impl Iterator<Item = FoldingRange>, count: usize) -> Option<Answer> {
    let mut answer = Answer::new(count * USUAL_BYTES);
    answer.json.push(b'[');
    for (number, fold) in folds.enumerate() {
        if number > 0 {
            answer.json.push(b',');
        }
        serde_json::to_writer(&mut answer.json, &fold).ok()?;
    }
    answer.json.push(b']');
    Some(answer)
}

fn game_folds(snapshot: &Snapshot, game: PlacedGame) -> GameFolds {
    snapshot.observer.observe(Step::Fold);
    let mut folds = folds_of(game);
    folds.sort_by_key(|fold| (fold.range.start, Reverse(fold.range.end)));
    let places = UnitPlaces::new(game.view.text, snapshot.settings.encoding);
    let lines = folds.iter().filter_map(|fold| lines(game.view.text, &places, fold));
    GameFolds { folds: lines.collect(), line_ends: saturate(places.line_ends()) }
}

/// Whole lines, as most editors fold. Nothing for what fits on one line.
fn lines(text: &str, places: &UnitPlaces, fold: &Fold) -> Option<Lines> {
    let folded = text.get(fold.range.clone())?.trim_end();
    let first = places.position(fold.range.start).line;
    let last = places.position(fold.range.start + folded.len()).line;
    (first < last).then_some(Lines { first, last, kind: fold.kind })
}

impl Lines {
    fn in_file(&self, start: u32) -> FoldingRange {
        FoldingRange {
            start_line: start.saturating_add(self.first),
            end_line: start.saturating_add(self.last),
            kind: kind(self.kind),
            ..FoldingRange::default()
        }
    }
}

fn kind(kind: FoldKind) -> Option<FoldingRangeKind> {
    match kind {
        FoldKind::Comment | FoldKind::EscapeLines => Some(FoldingRangeKind::Comment),
        FoldKind::Game => Some(FoldingRangeKind::Region),
        FoldKind::Tags | FoldKind::Variation | FoldKind::Opening => None,
    }
}
