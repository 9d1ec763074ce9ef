//! `textDocument/semanticTokens`: all of them, what has changed of them, those of a range. What is kept of a game, or of a run of
//! records, is no more than is needed to tell an answer against the last one.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use scoresheet_analysis::placed_game::{PlacedGame, games_in};
use scoresheet_analysis::semantic_tokens::{Modifiers, TokenType};
use scoresheet_grammar::Database;
use scoresheet_grammar::epd::{EpdChunk, EpdFile};
use serde::Serialize;
use tower_lsp::lsp_types::{
    self, Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensEdit, SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
};

use super::aside::Answer;
use super::content::Content;
use super::per_game::PerGame;
use super::position::{Encoding, Places, saturate};
use super::snapshot::Snapshot;
use super::token_parts::{Part, Relative, Source, Summary, Tokens};

/// About how long a token is in JSON: five numbers, nearly always of one digit.
const USUAL_BYTES: usize = 11;

/// So many numbers tell of one token.
const NUMBERS: u32 = 5;

/// The last answer, which the next one may be told against: its name, and what its parts were.
pub struct LastTokens<T>(Mutex<Option<(String, T)>>);

/// What is kept of games.
pub type LastGameTokens = LastTokens<Arc<PerGame<Summary>>>;

/// What is kept of runs of records.
pub type LastRecordTokens = LastTokens<Arc<[(Arc<EpdChunk>, Summary)]>>;

impl<T> Default for LastTokens<T> {
    fn default() -> LastTokens<T> {
        LastTokens(Mutex::default())
    }
}

impl<T: Clone> LastTokens<T> {
    fn get(&self) -> Option<(String, T)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put(&self, name: &str, parts: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((name.to_owned(), parts));
    }
}

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
    let encoding = snapshot.settings.encoding;
    let name = snapshot.state().to_string();
    let written = |source: Source| Written::of(&source.tokens(encoding));
    match snapshot.content() {
        Content::Games(games) => {
            let all = PerGame::of(games.file(), None, |_, _| true, |game| written(Source::Game(game.view)));
            let answer = joined(&name, all.iter());
            games.kept().features.tokens.put(&name, Arc::new(all.map(|written| written.summary)));
            answer
        }
        Content::Records(records, _) => {
            let chunks: Vec<&Arc<EpdChunk>> = records.file().chunks().map(|(_, chunk)| chunk).collect();
            let all: Vec<Written> = chunks.par_iter().map(|chunk| written(Source::Records(chunk))).collect();
            let answer = joined(&name, all.iter());
            let parts = chunks.into_iter().cloned().zip(all.iter().map(|written| written.summary)).collect();
            records.kept().features.tokens.put(&name, parts);
            answer
        }
    }
}

/// What has changed since the answer `previous`; all tokens where that is not known any more.
pub fn delta(snapshot: &Snapshot, previous: &str) -> Option<Answer> {
    let encoding = snapshot.settings.encoding;
    let name = snapshot.state().to_string();
    let edit = match snapshot.content() {
        Content::Games(games) => {
            let last = &games.kept().features.tokens;
            let Some((_, old)) = last.get().filter(|(name, _)| name == previous) else { return full(snapshot) };
            let new = new_games(games.file(), &old, encoding);
            last.put(&name, new.clone());
            changed(&parts_of_games(&old), &parts_of_games(&new), encoding)
        }
        Content::Records(records, _) => {
            let last = &records.kept().features.tokens;
            let Some((_, old)) = last.get().filter(|(name, _)| name == previous) else { return full(snapshot) };
            let new = new_records(records.file(), &old, encoding);
            last.put(&name, new.clone());
            changed(&parts_of_records(&old), &parts_of_records(&new), encoding)
        }
    };
    let edits: Vec<SemanticTokensEdit> = edit.into_iter().collect();
    let count = edits.iter().flat_map(|edit| &edit.data).map(Vec::len).sum();
    written(count, &SemanticTokensDelta { result_id: Some(name), edits })
}

/// The tokens that stand in `range` or reach into it.
pub fn range(snapshot: &Snapshot, range: lsp_types::Range) -> Option<Answer> {
    let bytes = snapshot.offsets(range);
    let mut data = Relative::default();
    let mut push = |start: usize, source: Source| {
        let inside = |token: &Range<usize>| start + token.start < bytes.end && bytes.start < start + token.end;
        let tokens = source.tokens_where(snapshot.settings.encoding, inside);
        let start = snapshot.position(start);
        tokens.tokens.iter().for_each(|token| data.push(start, token));
    };
    match snapshot.content() {
        Content::Games(games) => {
            games_in(games.file(), &bytes).for_each(|game| push(game.start, Source::Game(game.view)));
        }
        Content::Records(records, _) => {
            let chunks = records.file().chunks();
            let is_in_range = |(start, chunk): &(usize, &Arc<EpdChunk>)| {
                *start < bytes.end && bytes.start < start + chunk.text().len()
            };
            chunks.filter(is_in_range).for_each(|(start, chunk)| push(start, Source::Records(chunk)));
        }
    }
    written(data.tokens.len(), &SemanticTokens { result_id: None, data: data.tokens })
}

/// The tokens of a part of the file, as they stand in the answer behind the first.
#[derive(Clone)]
struct Written {
    summary: Summary,
    json: Arc<[u8]>,
}

impl Written {
    fn of(tokens: &Tokens) -> Written {
        let mut relative = Relative::default();
        let mut json = Vec::with_capacity(tokens.tokens.len() * USUAL_BYTES);
        for (index, token) in tokens.tokens.iter().enumerate() {
            let token = relative.next(Position::default(), token);
            if index > 0 {
                push_token(&mut json, &token);
            }
        }
        Written { summary: tokens.summary(), json: json.into() }
    }
}

/// All parts as one answer.
fn joined<'all>(name: &str, all: impl Iterator<Item = &'all Written> + Clone) -> Option<Answer> {
    let mut answer = Answer::new(all.clone().map(|part| part.json.len() + NUMBERS as usize * USUAL_BYTES).sum());
    answer.json.extend_from_slice(format!("{{\"resultId\":\"{name}\",\"data\":[").as_bytes());
    let empty = answer.json.len();
    let mut relative = Relative::default();
    let mut start = Position::default();
    for Written { summary, json } in all {
        if let Some(first) = &summary.first {
            push_token(&mut answer.json, &relative.next(start, first));
            answer.json.extend_from_slice(json);
        }
        relative.skip_to(start, summary);
        start = summary.end_in_file(start);
    }
    // Every token has a comma behind it.
    if answer.json.len() > empty {
        answer.json.pop();
    }
    answer.json.extend_from_slice(b"]}");
    Some(answer)
}

fn push_token(json: &mut Vec<u8>, token: &SemanticToken) {
    let SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset } = *token;
    for number in [delta_line, delta_start, length, token_type, token_modifiers_bitset] {
        super::piece::push_number(json, number);
        json.push(b',');
    }
}

/// What there is to keep of the games of a file; what is known is taken over.
fn new_games(file: &Database, old: &Arc<PerGame<Summary>>, encoding: Encoding) -> Arc<PerGame<Summary>> {
    let summary = |game: PlacedGame| Source::Game(game.view).tokens(encoding).summary();
    Arc::new(PerGame::of(file, Some(old), |_, _| true, summary))
}

fn new_records(
    file: &EpdFile,
    old: &[(Arc<EpdChunk>, Summary)],
    encoding: Encoding,
) -> Arc<[(Arc<EpdChunk>, Summary)]> {
    let known: std::collections::HashMap<_, _> =
        old.iter().map(|(chunk, summary)| (Arc::as_ptr(chunk), *summary)).collect();
    let of_chunk = |chunk: &Arc<EpdChunk>| {
        let fresh = || Source::Records(chunk).tokens(encoding).summary();
        (chunk.clone(), known.get(&Arc::as_ptr(chunk)).copied().unwrap_or_else(fresh))
    };
    file.chunks().map(|(_, chunk)| of_chunk(chunk)).collect()
}

fn parts_of_games(games: &PerGame<Summary>) -> Vec<Part<'_>> {
    let parts = games.games().map(|(game, summary)| Part {
        address: Arc::as_ptr(game) as usize,
        source: Source::Game(game.view()),
        summary: *summary,
    });
    parts.collect()
}

fn parts_of_records(records: &[(Arc<EpdChunk>, Summary)]) -> Vec<Part<'_>> {
    let parts = records.iter().map(|(chunk, summary)| Part {
        address: Arc::as_ptr(chunk) as usize,
        source: Source::Records(chunk),
        summary: *summary,
    });
    parts.collect()
}

/// The one edit that makes the tokens of `new` of those of `old`; nothing where they are the same. Only parts that are not in both are
/// looked at.
fn changed(old: &[Part], new: &[Part], encoding: Encoding) -> Option<SemanticTokensEdit> {
    let same = old.iter().zip(new).take_while(|(old, new)| old.address == new.address).count();
    let (before, old) = old.split_at(same);
    let new = &new[same..];
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old.address == new.address).count();
    let (old, behind) = old.split_at(old.len() - same_end);
    let new = &new[..new.len() - same_end];
    let mut relative = Relative::default();
    let mut start = Position::default();
    for part in before {
        relative.skip_to(start, &part.summary);
        start = part.summary.end_in_file(start);
    }
    let encoded = |parts: &[Part]| {
        let (mut relative, mut start) = (Relative { tokens: Vec::new(), ..relative }, start);
        for part in parts {
            part.source.tokens(encoding).tokens.iter().for_each(|token| relative.push(start, token));
            start = part.summary.end_in_file(start);
        }
        // The first token behind the change may be further from the one before it.
        for part in behind {
            if let Some(first) = &part.summary.first {
                relative.push(start, first);
                break;
            }
            start = part.summary.end_in_file(start);
        }
        relative.tokens
    };
    let tokens_before: u32 = before.iter().map(|part| part.summary.count).sum();
    edit(tokens_before, &encoded(old), &encoded(new))
}

/// The one edit that makes `new` of `old`, behind so many tokens; nothing where they are the same.
fn edit(tokens_before: u32, old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[same..], &new[same..]);
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - same_end], &new[..new.len() - same_end]);
    let is_edit = !old.is_empty() || !new.is_empty();
    is_edit.then(|| SemanticTokensEdit {
        start: (tokens_before + saturate(same)) * NUMBERS,
        delete_count: saturate(old.len()) * NUMBERS,
        data: Some(new.to_vec()),
    })
}

fn written(tokens: usize, value: &impl Serialize) -> Option<Answer> {
    let mut answer = Answer::new(tokens * USUAL_BYTES);
    serde_json::to_writer(&mut answer.json, value).ok()?;
    Some(answer)
}
