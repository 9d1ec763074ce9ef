//! `workspace/symbol`: players, events and openings of the open documents by parts of their names.

use std::collections::HashMap;

use rayon::prelude::*;
use scoresheet_analysis::openings::codes;
use scoresheet_analysis::rename::{Named, named_by};
use scoresheet_grammar::ast::unescape;
use tower_lsp::lsp_types::{Location, SymbolInformation, SymbolKind};

use super::position::Places;
use super::snapshot::Snapshot;

/// Nobody looks through a longer list; the editor asks again for each letter that is typed.
const MOST_SYMBOLS: usize = 200;

/// What kind of name it is, and the name.
type Key = (Kind, String);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    Player,
    Event,
    Opening,
}

/// How many games have a name, and the first place: of the document among all, and in its bytes.
struct Seen {
    games: usize,
    place: (usize, std::ops::Range<usize>),
}

/// The names that `query` fits, best first.
pub fn symbols(snapshots: &[Snapshot], query: &str) -> Option<Vec<SymbolInformation>> {
    let openings: HashMap<&str, &str> = codes().map(|opening| (opening.eco, opening.name)).collect();
    let titled = |((kind, name), seen): (Key, Seen)| {
        let opening = openings.get(name.as_str()).filter(|_| kind == Kind::Opening);
        let title = opening.map_or(name.clone(), |opening| format!("{name} {opening}"));
        Some((fit(&title, query)?, std::cmp::Reverse(seen.games), kind, title, seen.place))
    };
    let mut found: Vec<_> = all_names(snapshots).into_iter().filter_map(titled).collect();
    found.sort_by(|one, other| (one.0, one.1, one.2, &one.3).cmp(&(other.0, other.1, other.2, &other.3)));
    found.truncate(MOST_SYMBOLS);
    let symbol =
        |(_, games, kind, title, (document, range)): (_, std::cmp::Reverse<usize>, Kind, String, (usize, _))| {
            let snapshot = snapshots.get(document)?;
            let location = Location::new(snapshot.uri.clone(), snapshot.range(&range));
            Some(information(title, symbol_kind(snapshot, kind), kind, games.0, location))
        };
    Some(found.into_iter().filter_map(symbol).collect())
}

fn all_names(snapshots: &[Snapshot]) -> HashMap<Key, Seen> {
    let mut names: HashMap<Key, Seen> = HashMap::new();
    for (document, snapshot) in snapshots.iter().enumerate() {
        let Some(file) = snapshot.games() else { continue };
        let in_game = |index: usize| {
            let (start, game) = (file.start(index)?, file.game(index)?);
            let tags = game.view().tags();
            let named = tags.iter().filter_map(|tag| {
                let range = tag.inner_range();
                let name = unescape(game.view().text.get(range.clone())?).trim().to_owned();
                let is_name = !matches!(name.as_str(), "" | "?" | "-");
                is_name.then_some(((kind_of(tag.name)?, name), range.start + start..range.end + start))
            });
            Some(named.collect::<Vec<_>>())
        };
        let found: Vec<_> = (0..file.len()).into_par_iter().filter_map(in_game).collect();
        for (key, range) in found.into_iter().flatten() {
            names.entry(key).or_insert(Seen { games: 0, place: (document, range) }).games += 1;
        }
    }
    names
}

fn kind_of(tag_name: &str) -> Option<Kind> {
    match named_by(tag_name) {
        Some(Named::Player) => Some(Kind::Player),
        Some(Named::Event) => Some(Kind::Event),
        _ => (tag_name == "ECO").then_some(Kind::Opening),
    }
}

/// How badly a query fits a name: 0 where the name begins with it, 1 where a word does, 2 where it stands in it, 3 where its letters
/// stand in it in this order. Case does not matter.
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
        Kind::Player => "player",
        Kind::Event => "event",
        Kind::Opening => "opening",
    };
    let plural = if games == 1 { "" } else { "s" };
    let container_name = Some(format!("{word}, {games} game{plural}"));
    SymbolInformation { name, kind, tags: None, deprecated: None, location, container_name }
}

/// The protocol has no chess pictures; these are the nearest that the client knows.
fn symbol_kind(snapshot: &Snapshot, kind: Kind) -> SymbolKind {
    match kind {
        Kind::Player => SymbolKind::CLASS,
        Kind::Event if snapshot.settings.event_symbols => SymbolKind::EVENT,
        Kind::Event => SymbolKind::NAMESPACE,
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
