//! Several moves with one mark around them: `<b>Nc3 e6</b>`, `**Nf3 Nc6**`, `"Bb5","a6"`.

use scoresheet_chess::replay::Fitting;
use scoresheet_grammar::TokenKind;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::slip::Slip;
use crate::explanation::walk::{Head, Token};

/// The longest text between two marks. Bytes.
const LONGEST: usize = 60;

/// How many tokens before the trouble the mark may be.
const TOKENS_BACK: usize = 6;

/// What is written before and after moves to mark them.
const MARKS: [(&str, &str); 15] = [
    ("[b]", "[/b]"),
    ("[i]", "[/i]"),
    ("<b>", "</b>"),
    ("<i>", "</i>"),
    ("<u>", "</u>"),
    ("<em>", "</em>"),
    ("<strong>", "</strong>"),
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("_", "_"),
    ("\"", "\""),
    ("'", "'"),
    ("“", "”"),
    ("‘", "’"),
];

impl Rows<'_, '_> {
    pub(super) fn marked_moves(&mut self) {
        for place in self.here_and_back(TOKENS_BACK) {
            let start = self.at(&place).1.range.start;
            let rest = &self.text.text[start..];
            let rest = &rest[..rest.floor_char_boundary(LONGEST)];
            let Some((open, close)) = MARKS.iter().find(|(open, _)| rest.starts_with(open)) else { continue };
            let Some(inside) = marked(&rest[open.len()..], close) else { continue };
            let range = start..start + open.len() + inside.len() + close.len();
            // Each cell of a table has its marks.
            let moves = inside.replace("\",\"", " ").replace("','", " ");
            // Signs around one move are another matter, but for those with brackets.
            let fewest = if open.starts_with('[') { 1 } else { 2 };
            let Some(after) = self.after_all(self.at(&place).0, &moves, range.end, fewest) else { continue };
            self.write_move(&costs::PASTED, 0, (&place, after), range, &moves, Slip::Unreadable);
        }
    }

    /// The head at byte `end` after all of several moves with their numbers; nothing where one does not fit, or there are
    /// fewer.
    fn after_all(&self, head: &Head, moves: &str, end: usize, fewest: usize) -> Option<Head> {
        let (mut head, mut played) = (head.clone(), 0);
        let token = Token { kind: TokenKind::San, range: end..end };
        for word in moves.split_whitespace() {
            let digits = word.len() - word.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
            let after_number = word[digits..].trim_start_matches('.');
            let is_number = digits > 0 && after_number.len() < word.len() - digits;
            if is_number && word[..digits] != head.number().to_string() {
                return None;
            }
            let san = if is_number { after_number } else { word };
            if san.is_empty() {
                continue;
            }
            let (board, tried) = (&head.line.now, self.text.tried(san));
            let Fitting::One(action, _) = tried.fit(board.position.as_ref()?, board.in_check) else { return None };
            head = self.text.moved_as(&head, &token, action, tried.check_mark());
            played += 1;
        }
        (played >= fewest).then_some(head)
    }
}

/// The text up to the mark that closes it: the first one with white space or nothing after it.
fn marked<'text>(text: &'text str, close: &str) -> Option<&'text str> {
    let ends = text.match_indices(close).map(|(end, _)| end);
    let is_end = |end: &usize| {
        let after = &text[end + close.len()..];
        after.is_empty() || after.starts_with(char::is_whitespace)
    };
    ends.filter(|end| *end > 0).find(is_end).map(|end| &text[..end]).filter(|inside| !inside.contains(['\n', '\r']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_closes_before_white_space() {
        assert_eq!(marked("2. Nf3 Nc6** 3. Bb5", "**"), Some("2. Nf3 Nc6"));
        assert_eq!(marked("3.\",\"Bb5\",\"a6\" 4.", "\""), Some("3.\",\"Bb5\",\"a6"));
        assert_eq!(marked("2. Nf3\nNc6* 3.", "*"), None);
    }
}
