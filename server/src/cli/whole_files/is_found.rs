//! Whether a query finds a game.

use scoresheet_collection::query::{Answer, Query};
use scoresheet_collection::text_game::TextGames;

/// Whether the query finds the game that the text begins with.
pub(crate) fn is_found(query: &Query, game: &str) -> bool {
    let mut games = TextGames::new(game);
    games.next().is_some_and(|mut game| matches!(query.find(&mut game), Answer::Found(_)))
}
