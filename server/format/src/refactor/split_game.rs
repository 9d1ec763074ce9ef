//! Splits a game after a move: the rest becomes a separate game that starts from the position there.

use scoresheet_grammar::TokenKind;

use super::new_game::{Value, tag_section};
use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use super::start_game::{fen_after, unsaid_variant};
use crate::edit::Edit;
use scoresheet_chess::move_numbers::indication;

pub(super) fn split_game(site: &Site) -> Answer {
    let score = Score::of(site.game);
    if score.variation_at(site.offset).is_some() {
        return refuse_at(site, "this is a variation: a game can be split only on its main line");
    }
    let Some((move_place, next)) = seam(&score, site.offset) else {
        return refuse_at(site, "no move follows this one, so there is nothing to split off");
    };
    let moves = score.moves_to(0, next);
    score.check_moves(|place| moves.binary_search(&place).is_ok())?;
    let fen = fen_after(&score, move_place)?;
    let variant = unsaid_variant(&score.played_to(move_place));
    let mut values =
        vec![Value { name: "SetUp", value: "1", is_needed: true }, Value { name: "FEN", value: &fen, is_needed: true }];
    values.extend(variant.as_deref().map(|value| Value { name: "Variant", value, is_needed: true }));
    let line_end = score.line_end();
    let gap = score.tokens[next - 1].range.end..score.tokens[next].range.start;
    let before_marker = match score.tokens[next - 1].kind {
        TokenKind::LineComment | TokenKind::EscapeLine => line_end,
        _ => " ",
    };
    let number = match score.tokens[next].kind {
        TokenKind::San => indication(score.number(next), score.tokens[next].turn) + score.gap_after_number,
        _ => String::new(),
    };
    let tags = tag_section(site.game, &values);
    let between = format!("{before_marker}*{line_end}{line_end}{tags}{line_end}{line_end}{number}");
    let mut edits = Vec::new();
    // The result belongs to the second part.
    let result = site.game.tags().into_iter().find(|tag| tag.name == "Result" && tag.value() != "*");
    edits.extend(result.map(|tag| Edit::replace(tag.inner_range(), "*")));
    edits.push(Edit::replace(gap, between));
    Ok(edits)
}

/// Returns the move at byte `offset` of the main line, and the index where the next one begins.
fn seam(score: &Score, offset: usize) -> Option<(usize, usize)> {
    let move_place = score.move_at(offset).filter(|place| score.tokens[*place].line == 0)?;
    let next = score.block(move_place).rest.end;
    let is_followed =
        next < score.end && score.places(0, next).any(|place| score.tokens[place].line == 0 && score.is_move(place));
    is_followed.then_some((move_place, next))
}

pub(super) fn is_offered(site: &Site, score: &Score) -> bool {
    score.variation_at(site.offset).is_none() && seam(score, site.offset).is_some()
}
