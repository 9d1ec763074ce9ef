//! Writes the move numbers of export format (section 8.2.2.2): before every move of White, and before Black's moves at
//! the start of a line and after a comment or a variation; counted from the start position of the game.

use scoresheet_grammar::{TokenKind, ast};

use super::score::Score;
use super::site::{Answer, Site, refuse_at};
use super::writer::{Piece, edits};
use scoresheet_chess::move_numbers::indication;
use scoresheet_chess::replay::Setup;

pub(super) fn renumber(site: &Site) -> Answer {
    if Setup::of(site.game).start.is_none() {
        return refuse_at(
            site,
            "the rules of this game or its start position are not known, so its moves cannot be counted",
        );
    }
    let score = Score::of(site.game);
    score.check(0..score.tokens.len())?;
    Ok(edits(&score, &numbered(&score), false))
}

fn numbered<'score, 'game>(score: &'score Score<'game>) -> Vec<Piece<'score, 'game>> {
    let mut pieces = Vec::new();
    let mut needs_number = true;
    // The numbers since the last move or parenthesis.
    let mut written: Vec<usize> = Vec::new();
    let mut kept = 0;
    for (place, token) in score.tokens.iter().enumerate() {
        match token.kind {
            TokenKind::MoveNumber | TokenKind::Periods => written.push(place),
            TokenKind::San if token.line == 0 && place > score.end => break,
            TokenKind::San => {
                let calls = token.turn.is_white() || needs_number;
                let right = indication(score.number_from_start(place), token.turn);
                let mut has_number = false;
                for number in written.drain(..) {
                    if calls && !has_number && is_right(score, number, place) {
                        has_number = true;
                        continue;
                    }
                    pieces.push(Piece::Tokens(score, kept..number));
                    kept = number + 1;
                    if calls && !has_number {
                        pieces.push(Piece::Instead { place: number, text: right.clone(), is_glued: false });
                        has_number = true;
                    }
                }
                if calls && !has_number {
                    pieces.push(Piece::Tokens(score, kept..place));
                    kept = place;
                    pieces.push(Piece::More(TokenKind::MoveNumber, right));
                }
                needs_number = false;
            }
            TokenKind::VariationOpen | TokenKind::VariationClose => {
                written.clear();
                needs_number = true;
            }
            kind if kind.is_comment() => needs_number = true,
            _ => {}
        }
    }
    pieces.push(Piece::Tokens(score, kept..score.tokens.len()));
    pieces
}

/// Whether a written number is the number of a move. A number without periods is import format.
fn is_right(score: &Score, number: usize, move_place: usize) -> bool {
    if score.tokens[number].kind != TokenKind::MoveNumber {
        return false;
    }
    let written = ast::move_number(score.text(number));
    let fits_side = if score.tokens[move_place].turn.is_white() { written.periods <= 1 } else { written.periods != 1 };
    written.number == score.number_from_start(move_place) && fits_side
}

pub(super) fn is_offered(_: &Site, score: &Score) -> bool {
    // If all numbers are correct, the text stays in one piece.
    numbered(score).len() > 1
}
