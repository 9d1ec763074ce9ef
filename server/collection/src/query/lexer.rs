//! The tokens of a query: words, texts in quotes, signs.

use std::ops::Range;

use super::error::QueryError;

/// A token with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'text> {
    pub(super) kind: Kind<'text>,
    /// Half-open byte offsets in the query.
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'text> {
    /// A name, a number, a square, a move, a result: what is between spaces and signs.
    Word(&'text str),
    /// A text in quotes, without them and its escapes.
    Text(String),
    Compare(Compare),
    Plus,
    Minus,
    Open,
    Close,
    End,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    /// `=`: means the same, in the way of the field.
    Same,
    /// `==`: the very text.
    Exact,
    /// `!=`
    Not,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
    /// `~`: a regular expression finds something.
    Finds,
}

impl Compare {
    /// All of them.
    pub(super) const ALL: [Compare; 8] = [
        Compare::Same,
        Compare::Exact,
        Compare::Not,
        Compare::Less,
        Compare::LessOrEqual,
        Compare::More,
        Compare::MoreOrEqual,
        Compare::Finds,
    ];

    /// As a query writes it.
    pub(super) fn written(self) -> &'static str {
        match self {
            Compare::Same => "=",
            Compare::Exact => "==",
            Compare::Not => "!=",
            Compare::Less => "<",
            Compare::LessOrEqual => "<=",
            Compare::More => ">",
            Compare::MoreOrEqual => ">=",
            Compare::Finds => "~",
        }
    }
}

/// What a reader wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A term, or what may be before one.
    Term,
    /// What joins terms, or follows one.
    Joining,
    /// This word.
    Word(&'static str),
    Comparison,
    /// The name of a tag.
    Tag,
    /// The value of a field.
    Value(String),
}

/// The quotes of typography.
pub(super) const TYPOGRAPHIC_QUOTES: [char; 9] = ['“', '”', '„', '‟', '‘', '’', '‚', '«', '»'];

/// Reads tokens one by one.
pub(super) struct Lexer<'text> {
    text: &'text str,
    at: usize,
    wanted: Option<Wanted>,
    /// What was wanted where the text had ended.
    wanted_at_end: Vec<Wanted>,
}

impl<'text> Lexer<'text> {
    pub(super) fn new(text: &'text str) -> Lexer<'text> {
        Lexer { text, at: 0, wanted: None, wanted_at_end: Vec::new() }
    }

    /// Notes what the next token should be, for completions.
    pub(super) fn want(&mut self, wanted: Wanted) -> &mut Self {
        self.wanted = Some(wanted);
        self
    }

    /// What was wanted where the text had ended.
    pub(super) fn wanted_at_end(self) -> Vec<Wanted> {
        self.wanted_at_end
    }

    /// The byte offset after the last token.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// Reads the next token.
    ///
    /// # Errors
    /// A text without its closing quote, or in quotes of typography.
    pub(super) fn next(&mut self) -> Result<Token<'text>, QueryError> {
        let rest = self.skip_spaces();
        let wanted = self.wanted.take();
        if rest.is_empty() {
            self.wanted_at_end.extend(wanted);
        }
        self.refuse_typographic(rest)?;
        let (kind, length) = match rest.as_bytes() {
            [] => (Kind::End, 0),
            [b'(', ..] => (Kind::Open, 1),
            [b')', ..] => (Kind::Close, 1),
            [b'+', ..] => (Kind::Plus, 1),
            // In one word it is a part of a result or of squares.
            [b'-', b' ', ..] | [b'-'] => (Kind::Minus, 1),
            [b'"' | b'\'', ..] => self.quoted(rest)?,
            [b'=', b'=', ..] => (Kind::Compare(Compare::Exact), 2),
            [b'!', b'=', ..] | [b'<', b'>', ..] => (Kind::Compare(Compare::Not), 2),
            [b'<', b'=', ..] => (Kind::Compare(Compare::LessOrEqual), 2),
            [b'>', b'=', ..] => (Kind::Compare(Compare::MoreOrEqual), 2),
            [b'=', ..] => (Kind::Compare(Compare::Same), 1),
            [b'<', ..] => (Kind::Compare(Compare::Less), 1),
            [b'>', ..] => (Kind::Compare(Compare::More), 1),
            [b'~', ..] => (Kind::Compare(Compare::Finds), 1),
            _ => {
                let length = word_length(rest);
                (Kind::Word(&rest[..length]), length)
            }
        };
        Ok(self.token(kind, length))
    }

    /// Reads up to the next space or the end of the brackets, whatever it is, as moves and material are written: `Bxh7+`.
    /// A text in quotes is read as one.
    ///
    /// # Errors
    /// As for [`Lexer::next`].
    pub(super) fn next_raw(&mut self) -> Result<Token<'text>, QueryError> {
        let rest = self.skip_spaces();
        self.refuse_typographic(rest)?;
        if rest.starts_with(['"', '\'', '(', ')']) || rest.is_empty() {
            return self.next();
        }
        let length = rest.find(|character: char| character.is_whitespace() || character == ')').unwrap_or(rest.len());
        Ok(self.token(Kind::Word(&rest[..length]), length))
    }

    /// The token that would be read next.
    ///
    /// # Errors
    /// As for [`Lexer::next`].
    pub(super) fn peek(&mut self) -> Result<Token<'text>, QueryError> {
        let at = self.at;
        let token = self.next();
        self.at = at;
        token
    }

    fn token(&mut self, kind: Kind<'text>, length: usize) -> Token<'text> {
        let start = self.at;
        self.at += length;
        Token { kind, span: start..self.at }
    }

    fn skip_spaces(&mut self) -> &'text str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// Word processors and phones write other quotes than a query has.
    fn refuse_typographic(&self, rest: &str) -> Result<(), QueryError> {
        let Some(inside) = rest.strip_prefix(TYPOGRAPHIC_QUOTES) else { return Ok(()) };
        let quote = &rest[..rest.len() - inside.len()];
        let is_end = |character: char| TYPOGRAPHIC_QUOTES.contains(&character) || character == '"';
        let text = inside.find(is_end).map_or_else(|| &inside[..word_length(inside)], |end| &inside[..end]);
        let end = self.at + quote.len() + text.len();
        let closing = self.text[end..].chars().next().filter(|next| is_end(*next)).map_or(0, char::len_utf8);
        let error = QueryError::new(self.at..end + closing, format!("{quote} is no quote of a query"));
        Err(error.with_help(format!("did you mean \"{text}\"?")))
    }

    fn quoted(&self, rest: &str) -> Result<(Kind<'text>, usize), QueryError> {
        let mut text = String::new();
        let mut characters = rest.char_indices();
        let quote = characters.next().map_or('"', |(_, quote)| quote);
        while let Some((at, character)) = characters.next() {
            if character == quote {
                return Ok((Kind::Text(text), at + 1));
            }
            // Only a quote needs an escape, so that regular expressions are written as they are.
            if character == '\\' && characters.clone().next().is_some_and(|(_, next)| next == quote) {
                characters.next();
                text.push(quote);
            } else {
                text.push(character);
            }
        }
        let error = QueryError::new(self.at..self.at + 1, "the quote has no end");
        Err(error.with_help(format!("write {quote} at the end of the text")))
    }
}

/// The length in bytes of the word at the start of a text: up to a space or a sign; square brackets hold anything.
fn word_length(rest: &str) -> usize {
    let mut in_brackets = false;
    for (at, character) in rest.char_indices() {
        match character {
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            _ if in_brackets => {}
            '(' | ')' | '"' | '=' | '<' | '>' | '~' | '+' => return at.max(1),
            '!' if rest[at + 1..].starts_with('=') => return at.max(1),
            _ if character.is_whitespace() => return at,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        loop {
            let token = lexer.next().unwrap();
            match &token.kind {
                Kind::End => break,
                Kind::Text(inside) => found.push(format!("'{inside}'")),
                _ => found.push(text[token.span].to_owned()),
            }
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn tokens_are_what_people_write() {
        check("white=\"Carlsen*\" and elo>=2600", &["white", "=", "'Carlsen*'", "and", "elo", ">=", "2600"]);
        check("R = 1 and Q+q = 0", &["R", "=", "1", "and", "Q", "+", "q", "=", "0"]);
        check("P[d4, e5]=2", &["P[d4, e5]", "=", "2"]);
        check(
            "result = 1/2-1/2 or(eco in B90..B99)",
            &["result", "=", "1/2-1/2", "or", "(", "eco", "in", "B90..B99", ")"],
        );
        check(
            r#"site ~ "a\"b\d" R - r > 1 x!=y"#,
            &["site", "~", "'a\"b\\d'", "R", "-", "r", ">", "1", "x", "!=", "y"],
        );
        check("", &[]);
        assert_eq!(Lexer::new("  \"a").next().unwrap_err().span, 2..3);
    }

    #[test]
    fn raw_words_hold_signs() {
        let raw = |text: &'static str| match Lexer::new(text).next_raw().unwrap().kind {
            Kind::Word(word) => word.to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!([raw(" Bxh7+ and"), raw("e8=Q)"), raw("KRP+vKR")], ["Bxh7+", "e8=Q", "KRP+vKR"]);
    }
}
