//! Games in descriptive notation, `1. P-K4 P-K4 2. N-KB3`, which PGN does not have: one fault, and no token of them is a move.

use std::ops::Range;

use super::GameParser;
use crate::fault::FaultKind;
use crate::kind::TokenKind;

impl GameParser<'_, '_> {
    /// Takes the first move of a game that is in descriptive notation, if this word of the movetext is one.
    pub(super) fn take_descriptive_move(&mut self, range: Range<usize>) -> bool {
        let is_first = self.last_move.is_none() && self.open_variations.is_empty() && self.text_run.is_none();
        if !is_first || !is_descriptive(&self.text.as_bytes()[range.clone()]) {
            return false;
        }
        // Nor is what is before it the number of a move.
        if self.tree.last_token() == Some(TokenKind::MoveNumber) {
            self.tree.rename_last_token(TokenKind::Word);
        }
        self.tree.note_descriptive();
        self.fault_token(FaultKind::DescriptiveNotation, TokenKind::Word, range);
        true
    }

    /// A token of the movetext of such a game. Returns whether it belongs to the next game.
    pub(super) fn descriptive_token(&mut self, kind: TokenKind, range: Range<usize>) -> bool {
        match kind {
            TokenKind::Bracket | TokenKind::EscapeLine => self.other_movetext_token(kind, range),
            _ if kind.is_comment() || kind.is_termination() => self.other_movetext_token(kind, range),
            _ => {
                self.plain_token(TokenKind::Word, range);
                false
            }
        }
    }
}

/// Whether a word is a first move in descriptive notation: `P-K4`, `N-KB3`, `Kt-QB3`, `P-QKt3`.
fn is_descriptive(word: &[u8]) -> bool {
    let Some(dash) = word.iter().position(|byte| *byte == b'-') else { return false };
    let (piece, target) = (&word[..dash], &word[dash + 1..]);
    let is_piece = matches!(piece, b"P" | b"N" | b"Kt" | b"KP" | b"QP" | b"KN" | b"QN" | b"KKt" | b"QKt");
    let Some((b'1'..=b'8', file)) = target.split_last() else { return false };
    let of_wing = file.strip_prefix(b"K").or_else(|| file.strip_prefix(b"Q"));
    is_piece && of_wing.is_some_and(|file| matches!(file, b"" | b"B" | b"N" | b"Kt" | b"R"))
}

#[cfg(test)]
mod tests {
    use crate::Games;
    use crate::fault::FaultKind;
    use crate::kind::TokenKind;
    use crate::tree::Event;

    #[test]
    fn a_game_in_descriptive_notation_is_one_fault() {
        for text in [
            "1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5 O-O 4. BxN+ QPxB! $1 (4. P-B4) *",
            "1.P-K4 P-K4 2.Kt-KB3 {good} Kt-QB3 1-0",
            "[Event \"E\"]\n\n1 P-Q4 N-KB3\n2 P-QB4 P-K3 1/2-1/2",
            "[Event \"E\"]\n\n1. P-QKt3 P-K4",
        ] {
            let game = Games::new(text).next().unwrap();
            let tree = game.view().tree;
            let faults: Vec<FaultKind> = tree.faults().iter().map(|fault| fault.kind).collect();
            assert_eq!(faults, [FaultKind::DescriptiveNotation], "{text}");
            let has = |kind| tree.events().any(|(event, _)| event == Event::Token(kind));
            assert!(!has(TokenKind::San) && !has(TokenKind::MoveNumber), "{text}");
        }
    }

    #[test]
    fn other_words_are_not() {
        for text in ["1. e4 P-K4 *", "[A \"b\"]\n\n1. N-c3 *", "[A \"b\"]\n\n1. P-e4 *", "[A \"b\"]\n\n1. see P-K4 *"] {
            let game = Games::new(text).next().unwrap();
            let is_descriptive = |kind| kind == FaultKind::DescriptiveNotation;
            assert!(!game.view().tree.faults().iter().any(|fault| is_descriptive(fault.kind)), "{text}");
        }
    }
}
