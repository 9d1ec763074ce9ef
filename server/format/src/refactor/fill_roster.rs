//! Adds the missing tags of the Seven Tag Roster (section 8.1.1).

use scoresheet_chess::tag_docs::ROSTER;

use super::score::Score;
use super::site::{Answer, Site};
use crate::tag_edits::{completed_roster, has_certain_tags};

pub(super) fn fill_roster(site: &Site) -> Answer {
    if !has_certain_tags(site.game) {
        return Ok(Vec::new());
    }
    let score = Score::of(site.game);
    let marker = score.tokens.get(score.end).filter(|token| token.kind.is_termination());
    Ok(completed_roster(site.game, &site.game.tags(), marker.map(|marker| marker.range.clone())))
}

pub(super) fn is_offered(site: &Site, score: &Score) -> bool {
    let tags = site.game.tags();
    let is_game = !tags.is_empty() || !score.tokens.is_empty();
    is_game && ROSTER.iter().any(|(name, _)| !tags.iter().any(|tag| tag.name == *name))
}
