//! Converts suffixes and traditional signs to NAGs and back (sections 8.2.3.8 and 10).

use scoresheet_grammar::{Event, Parser, TokenKind, Tree, ast};

use super::score::Score;
use super::site::{Answer, Site};
use super::writer::{Piece, edits};
use scoresheet_chess::nag;

pub(super) fn glyphs_to_nags(site: &Site) -> Answer {
    let score = Score::of(site.game);
    score.check(0..0)?;
    Ok(respelled(&score, |place| nag_of(&score, place).map(|number| (format!("${number}"), false))))
}

/// Writes NAGs as signs if the sign is read as the same number; the six suffixes touch their move if they come first.
pub(super) fn nags_to_glyphs(site: &Site) -> Answer {
    let score = Score::of(site.game);
    score.check(0..0)?;
    Ok(respelled(&score, |place| glyph_of(&score, place)))
}

pub(super) fn has_glyphs(_: &Site, score: &Score) -> bool {
    (0..score.tokens.len()).any(|place| nag_of(score, place).is_some())
}

pub(super) fn has_nags(_: &Site, score: &Score) -> bool {
    score.tokens.iter().any(|token| token.kind == TokenKind::Nag)
}

/// Returns the edits that replace the text of some tokens.
fn respelled(score: &Score, new: impl Fn(usize) -> Option<(String, bool)>) -> Vec<crate::edit::Edit> {
    let mut pieces = Vec::new();
    let mut kept = 0;
    for place in 0..score.tokens.len() {
        if let Some((text, is_glued)) = new(place) {
            pieces.push(Piece::Tokens(score, kept..place));
            pieces.push(Piece::Instead { place, text, is_glued });
            kept = place + 1;
        }
    }
    pieces.push(Piece::Tokens(score, kept..score.tokens.len()));
    edits(score, &pieces, false)
}

/// Returns the number of the NAG for a sign.
fn nag_of(score: &Score, place: usize) -> Option<u8> {
    let white_moved = score.tokens[place].turn.is_black();
    match score.tokens[place].kind {
        TokenKind::Suffix | TokenKind::Glyph => nag::from_glyph(score.text(place), white_moved),
        TokenKind::Entity => nag::from_entity(score.text(place), white_moved),
        _ => None,
    }
}

/// Returns the sign for a NAG, and whether it touches the move before it.
fn glyph_of(score: &Score, place: usize) -> Option<(String, bool)> {
    let token = &score.tokens[place];
    if token.kind != TokenKind::Nag {
        return None;
    }
    let number = u16::try_from(ast::nag_number(score.text(place))).ok()?;
    let glyph = nag::glyph(number)?;
    if nag::from_suffix(glyph).is_some() {
        let follows_move = place > 0 && score.is_move(place - 1);
        return follows_move.then(|| (glyph.to_owned(), true));
    }
    let is_same = nag::from_glyph(glyph, token.turn.is_black()).map(u16::from) == Some(number);
    (is_same && is_read_as_glyph(glyph)).then(|| (glyph.to_owned(), false))
}

/// Whether a sign between two moves is read as one. A letter may be a piece of the next move.
fn is_read_as_glyph(glyph: &str) -> bool {
    let text = format!("1. e4 {glyph} e5 *");
    let mut tree = Tree::default();
    Parser::new(&text).next_game(&mut tree);
    let tokens = tree.events().filter(|(event, _)| *event == Event::Token(TokenKind::Glyph));
    let found: Vec<&str> = tokens.map(|(_, range)| &text[range]).collect();
    found == [glyph] && tree.faults().is_empty() && !glyph.contains(char::is_alphanumeric)
}
