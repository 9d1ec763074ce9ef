//! A move and the one that corrects it: `Nb3, Nd2`, `Nb3 no Nd2`, `Nb3/Nd2`.

use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::Token;
use crate::finding::Edit;

/// How many tokens before the trouble the move is that was corrected.
const TOKENS_BACK: usize = 4;

/// What is written between the two.
const BETWEEN: [&str; 16] = [
    "(sorry)", "sorry", "(oops)", "oops", "no", "No", "rather", "I mean", "->", "=>", "^H", "\u{8}", "/", ",", ".", " ",
];

impl Rows<'_, '_> {
    /// The move before the trouble is taken back by the next one, which is of the same side.
    pub(super) fn corrected(&mut self) {
        let moves = |place: &Place| place.token().kind == TokenKind::San;
        let Some(place) = self.here.before().take(TOKENS_BACK).find(moves) else { return };
        let start = place.token().range.clone();
        let text = self.text.text;
        let mut at = start.end;
        while let Some(between) = BETWEEN.iter().find(|between| text[at..].starts_with(**between)) {
            at += between.len();
        }
        let says_so = !text[start.end..at].trim().is_empty();
        let Some(next) = self.text.token(at).filter(|token| token.kind == TokenKind::San) else { return };
        if next.range.start < self.token.range.start {
            return;
        }
        let Ok(after) = self.text.read(place.head(), &Token { kind: TokenKind::San, range: next.range.clone() }) else {
            return;
        };
        let range = start.start..next.range.start;
        let more = if says_so { 0 } else { costs::UNSAID_CORRECTION };
        let candidate = Candidate::new(Edit::delete(range), start, Slip::Corrected);
        self.edit(&costs::CORRECTED, more, &place, after, candidate);
    }
}
