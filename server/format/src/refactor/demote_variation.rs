//! Moves a line one place down: the move at the cursor changes places with its first variation, a variation with the
//! next one.

use super::promote_variation::swap;
use super::raise::{raise, refuse};
use super::score::Score;
use super::site::{Answer, Site, refuse_at};

pub(super) fn demote(site: &Site) -> Answer {
    let score = Score::of(site.game);
    let variation = score.variation_at(site.offset);
    if let Some(move_place) = move_in_line(&score, site.offset)
        && let Some(first) = score.variations_on(move_place).first()
    {
        return raise(&score, &[*first]);
    }
    let Some(variation) = variation else {
        return refuse_at(site, "the move here has no variation that could replace it");
    };
    match sibling_below(&score, variation) {
        Some(below) => swap(&score, variation, below),
        None => refuse(&score, score.lines[variation].open, "no variation follows this one"),
    }
}

/// Returns the move at byte `offset`; `None` before the first move of its line.
fn move_in_line(score: &Score, offset: usize) -> Option<usize> {
    let line = score.variation_at(offset).unwrap_or(0);
    let first = score.first_move(line)?;
    let place = score.move_at(offset)?;
    (line == 0 || score.tokens[first].range.start <= offset && offset < score.tokens[score.lines[line].close].range.end)
        .then_some(place)
}

/// Returns the next variation on the same move.
fn sibling_below(score: &Score, variation: usize) -> Option<usize> {
    let siblings = score.variations_on(score.lines[variation].replaced?);
    let place = siblings.iter().position(|other| *other == variation)?;
    siblings.get(place + 1).copied()
}

pub(super) fn is_offered(site: &Site, score: &Score) -> bool {
    let has_variation = |place: usize| !score.variations_on(place).is_empty();
    move_in_line(score, site.offset).is_some_and(has_variation)
        || score.variation_at(site.offset).is_some_and(|variation| sibling_below(score, variation).is_some())
}
