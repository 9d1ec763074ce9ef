//! `textDocument/semanticTokens`: all of them, what has changed of them, those of a range. What is kept of a game, or of a run of
//! records, is no more than is needed to tell an answer against the last one.

pub(super) mod packed_tokens;
pub(super) mod unit_tokens;

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scoresheet_analysis::placed_game::{PlacedGame, games_in};
use scoresheet_analysis::semantic_tokens::{Modifiers, TokenType};
use scoresheet_grammar::Database;
use scoresheet_grammar::epd::{EpdFile, Records};
use serde::Serialize;
use tower_lsp::lsp_types::{
    self, Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensEdit, SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
};

use crate::lsp::documents::language::Content;
use crate::lsp::documents::per_chunk::PerChunk;
use crate::lsp::documents::per_game::{PerGame, is_small};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::{Encoding, Places, saturate};
use crate::lsp::settings::client_settings::Settings;
use crate::lsp::transport::json_stream::Streamed;
use crate::lsp::transport::raw_answer::Answer;
use packed_tokens::{Codes, json_bytes, numbers, put_numbers};
use unit_tokens::{Part, Relative, Source, Summary};

/// About how long a token is in JSON: five numbers, nearly always of one digit.
const USUAL_BYTES: usize = 11;

/// So many numbers tell of one token.
const NUMBERS: u32 = 5;

/// The tokens of a file of so many bytes are worked out before anybody asks: some hundredths of a second of a thread that has nothing
/// else to do.
const MOST_PREPARED: usize = 16 << 20;

/// What is kept of the tokens of a part of a file.
#[derive(Clone)]
pub struct Known {
    summary: Summary,
    /// Those behind the first; nothing where they would take too much memory.
    codes: Option<Codes>,
}

/// The last answer, which the next one may be told against: its name, and what its parts were. It has no name where nobody has asked yet.
pub struct LastTokens<T>(Mutex<Option<(Option<String>, T)>>);

/// What is kept of games.
pub type LastGameTokens = LastTokens<Arc<PerGame<Known>>>;

/// What is kept of runs of records.
pub type LastRecordTokens = LastTokens<PerChunk<Known>>;

impl<T> Default for LastTokens<T> {
    fn default() -> LastTokens<T> {
        LastTokens(Mutex::default())
    }
}

impl<T: Clone> LastTokens<T> {
    fn get(&self) -> Option<T> {
        self.lock().as_ref().map(|(_, parts)| parts.clone())
    }

    /// The parts of the answer of this name.
    fn of_answer(&self, name: &str) -> Option<T> {
        self.lock().as_ref().filter(|(last, _)| last.as_deref() == Some(name)).map(|(_, parts)| parts.clone())
    }

    fn put(&self, name: &str, parts: T) {
        *self.lock() = Some((Some(name.to_owned()), parts));
    }

    /// Puts what the first answer will be made of.
    fn prepare(&self, parts: impl FnOnce() -> T) {
        if self.lock().is_none() {
            let parts = parts();
            self.lock().get_or_insert((None, parts));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Option<String>, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    match snapshot.content() {
        Content::Games(games) => {
            let last = games.kept::<LastGameTokens>();
            let all = new_games(games.file(), last.get().as_deref(), encoding, |known| known.codes.is_some());
            let answer = joined(&name, all.iter());
            last.put(&name, to_keep_of_games(games.file(), all));
            Some(answer)
        }
        Content::Records(records, _) => {
            let last = records.kept::<LastRecordTokens>();
            let all = new_records(records.file(), last.get().as_ref(), encoding, |known| known.codes.is_some());
            let answer = joined(&name, all.iter());
            last.put(&name, to_keep_of_records(records.file(), all));
            Some(answer)
        }
    }
}

/// Works out what the first answer is put together from, for a client that will ask for it, where that is little work.
pub fn prepare(snapshot: &Snapshot) {
    let Settings { encoding, asks_all_tokens, .. } = *snapshot.settings;
    if !asks_all_tokens || snapshot.text().len_bytes() > MOST_PREPARED {
        return;
    }
    match snapshot.content() {
        Content::Games(games) => {
            let all = || new_games(games.file(), None, encoding, |_| true);
            games.kept::<LastGameTokens>().prepare(|| to_keep_of_games(games.file(), all()));
        }
        Content::Records(records, _) => {
            let all = || new_records(records.file(), None, encoding, |_| true);
            records.kept::<LastRecordTokens>().prepare(|| to_keep_of_records(records.file(), all()));
        }
    }
}

/// What has changed since the answer `previous`; all tokens where that is not known any more.
pub fn delta(snapshot: &Snapshot, previous: &str) -> Option<Answer> {
    let encoding = snapshot.settings.encoding;
    let name = snapshot.state().to_string();
    let edit = match snapshot.content() {
        Content::Games(games) => {
            let last = games.kept::<LastGameTokens>();
            let Some(old) = last.of_answer(previous) else { return full(snapshot) };
            let new = new_games(games.file(), Some(&old), encoding, |_| true);
            last.put(&name, new.clone());
            changed(&parts_of_games(&old), &parts_of_games(&new), encoding)
        }
        Content::Records(records, _) => {
            let last = records.kept::<LastRecordTokens>();
            let Some(old) = last.of_answer(previous) else { return full(snapshot) };
            let new = new_records(records.file(), Some(&old), encoding, |_| true);
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
        tokens.iter().for_each(|token| data.push(start, token));
    };
    match snapshot.content() {
        Content::Games(games) => {
            games_in(games.file(), &bytes).for_each(|game| push(game.start, Source::Game(game.view)));
        }
        Content::Records(records, _) => {
            let chunks = records.file().units();
            let is_in_range = |(start, chunk): &(usize, &Arc<Records>)| {
                *start < bytes.end && bytes.start < start + chunk.text().len()
            };
            chunks.filter(is_in_range).for_each(|(start, chunk)| push(start, Source::Records(chunk)));
        }
    }
    written(data.tokens.len(), &SemanticTokens { result_id: None, data: data.tokens })
}

impl Known {
    fn of(source: Source, encoding: Encoding) -> Known {
        let (summary, codes) = source.summary(encoding);
        Known { summary, codes: Some(codes) }
    }

    fn without_codes(&self) -> Known {
        Known { codes: None, ..self.clone() }
    }

    /// How many bytes the codes take.
    fn len(&self) -> usize {
        self.codes.as_ref().map_or(0, Codes::len)
    }
}

/// The tokens of a part of the file as they stand in an answer.
struct Placed {
    first: SemanticToken,
    behind: Codes,
}

impl Placed {
    fn json_bytes(&self) -> usize {
        json_bytes(&self.first) as usize + self.behind.json_bytes as usize
    }
}

/// All parts as one answer.
fn joined<'all>(name: &str, all: impl Iterator<Item = &'all Known>) -> Answer {
    let (mut relative, mut start) = (Relative::default(), Position::default());
    let mut parts = Vec::new();
    for Known { summary, codes } in all {
        if let (Some(first), Some(behind)) = (&summary.first, codes) {
            parts.push(Placed { first: relative.next(start, first), behind: behind.clone() });
        }
        relative.skip_to(start, summary);
        start = summary.end_in_file(start);
    }
    let head = format!("{{\"resultId\":\"{name}\",\"data\":[");
    Answer::streamed(&head, Streamed::list(parts, Placed::json_bytes, write).and(b"]}".to_vec()))
}

fn write(parts: &[Placed], bytes: usize) -> Vec<u8> {
    let mut json = vec![0; bytes];
    let mut at = 0;
    for part in parts {
        at = put_numbers(&mut json, at, &numbers(&part.first));
        at = part.behind.write(&mut json, at);
    }
    json
}

/// What there is to keep of the games of a file; what is known and valid is taken over.
fn new_games(
    file: &Database,
    old: Option<&PerGame<Known>>,
    encoding: Encoding,
    is_valid: impl Fn(&Known) -> bool + Sync,
) -> Arc<PerGame<Known>> {
    let fresh = |game: PlacedGame| Known::of(Source::Game(game.view), encoding);
    Arc::new(PerGame::of(file, old, |_, known| is_valid(known), fresh))
}

/// Without the codes where they would take too much memory.
fn to_keep_of_games(file: &Database, all: Arc<PerGame<Known>>) -> Arc<PerGame<Known>> {
    let is_small = is_small(all.iter().map(Known::len).sum(), file.text_length());
    if is_small { all } else { Arc::new(all.map(Known::without_codes)) }
}

/// What there is to keep of runs of records; what is known and valid is taken over.
fn new_records(
    file: &EpdFile,
    old: Option<&PerChunk<Known>>,
    encoding: Encoding,
    is_valid: impl Fn(&Known) -> bool + Sync,
) -> PerChunk<Known> {
    let fresh = |_, chunk: &Records| Known::of(Source::Records(chunk), encoding);
    PerChunk::of(file, old.unwrap_or(&PerChunk::default()), |_, known| is_valid(known), fresh)
}

/// Without the codes where they would take too much memory.
fn to_keep_of_records(file: &EpdFile, all: PerChunk<Known>) -> PerChunk<Known> {
    let is_small = is_small(all.iter().map(Known::len).sum(), file.text_length());
    if is_small { all } else { all.map(Known::without_codes) }
}

fn parts_of_games(games: &PerGame<Known>) -> Vec<Part<'_>> {
    let parts = games.games().map(|(game, known)| Part {
        address: Arc::as_ptr(game) as usize,
        source: Source::Unread(game),
        summary: known.summary,
    });
    parts.collect()
}

fn parts_of_records(records: &PerChunk<Known>) -> Vec<Part<'_>> {
    let parts = records.chunks().map(|(address, chunk, known)| Part {
        address,
        source: Source::Records(chunk),
        summary: known.summary,
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
            part.source.tokens(encoding).iter().for_each(|token| relative.push(start, token));
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
