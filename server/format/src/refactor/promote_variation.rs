//! Moves a variation one place up: before the previous variation or, if it is the first, into the line that it
//! replaces.

use super::raise::raise;
use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use super::writer::{Piece, edits};
use crate::edit::Edit;
use crate::formatted::Refusal;

pub(super) fn promote(site: &Site) -> Answer {
    let score = Score::of(site.game);
    let Some(variation) = score.variation_at(site.offset) else {
        return refuse_at(site, "there is no variation here to promote");
    };
    match sibling_above(&score, variation) {
        None => raise(&score, &[variation]),
        Some(above) => swap(&score, above, variation),
    }
}

/// Returns the edits that swap two variations of a move, of which `first` comes first.
pub(super) fn swap(score: &Score, first: usize, second: usize) -> Result<Vec<Edit>, Refusal> {
    let (first, second) = (&score.lines[first], &score.lines[second]);
    score.check(first.open..second.close + 1)?;
    let runs = [
        0..first.open,
        second.open..second.close + 1,
        first.close + 1..second.open,
        first.open..first.close + 1,
        second.close + 1..score.tokens.len(),
    ];
    let pieces: Vec<Piece> = runs.into_iter().map(|run| Piece::Tokens(score, run)).collect();
    Ok(edits(score, &pieces, true))
}

/// Returns the previous variation on the same move.
fn sibling_above(score: &Score, variation: usize) -> Option<usize> {
    let siblings = score.variations_on(score.lines[variation].replaced?);
    let place = siblings.iter().position(|other| *other == variation)?;
    siblings.get(place.checked_sub(1)?).copied()
}

pub(super) fn is_offered(site: &Site, score: &Score) -> bool {
    score.variation_at(site.offset).is_some_and(|variation| score.lines[variation].replaced.is_some())
}
