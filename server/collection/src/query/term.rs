//! What all terms have in common: a word, a comparison, a value.

use std::ops::RangeInclusive;

use scoresheet_chess::results;

use super::error::QueryError;
use super::lexer::{Compare, Kind, Lexer, TYPOGRAPHIC_QUOTES, Token, Wanted};
use super::material_pattern::MaterialPattern;
use super::move_pattern::MovePattern;
use super::name_test::NameTest;
use super::range_test::{RangeTest, eco_of_query};
use super::text_test::TextTest;
use super::vocabulary;

/// A term that is being read.
pub(super) struct Term<'a, 'text> {
    pub(super) first: &'a Token<'text>,
    pub(super) word: &'text str,
    pub(super) lexer: &'a mut Lexer<'text>,
}

/// A comparison with a value, or `in` a range.
pub(super) enum Asked {
    Compare(Compare),
    In,
}

impl<'text> Term<'_, 'text> {
    pub(super) fn unknown(&mut self) -> QueryError {
        if let Some(example) = vocabulary::after_term(self.word) {
            let error = QueryError::new(self.first.span.clone(), format!("a term is missing before {}", self.word));
            return error.with_help(format!("as in {example}"));
        }
        let error = QueryError::new(self.first.span.clone(), format!("{} is not a known search term", self.word));
        error.with_help(self.instead())
    }

    /// What to write instead of a word that begins no term.
    fn instead(&mut self) -> String {
        let word = self.word;
        if let Some(meant) = vocabulary::instead_of(word) {
            return format!("write {meant}");
        }
        if let Some(denied) = word.strip_prefix('!').filter(|word| vocabulary::is_known(word)) {
            return format!("write not {denied}");
        }
        if let Some(meant) = value_alone(word) {
            return meant;
        }
        let words = vocabulary::FIELDS.into_iter().chain(vocabulary::TERMS);
        if let Some(similar) = vocabulary::similar(word, words) {
            return format!("did you mean {similar}?");
        }
        if word.contains(['[', '-']) {
            return "men on squares are written P[d4,e5] or Ra-h7, a difference R - r with spaces".to_owned();
        }
        if MovePattern::read(word).is_some() {
            return format!("a move is written move {word}");
        }
        let is_alone = self.lexer.peek().is_ok_and(|token| !matches!(token.kind, Kind::Compare(_)));
        match is_alone {
            true => format!("to search for a player, write player = {}", self.name()),
            false => format!("a tag is written tag {word} = \"...\"; --help lists the terms"),
        }
    }

    /// A name alone, as one types it into the search field of other programs: the words up to one of the language. In quotes if it needs
    /// them.
    fn name(&mut self) -> String {
        let mut name = self.word.to_owned();
        while let Ok(Token { kind: Kind::Word(word), .. }) = self.lexer.peek()
            && !vocabulary::is_known(word)
            && self.lexer.next().is_ok()
        {
            name = format!("{name} {word}");
        }
        if name.contains(' ') { format!("\"{name}\"") } else { name }
    }

    pub(super) fn asked(&mut self, example: &str) -> Result<Asked, QueryError> {
        let token = self.lexer.want(Wanted::Comparison).next()?;
        match token.kind {
            Kind::Compare(compare) => Ok(Asked::Compare(compare)),
            Kind::Word(word) if word.eq_ignore_ascii_case("in") => Ok(Asked::In),
            _ => {
                let message = format!("expected a comparison after {}", self.word);
                Err(QueryError::new(token.span, message).with_help(format!("as in {example}")))
            }
        }
    }

    /// Reads a comparison other than `in`.
    pub(super) fn compare(&mut self, example: &str) -> Result<Compare, QueryError> {
        let at = self.lexer.peek()?.span;
        match self.asked(example)? {
            Asked::Compare(compare) => Ok(compare),
            Asked::In => {
                let error = QueryError::new(at, format!("{} has no range", self.word));
                Err(error.with_help(format!("as in {example}")))
            }
        }
    }

    /// Reads a text in quotes or a word, of whatever signs.
    pub(super) fn value(&mut self, example: &str) -> Result<(String, Token<'text>), QueryError> {
        let token = self.lexer.want(Wanted::Value(self.word.to_owned())).next_raw()?;
        let value = match &token.kind {
            Kind::Word(word) => (*word).to_owned(),
            Kind::Text(text) => text.clone(),
            _ => {
                let message = format!("the value of {} is missing", self.word);
                return Err(QueryError::new(token.span, message).with_help(format!("as in {example}")));
            }
        };
        Ok((value, token))
    }

    pub(super) fn text_test(&mut self, example: &str) -> Result<TextTest, QueryError> {
        let compare = self.compare(example)?;
        let (value, token) = self.value(example)?;
        refuse_quotes(&value, compare, &token)?;
        self.tested(TextTest::new(compare, &value), compare, &token, example)
    }

    pub(super) fn name_test(&mut self) -> Result<NameTest, QueryError> {
        let example = format!("{} = \"Carlsen*\"", self.word);
        let compare = self.compare(&example)?;
        self.name_test_of(compare, &example)
    }

    /// Reads the name after a comparison.
    pub(super) fn name_test_of(&mut self, compare: Compare, example: &str) -> Result<NameTest, QueryError> {
        let (value, token) = self.value(example)?;
        refuse_quotes(&value, compare, &token)?;
        if matches!(compare, Compare::Same | Compare::Not) && value.trim().is_empty() {
            let error = QueryError::new(token.span, "the name is empty");
            return Err(error.with_help("white == \"\" finds games without a name"));
        }
        self.tested(NameTest::new(compare, &value), compare, &token, example)
    }

    pub(super) fn tested<T>(
        &self,
        test: Option<Result<T, String>>,
        compare: Compare,
        token: &Token,
        example: &str,
    ) -> Result<T, QueryError> {
        match test {
            Some(test) => test.map_err(|message| QueryError::new(token.span.clone(), message)),
            None => {
                let message = format!("{} has no order, so {} compares nothing", self.word, compare.written());
                Err(QueryError::new(self.first.span.start..token.span.end, message)
                    .with_help(format!("as in {example}")))
            }
        }
    }

    /// Reads a comparison with a value or a range that `read` knows.
    pub(super) fn range_test(
        &mut self,
        example: &str,
        range_example: &str,
        what: &str,
        read: impl Fn(&str) -> Option<RangeInclusive<u32>>,
    ) -> Result<RangeTest, QueryError> {
        let asked = self.asked(example)?;
        let (value, token) = self.value(example)?;
        let wrong = |example: &str| {
            QueryError::new(token.span.clone(), format!("{value} is no {what}")).with_help(format!("as in {example}"))
        };
        let bounds = value.split_once("..");
        if let Some((first, last)) = value.split_once('-')
            && read(&value).is_none()
            && read(first).is_some()
            && read(last).is_some()
        {
            let error = QueryError::new(token.span.clone(), format!("{value} is no {what}"));
            return Err(error.with_help(format!("did you mean {} in {first}..{last}?", self.word)));
        }
        match (asked, bounds) {
            (Asked::In | Asked::Compare(Compare::Same), Some((first, last))) => {
                let (first, last) = read(first).zip(read(last)).ok_or_else(|| wrong(range_example))?;
                if first.start() > last.end() {
                    let error = QueryError::new(token.span.clone(), format!("nothing is in {value}"));
                    return Err(error.with_help(format!("a range begins with what is less, as in {range_example}")));
                }
                Ok(RangeTest::is_in(*first.start()..=*last.end()))
            }
            (Asked::In, None) => Ok(RangeTest::is_in(read(&value).ok_or_else(|| wrong(range_example))?)),
            (Asked::Compare(compare), _) => {
                let range = read(&value).ok_or_else(|| wrong(example))?;
                RangeTest::new(compare, range).ok_or_else(|| {
                    QueryError::new(token.span.clone(), format!("{} is compared by its order, not by ~", self.word))
                        .with_help(format!("as in {example}"))
                })
            }
        }
    }

    pub(super) fn optional(&mut self, wanted: &'static str) -> Result<bool, QueryError> {
        let is_there = matches!(self.lexer.want(Wanted::Word(wanted)).peek()?.kind, Kind::Word(word) if word.eq_ignore_ascii_case(wanted));
        if is_there {
            self.lexer.next()?;
        }
        Ok(is_there)
    }
}

/// How a value is written of which its form says what it is.
fn value_alone(word: &str) -> Option<String> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Some(if word.matches('/').count() > 6 {
        "write fen \"...\" for a whole position, board \"...\" for a part of one".to_owned()
    } else if let Some(result) = results::canonical(word) {
        format!("a result is written result = {result}")
    } else if word.len() == 3 && eco_of_query(word).is_some() {
        format!("the code of an opening is written eco = {word}")
    } else if MaterialPattern::read(word).is_ok() {
        format!("material is written material {word}")
    } else if word.strip_suffix('.').is_some_and(is_number) {
        "moves from the start are written line \"1. e4 c5\"".to_owned()
    } else {
        return None;
    })
}

/// Quotes of typography around a whole value come from a word processor or a phone.
fn refuse_quotes(value: &str, compare: Compare, token: &Token) -> Result<(), QueryError> {
    let inside = value.strip_prefix(TYPOGRAPHIC_QUOTES).and_then(|rest| rest.strip_suffix(TYPOGRAPHIC_QUOTES));
    match inside {
        Some(inside) if matches!(compare, Compare::Same | Compare::Not) => {
            let error = QueryError::new(token.span.clone(), "the quotes are a part of the text");
            Err(error.with_help(format!("did you mean {inside}?")))
        }
        _ => Ok(()),
    }
}

/// Where the content of a token begins: after the quote of a text.
pub(super) fn inside(token: &Token) -> usize {
    token.span.start + usize::from(matches!(token.kind, Kind::Text(_)))
}
