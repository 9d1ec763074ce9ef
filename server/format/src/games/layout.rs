//! Tokens on lines: as many as fit, one blank between them (section 8.2.1).

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use super::comment::{plain_words, words};
use scoresheet_chess::command_arguments::plain_command;

/// The most columns of a line: "less than 80 printing characters" (section 8.2.1). A character is a column.
const LINE_WIDTH: usize = 79;

/// What the parts of the movetext are written on: it decides where lines begin.
pub(super) trait Page {
    /// A move with its number where `number` is given, and the periods of the side that moves.
    fn ply(&mut self, number: Option<MoveNumber>, san: Text);
    /// A NAG.
    fn nag(&mut self, nag: Text);
    /// A comment, of whose text, at these bytes of the game, white space is only the gap between words.
    fn comment(&mut self, text: Range<usize>);
    /// A comment that must reach to the end of its line: its text, without its semicolon, at these bytes of the game.
    fn line_comment(&mut self, text: Range<usize>);
    /// `%` and all up to the line end.
    fn escape_line(&mut self, line: &str);
    /// `(`, at these bytes of the game.
    fn open_variation(&mut self, range: Range<usize>);
    /// `)`, at these bytes of the game.
    fn close_variation(&mut self, range: Range<usize>);
    /// A termination marker inside a variation.
    fn marker_in_variation(&mut self, marker: &str);
    /// The termination marker of the game. The line is not ended.
    fn marker(&mut self, marker: &str);
}

/// A token as it is to be written.
pub(super) enum Text<'text> {
    /// As the game has it, at these bytes: printing ASCII that does not begin with `%`.
    Written(Range<usize>),
    /// In other letters.
    Other(&'text str),
}

/// A move number indication in export format (section 8.2.2.2).
pub(super) struct MoveNumber {
    pub(super) number: u32,
    /// Whether Black moves: then it has three periods instead of one.
    pub(super) is_black: bool,
    /// Where the game has it in just this form.
    pub(super) written: Option<Range<usize>>,
}

/// Fills lines with tokens.
///
/// Most games come from programs that write nearly what export format asks for. So a token that stands in the game as it is to be
/// written, one blank behind the last, is not copied by itself: the [run](Filler::run) of such tokens only grows.
pub(super) struct Filler<'out> {
    /// The text of the game.
    game: &'out str,
    out: &'out mut String,
    /// The bytes of the game that are laid behind `out` on the current line; empty and at the end of the game where there are none.
    run: Range<usize>,
    line_end: &'static str,
    /// How many columns of the current line are taken; 0 at its start, whatever the indentation.
    column: usize,
    /// Blanks at the start of the lines to come.
    pub(super) indent: usize,
    /// Whether the next token follows the last one without a blank.
    glue: bool,
    /// Where in `out` the last token begins that may begin a line.
    last_token: usize,
    /// A command with the white space in it made single blanks.
    scratch: String,
}

impl<'out> Filler<'out> {
    /// A filler that stands at the start of a line. The last token that it is given must be one in other letters than the game's.
    pub(super) fn new(game: &'out str, out: &'out mut String, line_end: &'static str) -> Filler<'out> {
        let last_token = out.len();
        let run = game.len()..game.len();
        Filler { game, out, run, line_end, column: 0, indent: 0, glue: false, last_token, scratch: String::new() }
    }

    /// A token that stands alone or behind a blank.
    #[inline]
    pub(super) fn text(&mut self, text: Text) {
        match text {
            Text::Written(range) => self.written(range),
            Text::Other(text) => self.token(text),
        }
    }

    /// The same in other letters than the game's.
    pub(super) fn token(&mut self, text: &str) {
        if !self.make_room(width(text.as_bytes()), text.as_bytes().first() == Some(&b'%')) {
            self.last_token = self.out.len();
        }
        self.out.push_str(text);
    }

    /// The same as it stands at these bytes of the game: printing ASCII that does not begin with `%`.
    #[inline]
    pub(super) fn written(&mut self, range: Range<usize>) {
        let width = range.len();
        self.place(range, width, false);
    }

    /// The same for any word.
    fn word(&mut self, range: Range<usize>) {
        let text = &self.game.as_bytes()[range.clone()];
        self.place(range, width(text), text.first() == Some(&b'%'));
    }

    /// A token of `width` columns that stands at these bytes of the game.
    #[inline]
    fn place(&mut self, range: Range<usize>, width: usize, is_escape: bool) {
        let blank = usize::from(!self.glue);
        if self.column + blank + width <= LINE_WIDTH && self.is_next(blank, range.start) {
            self.column += blank + width;
            self.glue = false;
            if !self.must_not_begin_line(is_escape) {
                self.last_token = self.out.len() + range.start - self.run.start;
            }
            self.run.end = range.end;
            return;
        }
        if !self.make_room(width, is_escape) {
            self.last_token = self.out.len();
        }
        self.run = range;
    }

    /// A move number with its periods.
    #[inline]
    pub(super) fn number(&mut self, MoveNumber { number, is_black, written }: MoveNumber) {
        match written {
            Some(range) => self.written(range),
            None => self.other_number(number, is_black),
        }
    }

    fn other_number(&mut self, number: u32, is_black: bool) {
        let periods = if is_black { "..." } else { "." };
        let digits = match number {
            0..=9 => 1,
            10..=99 => 2,
            _ => number.ilog10() + 1,
        };
        self.make_room(digits as usize + periods.len(), false);
        self.last_token = self.out.len();
        for place in (0..digits).rev() {
            let digit = number / 10_u32.pow(place) % 10;
            self.out.push(char::from(b'0' + digit as u8));
        }
        self.out.push_str(periods);
    }

    /// The next token follows without a blank; a line may still end between.
    pub(super) fn glue(&mut self) {
        self.glue = true;
    }

    /// End the line, unless nothing is on it.
    pub(super) fn end_line(&mut self) {
        self.copy_run();
        if self.column > 0 {
            self.out.push_str(self.line_end);
            self.column = 0;
        }
        self.glue = false;
    }

    /// A line that begins in the first column and stays as it is.
    pub(super) fn whole_line(&mut self, line: &str) {
        self.end_line();
        self.out.push_str(line);
        self.out.push_str(self.line_end);
    }

    /// `;` and the words of a comment, and the end of the line.
    pub(super) fn comment_to_line_end(&mut self, text: Range<usize>) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.push(';');
        for word in words(&self.game[text]) {
            scratch.push(' ');
            word.write(&mut scratch);
        }
        self.token(&scratch);
        self.scratch = scratch;
        self.end_line();
    }

    /// `{`, the words of a comment and `}` are tokens like any others.
    pub(super) fn brace_comment(&mut self, text: Range<usize>) {
        let game = self.game.as_bytes();
        match game.get(text.start.wrapping_sub(1)) {
            Some(b'{') => self.written(text.start - 1..text.start),
            _ => self.token("{"),
        }
        self.words_of_comment(text.clone());
        match game.get(text.end) {
            Some(b'}') => self.written(text.end..text.end + 1),
            _ => self.token("}"),
        }
    }

    /// The words of a comment's text.
    fn words_of_comment(&mut self, text: Range<usize>) {
        let text = self.plain_commands(text);
        let bytes = &self.game.as_bytes()[text.clone()];
        if memchr(b'%', bytes).is_some() {
            return self.words(text);
        }
        // Where there are no commands, a line is as good as any.
        let mut start = text.start;
        for end in memchr_iter(b'\n', bytes).map(|end| text.start + end).chain([text.end]) {
            if !self.plain_line(start..end) {
                self.words(start..end);
            }
            start = end + 1;
        }
    }

    /// The words that a comment begins with, as long as they are nothing but commands in the form that most programs write. Returns the
    /// rest of the comment.
    fn plain_commands(&mut self, text: Range<usize>) -> Range<usize> {
        let bytes = &self.game.as_bytes()[..text.end];
        let mut start = text.start;
        loop {
            start += bytes[start..].iter().take_while(|byte| **byte == b' ').count();
            let mut end = start;
            while let Some(length) = plain_command(&bytes[end..]) {
                end += length;
            }
            if end == start || bytes.get(end).is_some_and(|behind| *behind != b' ') {
                return start..text.end;
            }
            self.written(start..end);
            start = end;
        }
    }

    /// The words of a text, whatever it is like.
    fn words(&mut self, text: Range<usize>) {
        let game = self.game;
        for word in words(&game[text.clone()]) {
            if !word.has_gap {
                let start = text.start + word.start;
                self.word(start..start + word.text.len());
                continue;
            }
            let mut scratch = std::mem::take(&mut self.scratch);
            scratch.clear();
            word.write(&mut scratch);
            self.token(&scratch);
            self.scratch = scratch;
        }
    }

    /// The words of a plain text, as [`Filler::words`] lays them one by one. Behind it comes what may begin a line. Returns whether
    /// the text is plain.
    fn plain_line(&mut self, text: Range<usize>) -> bool {
        let Some(plain) = plain_words(&self.game.as_bytes()[text.clone()]) else { return false };
        let mut rest = text.start + plain.start..text.start + plain.end;
        while !rest.is_empty() {
            let is_behind = self.column > 0;
            let taken = if is_behind { self.column + 1 } else { self.indent };
            let bytes = &self.game.as_bytes()[rest.clone()];
            let length = words_in(bytes, LINE_WIDTH.saturating_sub(taken)).or_else(|| {
                // A word that no line has room for stands alone.
                (!is_behind).then(|| memchr(b' ', bytes).unwrap_or(bytes.len()))
            });
            let Some(length) = length else {
                self.break_line();
                self.column = 0;
                continue;
            };
            let end = rest.start + length;
            if is_behind && self.is_next(1, rest.start) {
                self.run.end = end;
            } else {
                self.copy_run();
                self.out.extend(std::iter::repeat_n(' ', if is_behind { 1 } else { self.indent }));
                self.run = rest.start..end;
            }
            self.column = taken + length;
            rest.start = rest.end.min(end + 1);
        }
        true
    }

    /// Whether byte `start` of the game follows what was laid last with so many blanks between.
    #[inline]
    fn is_next(&self, blanks: usize, start: usize) -> bool {
        self.run.end + blanks == start && (blanks == 0 || self.game.as_bytes()[self.run.end] == b' ')
    }

    /// Copy what is laid behind `out`.
    #[inline]
    fn copy_run(&mut self) {
        if !self.run.is_empty() {
            let end = self.game.len();
            self.out.push_str(&self.game[std::mem::replace(&mut self.run, end..end)]);
        }
    }

    /// Whether a token must not stand in the first column: one that begins with `%` would be an escape line there (section 6).
    #[inline]
    fn must_not_begin_line(&self, is_escape: bool) -> bool {
        is_escape && self.indent == 0
    }

    fn break_line(&mut self) {
        self.copy_run();
        self.out.push_str(self.line_end);
    }

    /// Write what stands before a token of `width` columns: a blank, the end of the line, or nothing. Returns whether
    /// the token belongs to the one before it because it must not begin a line.
    fn make_room(&mut self, width: usize, is_escape: bool) -> bool {
        self.copy_run();
        if self.column == 0 {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
            self.column = self.indent + width;
            self.glue = false;
            return false;
        }
        let blank = usize::from(!self.glue);
        self.glue = false;
        let fits = self.column + blank + width <= LINE_WIDTH;
        let must_not_begin = self.must_not_begin_line(is_escape);
        if !fits && must_not_begin {
            self.break_before_last_token();
        }
        if fits || must_not_begin {
            if blank == 1 {
                self.out.push(' ');
            }
            self.column += blank + width;
            return must_not_begin;
        }
        self.out.push_str(self.line_end);
        self.out.extend(std::iter::repeat_n(' ', self.indent));
        self.column = self.indent + width;
        false
    }

    /// Take the last token to a new line, for one that must not begin a line. Where it is all its line, the line stays too long.
    #[cold]
    fn break_before_last_token(&mut self) {
        let before = &self.out[..self.last_token];
        if before.is_empty() || before.ends_with(['\n', '\r']) {
            return;
        }
        let token = self.out.split_off(self.last_token);
        if self.out.ends_with(' ') {
            self.out.pop();
        }
        self.out.push_str(self.line_end);
        self.last_token = self.out.len();
        self.column = width(token.as_bytes());
        self.out.push_str(&token);
    }
}

/// Export format: every part is laid on the lines as it comes.
impl Page for Filler<'_> {
    #[inline]
    fn ply(&mut self, number: Option<MoveNumber>, san: Text) {
        if let Some(number) = number {
            self.number(number);
        }
        self.text(san);
    }

    fn nag(&mut self, nag: Text) {
        self.text(nag);
    }

    fn comment(&mut self, text: Range<usize>) {
        // Two programs of the field write a blank between "(" and "{".
        self.glue = false;
        self.brace_comment(text);
    }

    fn line_comment(&mut self, text: Range<usize>) {
        self.glue = false;
        self.comment_to_line_end(text);
    }

    fn escape_line(&mut self, line: &str) {
        self.whole_line(line);
    }

    fn open_variation(&mut self, range: Range<usize>) {
        self.written(range);
        self.glue();
    }

    fn close_variation(&mut self, range: Range<usize>) {
        self.glue();
        self.written(range);
    }

    fn marker_in_variation(&mut self, marker: &str) {
        self.token(marker);
    }

    fn marker(&mut self, marker: &str) {
        self.token(marker);
    }
}

/// How many bytes the first words of a plain text have that fit into so many columns; nothing where none fits.
fn words_in(text: &[u8], columns: usize) -> Option<usize> {
    match text.get(..=columns) {
        Some(near) => memrchr(b' ', near),
        None => Some(text.len()),
    }
}

/// How many columns a text takes, given in UTF-8.
#[inline]
fn width(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is laid on a page of the game behind `before`, and a brace.
    fn laid(game: &str, before: &str, indent: usize, lay: &dyn Fn(&mut Filler)) -> String {
        let mut out = String::new();
        let mut filler = Filler { indent, ..Filler::new(game, &mut out, "\n") };
        filler.token(before);
        lay(&mut filler);
        filler.token("}");
        out
    }

    proptest! {
        #[test]
        fn plain_lines_are_laid_as_any_other_words(
            before in "[a-z]{0,80}",
            words in prop::collection::vec("[a-z]{1,12}|[a-z]{70,90}", 0..40),
            indent in 0_usize..6,
        ) {
            let text = words.join(" ");
            let one_by_one = laid(&text, &before, indent, &|filler| words.iter().for_each(|word| filler.token(word)));
            prop_assert_eq!(laid(&text, &before, indent, &|filler| assert!(filler.plain_line(0..text.len()))), one_by_one);
        }

        #[test]
        fn commands_are_laid_as_any_other_words(
            before in "[a-z]{0,80}",
            parts in prop::collection::vec("\\[%eval 0.35\\]|\\[%eval #-3\\]|\\[%x a  ?b\\]|\\[%cal Ge2e4,Rd1d8\\]|\\[%|\\]| |\n|[a-zé]{1,30}", 0..30),
            indent in 0_usize..6,
        ) {
            let text = parts.concat();
            let one_by_one = laid(&text, &before, indent, &|filler| filler.words(0..text.len()));
            let lay = |filler: &mut Filler| {
                let rest = filler.plain_commands(0..text.len());
                filler.words(rest);
            };
            prop_assert_eq!(laid(&text, &before, indent, &lay), one_by_one);
        }

        #[test]
        fn what_stands_in_the_game_is_laid_as_anything_else(
            before in "[a-z]{0,80}",
            words in prop::collection::vec(("[%a-zé]{1,12}|[(){]|[a-z]{70,90}", "| |  |\n", any::<bool>()), 0..60),
            indent in 0_usize..6,
        ) {
            let mut game = String::new();
            let mut places = Vec::new();
            for (word, behind, is_glued) in &words {
                places.push((game.len()..game.len() + word.len(), *is_glued));
                game.extend([word.as_str(), behind]);
            }
            let lay_all = |filler: &mut Filler, lay: &dyn Fn(&mut Filler, Range<usize>)| {
                for (place, is_glued) in &places {
                    lay(filler, place.clone());
                    if *is_glued {
                        filler.glue();
                    }
                }
            };
            let lay = |lay: &dyn Fn(&mut Filler, Range<usize>)| laid(&game, &before, indent, &|filler| lay_all(filler, lay));
            prop_assert_eq!(
                lay(&|filler, place| filler.word(place)),
                lay(&|filler, place| filler.token(&game[place]))
            );
        }
    }
}
