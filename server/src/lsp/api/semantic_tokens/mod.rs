//! `textDocument/semanticTokens`: all tokens, what has changed of them, those of a range.
//!
//! The JSON of a unit is kept, for the budget of 50 ms for any request in a file of 10 MB: all tokens of such a file are a million and a half.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use scoresheet_grammar::incremental::{Memo, UnitPlace};
use scoresheet_ide::semantic_tokens::{Modifiers, SemanticToken as SemanticWord, TokenType};
use tower_lsp::lsp_types::{
    self, Position, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensDelta,
    SemanticTokensEdit, SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::{TextVersion, UnitWork};
use crate::lsp::documents::unit::LanguageUnit;
use crate::lsp::documents::unit_values::UnitValues;
use crate::lsp::proto::position::{Encoding, Places, saturate};
use crate::lsp::transport::raw_answer::RawAnswer;
use unit_tokens::{Relative, Summary, Token, Walk};

mod unit_tokens;

/// About how long a token is in JSON: five numbers, nearly always of one digit.
const USUAL_BYTES: usize = 11;

/// So many numbers encode one token.
const NUMBERS: u32 = 5;

/// The tokens of a file of so many bytes are computed before the first request, by the background thread.
const MOST_PREPARED: usize = 16 << 20;

/// So many bytes of JSON are kept for a document. What does not fit is computed again for every answer.
const MOST_KEPT: usize = 24 << 20;

/// What is kept of the tokens of a unit.
#[derive(Clone)]
struct Known {
    summary: Summary,
    /// The JSON of the numbers of all tokens but the first, each with a comma in front.
    json: Arc<[u8]>,
}

/// The last answer, from which the next delta may be computed: its name, and the tokens of its units.
struct LastAnswer<U>(Mutex<Option<(String, Memo<U, Summary>)>>);

impl<U> Default for LastAnswer<U> {
    fn default() -> LastAnswer<U> {
        LastAnswer(Mutex::default())
    }
}

impl<U> LastAnswer<U> {
    /// The units of the answer of this name.
    fn of_name(&self, name: &str) -> Option<Memo<U, Summary>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(last, _)| last == name).map(|(_, units)| units.clone())
    }

    fn put(&self, name: &str, units: Memo<U, Summary>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((name.to_owned(), units));
    }
}

/// What the server can do, with the names of the types: ours for a client that knows them, else those of the protocol's own types,
/// which every colour theme knows.
pub(crate) fn options(knows_our_types: bool) -> SemanticTokensOptions {
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
pub(crate) fn full(snapshot: &Snapshot) -> Option<RawAnswer> {
    if snapshot.has_blocks() {
        return of_blocks(snapshot, |_| true);
    }
    Some(snapshot.in_units(Full(snapshot)))
}

/// What has changed since the answer `previous`; all tokens where that is not known any more.
pub(crate) fn delta(snapshot: &Snapshot, previous: &str) -> Option<RawAnswer> {
    if snapshot.has_blocks() {
        return full(snapshot);
    }
    snapshot.in_units(Delta { snapshot, previous }).or_else(|| full(snapshot))
}

/// The tokens that are in `range` or reach into it.
pub(crate) fn range(snapshot: &Snapshot, range: lsp_types::Range) -> Option<RawAnswer> {
    if snapshot.has_blocks() {
        return of_blocks(snapshot, |token| token.end >= range.start && token.start <= range.end);
    }
    let data = snapshot.in_units(InRange { snapshot, bytes: snapshot.offsets(range) });
    RawAnswer::of(&SemanticTokens { result_id: None, data: data.clone() }, data.len() * USUAL_BYTES)
}

/// The tokens in the blocks of a document whose ranges are `wanted`.
fn of_blocks(snapshot: &Snapshot, wanted: impl Fn(lsp_types::Range) -> bool) -> Option<RawAnswer> {
    let mut relative = Relative::default();
    let mut data = Vec::new();
    for block in snapshot.blocks() {
        let words = block.in_units(InBlock(&block)).into_iter().filter(|(place, _)| wanted(*place));
        data.extend(words.map(|(place, word)| relative.next(Position::default(), &Token::at(place, &word))));
    }
    RawAnswer::of(&SemanticTokens { result_id: None, data: data.clone() }, data.len() * USUAL_BYTES)
}

struct InBlock<'a>(&'a Snapshot);

impl UnitWork for InBlock<'_> {
    /// The words of a block, with their ranges in the document.
    type Answer = Vec<(lsp_types::Range, SemanticWord)>;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> Self::Answer {
        let file = version.file();
        let own_start = self.0.own_start();
        let in_document = |(start, word): (usize, SemanticWord)| {
            let range = start + word.range().start..start + word.range().end;
            (self.0.range(&range), word)
        };
        let of_unit = |(index, (start, unit)): (usize, (usize, _))| {
            let words = U::tokens_in(file, &UnitPlace { index, start, unit });
            let is_own = move |word: &SemanticWord| start + word.range().start >= own_start;
            words.into_iter().filter(is_own).map(move |word| in_document((start, word)))
        };
        file.units().enumerate().flat_map(of_unit).collect()
    }
}

/// Computes what the first answer is made of, for a client that will request it, where that is little work.
pub(crate) fn prepare(snapshot: &Snapshot) {
    if snapshot.settings.asks_all_tokens && snapshot.text().len_bytes() <= MOST_PREPARED {
        snapshot.in_units(Prepare(snapshot));
    }
}

struct Prepare<'a>(&'a Snapshot);

impl UnitWork for Prepare<'_> {
    type Answer = ();

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) {
        known(version, self.0.settings.encoding);
    }
}

struct Full<'a>(&'a Snapshot);

impl UnitWork for Full<'_> {
    type Answer = RawAnswer;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> RawAnswer {
        let Full(snapshot) = self;
        let units = known(version, snapshot.settings.encoding);
        let name = snapshot.state().to_string();
        let mut summaries = Memo::of(version.file());
        let mut known = units.values();
        summaries.complete(|_| known.next().map_or_else(Summary::default, |known| known.summary));
        version.kept::<LastAnswer<U>>().put(&name, summaries);
        joined(&name, units.values())
    }
}

/// What is known of the tokens of each unit.
fn known<U: LanguageUnit>(version: &TextVersion<U>, encoding: Encoding) -> Memo<U, Known> {
    let file = version.file();
    let of_unit = |place: UnitPlace<'_, U>| {
        let tokens = Walk::new(place.unit.text(), encoding).tokens(&U::tokens_in(file, &place));
        let mut relative = Relative::default();
        let mut json = Vec::with_capacity(tokens.len() * USUAL_BYTES);
        for (number, token) in tokens.iter().enumerate() {
            let token = relative.next(Position::default(), token);
            if number > 0 {
                push_json(&mut json, &token);
            }
        }
        let summary = Summary::of(&tokens, place.unit.text(), encoding);
        Known { summary, json: json.into() }
    };
    version.kept::<UnitValues<U, Known>>().update(file, |_, _| true, of_unit, MOST_KEPT, |known| known.json.len())
}

/// All units as one answer.
fn joined<'all>(name: &str, units: impl Iterator<Item = &'all Known>) -> RawAnswer {
    let (mut relative, mut start) = (Relative::default(), Position::default());
    let mut parts = vec![(format!("{{\"resultId\":\"{name}\",\"data\":[").into_bytes(), None)];
    for known in units {
        if let Some(first) = &known.summary.first {
            let mut json = Vec::new();
            push_json(&mut json, &relative.next(start, first));
            // The very first token has no comma in front.
            let json = if parts.len() == 1 { json.split_off(1) } else { json };
            parts.push((json, Some(&known.json)));
        }
        relative.skip_to(start, &known.summary);
        start = known.summary.end_in_file(start);
    }
    parts.push((b"]}".to_vec(), None));
    let slices = parts.iter().flat_map(|(json, rest)| [json.as_slice(), rest.map_or(&[][..], |rest| rest)]);
    RawAnswer::of_parts(slices)
}

/// Adds the numbers of a token in the protocol's order, with a comma before each.
fn push_json(json: &mut Vec<u8>, token: &SemanticToken) {
    let SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset } = *token;
    for number in [delta_line, delta_start, length, token_type, token_modifiers_bitset] {
        json.push(b',');
        json.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }
}

struct InRange<'a> {
    snapshot: &'a Snapshot,
    bytes: Range<usize>,
}

impl UnitWork for InRange<'_> {
    type Answer = Vec<SemanticToken>;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> Vec<SemanticToken> {
        let InRange { snapshot, bytes } = self;
        let file = version.file();
        let mut relative = Relative::default();
        let mut data = Vec::new();
        for index in file.unit_at(bytes.start).unwrap_or(0)..file.len() {
            let (Some(start), Some(unit)) = (file.start(index), file.unit(index)) else { break };
            if start >= bytes.end {
                break;
            }
            let inside = |token: &Range<usize>| start + token.start < bytes.end && bytes.start < start + token.end;
            let mut words = U::tokens_in(file, &UnitPlace { index, start, unit });
            words.retain(|word| inside(&word.range()));
            let tokens = Walk::new(unit.text(), snapshot.settings.encoding).tokens(&words);
            let start = snapshot.position(start);
            data.extend(tokens.iter().map(|token| relative.next(start, token)));
        }
        data
    }
}

struct Delta<'a> {
    snapshot: &'a Snapshot,
    previous: &'a str,
}

impl UnitWork for Delta<'_> {
    type Answer = Option<RawAnswer>;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> Option<RawAnswer> {
        let Delta { snapshot, previous } = self;
        let (file, encoding) = (version.file(), snapshot.settings.encoding);
        let last = version.kept::<LastAnswer<U>>();
        let old = last.of_name(previous)?;
        let mut new = old.carried_to(file);
        new.complete(|place| {
            let tokens = Walk::new(place.unit.text(), encoding).tokens(&U::tokens_in(file, &place));
            Summary::of(&tokens, place.unit.text(), encoding)
        });
        let name = snapshot.state().to_string();
        last.put(&name, new.clone());
        let edits: Vec<SemanticTokensEdit> = changed(&parts(&old), &parts(&new), encoding).into_iter().collect();
        let count: usize = edits.iter().flat_map(|edit| &edit.data).map(Vec::len).sum();
        RawAnswer::of(&SemanticTokensDelta { result_id: Some(name), edits }, count * USUAL_BYTES)
    }
}

/// A unit, and what is known of its tokens.
struct Part<'memo, U> {
    unit: &'memo Arc<U>,
    summary: Summary,
}

fn parts<U>(units: &Memo<U, Summary>) -> Vec<Part<'_, U>> {
    units.iter().filter_map(|(place, summary)| Some(Part { unit: place.unit, summary: *summary? })).collect()
}

/// The one edit that makes the tokens of `new` of those of `old`; nothing where they are the same. Only units that are not in both are
/// looked at.
fn changed<U: LanguageUnit>(old: &[Part<U>], new: &[Part<U>], encoding: Encoding) -> Option<SemanticTokensEdit> {
    let is_same = |(old, new): &(&Part<U>, &Part<U>)| Arc::ptr_eq(old.unit, new.unit);
    let same = old.iter().zip(new).take_while(is_same).count();
    let (before, old) = old.split_at(same);
    let new = &new[same..];
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
    let (old, after) = old.split_at(old.len() - same_end);
    let new = &new[..new.len() - same_end];
    let mut relative = Relative::default();
    let mut start = Position::default();
    for part in before {
        relative.skip_to(start, &part.summary);
        start = part.summary.end_in_file(start);
    }
    let encoded = |parts: &[Part<U>]| {
        let (mut relative, mut start, mut data) = (relative, start, Vec::new());
        for part in parts {
            let tokens = Walk::new(part.unit.text(), encoding).tokens(&part.unit.tokens());
            data.extend(tokens.iter().map(|token| relative.next(start, token)));
            start = part.summary.end_in_file(start);
        }
        // The first token after the change may be further from the one before it.
        for part in after {
            if let Some(first) = &part.summary.first {
                data.push(relative.next(start, first));
                break;
            }
            start = part.summary.end_in_file(start);
        }
        data
    };
    let tokens_before: u32 = before.iter().map(|part| part.summary.count).sum();
    edit(tokens_before, &encoded(old), &encoded(new))
}

/// The one edit that makes `new` of `old`, after so many tokens; nothing where they are the same.
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
