//! `textDocument/documentSymbol`.

use tower_lsp::lsp_types::{self, DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation};

use super::engine::{Symbol, SymbolKind};
use super::snapshot::Snapshot;

/// Symbols nested deeper are shown at this depth: JSON readers give up at about 128 brackets inside each other, of which
/// a symbol takes two, and the outline's user long before.
const MAX_DEPTH: usize = 32;

/// The outline: a tree if the client can show one, else a list.
pub fn symbols(snapshot: &Snapshot) -> Option<DocumentSymbolResponse> {
    let symbols = snapshot.engine.symbols(snapshot.file());
    Some(match snapshot.settings.symbol_tree {
        true => DocumentSymbolResponse::Nested(tree(snapshot, symbols)),
        false => DocumentSymbolResponse::Flat(list(snapshot, symbols)),
    })
}

fn tree(snapshot: &Snapshot, symbols: Vec<Symbol>) -> Vec<DocumentSymbol> {
    let mut roots = Vec::new();
    // The symbols that may still get children, outermost first.
    let mut open: Vec<DocumentSymbol> = Vec::new();
    for symbol in symbols {
        let depth = symbol.depth.min(MAX_DEPTH).min(open.len());
        close(&mut open, &mut roots, depth);
        open.push(node(snapshot, symbol));
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
fn node(snapshot: &Snapshot, symbol: Symbol) -> DocumentSymbol {
    // Editors refuse the whole answer when one selection is not inside its symbol.
    let start = symbol.selection_range.start.clamp(symbol.range.start, symbol.range.end);
    let end = symbol.selection_range.end.clamp(start, symbol.range.end);
    DocumentSymbol {
        name: name(symbol.name),
        detail: symbol.detail,
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: snapshot.range(&symbol.range),
        selection_range: snapshot.range(&(start..end)),
        children: None,
    }
}

#[allow(deprecated)]
fn list(snapshot: &Snapshot, symbols: Vec<Symbol>) -> Vec<SymbolInformation> {
    let information = |symbol: Symbol| SymbolInformation {
        name: name(symbol.name),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        location: Location::new(snapshot.uri.clone(), snapshot.range(&symbol.range)),
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
