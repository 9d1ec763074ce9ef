//! What a page break leaves among the moves: a page number or a rule on a line of its own, and a part of a line that is there twice.

use std::ops::Range;

use scoresheet_format::line_edits::delete;
use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::Head;
use crate::finding::Edit;

/// The most digits of the number of a page.
const LONGEST_PAGE_NUMBER: usize = 4;

/// What is before the number of a page. In lower case.
const WORDS_FOR_PAGE: [&str; 8] = ["page", "p.", "pg.", "seite", "s.", "página", "pagina", "стр."];

/// The least signs of a rule without a number.
const SHORTEST_RULE: usize = 3;

/// The longest line that is looked at. Bytes.
const LONGEST_LINE: usize = 120;

/// The least moves in a part of a line that is there twice: fewer may have been played twice.
const FEWEST_MOVES: usize = 2;

/// How many tokens before the trouble may be on the same line.
const TOKENS_BACK: usize = 24;

impl Rows<'_, '_> {
    pub(super) fn page_break(&mut self) {
        for place in self.here_and_back(TOKENS_BACK) {
            let start = self.at(&place).1.range.start;
            let Some(line) = self.line_at(start) else { continue };
            if is_rule(self.slice(&line)) {
                let head = Head { at: line.end, last: Some(TokenKind::BraceComment), ..self.at(&place).0.clone() };
                let braced = Edit::replace(line.clone(), format!("{{{}}}", self.slice(&line)));
                let deleted = delete(self.text.text, line.clone());
                let candidate = Candidate { others: vec![braced], ..Candidate::new(deleted, line, Slip::PageBreak) };
                self.edit(&costs::PAGE_BREAK, 0, &place, head, candidate);
            } else {
                self.line_twice(&place, line);
            }
        }
    }

    /// The end of a line that is there once more on the next line.
    fn line_twice(&mut self, place: &Place, line: Range<usize>) {
        let written = self.slice(&line);
        let before = self.text.text[..line.start].trim_end();
        let is_twice = before
            .strip_suffix(written)
            .is_some_and(|rest| rest.ends_with(|last: char| last.is_whitespace() || last == '.'));
        if !is_twice || self.moves_in(&line) < FEWEST_MOVES {
            return;
        }
        let head = Head { at: line.end, ..self.at(place).0.clone() };
        let candidate = Candidate::new(Edit::delete(before.len()..line.end), line, Slip::Repeated);
        self.edit(&costs::REPEATED, 0, place, head, candidate);
    }

    /// The line that begins at byte `start`, without white space at its end; nothing where it begins before that, or is long.
    fn line_at(&self, start: usize) -> Option<Range<usize>> {
        let text = self.text.text;
        if !text[..start].trim_end_matches([' ', '\t']).ends_with(['\n', '\r']) {
            return None;
        }
        let rest = &text[start..];
        let rest = &rest[..rest.floor_char_boundary(LONGEST_LINE)];
        let line = rest[..rest.find(['\n', '\r'])?].trim_end();
        Some(start..start + line.len())
    }

    /// How many moves are in a range; none where anything else is but numbers and annotations.
    fn moves_in(&self, range: &Range<usize>) -> usize {
        let (mut at, mut moves) = (range.start, 0);
        while let Some(token) = self.text.token(at).filter(|token| token.range.end <= range.end) {
            match token.kind {
                TokenKind::San => moves += 1,
                TokenKind::MoveNumber | TokenKind::Periods => {}
                kind if kind.is_annotation() => {}
                _ => return 0,
            }
            at = token.range.end;
        }
        moves
    }
}

/// Whether a line is a rule, or the number of a page between signs or after a word: `- 147 -`, `-- 2 --`, `* * *`, `Page 3`. Null moves are
/// neither.
fn is_rule(line: &str) -> bool {
    let is_sign = |character: char| "-–—―=*~_#`·•".contains(character);
    let is_around = |character: char| is_sign(character) || character.is_whitespace();
    let is_number = |number: &str| {
        (1..=LONGEST_PAGE_NUMBER).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let inside = line.trim_matches(is_around);
    if !inside.is_empty() {
        let is_between_signs = line.starts_with(is_sign) && line.ends_with(is_sign);
        let lower = inside.to_lowercase();
        let after_word = WORDS_FOR_PAGE.iter().find_map(|word| lower.strip_prefix(word));
        return is_number(inside) && is_between_signs || after_word.is_some_and(|number| is_number(number.trim()));
    }
    line.chars().filter(|character| is_sign(*character)).count() >= SHORTEST_RULE
        && line.split_whitespace().all(|word| word != "--")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_page_numbers_are_no_moves() {
        for line in ["- 147 -", "-- 2 --", "— 3 —", "* * *", "~~~~", "===== 3 =====", "---", "Page 3", "- p. 14 -"]
        {
            assert!(is_rule(line), "{line}");
        }
        for line in ["--", "-- --", "*", "147", "- 147", "e4 -", "- 14719 -", "1-0", "Page", "Page e4"] {
            assert!(!is_rule(line), "{line}");
        }
    }
}
