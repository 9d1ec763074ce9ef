//! `textDocument/documentSymbol`: games with their variations, and records.

use std::sync::Arc;

use scoresheet_grammar::incremental::UnitPlace;
use scoresheet_ide::symbols::{Symbol, SymbolKind};
use tower_lsp::lsp_types::{self, DocumentSymbol, Location, Position, SymbolInformation};

use crate::lsp::documents::observer::Step;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::{TextVersion, UnitWork};
use crate::lsp::documents::unit::LanguageUnit;
use crate::lsp::documents::unit_values::{UnitValues, usual_room};
use crate::lsp::proto::position::Places;
use crate::lsp::proto::unit_position::{Placed, UnitPlaces};
use crate::lsp::transport::raw_answer::RawAnswer;

/// Symbols nested deeper are shown at this depth: JSON readers give up at about 128 brackets inside each other, of which
/// a symbol takes two, and the outline's user long before.
const MAX_DEPTH: usize = 32;

/// About how long a symbol is in JSON.
const USUAL_BYTES: usize = 280;

/// The outline: a tree if the client can show one, else a list.
pub(crate) fn symbols(snapshot: &Snapshot) -> Option<RawAnswer> {
    snapshot.in_units(Outlines(snapshot))
}

struct Outlines<'a>(&'a Snapshot);

/// The outline of one unit.
#[derive(Clone)]
struct Outline {
    symbols: Arc<[Symbol]>,
    /// How many numbered things are before it, where a symbol has a number in its name.
    number: Option<usize>,
}

impl Outline {
    fn new(symbols: Vec<Symbol>, number: usize) -> Outline {
        let number = symbols.iter().any(|symbol| symbol.is_numbered).then_some(number);
        Outline { symbols: symbols.into(), number }
    }

    /// Whether it is the same with so many numbered things before it.
    fn is_valid(&self, number: usize) -> bool {
        self.number.is_none_or(|known| known == number)
    }

    fn bytes(&self) -> usize {
        let text = |symbol: &Symbol| symbol.name.len() + symbol.detail.as_ref().map_or(0, String::len);
        size_of_val(&*self.symbols) + self.symbols.iter().map(text).sum::<usize>()
    }
}

impl UnitWork for Outlines<'_> {
    type Answer = Option<RawAnswer>;

    fn run<U: LanguageUnit>(self, version: &TextVersion<U>) -> Option<RawAnswer> {
        let Outlines(snapshot) = self;
        let file = version.file();
        let counts = version.kept::<UnitValues<U, usize>>();
        let counts = counts.update(file, |_, _| true, |place| place.unit.count(), usize::MAX, |_| 0);
        let before = counts.values().scan(0, |before, count| Some(std::mem::replace(before, *before + count)));
        let numbers: Vec<usize> = before.collect();
        let outline = |place: UnitPlace<'_, U>| {
            snapshot.observer.observe(Step::Outline);
            let number = numbers[place.index];
            Outline::new(U::symbols(file, place, number), number)
        };
        let outlines = version.kept::<UnitValues<U, Outline>>();
        let is_valid = |index: usize, outline: &Outline| outline.is_valid(numbers[index]);
        let outlines = outlines.update(file, is_valid, outline, usual_room(file.text_length()), Outline::bytes);
        answer(snapshot, outlines.iter().filter_map(|(place, outline)| Some((place.unit.text(), outline?))))
    }
}

fn answer<'file>(
    snapshot: &Snapshot,
    outlines: impl Iterator<Item = (&'file str, &'file Outline)>,
) -> Option<RawAnswer> {
    let (mut roots, mut all, mut count) = (Vec::new(), Vec::new(), 0);
    let mut start = Position::default();
    let is_tree = snapshot.settings.symbol_tree;
    for (text, Outline { symbols, .. }) in outlines {
        let places = Placed { places: UnitPlaces::new(text, snapshot.settings.encoding), start };
        count += symbols.len();
        match is_tree {
            true => roots.extend(tree(&places, symbols)),
            false => all.extend(symbols.iter().map(|symbol| information(snapshot, &places, symbol))),
        }
        start = places.position(text.len());
    }
    match is_tree {
        true => RawAnswer::of(&roots, count * USUAL_BYTES),
        false => RawAnswer::of(&all, count * USUAL_BYTES),
    }
}

fn tree(places: &impl Places, symbols: &[Symbol]) -> Vec<DocumentSymbol> {
    let mut roots = Vec::new();
    // The symbols that may still get children, outermost first.
    let mut open: Vec<DocumentSymbol> = Vec::new();
    for symbol in symbols {
        let depth = symbol.depth.min(MAX_DEPTH).min(open.len());
        close(&mut open, &mut roots, depth);
        open.push(node(places, symbol));
    }
    close(&mut open, &mut roots, 0);
    roots
}

/// Hands each symbol at `depth` or deeper to its parent.
fn close(open: &mut Vec<DocumentSymbol>, roots: &mut Vec<DocumentSymbol>, depth: usize) {
    while open.len() > depth {
        let Some(symbol) = open.pop() else { return };
        match open.last_mut() {
            Some(parent) => parent.children.get_or_insert_default().push(symbol),
            None => roots.push(symbol),
        }
    }
}

// The protocol's types have a deprecated field without which they cannot be made.
#[allow(deprecated)]
fn node(places: &impl Places, symbol: &Symbol) -> DocumentSymbol {
    // Editors refuse the whole answer when one selection is not inside its symbol.
    let start = symbol.selection_range.start.clamp(symbol.range.start, symbol.range.end);
    let end = symbol.selection_range.end.clamp(start, symbol.range.end);
    DocumentSymbol {
        name: name(&symbol.name),
        detail: symbol.detail.clone(),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: places.range(&symbol.range),
        selection_range: places.range(&(start..end)),
        children: None,
    }
}

#[allow(deprecated)]
fn information(snapshot: &Snapshot, places: &impl Places, symbol: &Symbol) -> SymbolInformation {
    SymbolInformation {
        name: name(&symbol.name),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        location: Location::new(snapshot.uri.clone(), places.range(&symbol.range)),
        container_name: None,
    }
}

/// VS Code refuses an answer with an empty name.
fn name(name: &str) -> String {
    if name.trim().is_empty() { "?".to_owned() } else { name.to_owned() }
}

/// The protocol has no chess pictures; these are the nearest.
fn kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    match kind {
        SymbolKind::Game => lsp_types::SymbolKind::CLASS,
        SymbolKind::Variation => lsp_types::SymbolKind::METHOD,
    }
}
