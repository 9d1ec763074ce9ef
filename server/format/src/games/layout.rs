//! The layout of tokens on lines: as many as fit, with one space between them (section 8.2.1).

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use super::comment::{plain_words, words};
use crate::style::{FormatOptions, LineWidth};
use scoresheet_chess::command_arguments::plain_command;

/// The output of the parts of the movetext; it decides where lines begin.
pub(super) trait Page {
    /// Writes a move, with its number if `number` is given.
    fn ply(&mut self, number: Option<MoveNumber>, san: Text);
    /// Writes a NAG.
    fn nag(&mut self, nag: Text);
    /// Writes a comment with its text at these bytes of the game, in which white space only separates words.
    fn comment(&mut self, text: Range<usize>);
    /// Writes a comment that must reach the end of its line, with its text, without the semicolon, at these bytes of
    /// the game.
    fn line_comment(&mut self, text: Range<usize>);
    /// Writes an escape line: `%` and the text up to the line end.
    fn escape_line(&mut self, line: &str);
    /// Writes `(`, at these bytes of the game.
    fn open_variation(&mut self, range: Range<usize>);
    /// Writes `)`, at these bytes of the game.
    fn close_variation(&mut self, range: Range<usize>);
    /// Writes a termination marker inside a variation.
    fn marker_in_variation(&mut self, marker: &str);
    /// Writes the termination marker of the game, without a line end; nothing for an empty one.
    fn marker(&mut self, marker: &str);
}

/// The text of a token in the output.
pub(super) enum Text<'text> {
    /// The bytes of the game in this range: printing ASCII that does not begin with `%`.
    Written(Range<usize>),
    /// Another text than in the game.
    Other(&'text str),
}

/// A move number indication in export format (section 8.2.2.2).
pub(super) struct MoveNumber {
    pub(super) number: u32,
    /// Whether Black moves: the number then has three periods instead of one.
    pub(super) is_black: bool,
    /// Its range in the game, if the game has it in this form.
    pub(super) written: Option<Range<usize>>,
}

/// Fills lines with tokens.
///
/// Most games come from programs that write nearly export format. So a token that is already in its final form in the
/// game, one space after the previous one, is not copied separately: the [run](Filler::run) of such tokens grows
/// instead.
pub(super) struct Filler<'out> {
    /// The text of the game.
    game: &'out str,
    out: &'out mut String,
    /// The bytes of the game that follow `out` on the current line but are not copied yet; empty and at the end of the
    /// game if there are none.
    run: Range<usize>,
    line_end: &'static str,
    /// The maximum number of columns.
    line_width: usize,
    /// The number of used columns of the current line; 0 at its start, whatever the indentation.
    column: usize,
    /// The indentation of the following lines in spaces.
    pub(super) indent: usize,
    /// Whether the next token follows the last one without a space.
    glue: bool,
    /// The offset in `out` of the last token that may begin a line.
    last_token: usize,
    /// A buffer for a command with its white space replaced by single spaces.
    scratch: String,
}

impl<'out> Filler<'out> {
    /// Starts at the beginning of a line. The last token written must be [`Text::Other`].
    pub(super) fn new(game: &'out str, out: &'out mut String, options: FormatOptions) -> Filler<'out> {
        let last_token = out.len();
        let run = game.len()..game.len();
        let (line_end, line_width) = (options.line_ending.text(), options.line_width.columns());
        Filler {
            game,
            out,
            run,
            line_end,
            line_width,
            column: 0,
            indent: 0,
            glue: false,
            last_token,
            scratch: String::new(),
        }
    }

    /// Continues the last line of `out`.
    pub(super) fn on_last_line(game: &'out str, out: &'out mut String, options: FormatOptions) -> Filler<'out> {
        let column = last_line_width(out);
        Filler { column, ..Filler::new(game, out, options) }
    }

    /// Writes a comment with its braces at the end of the output.
    pub(super) fn last_comment(mut self, text: Range<usize>) {
        self.brace_comment(text);
        self.copy_run();
    }

    /// Writes a token, with a space before it if needed.
    #[inline]
    pub(super) fn text(&mut self, text: Text) {
        match text {
            Text::Written(range) => self.written(range),
            Text::Other(text) => self.token(text),
        }
    }

    /// Writes a token with a text of its own.
    pub(super) fn token(&mut self, text: &str) {
        if !self.make_room(width(text.as_bytes()), text.as_bytes().first() == Some(&b'%')) {
            self.last_token = self.out.len();
        }
        self.out.push_str(text);
    }

    /// Writes a token at these bytes of the game: printing ASCII that does not begin with `%`.
    #[inline]
    pub(super) fn written(&mut self, range: Range<usize>) {
        let width = range.len();
        self.place(range, width, false);
    }

    /// Writes any word at these bytes of the game.
    fn word(&mut self, range: Range<usize>) {
        let text = &self.game.as_bytes()[range.clone()];
        self.place(range, width(text), text.first() == Some(&b'%'));
    }

    /// Writes a token of `width` columns at these bytes of the game.
    #[inline]
    fn place(&mut self, range: Range<usize>, width: usize, is_escape: bool) {
        let space = usize::from(!self.glue);
        if self.column + space + width <= self.line_width && self.is_next(space, range.start) {
            self.column += space + width;
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

    /// Writes a move number with its periods.
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

    /// Lets the next token follow without a space; a line may still end between them.
    pub(super) fn glue(&mut self) {
        self.glue = true;
    }

    /// Ends the line, unless it is empty.
    pub(super) fn end_line(&mut self) {
        self.copy_run();
        if self.column > 0 {
            self.out.push_str(self.line_end);
            self.column = 0;
        }
        self.glue = false;
    }

    /// Writes a line that begins in the first column and stays unchanged.
    pub(super) fn whole_line(&mut self, line: &str) {
        self.end_line();
        self.out.push_str(line);
        self.out.push_str(self.line_end);
    }

    /// Writes `;`, the words of a comment, and the line end.
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

    /// Writes `{`, the words of a comment and `}` as separate tokens.
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

    /// Writes the words of a comment's text.
    fn words_of_comment(&mut self, text: Range<usize>) {
        let text = self.plain_commands(text);
        let bytes = &self.game.as_bytes()[text.clone()];
        if memchr(b'%', bytes).is_some() {
            return self.words(text);
        }
        // Without commands the line ends may split the text.
        let mut start = text.start;
        for end in memchr_iter(b'\n', bytes).map(|end| text.start + end).chain([text.end]) {
            if !self.plain_line(start..end) {
                self.words(start..end);
            }
            start = end + 1;
        }
    }

    /// Writes the words at the start of a comment, as long as they are commands in the form of most programs. Returns
    /// the rest of the comment.
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

    /// Writes the words of any text.
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

    /// Writes the words of a plain text as [`Filler::words`] would, one by one. The token after it must be able to
    /// begin a line. Returns whether the text is plain.
    fn plain_line(&mut self, text: Range<usize>) -> bool {
        let Some(plain) = plain_words(&self.game.as_bytes()[text.clone()]) else { return false };
        let mut rest = text.start + plain.start..text.start + plain.end;
        while !rest.is_empty() {
            let follows_token = self.column > 0;
            let taken = if follows_token { self.column + 1 } else { self.indent };
            let bytes = &self.game.as_bytes()[rest.clone()];
            let length = words_in(bytes, self.line_width.saturating_sub(taken)).or_else(|| {
                // A word that fits no line gets its own line.
                (!follows_token).then(|| memchr(b' ', bytes).unwrap_or(bytes.len()))
            });
            let Some(length) = length else {
                self.break_line();
                self.column = 0;
                continue;
            };
            let end = rest.start + length;
            if follows_token && self.is_next(1, rest.start) {
                self.run.end = end;
            } else {
                self.copy_run();
                self.out.extend(std::iter::repeat_n(' ', if follows_token { 1 } else { self.indent }));
                self.run = rest.start..end;
            }
            self.column = taken + length;
            rest.start = rest.end.min(end + 1);
        }
        true
    }

    /// Whether byte `start` of the game follows the last token after this number of spaces.
    #[inline]
    fn is_next(&self, blanks: usize, start: usize) -> bool {
        self.run.end + blanks == start && (blanks == 0 || self.game.as_bytes()[self.run.end] == b' ')
    }

    /// Copies the pending run to `out`.
    #[inline]
    fn copy_run(&mut self) {
        if !self.run.is_empty() {
            let end = self.game.len();
            self.out.push_str(&self.game[std::mem::replace(&mut self.run, end..end)]);
        }
    }

    /// Whether a token must not begin a line: one that begins with `%` would be an escape line there (section 6).
    #[inline]
    fn must_not_begin_line(&self, is_escape: bool) -> bool {
        is_escape && self.indent == 0
    }

    fn break_line(&mut self) {
        self.copy_run();
        self.out.push_str(self.line_end);
    }

    /// Writes the separator before a token of `width` columns: a space, a line end, or nothing. Returns whether the
    /// token stays with the previous one because it must not begin a line.
    fn make_room(&mut self, width: usize, is_escape: bool) -> bool {
        self.copy_run();
        if self.column == 0 {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
            self.column = self.indent + width;
            self.glue = false;
            return false;
        }
        let space = usize::from(!self.glue);
        self.glue = false;
        let fits = self.column + space + width <= self.line_width;
        let must_not_begin = self.must_not_begin_line(is_escape);
        if !fits && must_not_begin {
            self.break_before_last_token();
        }
        if fits || must_not_begin {
            if space == 1 {
                self.out.push(' ');
            }
            self.column += space + width;
            return must_not_begin;
        }
        self.out.push_str(self.line_end);
        self.out.extend(std::iter::repeat_n(' ', self.indent));
        self.column = self.indent + width;
        false
    }

    /// Moves the last token to a new line, for one that must not begin a line. If it is the only token of its line, the
    /// line stays too long.
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

/// Export format: every part goes on the current line if it fits.
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
        // Two common programs write a space between "(" and "{".
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
        if marker.is_empty() {
            return self.copy_run();
        }
        self.token(marker);
    }
}

/// Whether a text with one space before it makes the last line of `out` too long, or has another line that is.
pub(super) fn is_too_wide(out: &str, text: &str, line_width: LineWidth) -> bool {
    let line_width = line_width.columns();
    let mut lines = text.split(['\n', '\r']);
    let first = lines.next().unwrap_or("");
    last_line_width(out) + 1 + width(first.as_bytes()) > line_width
        || lines.any(|line| width(line.as_bytes()) > line_width)
}

/// Returns the columns of the last line of a text, which may be empty.
fn last_line_width(text: &str) -> usize {
    let start = text.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    width(&text.as_bytes()[start..])
}

/// Returns the number of bytes of the first words of a plain text that fit this number of columns; `None` if none fits.
fn words_in(text: &[u8], columns: usize) -> Option<usize> {
    match text.get(..=columns) {
        Some(near) => memrchr(b' ', near),
        None => Some(text.len()),
    }
}

/// Returns the number of columns of a UTF-8 text.
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

    /// Returns what `lay` writes after `before`, followed by a brace.
    fn laid(game: &str, before: &str, indent: usize, lay: &dyn Fn(&mut Filler)) -> String {
        let mut out = String::new();
        let mut filler = Filler { indent, ..Filler::new(game, &mut out, FormatOptions::default()) };
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
        fn text_of_the_game_is_laid_like_any_other(
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

    #[test]
    fn lines_are_as_long_as_asked_for() {
        let text = "1. Nf3! Nf6 2. Ng1 Ng8 ".repeat(30) + "*\n";
        for columns in [40, 79, 120, 255] {
            let line_width = crate::LineWidth::new(columns).unwrap();
            for suffixes in [crate::Suffixes::Keep, crate::Suffixes::Nags] {
                let options = FormatOptions { line_width, suffixes, ..FormatOptions::default() };
                let formatted = crate::format_text(&text, options).text;
                let (_, movetext) = formatted.split_once("\n\n").unwrap();
                let longest = movetext.lines().map(str::len).max().unwrap();
                assert!((usize::from(columns) - 8..=usize::from(columns)).contains(&longest), "{columns}: {longest}");
                assert_eq!(crate::format_text(&formatted, options).text, formatted);
            }
        }
        assert_eq!((crate::LineWidth::new(39), crate::LineWidth::new(40).is_some()), (None, true));
    }
}
