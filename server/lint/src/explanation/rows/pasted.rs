//! Moves and results with what web pages, word processors and books put around them, and moves in the digits of
//! correspondence chess or in Smith notation.

use std::ops::Range;

use scoresheet_chess::pasted::{tag_length, without_markup};
use scoresheet_chess::replay::Fitting;
use scoresheet_chess::results;
use scoresheet_grammar::TokenKind;
use shakmaty::san::SanPlus;

use super::Rows;
use crate::decoded_again::word_decoded_again;
use crate::explanation::costs;
use crate::explanation::path::Place;
use crate::explanation::slip::Slip;
use crate::explanation::walk::{Head, Token};

/// The longest move or result with all that is around it. Bytes.
const LONGEST: usize = 80;

/// What encloses a result, or marks it.
const AROUND_RESULT: [char; 8] = ['(', ')', '[', ']', '*', '_', '.', ' '];

/// Signs for italics, and between the columns of a table.
const AROUND_MOVE: [char; 3] = ['/', '|', '~'];

impl Rows<'_, '_> {
    pub(super) fn pasted(&mut self) {
        self.pasted_result();
        self.pasted_move();
        self.marks_without_shift();
    }

    /// The result at the end of the game: `(1-0)`, `<b>1-0</b>`, `&frac12;-&frac12;`.
    fn pasted_result(&mut self) {
        let text = self.text.text;
        let before = &text[..self.word_start()];
        let start = before.trim_end_matches(['(', '[', '*', '_', ' ']).len();
        let start = text.len() - text[start..].trim_start().len();
        let rest = &text[start..];
        let written = rest[..rest.floor_char_boundary(2 * LONGEST)].trim_end();
        // What follows the result is another game, or nothing.
        let is_last = written.len() <= LONGEST && rest[written.len()..].trim_start().is_empty();
        if !is_last || written.contains(['\n', '\r']) {
            return;
        }
        let plain = without_markup(written);
        let meant = results::canonical(plain.trim_matches(AROUND_RESULT)).filter(|meant| *meant != "*");
        let (Some(meant), Some(place)) = (meant, self.place_at(start)) else { return };
        let head = self.at(&place).0;
        if written == meant || head.line.depth > 0 {
            return;
        }
        let range = start..start + written.len();
        let next = Head { at: range.end, last: Some(TokenKind::Termination), ..head.clone() };
        self.replace(&costs::PASTED_RESULT, 0, (&place, next), range, meant, Slip::DisguisedResult);
    }

    /// A move: `<b>e4</b>`, `“Nf3”`, `O&ndash;O`, and `5254` for e2e4.
    fn pasted_move(&mut self) {
        let range = self.pasted_word();
        let written = self.slice(&range);
        if has_quote_at_one_end(written) {
            return;
        }
        let decoded = word_decoded_again(written);
        let plain = without_markup(text_of_link(decoded.as_deref().unwrap_or(written)));
        let plain = plain.trim_matches(AROUND_MOVE);
        let after_number = plain.trim_start_matches(|digit: char| digit.is_ascii_digit()).trim_start_matches('.');
        let (of_digits, of_smith) = (of_digits(plain), of_smith(after_number));
        let is_other_notation = of_digits.is_some() || of_smith.is_some();
        if plain == written && !is_other_notation || plain.len() > LONGEST {
            return;
        }
        let of_san = if plain.contains('.') { after_number } else { plain };
        let whole = of_digits.as_deref().or(of_smith.as_deref()).unwrap_or(of_san);
        let san = whole.trim_end_matches(['!', '?']);
        let number = &plain[..if of_digits.is_some() { 0 } else { plain.len() - of_san.len() }];
        let Some(place) = self.place_at(range.start) else { return };
        let Some((meant, next)) = self.legal_move(&place, &range, san) else { return };
        let text = format!("{number}{meant}{}", &whole[san.len()..]);
        self.write_move(&costs::PASTED, 0, (&place, next), range, &text, Slip::Unreadable);
    }

    /// A move whose marks were typed without the shift key: `Nf31/` for `Nf3!?`.
    fn marks_without_shift(&mut self) {
        const MOST_MARKS: usize = 2;
        let word = self.pasted_word();
        let is_of_number = |sign: char| sign.is_ascii_digit() || sign == '.';
        let range = word.end - self.slice(&word).trim_start_matches(is_of_number).len()..word.end;
        let written = self.slice(&range);
        let bare = written.trim_end_matches(['1', '/']).len();
        // A rank may be before the marks: `Ra11`.
        let has_rank =
            written[..bare].ends_with(|file: char| matches!(file, 'a'..='h')) && written[bare..].starts_with('1');
        let (san, marks) = written.split_at(bare + usize::from(has_rank));
        if marks.is_empty() || marks.len() > MOST_MARKS {
            return;
        }
        let Some(place) = self.place_at(range.start) else { return };
        let Some((_, next)) = self.legal_move(&place, &range, san) else { return };
        let text = format!("{san}{}", marks.replace('1', "!").replace('/', "?"));
        self.write_move(&costs::MARKS_WITHOUT_SHIFT, 0, (&place, next), range, &text, Slip::Unreadable);
    }

    /// The one legal move at a place that a text means, and the head after it, which is written at `range`.
    fn legal_move(&self, place: &Place, range: &Range<usize>, san: &str) -> Option<(SanPlus, Head)> {
        let (head, tried) = (self.at(place).0, self.text.tried(san));
        let board = &head.line.now;
        let position = board.position.as_ref()?;
        let Fitting::One(action, _) = tried.fit(position, board.in_check) else { return None };
        let token = Token { kind: TokenKind::San, range: range.clone() };
        let next = self.text.moved_as(head, &token, action, tried.check_mark());
        Some((SanPlus::from_move(position.clone(), action), next))
    }

    /// Where the word begins that the token is in; where that is far away, it is no move.
    pub(super) fn word_start(&self) -> usize {
        let end = self.token.range.start;
        let near = &self.text.text[self.text.text.ceil_char_boundary(end.saturating_sub(LONGEST))..end];
        end - (near.len() - near.trim_end_matches(|letter: char| !letter.is_whitespace()).len())
    }

    /// The word around the token: up to white space that is in no tag of HTML.
    pub(super) fn pasted_word(&self) -> Range<usize> {
        let (text, start) = (self.text.text, self.word_start());
        let mut end = start;
        while end < text.len() && end - start <= LONGEST {
            let rest = &text[end..];
            let next = rest.chars().next().filter(|letter| !letter.is_whitespace());
            let Some(length) = tag_length(rest).or(next.map(char::len_utf8)) else { break };
            end += length;
        }
        start..end
    }
}

/// Whether a word has a quote at one end only: it is that of a line, or of several words.
fn has_quote_at_one_end(word: &str) -> bool {
    let quotes = ["\\\"", "\"", "&quot;", "%22"];
    quotes.iter().any(|quote| word.starts_with(quote) != word.ends_with(quote))
}

/// The text of a link of Markdown, `[Nf3](http://a.org)`, or all of a text that is none.
fn text_of_link(text: &str) -> &str {
    let parts = text.strip_prefix('[').and_then(|text| text.split_once("](")).filter(|(_, rest)| rest.ends_with(')'));
    parts.map_or(text, |(text, _)| text)
}

/// The move in both squares that one in Smith notation means, which also says what it captures, castling (`c`, `C`), a capture en passant
/// (`E`) and a promotion: `e1g1c`, `e4d5p`, `e7d8rQ`.
fn of_smith(text: &str) -> Option<String> {
    let (squares, rest) = text.split_at_checked(4)?;
    let bytes = squares.as_bytes();
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let rest = rest.strip_prefix(['p', 'n', 'b', 'r', 'q', 'k', 'c', 'C', 'E'])?;
    let is_promotion = matches!(rest, "" | "N" | "B" | "R" | "Q");
    (is_square(&bytes[..2]) && is_square(&bytes[2..]) && is_promotion)
        .then(|| format!("{squares}{}", rest.to_ascii_lowercase()))
}

/// The move that four digits mean in correspondence chess, and five with a promotion: file and rank of both squares. `5254` is e2e4.
fn of_digits(text: &str) -> Option<String> {
    let (squares, promotion) = text.split_at_checked(4)?;
    let is_square = |digit: u8| matches!(digit, b'1'..=b'8');
    let promotion = match promotion {
        "" => "",
        "1" => "q",
        "2" => "r",
        "3" => "b",
        "4" => "n",
        _ => return None,
    };
    let file = |digit: u8| char::from(digit - b'1' + b'a');
    let &[from_file, from_rank, to_file, to_rank] = squares.as_bytes() else { return None };
    squares.bytes().all(is_square).then(|| {
        let (from_rank, to_rank) = (char::from(from_rank), char::from(to_rank));
        format!("{}{from_rank}{}{to_rank}{promotion}", file(from_file), file(to_file))
    })
}
