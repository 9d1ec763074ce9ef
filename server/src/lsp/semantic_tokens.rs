//! `textDocument/semanticTokens`: all of them, what has changed of them, those of a range. The tokens of every game are kept.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use scoresheet_analysis::placed_game::{PlacedGame, games_in};
use scoresheet_analysis::semantic_tokens::{Modifiers, TokenType, semantic_tokens};
use scoresheet_grammar::Database;
use serde::Serialize;
use tower_lsp::lsp_types::{
    self, Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensEdit, SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
};

use super::aside::Answer;
use super::content::Content;
use super::derived::Derived;
use super::game_places::{GamePlaces, in_file};
use super::per_game::is_small;
use super::position::{Encoding, Places, saturate};
use super::snapshot::Snapshot;

/// About how long a token is in JSON: five numbers, nearly always of one digit.
const USUAL_BYTES: usize = 11;

/// So many numbers tell of one token.
const NUMBERS: u32 = 5;

/// The tokens of one game.
#[derive(Clone)]
pub struct GameTokens {
    tokens: Arc<[Token]>,
    /// Where the game ends, relative to its start.
    end: Position,
}

/// A token at a place relative to the start of its game.
struct Token {
    start: Position,
    length: u32,
    kind: TokenType,
    modifiers: Modifiers,
}

/// The last answer, which the next one may be told against.
#[derive(Default)]
pub struct LastTokens(Mutex<Option<(String, Arc<[SemanticToken]>)>>);

/// What the server can do, with the names of the types: ours for a client that knows them, else those of the protocol's own types,
/// which every colour theme knows.
pub fn options(knows_our_types: bool) -> SemanticTokensOptions {
    let name = |kind: TokenType| if knows_our_types { kind.name() } else { kind.standard_name() };
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: TokenType::ALL.map(name).map(SemanticTokenType::new).to_vec(),
            token_modifiers: Modifiers::NAMES.map(|(name, _)| SemanticTokenModifier::new(name)).to_vec(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
        ..SemanticTokensOptions::default()
    }
}

/// All tokens.
pub fn full(snapshot: &Snapshot) -> Option<Answer> {
    let Content::Games(games) = snapshot.content() else { return None };
    let (result_id, data) = all(snapshot, games);
    written(data.len(), &SemanticTokens { result_id, data: data.to_vec() })
}

/// What has changed since the answer `previous`; all tokens where that is not known any more.
pub fn delta(snapshot: &Snapshot, previous: &str) -> Option<Answer> {
    let Content::Games(games) = snapshot.content() else { return None };
    let last = games.kept().features.tokens.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (result_id, data) = all(snapshot, games);
    let Some((_, old)) = last.filter(|(id, _)| id == previous) else {
        return written(data.len(), &SemanticTokens { result_id, data: data.to_vec() });
    };
    let edits: Vec<SemanticTokensEdit> = edit(&old, &data).into_iter().collect();
    let count = edits.iter().flat_map(|edit| &edit.data).map(Vec::len).sum();
    written(count, &SemanticTokensDelta { result_id, edits })
}

/// The tokens that stand in `range` or reach into it.
pub fn range(snapshot: &Snapshot, range: lsp_types::Range) -> Option<Answer> {
    let Content::Games(games) = snapshot.content() else { return None };
    let bytes = snapshot.offsets(range);
    let mut data = Relative::default();
    for game in games_in(games.file(), &bytes) {
        let start = snapshot.position(game.start);
        let inside =
            |range: &Range<usize>| game.start + range.start < bytes.end && bytes.start < game.start + range.end;
        let tokens = game_tokens(game, snapshot.settings.encoding, inside);
        tokens.tokens.iter().for_each(|token| data.push(start, token));
    }
    written(data.tokens.len(), &SemanticTokens { result_id: None, data: data.tokens })
}

/// All tokens, and the name by which they can be referred to, where they are kept.
fn all(snapshot: &Snapshot, games: &Derived<Database>) -> (Option<String>, Arc<[SemanticToken]>) {
    let features = &games.kept().features;
    let bytes = |game: &GameTokens| size_of_val(&*game.tokens);
    let work = |game: PlacedGame| game_tokens(game, snapshot.settings.encoding, |_| true);
    let by_game = features.game_tokens.of(games.file(), |_, _| true, work, bytes);
    let mut data = Relative::default();
    let mut start = Position::default();
    for game in by_game.iter() {
        game.tokens.iter().for_each(|token| data.push(start, token));
        start = in_file(start, game.end);
    }
    let data: Arc<[SemanticToken]> = data.tokens.into();
    let is_kept = is_small(size_of_val(&*data), games.file().text_length());
    let result_id = is_kept.then(|| snapshot.state().to_string());
    let last = result_id.clone().map(|id| (id, data.clone()));
    *features.tokens.0.lock().unwrap_or_else(PoisonError::into_inner) = last;
    (result_id, data)
}

fn game_tokens(game: PlacedGame, encoding: Encoding, is_wanted: impl Fn(&Range<usize>) -> bool) -> GameTokens {
    let text = game.view.text;
    let places = GamePlaces::new(text, encoding);
    let wanted = semantic_tokens(game.view).into_iter().filter(|token| is_wanted(&token.range()));
    let tokens = wanted.map(|token| Token {
        start: places.position(token.range().start),
        length: saturate(encoding.length(&text[token.range()])),
        kind: token.kind,
        modifiers: token.modifiers,
    });
    GameTokens { tokens: tokens.collect(), end: places.position(text.len()) }
}

/// Tokens, each relative to the one before it.
#[derive(Default)]
struct Relative {
    tokens: Vec<SemanticToken>,
    last: Position,
}

impl Relative {
    /// Adds a token of a game that begins at `start`.
    fn push(&mut self, start: Position, token: &Token) {
        let place = in_file(start, token.start);
        let delta_line = place.line.saturating_sub(self.last.line);
        let column = if delta_line == 0 { self.last.character } else { 0 };
        self.tokens.push(SemanticToken {
            delta_line,
            delta_start: place.character.saturating_sub(column),
            length: token.length,
            token_type: token.kind as u32,
            token_modifiers_bitset: token.modifiers.bits(),
        });
        self.last = place;
    }
}

/// The one edit that makes `new` of `old`; nothing where they are the same.
fn edit(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[same..], &new[same..]);
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - same_end], &new[..new.len() - same_end]);
    let is_edit = !old.is_empty() || !new.is_empty();
    is_edit.then(|| SemanticTokensEdit {
        start: saturate(same) * NUMBERS,
        delete_count: saturate(old.len()) * NUMBERS,
        data: Some(new.to_vec()),
    })
}

fn written(tokens: usize, value: &impl Serialize) -> Option<Answer> {
    let mut answer = Answer::new(tokens * USUAL_BYTES);
    serde_json::to_writer(&mut answer.json, value).ok()?;
    Some(answer)
}
