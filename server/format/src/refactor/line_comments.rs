//! Converts comments with `;` to brace comments and back (section 5). Comments without an equivalent stay unchanged.

use scoresheet_grammar::{TokenKind, ast};

use super::score::Score;
use super::site::{Answer, Site};
use super::writer::{Piece, edits};

pub(super) fn to_braces(site: &Site) -> Answer {
    respelled(site, |kind, text| {
        let is_possible = kind == TokenKind::LineComment && !text.contains(['{', '}']);
        is_possible.then(|| format!("{{{text}}}"))
    })
}

/// Converts brace comments of one line, each followed by a line end.
pub(super) fn to_line_comments(site: &Site) -> Answer {
    respelled(site, |kind, text| {
        let is_possible = kind == TokenKind::BraceComment && !text.contains(['\n', '\r']);
        is_possible.then(|| format!(";{text}"))
    })
}

pub(super) fn has_line_comments(_: &Site, score: &Score) -> bool {
    score.tokens.iter().any(|token| token.kind == TokenKind::LineComment)
}

pub(super) fn has_braces(_: &Site, score: &Score) -> bool {
    score.tokens.iter().any(|token| token.kind == TokenKind::BraceComment)
}

fn respelled(site: &Site, new: impl Fn(TokenKind, &str) -> Option<String>) -> Answer {
    let score = Score::of(site.game);
    score.check(0..0)?;
    let mut pieces = Vec::new();
    let mut kept = 0;
    for (place, token) in score.tokens.iter().enumerate() {
        if let Some(text) = new(token.kind, ast::comment_text(token.kind, score.text(place))) {
            pieces.push(Piece::Tokens(&score, kept..place));
            pieces.push(Piece::Instead { place, text, is_glued: false });
            kept = place + 1;
        }
    }
    pieces.push(Piece::Tokens(&score, kept..score.tokens.len()));
    Ok(edits(&score, &pieces, false))
}
