//! Writes tokens in a new order, with the white space and the move numbers that they need in their new places.

use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::score::Score;
use crate::edit::Edit;
use crate::line_edits::seam;
use scoresheet_chess::move_numbers::indication;

/// A part of the new movetext.
pub(super) enum Piece<'score, 'game> {
    /// Tokens of a game, by index, with their text.
    Tokens(&'score Score<'game>, Range<usize>),
    /// Another text in place of one token of the edited game.
    Instead {
        /// The index of that token.
        place: usize,
        /// The new text.
        text: String,
        /// Whether it touches the previous token, whatever was between them.
        is_glued: bool,
    },
    /// An additional token and its kind.
    More(TokenKind, String),
}

/// A part of the new text.
enum Chunk {
    /// A byte range of the old text.
    Old(Range<usize>),
    New(String),
}

/// Returns the edits that change the movetext of `score`, and the tokens after it, to `pieces`. Superfluous numbers are
/// removed; with `adds_numbers`, missing numbers are added where separate tokens now meet (section 8.2.2.2). Linear in
/// the game.
pub(super) fn edits(score: &Score, pieces: &[Piece], adds_numbers: bool) -> Vec<Edit> {
    let mut writer = Writer::new(score, adds_numbers);
    let start = score.tokens.first().map_or(score.game.text.len(), |token| token.range.start);
    let end = score.tokens.last().map_or(score.game.text.len(), |token| token.range.end);
    writer.chunks.push(Chunk::Old(0..start));
    pieces.iter().for_each(|piece| writer.piece(piece));
    let length = score.game.text.len();
    let after = writer.without_spaces(&score.game.text[end..]);
    if !after.contains(['\n', '\r']) && writer.lost_its_line_end() {
        // Otherwise the start of the next game would become a part of it.
        writer.new_text(score.line_end().to_owned());
    }
    writer.old(length - after.len()..length);
    to_edits(score.game.text, writer.chunks)
}

/// Returns the text of `pieces` with all required numbers.
pub(super) fn text(score: &Score, pieces: &[Piece]) -> String {
    let mut writer = Writer::new(score, true);
    (writer.has_numbers, writer.since_seam) = (true, true);
    pieces.iter().for_each(|piece| writer.piece(piece));
    let text = writer.chunks.into_iter().map(|chunk| match chunk {
        Chunk::Old(range) => score.game.text[range].to_owned(),
        Chunk::New(text) => text,
    });
    text.collect()
}

struct Writer<'score, 'game> {
    score: &'score Score<'game>,
    chunks: Vec<Chunk>,
    adds_numbers: bool,
    has_numbers: bool,
    last: Option<Last<'score, 'game>>,
    /// Whether Black's next move needs a number: at the start of a line, after a comment or a variation.
    needs_number: bool,
    /// Whether formerly separate tokens have met since the last move.
    since_seam: bool,
    /// Whether a number was written since the last move.
    has_number: bool,
    /// The white space before a removed number.
    gap_before_number: Option<&'score str>,
}

/// The last token written.
struct Last<'score, 'game> {
    kind: TokenKind,
    /// Its old place, if it has one.
    at: Option<(&'score Score<'game>, usize)>,
    /// Whether its text has changed.
    is_changed: bool,
    end: Option<char>,
}

impl<'score, 'game> Writer<'score, 'game> {
    fn new(score: &'score Score<'game>, adds_numbers: bool) -> Writer<'score, 'game> {
        Writer {
            score,
            chunks: Vec::new(),
            adds_numbers,
            has_numbers: score.has_numbers,
            last: None,
            needs_number: true,
            since_seam: false,
            has_number: false,
            gap_before_number: None,
        }
    }

    fn piece<'piece: 'score>(&mut self, piece: &'piece Piece<'score, 'game>) {
        match piece {
            Piece::Tokens(score, places) => places.clone().for_each(|place| self.token(score, place)),
            Piece::Instead { place, text, is_glued } => {
                let kind = self.score.tokens[*place].kind;
                let gap = if *is_glued { String::new() } else { self.gap(Some((self.score, *place)), kind, text) };
                self.new_text(gap);
                self.new_text(text.clone());
                self.wrote(kind, Some((self.score, *place)), true, text);
            }
            Piece::More(kind, text) => {
                let gap = self.gap(None, *kind, text);
                self.new_text(gap);
                self.new_text(text.clone());
                self.wrote(*kind, None, true, text);
            }
        }
    }

    fn token(&mut self, score: &'score Score<'game>, place: usize) {
        let token = &score.tokens[place];
        let follows = self.follows(score, place);
        self.since_seam |= !follows && (self.last.is_some() || place > 0);
        let is_number = matches!(token.kind, TokenKind::MoveNumber | TokenKind::Periods);
        if is_number && self.since_seam && token.turn.is_black() && !self.needs_number {
            self.gap_before_number.get_or_insert(score.gap_before(place));
            return;
        }
        let text = score.text(place);
        if token.kind == TokenKind::San && self.lacks_number(score, place) {
            let number = indication(score.number(place), token.turn);
            let gap = self.gap(Some((score, place)), TokenKind::MoveNumber, &number);
            self.new_text(gap + &number + self.score.gap_after_number);
        } else if follows && !self.last.as_ref().is_some_and(|last| last.is_changed) {
            self.same(score, score.tokens[place - 1].range.end..token.range.start);
        } else {
            let gap = self.gap(Some((score, place)), token.kind, text);
            self.new_text(gap);
        }
        self.same(score, token.range.clone());
        self.wrote(token.kind, Some((score, place)), false, text);
    }

    /// Whether a move lacks a required number.
    fn lacks_number(&self, score: &Score, place: usize) -> bool {
        let calls = score.tokens[place].turn.is_white() || self.needs_number;
        self.adds_numbers && self.has_numbers && self.since_seam && !self.has_number && calls && score.number(place) > 0
    }

    fn wrote(&mut self, kind: TokenKind, at: Option<(&'score Score<'game>, usize)>, is_changed: bool, text: &str) {
        match kind {
            TokenKind::San => (self.needs_number, self.since_seam, self.has_number) = (false, false, false),
            TokenKind::MoveNumber | TokenKind::Periods => self.has_number = true,
            TokenKind::VariationOpen | TokenKind::VariationClose => {
                (self.needs_number, self.has_number) = (true, false);
            }
            kind if kind.is_comment() => self.needs_number = true,
            _ => {}
        }
        // A comment that now ends in a brace no longer reaches the line end.
        let kind = if is_changed && text.ends_with('}') && kind == TokenKind::LineComment {
            TokenKind::BraceComment
        } else {
            kind
        };
        let kind = if is_changed && text.starts_with(';') { TokenKind::LineComment } else { kind };
        self.gap_before_number = None;
        self.last = Some(Last { kind, at, is_changed, end: text.chars().next_back() });
    }

    /// Whether a token followed the last written one in the old text.
    fn follows(&self, score: &Score, place: usize) -> bool {
        let Some(Last { at: Some((other, last)), .. }) = &self.last else { return false };
        std::ptr::eq(*other, score) && last + 1 == place
    }

    /// Returns the white space before the next token: that on either side of the seam, preferring a line end to spaces.
    fn gap(&self, at: Option<(&Score, usize)>, kind: TokenKind, text: &str) -> String {
        // In the first column a percent sign would begin an escape line (section 6).
        let needs_space = kind != TokenKind::EscapeLine && text.starts_with('%');
        let Some(last) = &self.last else {
            let has_moved = at.is_some_and(|(_, place)| place > 0);
            return if needs_space && has_moved { " ".to_owned() } else { String::new() };
        };
        let before = at.map_or("", |(score, place)| self.gap_before_number.unwrap_or(score.gap_before(place)));
        let after =
            last.at.and_then(|(score, place)| (place + 1 < score.tokens.len()).then(|| score.gap_before(place + 1)));
        let after = after.unwrap_or("");
        let follows = at.is_some_and(|(score, place)| self.follows(score, place));
        let is_inside = last.kind == TokenKind::VariationOpen || kind == TokenKind::VariationClose;
        let has_line_end = |gap: &str| gap.contains(['\n', '\r']);
        let gap = match (before, after) {
            _ if is_inside && !follows => "",
            _ if last.kind == TokenKind::MoveNumber && last.at.is_none() => self.score.gap_after_number,
            (before, _) if follows || has_line_end(before) => before,
            (_, after) if has_line_end(after) => after,
            (before, _) if !before.is_empty() => before,
            (_, after) => after,
        };
        let gap = self.without_spaces(gap);
        let to_line_end = |kind| matches!(kind, TokenKind::LineComment | TokenKind::EscapeLine);
        let wants_line = to_line_end(last.kind) && !has_line_end(gap);
        let wants_first_column = kind == TokenKind::EscapeLine && !gap.ends_with(['\n', '\r']);
        if wants_line || wants_first_column {
            return format!("{}{}", self.score.line_end(), if needs_space { " " } else { "" });
        }
        if gap.is_empty() && !is_inside && at.is_none() {
            return " ".to_owned();
        }
        if needs_space && gap.ends_with(['\n', '\r']) {
            return format!("{gap} ");
        }
        if gap.is_empty() && !is_inside { seam(last.end, text.chars().next()).to_owned() } else { gap.to_owned() }
    }

    /// Whether the last token takes the rest of its line, and was not the last one.
    fn lost_its_line_end(&self) -> bool {
        let was_last = |last: &Last| last.at.is_some_and(|(score, place)| place + 1 == score.tokens.len());
        let takes_line = |last: &Last| matches!(last.kind, TokenKind::LineComment | TokenKind::EscapeLine);
        self.last.as_ref().is_some_and(|last| takes_line(last) && (last.is_changed || !was_last(last)))
    }

    fn ends_in_new_line_comment(&self) -> bool {
        self.last.as_ref().is_some_and(|last| last.is_changed && last.kind == TokenKind::LineComment)
    }

    /// Returns white space without leading spaces that would become a part of the last comment.
    fn without_spaces<'gap>(&self, gap: &'gap str) -> &'gap str {
        if self.ends_in_new_line_comment() {
            gap.trim_start_matches(|character| !matches!(character, '\n' | '\r'))
        } else {
            gap
        }
    }

    /// Writes text of a game unchanged.
    fn same(&mut self, score: &Score, range: Range<usize>) {
        if std::ptr::eq(score, self.score) { self.old(range) } else { self.new_text(score.game.text[range].to_owned()) }
    }

    fn old(&mut self, range: Range<usize>) {
        match self.chunks.last_mut() {
            Some(Chunk::Old(last)) if last.end == range.start => last.end = range.end,
            _ if range.is_empty() => {}
            _ => self.chunks.push(Chunk::Old(range)),
        }
    }

    fn new_text(&mut self, text: String) {
        match self.chunks.last_mut() {
            _ if text.is_empty() => {}
            Some(Chunk::New(last)) => last.push_str(&text),
            _ => self.chunks.push(Chunk::New(text)),
        }
    }
}

/// Returns the edits that change `old` to `chunks`: small ones if no part moves, otherwise one from the first change to
/// the last.
fn to_edits(old: &str, chunks: Vec<Chunk>) -> Vec<Edit> {
    let starts_and_ends = chunks.iter().filter_map(|chunk| match chunk {
        Chunk::Old(range) => Some([range.start, range.end]),
        Chunk::New(_) => None,
    });
    let in_order = starts_and_ends.flatten().is_sorted();
    let count = chunks.len();
    let mut edits = Vec::new();
    let mut done = 0;
    let mut new = String::new();
    for (index, chunk) in chunks.into_iter().enumerate() {
        match chunk {
            Chunk::Old(range) if in_order || index == 0 && range.start == 0 || index + 1 == count => {
                edits.extend(narrowed(old, done..range.start, &new));
                new.clear();
                done = range.end;
            }
            Chunk::Old(range) => new.push_str(&old[range]),
            Chunk::New(text) => new.push_str(&text),
        }
    }
    edits.extend(narrowed(old, done..old.len(), &new));
    edits
}

/// Returns the edit that replaces `range` by `new`, without their common prefix and suffix; `None` if they are equal.
fn narrowed(old: &str, range: Range<usize>, new: &str) -> Option<Edit> {
    let same = |(one, other): &(char, char)| one == other;
    let length = |(letter, _): (char, char)| letter.len_utf8();
    let replaced = &old[range.clone()];
    let after: usize = replaced.chars().rev().zip(new.chars().rev()).take_while(same).map(length).sum();
    let (replaced, new) = (&replaced[..replaced.len() - after], &new[..new.len() - after]);
    let before: usize = replaced.chars().zip(new.chars()).take_while(same).map(length).sum();
    let range = range.start + before..range.start + replaced.len();
    (!range.is_empty() || new.len() > before).then(|| Edit::replace(range, &new[before..]))
}
