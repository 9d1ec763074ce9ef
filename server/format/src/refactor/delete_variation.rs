//! Deletes a variation with its whole content.

use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use super::writer::{Piece, edits};

pub(super) fn delete_variation(site: &Site) -> Answer {
    let score = Score::of(site.game);
    let Some(variation) = score.variation_at(site.offset) else {
        return refuse_at(site, "there is no variation here to delete");
    };
    let line = &score.lines[variation];
    // Only the boundaries of the variation matter, not whether its moves are legal.
    score.check(0..0)?;
    let runs = [0..line.open, line.close + 1..score.tokens.len()];
    let pieces: Vec<Piece> = runs.into_iter().map(|run| Piece::Tokens(&score, run)).collect();
    Ok(edits(&score, &pieces, false))
}
