//! Sets the result from the board (mate or stalemate), or else from the termination marker (sections 8.1.1.7 and
//! 8.2.6).

use super::new_game::tag_pair;
use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use crate::edit::Edit;
use scoresheet_chess::results;

pub(super) fn set_result(site: &Site) -> Answer {
    let score = Score::of(site.game);
    let marker = score.tokens.get(score.end).filter(|token| token.kind.is_termination());
    let on_board = last_move(&score).and_then(|place| {
        let moves = score.moves_to(0, score.end);
        score.check_moves(|place| moves.binary_search(&place).is_ok()).ok()?;
        let replay = score.played_to(place);
        results::on_board(replay.position()?, replay.in_check())
    });
    let stated = marker.and_then(|marker| results::canonical(&site.game.text[marker.range.clone()]));
    let Some(result) = on_board.or(stated) else {
        return refuse_at(site, "neither the board nor a termination marker tells the result");
    };
    let tags = site.game.tags();
    let mut edits = Vec::new();
    match tags.iter().find(|tag| tag.name == "Result") {
        Some(tag) if tag.value() != result => edits.push(Edit::replace(tag.inner_range(), result)),
        Some(_) => {}
        None => {
            if let Some(before) = tags.iter().rev().find(|tag| tag.name == "Black").or(tags.last()) {
                let pair = format!("{}{}", score.line_end(), tag_pair("Result", result));
                edits.push(Edit::insert(before.range.end, pair));
            }
        }
    }
    if let Some(marker) = marker.filter(|_| stated != Some(result)) {
        edits.push(Edit::replace(marker.range.clone(), result));
    }
    Ok(edits)
}

/// Returns the last move of the main line.
fn last_move(score: &Score) -> Option<usize> {
    (0..score.end).rev().find(|place| score.tokens[*place].line == 0 && score.is_move(*place))
}

pub(super) fn is_offered(site: &Site, score: &Score) -> bool {
    let marker = score.tokens.get(score.end).filter(|token| token.kind.is_termination());
    let stated = marker.and_then(|marker| results::canonical(&site.game.text[marker.range.clone()]));
    let mate = last_move(score).filter(|place| score.text(*place).ends_with('#'));
    let won = mate.map(|place| score.tokens[place].turn.fold_wb("1-0", "0-1"));
    let tag = site.game.tag("Result");
    let differs = |result: &str| tag.as_deref() != Some(result) && !site.game.tags().is_empty();
    match won {
        Some(won) => differs(won) || stated.is_some_and(|stated| stated != won),
        None => stated.is_some_and(differs),
    }
}
