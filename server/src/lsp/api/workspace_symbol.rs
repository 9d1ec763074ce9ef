//! `workspace/symbol`: players, events and openings of the workspace by parts of their names.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;
use scoresheet_chess::openings::codes;
use scoresheet_ide::rename::NameKind;
use tower_lsp::lsp_types::{Location, SymbolInformation, SymbolKind};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::Places;
use crate::lsp::settings::client_settings::Settings;
use crate::lsp::tasks::reporter::Reporter;
use crate::lsp::workspace::WorkspaceIndex;
use crate::lsp::workspace::facts::{Kind, names};
use crate::lsp::workspace::locate::Locator;

/// A longer list is of no use; the editor sends another request for each letter that is typed.
pub(super) const MOST_SYMBOLS: usize = 200;

/// What symbols are made of.
const KINDS: [Kind; 3] = [Kind::Name(NameKind::Player), Kind::Name(NameKind::Event), Kind::Opening];

/// The kind of a name, and the name.
type Key = (Kind, Arc<str>);

/// The names that `query` fits, best first. Of a name in an open document, the first place there; else one in a file.
pub(crate) fn symbols(
    index: &WorkspaceIndex,
    snapshots: &[Snapshot],
    settings: &Settings,
    query: &str,
    reporter: &Reporter,
) -> Option<Vec<SymbolInformation>> {
    let openings: HashMap<&str, &str> = codes().map(|opening| (opening.eco, opening.name)).collect();
    let mut found = Vec::new();
    for kind in KINDS {
        for (name, games) in index.names(kind) {
            let opening = openings.get(&*name).filter(|_| kind == Kind::Opening);
            let title = opening.map_or(name.to_string(), |opening| format!("{name} {opening}"));
            found.extend(fit(&title, query).map(|fit| (fit, std::cmp::Reverse(games), kind, title, name)));
        }
    }
    found.sort_unstable();
    found.truncate(MOST_SYMBOLS);
    let keys: Vec<Key> = found.iter().map(|(.., kind, _, name)| (*kind, name.clone())).collect();
    let mut places = in_documents(snapshots, &keys);
    let elsewhere: Vec<Key> = keys.iter().filter(|key| !places.contains_key(*key)).cloned().collect();
    let of_files = Locator::new(index, snapshots, settings.encoding).of_names(&elsewhere);
    places.extend(elsewhere.into_iter().zip(of_files).filter_map(|(key, place)| Some((key, place?))));
    let symbol = |(_, games, kind, title, name): (_, std::cmp::Reverse<usize>, Kind, String, Arc<str>)| {
        Some(information(title, symbol_kind(settings, kind), kind, games.0, places.remove(&(kind, name))?))
    };
    reporter.list(found, symbol)
}

/// The first places of names in open documents.
fn in_documents(snapshots: &[Snapshot], keys: &[Key]) -> HashMap<Key, Location> {
    let wanted: HashSet<(Kind, &str)> = keys.iter().map(|(kind, name)| (*kind, &**name)).collect();
    let mut places = HashMap::new();
    for snapshot in snapshots {
        let Some(file) = snapshot.games() else { continue };
        let in_game = |index: usize| {
            let (start, mut names) = (file.start(index)?, file.read(index, names)?);
            names.retain(|(kind, name, _)| wanted.contains(&(*kind, name.as_str())));
            Some(
                names
                    .into_iter()
                    .map(|(kind, name, range)| ((kind, name), range.start + start..range.end + start))
                    .collect::<Vec<_>>(),
            )
        };
        let found: Vec<_> = (0..file.len()).into_par_iter().filter_map(in_game).collect();
        for ((kind, name), range) in found.into_iter().flatten() {
            let place = || Location::new(snapshot.uri.clone(), snapshot.range(&range));
            places.entry((kind, Arc::from(name))).or_insert_with(place);
        }
    }
    places
}

/// How badly a query fits a name: 0 if the name begins with it, 1 if a word does, 2 if the name contains it, 3 if the name contains its
/// letters in this order. Case does not matter.
fn fit(name: &str, query: &str) -> Option<u8> {
    let (name, query) = (name.to_lowercase(), query.trim().to_lowercase());
    if name.starts_with(&query) {
        return Some(0);
    }
    if name.split(|letter: char| !letter.is_alphanumeric()).any(|word| word.starts_with(&query)) {
        return Some(1);
    }
    if name.contains(&query) {
        return Some(2);
    }
    let mut letters = name.chars();
    query
        .chars()
        .filter(|wanted| !wanted.is_whitespace())
        .all(|wanted| letters.any(|letter| letter == wanted))
        .then_some(3)
}

// The protocol's type has a deprecated field without which it cannot be made.
#[allow(deprecated)]
fn information(name: String, kind: SymbolKind, of: Kind, games: usize, location: Location) -> SymbolInformation {
    let word = match of {
        Kind::Name(NameKind::Event) => "event",
        Kind::Name(_) => "player",
        Kind::Opening => "opening",
    };
    let plural = if games == 1 { "" } else { "s" };
    let container_name = Some(format!("{word}, {games} game{plural}"));
    SymbolInformation { name, kind, tags: None, deprecated: None, location, container_name }
}

/// The protocol has no chess pictures; these are the nearest that the client knows.
fn symbol_kind(settings: &Settings, kind: Kind) -> SymbolKind {
    match kind {
        Kind::Name(NameKind::Event) if settings.event_symbols => SymbolKind::EVENT,
        Kind::Name(NameKind::Event) => SymbolKind::NAMESPACE,
        Kind::Name(_) => SymbolKind::CLASS,
        Kind::Opening => SymbolKind::CONSTANT,
    }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn queries_fit_better_or_worse() {
        let cases =
            [("tal", Some(0)), ("", Some(0)), ("mikh", Some(1)), ("ikh", Some(2)), ("tlm", Some(3)), ("l T", None)];
        for (query, expected) in cases {
            assert_eq!(fit("Tal, Mikhail", query), expected, "{query}");
        }
    }
}
