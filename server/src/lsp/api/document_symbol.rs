//! `textDocument/documentSymbol`: games with their variations, and records. The symbols are written straight as JSON, on several threads, for the
//! budget of 50 ms for any request in a file of 10 MB: in one of 114,000 records, through the protocol's types, it took 90.

use scoresheet_grammar::incremental::MemoRun;
use scoresheet_ide::symbols::{Symbol, SymbolKind};
use tower_lsp::lsp_types::{self, Url};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::{TextVersion, UnitWork};
use crate::lsp::documents::unit::LanguageUnit;
use crate::lsp::documents::unit_values::UnitValues;
use crate::lsp::proto::position::Places;
use crate::lsp::proto::unit_position::{Placed, UnitPlaces};
use crate::lsp::transport::raw_answer::{Items, RawAnswer, push_field, push_range};

/// Symbols nested deeper are shown at this depth: JSON readers give up at about 128 brackets inside each other, of which
/// a symbol takes two, and the outline's user long before.
const MAX_DEPTH: usize = 32;

/// The outline as JSON takes so many bytes, at most, for each of the text: a record of 90 bytes takes 280.
const BYTES_PER_BYTE: usize = 4;

/// The outline: a tree if the client can show one, else a list.
pub(crate) fn symbols(snapshot: &Snapshot) -> Option<RawAnswer> {
    Some(snapshot.in_units(Outlines(snapshot)))
}

struct Outlines<'a>(&'a Snapshot);

impl UnitWork for Outlines<'_> {
    type Answer = RawAnswer;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> RawAnswer {
        let Outlines(snapshot) = self;
        let file = version.file();
        let counts = version.kept::<UnitValues<U, usize>>();
        let counts = counts.update(file, |_, _| true, |place| place.unit.count(), usize::MAX, |_| 0);
        // Each chunk of units with how many numbered things are before it.
        let chunks = counts.runs().iter().scan(0, |before, run| {
            let count: usize = run.iter().filter_map(|(_, count)| count).sum();
            Some((std::mem::replace(before, *before + count), run))
        });
        let chunks: Vec<_> = chunks.collect();
        let write = |(before, run): &(usize, &MemoRun<U, usize, ()>), items: &mut Items| {
            let mut number = *before;
            for (place, count) in run.iter() {
                let (start, text) = (place.start, place.unit.text());
                write(snapshot, start, text, &U::symbols(file, place, number), items);
                number += count.unwrap_or(&0);
            }
        };
        RawAnswer::of_list(&chunks, file.text_length() * BYTES_PER_BYTE, write)
    }
}

/// Adds the symbols of a unit to the answer: of a text that begins at byte `start`.
fn write(snapshot: &Snapshot, start: usize, text: &str, symbols: &[Symbol], items: &mut Items) {
    let places = UnitPlaces::new(text, snapshot.settings.encoding);
    let places = Placed { places, start: snapshot.position(start) };
    match snapshot.settings.symbol_tree {
        true => symbols
            .chunk_by(|_, next| next.depth > 0)
            .for_each(|root| items.push_json(|json| write_tree(&places, root, json))),
        false => {
            symbols.iter().for_each(|symbol| items.push_json(|json| write_listed(&snapshot.uri, &places, symbol, json)))
        }
    }
}

/// Writes the first of these symbols as a `DocumentSymbol`, with the others below it.
fn write_tree(places: &impl Places, symbols: &[Symbol], json: &mut Vec<u8>) {
    // How many symbols are not closed: those that lead to the last one.
    let mut open = 0;
    for symbol in symbols {
        let depth = symbol.depth.min(MAX_DEPTH).min(open);
        if depth < open {
            close(json, open - depth);
            json.push(b',');
        } else if open > 0 {
            json.extend_from_slice(br#","children":["#);
        }
        write_symbol(places, symbol, json);
        open = depth + 1;
    }
    close(json, open);
}

/// Closes the last symbol, which has nothing below it, and those around it: so many in all.
fn close(json: &mut Vec<u8>, symbols: usize) {
    json.push(b'}');
    (1..symbols).for_each(|_| json.extend_from_slice(b"]}"));
}

/// Writes a `DocumentSymbol` without its children and its last brace.
fn write_symbol(places: &impl Places, symbol: &Symbol, json: &mut Vec<u8>) {
    // Editors refuse the whole answer when one selection is not inside its symbol.
    let start = symbol.selection_range.start.clamp(symbol.range.start, symbol.range.end);
    let end = symbol.selection_range.end.clamp(start, symbol.range.end);
    push_field(json, br#"{"name":"#, name(&symbol.name));
    if let Some(detail) = &symbol.detail {
        push_field(json, br#","detail":"#, detail);
    }
    push_field(json, br#","kind":"#, &kind(symbol.kind));
    json.extend_from_slice(br#","range":"#);
    push_range(json, places.range(&symbol.range));
    json.extend_from_slice(br#","selectionRange":"#);
    push_range(json, places.range(&(start..end)));
}

/// Writes a `SymbolInformation`.
fn write_listed(uri: &Url, places: &impl Places, symbol: &Symbol, json: &mut Vec<u8>) {
    push_field(json, br#"{"name":"#, name(&symbol.name));
    push_field(json, br#","kind":"#, &kind(symbol.kind));
    push_field(json, br#","location":{"uri":"#, uri);
    json.extend_from_slice(br#","range":"#);
    push_range(json, places.range(&symbol.range));
    json.extend_from_slice(b"}}");
}

/// VS Code refuses an answer with an empty name.
fn name(name: &str) -> &str {
    if name.trim().is_empty() { "?" } else { name }
}

/// The protocol has no chess pictures; these are the nearest.
fn kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    match kind {
        SymbolKind::Game => lsp_types::SymbolKind::CLASS,
        SymbolKind::Variation => lsp_types::SymbolKind::METHOD,
    }
}
