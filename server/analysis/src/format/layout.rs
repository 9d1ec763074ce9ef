//! Tokens on lines: as many as fit, one blank between them (section 8.2.1).

use memchr::{memchr, memrchr};

use super::comment::{plain_words, words};

/// The most columns of a line: "less than 80 printing characters" (section 8.2.1). A character is a column.
const LINE_WIDTH: usize = 79;

/// What the parts of the movetext are written on: it decides where lines begin.
pub(super) trait Page {
    /// A move with its number where `number` is given, and the periods of the side that moves.
    fn ply(&mut self, number: Option<MoveNumber>, san: &str);
    /// A NAG.
    fn nag(&mut self, nag: &str);
    /// A comment, of whose text white space is only the gap between words.
    fn comment(&mut self, text: &str);
    /// A comment that must reach to the end of its line, without its semicolon.
    fn line_comment(&mut self, text: &str);
    /// `%` and all up to the line end.
    fn escape_line(&mut self, line: &str);
    /// `(`.
    fn open_variation(&mut self);
    /// `)`.
    fn close_variation(&mut self);
    /// A termination marker inside a variation.
    fn marker_in_variation(&mut self, marker: &str);
    /// The termination marker of the game. The line is not ended.
    fn marker(&mut self, marker: &str);
}

/// A move number indication in export format (section 8.2.2.2).
#[derive(Clone, Copy)]
pub(super) struct MoveNumber {
    pub(super) number: u32,
    /// Whether Black moves: then it has three periods instead of one.
    pub(super) is_black: bool,
}

/// Fills lines with tokens.
pub(super) struct Filler<'out> {
    out: &'out mut String,
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
    /// A filler that stands at the start of a line.
    pub(super) fn new(out: &'out mut String, line_end: &'static str) -> Filler<'out> {
        let last_token = out.len();
        Filler { out, line_end, column: 0, indent: 0, glue: false, last_token, scratch: String::new() }
    }

    /// A token that stands alone or behind a blank.
    #[inline]
    pub(super) fn token(&mut self, text: &str) {
        let starts_line = self.make_room(width(text), text.as_bytes().first() == Some(&b'%'));
        if !starts_line {
            self.last_token = self.out.len();
        }
        self.out.push_str(text);
    }

    /// A move number with its periods.
    #[inline]
    pub(super) fn number(&mut self, MoveNumber { number, is_black }: MoveNumber) {
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
    pub(super) fn comment_to_line_end(&mut self, text: &str) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.push(';');
        for word in words(text) {
            scratch.push(' ');
            word.write(&mut scratch);
        }
        self.token(&scratch);
        self.scratch = scratch;
        self.end_line();
    }

    /// `{`, the words of a comment and `}` are tokens like any others.
    pub(super) fn brace_comment(&mut self, text: &str) {
        self.token("{");
        // Where there are no commands, a line is as good as any.
        if memchr(b'%', text.as_bytes()).is_none() {
            text.split('\n').for_each(|line| self.line_of_comment(line));
            return self.token("}");
        }
        for word in words(text) {
            if !word.has_gap {
                self.token(word.text);
                continue;
            }
            let mut scratch = std::mem::take(&mut self.scratch);
            scratch.clear();
            word.write(&mut scratch);
            self.token(&scratch);
            self.scratch = scratch;
        }
        self.token("}");
    }

    /// The words of a line of a comment without commands.
    fn line_of_comment(&mut self, line: &str) {
        match plain_words(line) {
            Some(line) => self.fill(line),
            None => words(line).for_each(|word| self.token(word.text)),
        }
    }

    /// The words of a plain text, as [`Filler::token`] writes them one by one. Behind it comes what may begin a line.
    fn fill(&mut self, mut text: &str) {
        while !text.is_empty() {
            let is_behind = self.column > 0;
            let taken = if is_behind { self.column + 1 } else { self.indent };
            let end = words_in(text, LINE_WIDTH.saturating_sub(taken)).or_else(|| {
                // A word that no line has room for stands alone.
                (!is_behind).then(|| memchr(b' ', text.as_bytes()).unwrap_or(text.len()))
            });
            let Some(end) = end else {
                self.out.push_str(self.line_end);
                self.column = 0;
                continue;
            };
            if is_behind {
                self.out.push(' ');
            } else {
                self.out.extend(std::iter::repeat_n(' ', self.indent));
            }
            self.out.push_str(&text[..end]);
            self.column = taken + end;
            text = text[end..].strip_prefix(' ').unwrap_or("");
        }
    }

    /// Write what stands before a token of `width` columns: a blank, the end of the line, or nothing. Returns whether
    /// the token belongs to the one before it because it must not begin a line.
    #[inline]
    fn make_room(&mut self, width: usize, is_escape: bool) -> bool {
        if self.column == 0 {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
            self.column = self.indent + width;
            self.glue = false;
            return false;
        }
        let blank = usize::from(!self.glue);
        self.glue = false;
        let fits = self.column + blank + width <= LINE_WIDTH;
        let must_not_begin = is_escape && self.indent == 0;
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

    /// Take the last token to a new line, for one that begins with `%`: in the first column that would be an escape line
    /// (section 6). Where it is all its line, the line stays too long.
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
        self.column = width(&token);
        self.out.push_str(&token);
    }
}

/// Export format: every part is laid on the lines as it comes.
impl Page for Filler<'_> {
    #[inline]
    fn ply(&mut self, number: Option<MoveNumber>, san: &str) {
        if let Some(number) = number {
            self.number(number);
        }
        self.token(san);
    }

    fn nag(&mut self, nag: &str) {
        self.token(nag);
    }

    fn comment(&mut self, text: &str) {
        // Two programs of the field write a blank between "(" and "{".
        self.glue = false;
        self.brace_comment(text);
    }

    fn line_comment(&mut self, text: &str) {
        self.glue = false;
        self.comment_to_line_end(text);
    }

    fn escape_line(&mut self, line: &str) {
        self.whole_line(line);
    }

    fn open_variation(&mut self) {
        self.token("(");
        self.glue();
    }

    fn close_variation(&mut self) {
        self.glue();
        self.token(")");
    }

    fn marker_in_variation(&mut self, marker: &str) {
        self.token(marker);
    }

    fn marker(&mut self, marker: &str) {
        self.token(marker);
    }
}

/// How many bytes the first words of a plain text have that fit into so many columns; nothing where none fits.
fn words_in(text: &str, columns: usize) -> Option<usize> {
    match text.as_bytes().get(..=columns) {
        Some(near) => memrchr(b' ', near),
        None => Some(text.len()),
    }
}

/// How many columns a text takes.
#[inline]
fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.bytes().filter(|byte| *byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn plain_words_are_laid_as_any_others(
            before in "[a-z]{0,80}",
            words in prop::collection::vec("[a-z]{1,12}|[a-z]{70,90}", 0..40),
            indent in 0_usize..6,
        ) {
            let laid = |lay: &dyn Fn(&mut Filler)| {
                let mut out = String::new();
                let mut filler = Filler { indent, ..Filler::new(&mut out, "\n") };
                filler.token(&before);
                lay(&mut filler);
                filler.token("}");
                out
            };
            let text = words.join(" ");
            prop_assert_eq!(plain_words(&text), Some(text.as_str()));
            let one_by_one = laid(&|filler| words.iter().for_each(|word| filler.token(word)));
            prop_assert_eq!(laid(&|filler| filler.fill(&text)), one_by_one);
        }
    }
}
