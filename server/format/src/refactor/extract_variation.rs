//! Copies a variation to a new game below this one: the tags, the moves up to it, and the variation as the main line.
//! The game stays unchanged.

use scoresheet_grammar::TokenKind;

use super::new_game::{Value, below, tag_section};
use super::raise::refuse;
use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use super::writer::{Piece, text};
use scoresheet_chess::results;

pub(super) fn extract_variation(site: &Site) -> Answer {
    let score = Score::of(site.game);
    let Some(variation) = score.variation_at(site.offset) else {
        return refuse_at(site, "there is no variation here to extract");
    };
    let line = &score.lines[variation];
    if score.first_move(variation).is_none() {
        return refuse(&score, line.open, "there is no move in this variation");
    }
    let moves = score.moves_to(line.parent, line.replaced.unwrap_or(if line.continues { line.open } else { 0 }));
    score.check_moves(|place| moves.binary_search(&place).is_ok() || (line.open..line.close).contains(&place))?;
    let is_marker = |place: &usize| {
        matches!(score.tokens[*place].kind, TokenKind::Termination | TokenKind::OddTermination)
            && score.tokens[*place].line == variation
    };
    let marker = score.places(variation, line.open + 1).find(is_marker);
    if let Some(marker) = marker.filter(|marker| marker + 1 < line.close) {
        return refuse(&score, marker, "a result is in the middle of the variation");
    }
    let mut pieces: Vec<Piece> = moves.iter().map(|place| Piece::Tokens(&score, *place..place + 1)).collect();
    pieces.push(Piece::Tokens(&score, line.open + 1..line.close));
    if marker.is_none() {
        pieces.push(Piece::More(TokenKind::Termination, "*".to_owned()));
    }
    // The variation was not played, so the result of the game does not apply to it.
    let result = marker.and_then(|marker| results::canonical(score.text(marker))).unwrap_or("*");
    let tags = tag_section(site.game, &[Value { name: "Result", value: result, is_needed: false }]);
    Ok(vec![below(site, &tags, &text(&score, &pieces))])
}
