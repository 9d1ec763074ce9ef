//! Deletes a move with all that follows it on its line.

use super::delete_variation::delete_variation;
use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use super::writer::{Piece, edits};

pub(super) fn delete_rest(site: &Site) -> Answer {
    let score = Score::of(site.game);
    let Some(place) = score.move_at(site.offset) else {
        return refuse_at(site, "there is no move here");
    };
    let (line, start) = (score.tokens[place].line, score.lead(place));
    // Without its moves, nothing of a variation is left.
    if line != 0 && score.first_move(line) == Some(start) {
        return delete_variation(site);
    }
    // Only the borders of the line matter, not whether its moves are legal.
    score.check(0..0)?;
    let runs = [0..start, score.lines[line].close..score.tokens.len()];
    let pieces: Vec<Piece> = runs.into_iter().map(|run| Piece::Tokens(&score, run)).collect();
    Ok(edits(&score, &pieces, false))
}
