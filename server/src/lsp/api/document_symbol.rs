//! `textDocument/documentSymbol`: of every game a piece of JSON is kept, so that an answer is put together from them.

use std::sync::Arc;

use crate::lsp::documents::observer::Step;
use scoresheet_analysis::placed_game::PlacedGame;
use scoresheet_analysis::symbols::symbols_of;
use scoresheet_grammar::Database;
use tower_lsp::lsp_types::{self, DocumentSymbol, Location, Position, SymbolInformation};

use super::record_symbols;
use crate::lsp::documents::language::Content;
use crate::lsp::documents::per_game::{LastPerGame, PerGame};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::documents::text_version::Derived;
use crate::lsp::proto::packed_json::Piece;
use crate::lsp::proto::position::{Places, saturate};
use crate::lsp::proto::unit_position::{UnitPlaces, in_file};
use crate::lsp::transport::raw_answer::Answer;
use scoresheet_analysis::symbols::Symbol;
use scoresheet_analysis::symbols::SymbolKind;

/// Symbols nested deeper are shown at this depth: JSON readers give up at about 128 brackets inside each other, of which
/// a symbol takes two, and the outline's user long before.
const MAX_DEPTH: usize = 32;

/// The outline of one game, or of a run of records.
#[derive(Clone)]
pub struct Outline {
    /// A list of symbols in its brackets, with positions relative to the game; nothing where there are none.
    pub symbols: Option<Piece>,
    /// The place of the game in the file, where a symbol has it in its name.
    number: Option<u32>,
    /// Where the game ends, relative to its start.
    end: Position,
}

impl Outline {
    /// The outline of a part of a file with this text and so many games or records before it.
    pub fn new(snapshot: &Snapshot, text: &str, symbols: Vec<Symbol>, number: usize) -> Outline {
        let places = UnitPlaces::new(text, snapshot.settings.encoding);
        let number = symbols.iter().any(|symbol| symbol.is_numbered).then_some(saturate(number));
        let piece = match snapshot.settings.symbol_tree {
            _ if symbols.is_empty() => None,
            true => Piece::of(&tree(&places, symbols)),
            false => Piece::of(&list(snapshot, &places, symbols)),
        };
        Outline { symbols: piece, number, end: places.position(text.len()) }
    }

    /// Whether it is the same with so many games or records before it.
    pub fn is_valid(&self, number: usize) -> bool {
        self.number.is_none_or(|known| known == saturate(number))
    }
}

/// The outline: a tree if the client can show one, else a list.
pub fn symbols(snapshot: &Snapshot) -> Option<Answer> {
    Some(match snapshot.content() {
        Content::Games(games) => joined(outlines(snapshot, games).iter()),
        Content::Records(records, _) => {
            joined(record_symbols::outlines(snapshot, records.file(), &records.kept()).iter())
        }
    })
}

fn joined<'kept>(outlines: impl Iterator<Item = &'kept Outline>) -> Answer {
    let mut start = Position::default();
    let mut lists = Vec::new();
    for outline in outlines {
        lists.extend(outline.symbols.clone().map(|symbols| (start, symbols)));
        start = in_file(start, outline.end);
    }
    Answer::streamed("[", Piece::elements(lists).and(b"]".to_vec()))
}

/// The outlines of the games, those from the last answer where the games are still there.
fn outlines(snapshot: &Snapshot, games: &Derived<Database>) -> Arc<PerGame<Outline>> {
    let is_valid = |index, outline: &Outline| outline.is_valid(index);
    let bytes = |outline: &Outline| outline.symbols.as_ref().map_or(0, Piece::len);
    let outline = |game: PlacedGame| {
        snapshot.observer.observe(Step::Outline);
        Outline::new(snapshot, game.view.text, symbols_of(game), game.index)
    };
    games.kept::<LastPerGame<Outline>>().of(games.file(), is_valid, outline, bytes)
}

fn tree(places: &UnitPlaces, symbols: Vec<Symbol>) -> Vec<DocumentSymbol> {
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
fn node(places: &UnitPlaces, symbol: Symbol) -> DocumentSymbol {
    // Editors refuse the whole answer when one selection is not inside its symbol.
    let start = symbol.selection_range.start.clamp(symbol.range.start, symbol.range.end);
    let end = symbol.selection_range.end.clamp(start, symbol.range.end);
    DocumentSymbol {
        name: name(symbol.name),
        detail: symbol.detail,
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: places.range(&symbol.range),
        selection_range: places.range(&(start..end)),
        children: None,
    }
}

#[allow(deprecated)]
fn list(snapshot: &Snapshot, places: &UnitPlaces, symbols: Vec<Symbol>) -> Vec<SymbolInformation> {
    let information = |symbol: Symbol| SymbolInformation {
        name: name(symbol.name),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        location: Location::new(snapshot.uri.clone(), places.range(&symbol.range)),
        container_name: None,
    };
    symbols.into_iter().map(information).collect()
}

/// VS Code refuses an answer with an empty name.
fn name(name: String) -> String {
    if name.trim().is_empty() { "?".to_owned() } else { name }
}

/// The protocol has no chess pictures; these are the nearest.
fn kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    match kind {
        SymbolKind::Game => lsp_types::SymbolKind::CLASS,
        SymbolKind::Variation => lsp_types::SymbolKind::METHOD,
    }
}
