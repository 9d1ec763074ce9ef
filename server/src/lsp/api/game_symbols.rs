//! `workspace/symbol` for games: those that a query finds, such as `white = "Carlsen*"` or `move Bxh7+`, or some words of their tags, such
//! as `Smith 2021`.

use std::path::Path;

use scoresheet_chess::game_name::{known_part, occasion, year};
use scoresheet_collection::query::Query;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Location, SymbolInformation, SymbolKind};

use super::games_wanted::GamesWanted;
use super::search;
use crate::lsp::proto::collection::FoundGame;
use crate::lsp::proto::position::Encoding;
use crate::lsp::session::many_games::ManyGames;
use crate::text_file::Archive;

/// The query that a text for symbols means. `None` for a single word, for a name such as `Smith, J`, and for what does not read, as a
/// term that is being typed.
pub(super) fn query_of(text: &str) -> Option<Query> {
    if text.contains(['=', '<', '>', '~']) {
        return Query::parse(text).ok();
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() < 2 || text.contains(',') {
        return None;
    }
    let terms = || words.into_iter().map(term_of).collect::<Vec<String>>().join(" and ");
    Query::parse(text).or_else(|_| Query::parse(&terms())).ok()
}

/// A term for the games that have a word in one of their usual tags.
fn term_of(word: &str) -> String {
    let word = word.replace(['"', '\\', '*'], "");
    let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let of_year = if is_year { format!("date = {word} or ") } else { String::new() };
    format!("({of_year}player = \"*{word}*\" or event = \"*{word}*\" or site = \"*{word}*\")")
}

/// The first games that a query finds, at most so many. Those in compressed files are left out, as editors cannot open them.
pub(super) fn symbols(
    games: &ManyGames,
    wanted: &GamesWanted,
    most: usize,
    columns: Encoding,
) -> Result<Option<Vec<SymbolInformation>>> {
    let found = search::first_games(games, wanted, most, columns)?;
    let can_open = |game: &FoundGame| Archive::of(Path::new(game.uri.path())).is_none();
    Ok(found.map(|found| found.into_iter().filter(can_open).map(symbol).collect()))
}

// The protocol's type has a deprecated field without which it cannot be made.
#[allow(deprecated)]
fn symbol(game: FoundGame) -> SymbolInformation {
    let player = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
    let players = match (game.white, game.black) {
        (None, None) => format!("Game {}", game.game + 1),
        (white, black) => format!("{} – {}", player(white), player(black)),
    };
    let occasion = occasion(game.event.as_deref(), game.date.as_deref());
    let name = [Some(players), occasion, game.result].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let round = game.round.map(|round| format!("round {round}"));
    let opening = game.opening.map(|opening| format!("{} {}", opening.eco, opening.name).trim().to_owned());
    // The year is in the name.
    let date = game.date.as_deref().map(known_part).filter(|date| year(date) != Some(date)).map(str::to_owned);
    let told: Vec<String> = [date, round, opening].into_iter().flatten().collect();
    SymbolInformation {
        // Some editors show the name only: those that are found by a position have the move that leads there.
        name: game.found_move.map_or_else(|| name.clone(), |found| format!("{name}: {found}")),
        kind: SymbolKind::CLASS,
        tags: None,
        deprecated: None,
        location: Location::new(game.uri, game.range.into()),
        container_name: Some(told.join(", ")).filter(|told| !told.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::query_of;

    #[test]
    fn terms_and_words_are_queries_and_a_single_word_is_a_name() {
        let cases = [
            ("white = \"Carlsen*\"", true),
            ("white = ", false),
            ("Smith", false),
            ("Smith 2021", true),
            ("d'Orville \"Paris 1842\"", true),
            ("mate", false),
            ("Smith, J", false),
            ("", false),
        ];
        for (text, is_query) in cases {
            assert_eq!(query_of(text).is_some(), is_query, "{text}");
        }
    }
}
