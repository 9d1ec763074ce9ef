//! Deletes, copies and moves a game among the games of its file; all other games stay byte for byte.

use scoresheet_chess::collation::Entries;
use scoresheet_grammar::{Event, GameView};

use super::new_game;
use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use crate::edit::Edit;

/// Why a game is not touched.
const NOT_ALONE: &str =
    "there is text, a comment or another game beside the game that cannot be told from it, or it does not read cleanly";

pub(super) fn delete_game(site: &Site) -> Answer {
    let is_without_lead = Entries::new(site.game.text).next().is_some_and(|entry| entry.is_alone(site.game.text));
    if !is_alone(site.game) || !is_without_lead {
        return refuse_at(site, NOT_ALONE);
    }
    Ok(vec![Edit::delete(0..site.game.text.len())])
}

/// Writes the game once more below itself.
pub(super) fn copy_game(site: &Site) -> Answer {
    if !is_whole(site.game) {
        return refuse_at(site, NOT_ALONE);
    }
    Ok(vec![new_game::below(site, "", site.game.text.trim())])
}

/// Exchanges the game with the one below.
pub(super) fn move_game_down(site: &Site) -> Answer {
    let Some(next) = site.next else { return refuse_at(site, "there is no game below this one") };
    if !is_whole(site.game) || !is_whole(next) {
        return refuse_at(site, NOT_ALONE);
    }
    let body = |text: &str| text.trim_end().len();
    let (own, below) = (body(site.game.text), body(next.text));
    let (between, other) = (&site.game.text[own..], &next.text[..below]);
    let moved = Edit::insert(0, [other, between].concat());
    Ok(vec![moved, Edit::delete(own..site.game.text.len() + below)])
}

/// At the tags of a game, so that the menus of moves stay short.
pub(super) fn is_at_tags(site: &Site, _: &Score) -> bool {
    site.game.tags().last().is_some_and(|tag| site.offset <= tag.range.end)
}

pub(super) fn is_above_a_game(site: &Site, score: &Score) -> bool {
    site.next.is_some() && is_at_tags(site, score)
}

/// Whether the game also ends where it does before another one: nothing is left open.
fn is_whole(game: GameView) -> bool {
    game.tree.faults().is_empty() && is_alone(game)
}

/// Whether the text is one game, and the white space after it no part of a comment.
fn is_alone(game: GameView) -> bool {
    let mut entries = Entries::new(game.text);
    let is_one = entries.next().is_some_and(|entry| entry.is_one_game(game.text)) && entries.next().is_none();
    let body = game.text.trim_end().len();
    is_one && game.tree.events().all(|(event, range)| !matches!(event, Event::Token(_)) || range.end <= body)
}
