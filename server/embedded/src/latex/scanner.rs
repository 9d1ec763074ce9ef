//! A walk through the text of a LaTeX document: its commands and their arguments, without comments and verbatim text.

use std::ops::Range;
use std::rc::Rc;

/// Environments whose text is not LaTeX.
const VERBATIM: [&str; 8] =
    ["verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "filecontents", "filecontents*"];

/// Commands whose argument is not LaTeX; its delimiter is any character.
const INLINE_VERBATIM: [&str; 3] = ["verb", "lstinline", "Verb"];

/// No optional argument is longer, in bytes.
const LONGEST_OPTIONAL: usize = 1024;

/// A place in the text of a document.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    /// Where braces open, ascending, each with the place where it closes.
    braces: Rc<[(usize, usize)]>,
}

/// What a walk meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A command: its name without the backslash. Of `\%` that is the percent sign.
    Command(&'a str),
    /// Any other character.
    Character(char),
}

impl<'a> Scanner<'a> {
    /// Starts a walk through a text. Linear in the text.
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        let mut scanner = Scanner { text, at: 0, end: text.len(), braces: Rc::new([]) };
        let (mut open, mut braces) = (Vec::new(), Vec::new());
        while let Some(token) = scanner.next() {
            match token {
                Token::Character('{') => open.push(scanner.at - 1),
                Token::Character('}') => braces.extend(open.pop().map(|start| (start, scanner.at - 1))),
                _ => {}
            }
        }
        braces.sort_unstable();
        Scanner { text, at: 0, end: text.len(), braces: braces.into() }
    }

    /// Returns a walk through a part of the text.
    pub(super) fn within(&self, range: Range<usize>) -> Scanner<'a> {
        Scanner { at: range.start, end: range.end, ..self.clone() }
    }

    /// Returns where the walk is.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes on at another place.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.end);
    }

    /// Returns what is left.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// Returns the next command or character, after comments and verbatim text.
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            match first {
                '%' => self.at += rest.find('\n').unwrap_or(rest.len()),
                '\\' => {
                    let name = name_of(&rest[1..]);
                    self.at += 1 + name.len();
                    if !self.skip_verbatim(name) {
                        return Some(Token::Command(name));
                    }
                }
                _ => {
                    self.at += first.len_utf8();
                    return Some(Token::Character(first));
                }
            }
        }
    }

    /// Skips verbatim text that a command begins.
    fn skip_verbatim(&mut self, name: &str) -> bool {
        if INLINE_VERBATIM.contains(&name) {
            let rest = self.rest().strip_prefix('*').unwrap_or(self.rest());
            let Some(delimiter) = rest.chars().next() else { return true };
            let delimiter = if delimiter == '{' { '}' } else { delimiter };
            let start = self.end - rest.len() + rest.chars().next().map_or(0, char::len_utf8);
            let length = self.text[start..self.end].find([delimiter, '\n']);
            self.at = length.map_or(self.end, |length| start + length);
            if self.rest().starts_with(delimiter) {
                self.at += delimiter.len_utf8();
            }
            return true;
        }
        let is_here = |environment: &&str| {
            self.rest()
                .strip_prefix('{')
                .and_then(|rest| rest.strip_prefix(*environment))
                .is_some_and(|rest| rest.starts_with('}'))
        };
        let end = match name {
            "begin" => VERBATIM.into_iter().find(is_here).map(|environment| format!("\\end{{{environment}}}")),
            "iffalse" => Some("\\fi".to_owned()),
            _ => None,
        };
        let Some(end) = end else { return false };
        self.at = self.rest().find(&end).map_or(self.end, |length| self.at + length + end.len());
        true
    }

    /// Returns the range of the optional argument that follows, without its brackets, and goes on after it.
    pub(super) fn optional(&mut self) -> Option<Range<usize>> {
        let mut ahead = self.clone();
        ahead.skip_white_space();
        if !ahead.rest().starts_with('[') {
            return None;
        }
        let start = ahead.at + 1;
        ahead.at = start;
        let mut depth = 0_usize;
        while ahead.at - start < LONGEST_OPTIONAL {
            match ahead.next()? {
                Token::Character(']') if depth == 0 => {
                    self.at = ahead.at;
                    return Some(start..self.at - 1);
                }
                Token::Character('{') => depth += 1,
                Token::Character('}') => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        None
    }

    /// Returns the range of the argument in braces that follows, without them, and goes on after it.
    pub(super) fn argument(&mut self) -> Option<Range<usize>> {
        let mut ahead = self.clone();
        ahead.skip_white_space();
        let index = self.braces.binary_search_by_key(&ahead.at, |(open, _)| *open).ok()?;
        let (open, close) = self.braces[index];
        if close >= self.end {
            return None;
        }
        self.at = close + 1;
        Some(open + 1..close)
    }

    fn skip_white_space(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if !self.rest().starts_with('%') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }
}

/// The name of a command: letters, or one other character.
fn name_of(text: &str) -> &str {
    let letters = text.find(|letter: char| !letter.is_ascii_alphabetic() && letter != '@').unwrap_or(text.len());
    let length = if letters > 0 { letters } else { text.chars().next().map_or(0, char::len_utf8) };
    &text[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_verbatim_text_are_skipped() {
        let names = |text: &str| {
            let mut scanner = Scanner::new(text);
            let mut names = Vec::new();
            while let Some(token) = scanner.next() {
                if let Token::Command(name) = token {
                    names.push(name.to_owned());
                }
            }
            names
        };
        assert_eq!(names("\\a% \\b\n\\c\\% \\d\\\\% \\e"), ["a", "c", "%", "d", "\\"]);
        assert_eq!(names("\\a\\verb|\\b|\\c\\verb*+\\d+\\lstinline{\\e}\\f"), ["a", "c", "f"]);
        assert_eq!(names("\\begin{verbatim}\\a\n\\end{verbatim}\\b\\begin{x}\\end{x}"), ["b", "begin", "end"]);
        assert_eq!(names("\\iffalse \\a \\fi\\b\\begin{comment}\\c"), ["b"]);
        assert_eq!(names("\\"), [""]);
    }

    #[test]
    fn arguments_are_found() {
        let found = |text: &str| {
            let mut scanner = Scanner::new(text);
            let optional = scanner.optional().map(|range| text[range].to_owned());
            let argument = scanner.argument().map(|range| text[range].to_owned());
            (optional, argument, scanner.rest().to_owned())
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(found("[a={]}] {b{c}\\}d% }\n}e"), (some("a={]}"), some("b{c}\\}d% }\n"), "e".to_owned()));
        assert_eq!(found("% x\n {a}"), (None, some("a"), String::new()));
        assert_eq!(found("[a {b"), (None, None, "[a {b".to_owned()));
        assert_eq!(found("a"), (None, None, "a".to_owned()));
    }
}
