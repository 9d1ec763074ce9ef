//! A piece of text that is there twice, one after the other: a line, or what was pasted once more.

use scoresheet_chess::results::RESULTS;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::Head;
use crate::finding::Edit;

/// The shortest piece: less may be two moves that are alike. Bytes.
const SHORTEST: usize = 6;

/// The longest piece. Bytes.
const LONGEST: usize = 400;

/// How many tokens before the trouble the second one may begin.
const TOKENS_BACK: usize = 12;

impl Rows<'_, '_> {
    /// The piece around the trouble is there twice: without it, the same text is left before and after its place.
    pub(super) fn repeated_text(&mut self) {
        let (text, trouble) = (self.text.text, self.token.range.start);
        self.text.spend_on_bytes(LONGEST);
        for place in self.here_and_back(TOKENS_BACK) {
            let (head, start) = (self.at(&place).0.clone(), self.at(&place).1.range.start);
            if !text[..start].ends_with(|last: char| last.is_whitespace() || last == '(') {
                continue;
            }
            let ahead = &text[start..];
            let ahead = &ahead[..ahead.floor_char_boundary(LONGEST)];
            let after_space = ahead.match_indices(char::is_whitespace).map(|(at, space)| start + at + space.len());
            let is_beyond = |end: &usize| *end > trouble && *end - start >= SHORTEST;
            let Some(end) = after_space.filter(is_beyond).find(|end| is_twice(text, start, *end)) else { continue };
            let written = text[start..end].trim_end();
            // Two games may be alike: what has a result, and the beginning of the game once more, is another one.
            if self.is_beginning(start.saturating_sub(end - start))
                || RESULTS.iter().any(|result| written.contains(result))
            {
                continue;
            }
            let next = Head { at: end, ..head };
            let candidate = Candidate::new(Edit::delete(start..end), start..start + written.len(), Slip::RepeatedText);
            self.edit(&costs::REPEATED_TEXT, 0, &place, next, candidate);
        }
    }

    /// Whether no move is before a byte of the game that is at most two pieces back.
    fn is_beginning(&self, at: usize) -> bool {
        let place = self.here.before().find(|place| place.token().range.start <= at);
        place.is_none_or(|place| place.head().line.last.is_none())
    }
}

/// Whether the text between two places may have been written twice: so much is alike before them and after them as is between them.
fn is_twice(text: &str, start: usize, end: usize) -> bool {
    let bytes = text.as_bytes();
    let length = end - start;
    let after = bytes[start..].iter().zip(&bytes[end..]).take(length).take_while(|(one, other)| one == other).count();
    let before = bytes[..start].iter().rev().zip(bytes[..end].iter().rev());
    after + before.take(length).take_while(|(one, other)| one == other).count() >= length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_there_twice() {
        let is_twice = |before: &str, piece: &str, after: &str| {
            is_twice(&format!("{before}{piece}{after}"), before.len(), before.len() + piece.len())
        };
        assert!(is_twice("1. e4 e5 2. Nf3 ", "2. Nf3 ", "Nc6"));
        assert!(is_twice("8.Nc3 ", "Q7.Bxd5 8.Nc3 ", "Q7.Bxd5 x"));
        assert!(!is_twice("1. e4 e5 ", "2. Nf3 ", "Nc6"));
    }
}
