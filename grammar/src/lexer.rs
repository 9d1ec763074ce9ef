//! Text to tokens: a thin cursor over the logos lexer, with the scans that need a look at the lines around.

use logos::{Lexer as LogosLexer, Logos};
use memchr::{memchr, memchr2, memchr3, memmem};
use std::ops::Range;

use crate::conflict;
use crate::kind::TokenKind;
use crate::shape;

/// The token of movetext that begins at byte `start` of `text`, which must be a character boundary, and its half-open range; nothing at
/// the end of the text. Linear in the token.
///
/// What a token is may depend on the text before it, but not on where reading began: reading may begin inside of a comment.
///
/// ```
/// use scoresheet_grammar::{TokenKind, token_at};
///
/// assert_eq!(token_at("{best 1. e4}", 6), Some((TokenKind::MoveNumber, 6..8)));
/// ```
pub fn token_at(text: &str, start: usize) -> Option<(TokenKind, Range<usize>)> {
    Lexer::at(text, start).next()
}

/// A position in a text from which tokens are read. Linear in the text.
pub(crate) struct Lexer<'text> {
    text: &'text str,
    inner: LogosLexer<'text, TokenKind>,
}

impl<'text> Lexer<'text> {
    /// A lexer of `text` that is at byte `position`, which must be a character boundary.
    pub(crate) fn at(text: &'text str, position: usize) -> Lexer<'text> {
        let mut inner = TokenKind::lexer(text);
        inner.bump(position);
        Lexer { text, inner }
    }

    /// Go to byte `position`, which must be a character boundary.
    pub(crate) fn seek(&mut self, position: usize) {
        *self = Lexer::at(self.text, position);
    }

    /// Take a space that is alone between two tokens, if there is one here. Half of all tokens are such spaces, and
    /// looking at two bytes is much less than a run of the lexer.
    #[inline]
    pub(crate) fn take_single_space(&mut self) -> bool {
        let end = self.inner.span().end;
        let is_single = matches!(self.text.as_bytes().get(end..end + 2), Some([b' ', next]) if next.is_ascii_graphic());
        if is_single {
            self.inner.bump(1);
        }
        is_single
    }

    /// Go on to byte `position`, which is not before this one: what is between has been made tokens of.
    #[inline]
    pub(crate) fn seek_forward(&mut self, position: usize) {
        self.inner.bump(position - self.inner.span().end);
    }

    /// The next token, or nothing at the end of the text.
    // Where most of the time of reading goes; the tokens that take a run of the lexer are few.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<(TokenKind, Range<usize>)> {
        let start = self.inner.span().end;
        if let Some((kind, length)) = plain_token(&self.text.as_bytes()[start..]) {
            self.inner.bump(length);
            return Some((kind, start..start + length));
        }
        self.next_by_lexer()
    }

    #[inline(never)]
    fn next_by_lexer(&mut self) -> Option<(TokenKind, Range<usize>)> {
        let start = self.inner.span().end;
        // Around the movetext of every game.
        if let Some(length) = plain_white_space(&self.text.as_bytes()[start..], usize::MAX) {
            self.inner.bump(length);
            return Some((TokenKind::Whitespace, start..start + length));
        }
        let kind = self.inner.next()?.unwrap_or(TokenKind::Unknown);
        let range = self.inner.span();
        if let Some(length) = self.conflict(&range) {
            return Some(self.hidden(range.start, length));
        }
        if kind.is_termination() {
            return Some((self.marker(kind, &range), range));
        }
        if kind == TokenKind::Glyph && self.is_in_number(&range) {
            return Some((TokenKind::Word, range));
        }
        if kind != TokenKind::San {
            return Some((kind, range));
        }
        Some(match self.text.as_bytes()[range.clone()] {
            [.., b' ', b'1'..=b'8'] => self.with_its_rank(range.clone(), range.end - 2),
            [.., b' ', b'1'..=b'8', b'+' | b'#'] => self.with_its_rank(range.clone(), range.end - 3),
            [.., b'+'] => self.without_glued_glyph(range),
            [b'1'..=b'8', _] => self.turned_square(range),
            [b'a'..=b'h', b'a'..=b'h'] | [b'C' | b'c', b'a', ..] => self.word_for_move(range),
            // "aa3." is a word and a number.
            [one @ b'a'..=b'h', other, _] if one == other && self.text.as_bytes().get(range.end) == Some(&b'.') => {
                self.cut_off(TokenKind::Word, range, 2)
            }
            _ => (kind, range),
        })
    }

    /// The length of what a marker of a conflict hides, if the token begins with one.
    fn conflict(&self, token: &Range<usize>) -> Option<usize> {
        let rest = &self.text.as_bytes()[token.start..];
        let marker = conflict::marker(rest).filter(|_| shape::is_line_start(self.text.as_bytes(), token.start))?;
        Some(conflict::hidden_length(rest, marker))
    }

    /// So many bytes are hidden, as by an escape line.
    fn hidden(&mut self, start: usize, length: usize) -> (TokenKind, Range<usize>) {
        self.seek(start + length);
        (TokenKind::EscapeLine, start..start + length)
    }

    /// A marker is a whole symbol (section 7). With more of one after it, it is part of something else: `½-(`, `1/2-h`, `1/2-1/2-0`.
    fn marker(&self, kind: TokenKind, range: &Range<usize>) -> TokenKind {
        let rest = &self.text[range.end..];
        let is_short = matches!(&self.text[range.clone()], "1/2" | "½");
        let goes_on = rest.starts_with(['-', '–', '—', '−', '‐', '‑', '#', '=', '+', ':', '_', '/', '½'])
            || is_short && rest.starts_with(',')
            || kind == TokenKind::OddTermination && rest.starts_with(|next: char| next.is_ascii_digit());
        if goes_on && self.text.as_bytes()[range.start] != b'*' { TokenKind::Word } else { kind }
    }

    /// Whether a letter is part of a move number: `1N. e4`, `7D`. In `e4N.` it is a sign.
    fn is_in_number(&self, range: &Range<usize>) -> bool {
        let text = self.text.as_bytes();
        let digits = text[..range.start].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        text[range.start].is_ascii_alphabetic()
            && digits > 0
            && !text[..range.start - digits].last().is_some_and(u8::is_ascii_alphanumeric)
    }

    /// `3h` is a square with its characters turned round where nothing follows it, in `3hxg4` it begins with a number.
    fn turned_square(&mut self, range: Range<usize>) -> (TokenKind, Range<usize>) {
        let ends = self.text.as_bytes().get(range.end).is_none_or(|byte| byte.is_ascii_whitespace());
        if ends { (TokenKind::San, range) } else { self.cut_off(TokenKind::MoveNumber, range, 1) }
    }

    /// `ed` and `castles` mean a move where numbers, moves and signs are on both sides, and no words.
    fn word_for_move(&mut self, range: Range<usize>) -> (TokenKind, Range<usize>) {
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        let gap = &before[before.trim_end().len()..];
        // What is before an empty line may be another game.
        let before = without_short_captures(before.trim_end());
        let follows_moves = !shape::has_empty_line(gap.as_bytes())
            && before.ends_with(|last: char| last.is_ascii_digit() || ".+#!?".contains(last));
        let is_move = follows_moves && shape::goes_on_with_moves(after.as_bytes());
        (if is_move { TokenKind::San } else { TokenKind::Word }, range)
    }

    /// In `Be 7` the digit is the rank, in `Be 7. Nf3` it is the number of the next move. The word ends at `space`, before the digit.
    fn with_its_rank(&mut self, range: Range<usize>, space: usize) -> (TokenKind, Range<usize>) {
        let next = self.text.as_bytes().get(range.end);
        let is_number = next.is_some_and(|byte| byte.is_ascii_digit() || b"./-".contains(byte));
        let length = space - range.start;
        if is_number { self.cut_off(TokenKind::Word, range, length) } else { (TokenKind::San, range) }
    }

    /// The first `length` bytes of a token as one of its own, which is of `kind`; the rest is re-read.
    fn cut_off(&mut self, kind: TokenKind, range: Range<usize>, length: usize) -> (TokenKind, Range<usize>) {
        let end = range.start + length;
        self.seek(end);
        (kind, range.start..end)
    }

    /// `Qd4+-` is not a check followed by a hyphen but a move with "White is winning": give the `+` back to the sign.
    fn without_glued_glyph(&mut self, range: Range<usize>) -> (TokenKind, Range<usize>) {
        let glyphs = ["+-", "+−", "+/-", "+/−", "+=", "+/="];
        let from_plus = &self.text[range.end - 1..];
        if glyphs.iter().any(|glyph| from_plus.starts_with(glyph)) {
            self.seek(range.end - 1);
            return (TokenKind::San, range.start..range.end - 1);
        }
        (TokenKind::San, range)
    }
}

/// The text without short captures by pawns at its end, at most two: in `3. cd ed` both are moves.
fn without_short_captures(text: &str) -> &str {
    let without_one = |text: &'_ str| -> Option<usize> {
        let [rest @ .., space, from @ b'a'..=b'h', to @ b'a'..=b'h'] = text.as_bytes() else { return None };
        (space.is_ascii_whitespace() && from.abs_diff(*to) == 1).then(|| rest.trim_ascii_end().len())
    };
    let once = without_one(text).map_or(text, |length| &text[..length]);
    without_one(once).map_or(once, |length| &once[..length])
}

/// So many bytes show every plain token but comments and white space, with what ends it.
const WINDOW: usize = 8;

/// The tokens that most movetext is made of, recognised by their first bytes: what the lexer says of them too (a test
/// compares the two), in a fraction of the time. Nothing at the very end of the text.
// Where most of the time of reading goes: what follows depends on the kind, which is known in each branch.
#[inline(always)]
pub(crate) fn plain_token(rest: &[u8]) -> Option<(TokenKind, usize)> {
    let token = match *rest.first_chunk::<WINDOW>()? {
        [b'a'..=b'h', b'1'..=b'8', end, ..] if ends_move(end) => (TokenKind::San, 2),
        [b'a'..=b'h', b'x', b'a'..=b'h', b'1'..=b'8', end, ..] if ends_move(end) => (TokenKind::San, 4),
        [b'a'..=b'h', b'1'..=b'8', b'+' | b'#', end, ..] if ends_move(end) => (TokenKind::San, 3),
        [b'a'..=b'h', b'x', b'a'..=b'h', b'1'..=b'8', b'+' | b'#', end, ..] if ends_move(end) => (TokenKind::San, 5),
        [b'N' | b'B' | b'R' | b'Q' | b'K', after @ ..] => (TokenKind::San, 1 + plain_piece_move(after)?),
        [b'1'..=b'9', b'.', after @ ..] => (TokenKind::MoveNumber, 2 + rest_of_plain_number(&after)?),
        [b'1'..=b'9', b'0'..=b'9', b'.', after @ ..] => (TokenKind::MoveNumber, 3 + rest_of_plain_number(&after)?),
        [b'\n', next, ..] if next.is_ascii_graphic() => (TokenKind::Whitespace, 1),
        [b'\r', b'\n', next, ..] if next.is_ascii_graphic() => (TokenKind::Whitespace, 2),
        [b' ' | b'\n' | b'\r', ..] => (TokenKind::Whitespace, plain_white_space(rest, 1)?),
        [b'{', ..] => (TokenKind::BraceComment, plain_comment(rest)?),
        [b'$', b'1'..=b'9', end, ..] if is_apart(end) => (TokenKind::Nag, 2),
        [b'$', b'1'..=b'9', b'0'..=b'9', end, ..] if is_apart(end) => (TokenKind::Nag, 3),
        [b'$', b'1'..=b'9', b'0'..=b'9', b'0'..=b'9', end, ..] if is_apart(end) => (TokenKind::Nag, 4),
        [b'O', b'-', b'O', end, ..] if ends_move(end) => (TokenKind::San, 3),
        [b'O', b'-', b'O', b'-', b'O', end, ..] if ends_move(end) => (TokenKind::San, 5),
        [b'(', after @ ..] if opens_variation(after) => (TokenKind::VariationOpen, 1),
        [b')', ..] => (TokenKind::VariationClose, 1),
        [b'!' | b'?', end, ..] if is_apart(end) => (TokenKind::Suffix, 1),
        [b'!' | b'?', b'!' | b'?', end, ..] if is_apart(end) => (TokenKind::Suffix, 2),
        [b'[', ..] => (TokenKind::Bracket, 1),
        _ => return None,
    };
    Some(token)
}

/// Whether what is after a parenthesis is neither a glyph `(=)` nor a score `(+0.35)` nor a time `(0:05)`.
#[inline]
fn opens_variation(after: [u8; WINDOW - 1]) -> bool {
    match after {
        [b'0'..=b'9', b':', ..] | [b'0'..=b'9', b'0'..=b'9', b':', ..] => false,
        [next, ..] => next.is_ascii_alphanumeric() || matches!(next, b' ' | b'\n' | b'\r' | b'{' | b'(' | b')'),
    }
}

/// The length of what is after the letter of a piece's move.
#[inline]
fn plain_piece_move(after: [u8; WINDOW - 1]) -> Option<usize> {
    match after {
        [b'a'..=b'h', b'1'..=b'8', end, ..] if ends_move(end) => Some(2),
        [b'x', b'a'..=b'h', b'1'..=b'8', end, ..] if ends_move(end) => Some(3),
        [b'a'..=b'h', b'1'..=b'8', b'+' | b'#', end, ..] if ends_move(end) => Some(3),
        [b'a'..=b'h' | b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', end, ..] if ends_move(end) => Some(3),
        [b'x', b'a'..=b'h', b'1'..=b'8', b'+' | b'#', end, ..] if ends_move(end) => Some(4),
        _ => None,
    }
}

/// The length of the white space that `rest` begins with, of spaces and at most so many line ends.
#[inline]
fn plain_white_space(rest: &[u8], most_line_ends: usize) -> Option<usize> {
    let mut line_ends = 0;
    for (length, byte) in rest.iter().enumerate() {
        match byte {
            b' ' => {}
            b'\r' if rest.get(length + 1) == Some(&b'\n') => {}
            b'\n' => line_ends += 1,
            end => return (length > 0 && line_ends <= most_line_ends && end.is_ascii_graphic()).then_some(length),
        }
    }
    None
}

/// The length of a comment without empty lines.
#[inline]
fn plain_comment(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr3(b'}', b'\n', b'\r', &rest[at..])?;
        match rest[at..] {
            [b'}', ..] => return Some(at + 1),
            [b'\r', b'\n', next, ..] if next.is_ascii_graphic() => at += 2,
            [b'\n', next, ..] if next.is_ascii_graphic() => at += 1,
            _ => return None,
        }
    }
}

/// Whether nothing that is part of a move begins with this byte.
#[inline]
fn ends_move(byte: u8) -> bool {
    is_apart(byte) || matches!(byte, b'!' | b'?')
}

/// Whether this byte is not part of the token before it, whatever that is.
#[inline]
fn is_apart(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b')')
}

/// The length of what is after the first period of a move number: nothing more of it, or two periods.
#[inline]
fn rest_of_plain_number(after: &[u8]) -> Option<usize> {
    let (after, length) = match after {
        [b'.', b'.', after @ ..] => (after, 2),
        _ => (after, 0),
    };
    let is_end = match *after {
        [b' ' | b'\n', next, ..] => next.is_ascii_alphanumeric(),
        [b'\r', b'\n', next, ..] => next.is_ascii_alphanumeric(),
        [b'a'..=b'h' | b'A'..=b'Z', ..] => true,
        _ => false,
    };
    is_end.then_some(length)
}

/// Called after `{`: ends the comment at `}` (section 5: brace comments do not nest), or, where it is not closed,
/// before the next game.
///
/// It is not closed where, after an empty line with a tag pair after it, another `{` or the end of the text comes before
/// any `}`: then it ends before that empty line. Nor does it reach over a place where a game certainly begins, so that
/// reading can begin there without having read what is before.
///
/// Linear in the text, however many comments are not closed: what is looked at after the end of one holds no `{`.
pub(crate) fn brace_comment(lexer: &mut LogosLexer<TokenKind>) -> TokenKind {
    let text = lexer.source().as_bytes();
    let start = lexer.span().end;
    let mut line_start = start;
    let mut content_end = start;
    let mut end_if_unclosed = None;
    let mut at = start;
    while let Some(stop) = next_stop(text, at, end_if_unclosed.is_some()) {
        match text[stop] {
            b'}' => {
                lexer.bump(stop + 1 - start);
                return TokenKind::BraceComment;
            }
            b'{' => break,
            _ => {}
        }
        let content = text[line_start..stop].trim_ascii_end();
        let is_empty = shape::without_byte_order_mark(content).is_empty();
        let is_space = is_empty && line_start > start;
        if !is_empty {
            content_end = line_start + content.len();
        }
        at = stop + 1;
        if text[stop] == b'\r' && text.get(at) == Some(&b'\n') {
            at += 1;
        }
        line_start = at;
        let begins_tags = is_space && shape::is_tag(shape::without_byte_order_mark(&text[at..]));
        if begins_tags {
            end_if_unclosed = end_if_unclosed.or(Some(content_end));
        }
        // Every game in export format begins with its Event tag: there a game begins whatever becomes of the braces, also right after
        // one that was left as it is.
        let begins_game = end_if_unclosed.is_some() && text[at..].starts_with(b"[Event ");
        if begins_game || begins_tags && shape::is_certain_start(text, at) {
            break;
        }
    }
    let end = end_if_unclosed.unwrap_or_else(|| {
        let last_line = text[line_start..].trim_ascii_end();
        // As before another game, so that a game reads alone as it reads among others.
        let is_empty = shape::without_byte_order_mark(last_line).is_empty();
        if is_empty { content_end } else { line_start + last_line.len() }
    });
    lexer.bump(end - start);
    TokenKind::UnclosedComment
}

/// The next closing brace or line end at or after `at`; the next opening brace too, where they count.
fn next_stop(text: &[u8], at: usize, opening_counts: bool) -> Option<usize> {
    let rest = &text[at..];
    let stop = memchr3(b'}', b'\n', b'\r', rest);
    let before = &rest[..stop.unwrap_or(rest.len())];
    let opening = if opening_counts { memchr(b'{', before) } else { None };
    opening.or(stop).map(|found| at + found)
}

/// Called after `;`: takes all up to the line end.
pub(crate) fn rest_of_line(lexer: &mut LogosLexer<TokenKind>) {
    let length = shape::line_length(lexer.remainder().as_bytes());
    lexer.bump(length);
}

/// Called after `%`: an escape line in the first column, a stray character anywhere else (section 6).
pub(crate) fn escape_line(lexer: &mut LogosLexer<TokenKind>) -> TokenKind {
    if !shape::is_line_start(lexer.source().as_bytes(), lexer.span().start) {
        return TokenKind::Unknown;
    }
    rest_of_line(lexer);
    TokenKind::EscapeLine
}

/// The longest comment of a programming language that is looked for. Bytes.
pub(crate) const LONGEST_FOREIGN_COMMENT: usize = 2000;

/// Called after `/`: takes all of what a programmer takes for a comment, `/* ... */`, lest its star end the game. It holds no
/// empty line and no brace.
pub(crate) fn slash(lexer: &mut LogosLexer<TokenKind>) {
    let rest = lexer.remainder().as_bytes();
    if rest.first() != Some(&b'*') {
        return;
    }
    let near = &rest[..rest.len().min(LONGEST_FOREIGN_COMMENT)];
    let Some(length) = memmem::find(&near[1..], b"*/") else { return };
    let inside = &near[1..1 + length];
    if !shape::has_empty_line(inside) && memchr2(b'{', b'}', inside).is_none() {
        lexer.bump(1 + length + 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let mut lexer = Lexer::at(text, 0);
        let mut tokens = Vec::new();
        let mut end = 0;
        while let Some((kind, range)) = lexer.next() {
            assert_eq!(range.start, end, "tokens of {text:?} are not contiguous");
            end = range.end;
            if kind != Whitespace {
                tokens.push((kind, &text[range]));
            }
        }
        assert_eq!(end, text.len());
        tokens
    }

    #[test]
    fn moves_in_every_spelling_are_one_token() {
        for text in [
            "e4",
            "exd5",
            "Nf3",
            "Nbd2",
            "R1a3",
            "Qh4e1",
            "Qa6xb7#",
            "fxg1=Q+",
            "O-O",
            "O-O-O+",
            "0-0",
            "0-0-0#",
            "o-o",
            "O - O",
            "O - O - O+",
            "0 - 0",
            "0 – 0 – 0",
            "e2e4",
            "e7e8q",
            "e2-e4",
            "Ng1-f3",
            "Ng1xf3",
            "e8Q",
            "e8=Q",
            "e8/Q",
            "e8(Q)",
            "e8=(Q)",
            "♘f3",
            "♞c6",
            "Sf3",
            "nf3",
            "bc4",
            "exd6e.p.",
            "exd6ep",
            "P@e4",
            "@f3",
            "N@f7+",
            "--",
            "Z0",
            "@@@@",
            "0000",
            "null",
            "<>",
            "Qd1++",
            "O–O",
            "exd",
            "xe6",
            "NF3",
            "Nf3/E",
            "O-O/Ee1",
            "Bcx3".get(0..0).unwrap_or(""),
            "Pe4",
            "bc3",
            "с3",
            "Кf3+",
            "Nхе5",
            "о-о-о",
            "N f3",
            "B xe7+",
            "Be 7",
            "0-0-0-0",
            "j3",
            "3h",
        ] {
            if !text.is_empty() {
                assert_eq!(kinds(text), [(San, text)]);
            }
        }
    }

    #[test]
    fn a_digit_behind_a_blank_is_a_rank_or_a_number() {
        assert_eq!(kinds("Be 7 8. Nf3"), [(San, "Be 7"), (MoveNumber, "8."), (San, "Nf3")]);
        assert_eq!(kinds("Be 7. Nf3"), [(Word, "Be"), (MoveNumber, "7."), (San, "Nf3")]);
        assert_eq!(kinds("Nf 12 e4"), [(Word, "Nf"), (MoveNumber, "12"), (San, "e4")]);
        assert_eq!(kinds("2dxe5 3d4"), [(MoveNumber, "2"), (San, "dxe5"), (San, "3d4")]);
    }

    #[test]
    fn words_are_moves_only_among_moves() {
        assert_eq!(kinds("2. ed Qxd5")[1], (San, "ed"));
        assert_eq!(kinds("e4 d5 ed\nNf6")[2], (San, "ed"));
        assert_eq!(kinds("4. castles Nf6")[1], (San, "castles"));
        assert_eq!(kinds("2. de la Rue")[1], (Word, "de"));
        assert_eq!(kinds("White castles 5. Nf3")[1], (Word, "castles"));
        assert_eq!(kinds("ed 2. Nf3")[0], (Word, "ed"));
        assert_eq!(kinds("3. cd ed 4. Nc3")[1..3], [(San, "cd"), (San, "ed")]);
        assert_eq!(kinds("3. cd ed 4. de fe")[4..], [(San, "de"), (San, "fe")]);
        assert_eq!(kinds("words cd ed 4. Nc3")[1..3], [(Word, "cd"), (Word, "ed")]);
    }

    #[test]
    fn scores_and_times_are_words() {
        for text in ["+0.35", "-1.20/18", "−0,5", "(+0.35)", "0:05", "(0:05)", "1:02:03"] {
            assert_eq!(kinds(text), [(Word, text)]);
        }
        assert_eq!(kinds("Nf6 +0.35 5. O-O")[1], (Word, "+0.35"));
        assert_eq!(kinds("(0:05 5. O-O)")[..2], [(VariationOpen, "("), (Word, "0:05")]);
    }

    #[test]
    fn move_numbers_take_their_periods() {
        assert_eq!(kinds("1.e4"), [(MoveNumber, "1."), (San, "e4")]);
        assert_eq!(kinds("1. ... e5"), [(MoveNumber, "1. ..."), (San, "e5")]);
        assert_eq!(kinds("10....Qd4"), [(MoveNumber, "10...."), (San, "Qd4")]);
        assert_eq!(kinds("1 e4 e5 2 Nf3").len(), 5);
        assert_eq!(kinds("1… e5"), [(MoveNumber, "1…"), (San, "e5")]);
        assert_eq!(kinds("2Nf3"), [(MoveNumber, "2"), (San, "Nf3")]);
    }

    #[test]
    fn plain_tokens_are_what_the_lexer_says() {
        let alphabet = [
            "a", "a1", "N", "x", "1", "8", "0", ".", "...", " ", "\n", "\r", "O-O", "-", "+", "=", "(", ")", "[", "{",
            "}", "$", "#", "!", "?",
        ];
        let count = alphabet.len();
        for number in 0..count.pow(5) {
            let pick = |place: u32| alphabet[number / count.pow(place) % count];
            // Enough after it for the window, and something for what is open to end at.
            let text: String = (0..5).map(pick).chain([" x }\n[E \"\"]"]).collect();
            let white_space = plain_white_space(text.as_bytes(), usize::MAX).map(|length| (Whitespace, length));
            for (kind, length) in plain_token(text.as_bytes()).into_iter().chain(white_space) {
                let mut inner = TokenKind::lexer(&text);
                assert_eq!((inner.next(), inner.span()), (Some(Ok(kind)), 0..length), "{text:?}");
            }
        }
    }

    #[test]
    fn white_space_is_the_same_for_all() {
        for character in ('\0'..='\u{FFFF}').filter(|character| *character != '%') {
            let text = character.to_string();
            let is_white_space = TokenKind::lexer(&text).next() == Some(Ok(Whitespace));
            assert_eq!(crate::shape::without_white_space(&text).is_empty(), is_white_space, "{text:?}");
        }
    }

    #[test]
    fn terminations() {
        for text in ["1-0", "0-1", "1/2-1/2", "*"] {
            assert_eq!(kinds(text), [(Termination, text)]);
        }
        for text in ["1–0", "½-½", "1/2", "1-O", "0.5-0.5", "O-1", "1 - 0", "0 - 1"] {
            assert_eq!(kinds(text), [(OddTermination, text)]);
        }
        assert_eq!(kinds("O - O O - O - O 0 - 1").len(), 3);
        assert_eq!(kinds("0-0 - +"), [(San, "0-0"), (Unknown, "-"), (Unknown, "+")]);
        for text in ["1/2-1/2-0", "½-½-½", "½#", "½:", "1-0-1", "1-0/1", "1/2-1/2:", "1/2,1/2"] {
            assert_eq!(kinds(text)[0].0, Word, "{text}");
        }
        for text in ["1-0{a}", "1-0)", "1/2-1/2.", "*-", "1-0, he won", "1-0?"] {
            assert_eq!(kinds(text)[0].0, Termination, "{text}");
        }
    }

    #[test]
    fn signs_after_a_move_are_tokens_of_their_own() {
        assert_eq!(kinds("Qd4+-"), [(San, "Qd4"), (Glyph, "+-")]);
        assert_eq!(kinds("e4+/-"), [(San, "e4"), (Glyph, "+/-")]);
        assert_eq!(kinds("e4="), [(San, "e4"), (Glyph, "=")]);
        assert_eq!(kinds("e4+="), [(San, "e4"), (Glyph, "+=")]);
        assert_eq!(kinds("Qd4+!?"), [(San, "Qd4+"), (Suffix, "!?")]);
        assert_eq!(kinds("Nf3$1"), [(San, "Nf3"), (Nag, "$1")]);
        assert_eq!(kinds("e4 N e5 D"), [(San, "e4"), (San, "N e5"), (Glyph, "D")]);
        assert_eq!(kinds("e4 -+"), [(San, "e4"), (Glyph, "-+")]);
        assert_eq!(kinds("&plusmn; (=)"), [(Entity, "&plusmn;"), (Glyph, "(=)")]);
        assert_eq!(kinds("1N. e4 N.")[..2], [(MoveNumber, "1"), (Word, "N")]);
        assert_eq!(kinds("1N. e4 N.")[3..5], [(San, "e4"), (Glyph, "N")]);
    }

    #[test]
    fn comments_of_programmers_are_one_token() {
        assert_eq!(kinds("/* Normal */"), [(Unknown, "/* Normal */")]);
        assert_eq!(kinds("/**/"), [(Unknown, "/**/")]);
        assert_eq!(kinds("/*a\nb*/")[0], (Unknown, "/*a\nb*/"));
        for text in ["/* a", "/*a\n\nb*/", "/* {*/"] {
            assert_eq!(kinds(text)[..2], [(Unknown, "/"), (Termination, "*")], "{text}");
        }
    }

    #[test]
    fn comments_close_where_they_should() {
        assert_eq!(kinds("{a; {b} c"), [(BraceComment, "{a; {b}"), (Word, "c")]);
        assert_eq!(kinds("; a { b\ne4"), [(LineComment, "; a { b"), (San, "e4")]);
        assert_eq!(kinds("{a\n\nb} e4"), [(BraceComment, "{a\n\nb}"), (San, "e4")]);
        assert_eq!(kinds("{a\n[Event \"X\"]\nb} e4"), [(BraceComment, "{a\n[Event \"X\"]\nb}"), (San, "e4")]);
        assert_eq!(kinds("{a e4 \n")[0], (UnclosedComment, "{a e4"));
        assert_eq!(kinds("{a e4\r\n \r\n[Event \"X\"]{b}")[0], (UnclosedComment, "{a e4"));
        assert_eq!(kinds("{"), [(UnclosedComment, "{")]);
        assert_eq!(kinds("{a\n\n[b \"c\"] } e5"), [(BraceComment, "{a\n\n[b \"c\"] }"), (San, "e5")]);
        assert_eq!(kinds("{a\n\n[b \"c\"]\n\n[d \"e\"]\n{f}")[0], (UnclosedComment, "{a"));
        assert_eq!(kinds("{a\n\n\u{FEFF}\n[b \"c\"]\n")[0], (UnclosedComment, "{a"));
        assert_eq!(kinds("{a\n\n\u{FEFF}\n\n")[0], (UnclosedComment, "{a"));
        assert_eq!(kinds("{a\n\n[b \"c\"]\n\ne4 *\n")[0], (UnclosedComment, "{a"));
        assert_eq!(kinds("{a\n1-0\n\n[b \"c\"] }")[0], (UnclosedComment, "{a\n1-0"));
        assert_eq!(kinds("{a\n\n[b \"c\"]\n[Event \"d\"]\n}")[0], (UnclosedComment, "{a"));
        assert_eq!(kinds("{a\n\n[b \"c\"]\n\ne4 *\n\n[b \"c\"]\n\n}")[0], (UnclosedComment, "{a"));
    }

    #[test]
    fn an_escape_line_needs_the_first_column() {
        assert_eq!(kinds("%x e4\ne5"), [(EscapeLine, "%x e4"), (San, "e5")]);
        assert_eq!(kinds("e4\r%x\re5"), [(San, "e4"), (EscapeLine, "%x"), (San, "e5")]);
        assert_eq!(kinds("e4 %x")[1..], [(Unknown, "%"), (Word, "x")]);
    }
}
