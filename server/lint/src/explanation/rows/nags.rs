//! NAGs whose `$` or number is garbled: `$l4`, `S14`, `&2`, and a bare `14` or `414`, as 4 is on the key of `$`.

use std::ops::Range;

use scoresheet_chess::look_alikes::digit_of;
use scoresheet_chess::nag;
use scoresheet_grammar::{TokenKind, ast};

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::Head;
use crate::finding::Edit;

/// The longest garbled NAG: a sign and three digits, in bytes.
const LONGEST: usize = 6;

/// Signs that are read or typed for `$`.
const SIGNS: [char; 9] = ['$', 'S', '&', '%', '€', '£', '§', '@', '#'];

/// The highest NAG that people use as often as the first ones.
const MOST_USUAL: u16 = 23;

impl Rows<'_, '_> {
    /// A sign with digits, or letters for digits, after a move.
    pub(super) fn garbled_nag(&mut self) {
        let start = self.word_start();
        let rest = &self.text.text[start..];
        let rest = &rest[..rest.floor_char_boundary(LONGEST + 1)];
        let end = rest.find(|next: char| next.is_whitespace() || "{}();".contains(next));
        let word = &rest[..end.unwrap_or(rest.len())];
        let Some(sign) = word.chars().next().filter(|sign| SIGNS.contains(sign) && word.len() <= LONGEST) else {
            return;
        };
        // Elsewhere it is a mate in so many moves.
        if sign == '#' && !self.text.habits.writes_nags {
            return;
        }
        let digits: Option<String> = word[sign.len_utf8()..].chars().map(digit_of).collect();
        let Some(number) = digits.and_then(|digits| known_nag(&digits)) else { return };
        let range = start..start + word.len();
        let Some(place) = self.place_at(start).filter(|_| range.end >= self.token.range.end) else { return };
        self.nag(&place, 0, range, &[number]);
    }

    /// A number without a period that is no move number, in a game that has NAGs in numbers.
    pub(super) fn nag_without_dollar(&mut self) {
        let digits = self.slice(&self.token.range);
        let is_bare = digits.bytes().all(|digit| digit.is_ascii_digit());
        let follows = &self.text.text[self.token.range.end..];
        let is_word = self.word_start() == self.token.range.start
            && !follows.starts_with(|next: char| !next.is_whitespace() && !"{()}".contains(next));
        // After a comment or other text, it is a number of that.
        let follows_move = self.head.last == Some(TokenKind::San) || self.head.last == Some(TokenKind::Nag);
        if !is_bare || !is_word || !follows_move || !self.text.habits.writes_nags {
            return;
        }
        let shifted = digits.strip_prefix('4').and_then(known_nag).filter(|number| *number <= MOST_USUAL);
        let meant: Vec<u16> = shifted.into_iter().chain(known_nag(digits)).collect();
        // As a move number it would be off by one.
        let (number, next) = (ast::move_number(digits).number, self.text.token(self.token.range.end));
        let may_be_number =
            number.abs_diff(self.head.number()) <= 1 && next.is_some_and(|next| next.kind == TokenKind::San);
        let more = if may_be_number { costs::WORD_FOR_NUMBER } else { 0 };
        self.nag(&self.here.clone(), more, self.token.range.clone(), &meant);
    }

    /// The likeliest of these NAGs in place of `range`; the others are offered.
    fn nag(&mut self, place: &Place, more: u32, range: Range<usize>, meant: &[u16]) {
        let head = self.at(place).0;
        if head.line.last.is_none() {
            return;
        }
        let next = Head { at: range.end, last: Some(TokenKind::Nag), ..head.clone() };
        let mut edits = meant.iter().map(|number| Edit::replace(range.clone(), format!("${number}")));
        let Some(first) = edits.next() else { return };
        let candidate = Candidate { others: edits.collect(), ..Candidate::new(first, range, Slip::GarbledNag) };
        self.edit(&costs::GARBLED_NAG, more, place, next, candidate);
    }
}

/// The number of a NAG that has a meaning.
fn known_nag(digits: &str) -> Option<u16> {
    let number = digits.parse().ok().filter(|number| *number > 0 && nag::meaning(*number).is_some());
    number.filter(|_| !digits.starts_with(['+', '0']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_garbled_nag_means() {
        let read =
            |word: &str| word.chars().map(digit_of).collect::<Option<String>>().and_then(|word| known_nag(&word));
        for (word, number) in
            [("l4", Some(14)), ("1O", Some(10)), ("S", Some(5)), ("x", None), ("999", None), ("", None)]
        {
            assert_eq!(read(word), number, "{word}");
        }
    }
}
