//! Tests of texts: the same up to letter case, with `*` for any text; the very text; a regular expression.

use std::borrow::Cow;

use regex::{Regex, RegexBuilder};

use super::lexer::Compare;

/// The largest size in bytes of a regular expression in memory: enough for a list of names, and soon refused.
const LARGEST_REGEX: usize = 1 << 20;

/// A test of a text.
#[derive(Clone, Debug)]
pub(super) enum TextTest {
    /// The same up to letter case: the parts between the `*`, in lower case.
    Same(Vec<String>),
    /// The very text.
    Exact(String),
    /// A regular expression finds something, in any letter case.
    Finds(Regex),
    /// Another test fails.
    Not(Box<TextTest>),
}

impl TextTest {
    /// The test of a comparison with `value`. `None` for a comparison of sizes.
    ///
    /// # Errors
    /// What is wrong with the regular expression.
    pub(super) fn new(compare: Compare, value: &str) -> Option<Result<TextTest, String>> {
        match compare {
            Compare::Same => Some(Ok(TextTest::same(value))),
            Compare::Exact => Some(Ok(TextTest::Exact(value.to_owned()))),
            Compare::Not => Some(Ok(TextTest::Not(Box::new(TextTest::same(value))))),
            Compare::Finds => Some(regex(value).map(TextTest::Finds)),
            Compare::Less | Compare::LessOrEqual | Compare::More | Compare::MoreOrEqual => None,
        }
    }

    fn same(value: &str) -> TextTest {
        TextTest::Same(folded(value.trim()).split('*').map(str::to_owned).collect())
    }

    /// Whether one of several names of the same thing passes; none of them if another test must fail.
    pub(super) fn passes_any(&self, names: &[&str]) -> bool {
        match self {
            TextTest::Not(test) => !test.passes_any(names),
            test => names.iter().any(|name| test.passes(name)),
        }
    }

    /// Whether `text` passes.
    pub(super) fn passes(&self, text: &str) -> bool {
        match self {
            TextTest::Same(parts) => matches(parts, &folded(text.trim())),
            TextTest::Exact(value) => value == text,
            TextTest::Finds(regex) => regex.is_match(text),
            TextTest::Not(test) => !test.passes(text),
        }
    }
}

/// Reads a regular expression, in any letter case.
///
/// # Errors
/// What is wrong with it.
pub(super) fn regex(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text).case_insensitive(true).size_limit(LARGEST_REGEX).build().map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => "the regular expression is too large".to_owned(),
        // The last line says what is wrong; those before show where.
        other => {
            let message = other.to_string();
            let last = message.lines().last().unwrap_or_default();
            format!("the regular expression does not read: {}", last.trim_start_matches("error: "))
        }
    })
}

/// A text in lower case.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    let is_lower = text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_lower { Cow::Borrowed(text) } else { Cow::Owned(text.to_lowercase()) }
}

/// Whether a text consists of these parts, with anything between them.
pub(super) fn matches(parts: &[String], text: &str) -> bool {
    let [first, rest @ ..] = parts else { return text.is_empty() };
    let Some((last, between)) = rest.split_last() else { return text == first };
    let Some(inside) = text.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str())) else {
        return false;
    };
    let mut left = inside;
    between.iter().all(|part| match left.find(part.as_str()) {
        Some(at) => {
            left = &left[at + part.len()..];
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(compare: Compare, value: &str, text: &str, expected: bool) {
        let test = TextTest::new(compare, value).unwrap().unwrap();
        assert_eq!(test.passes(text), expected, "{value:?} {text:?}");
    }

    #[test]
    fn texts_are_the_same_in_any_case() {
        use Compare::{Exact, Finds, Not, Same};
        check(Same, "Wijk aan Zee", "WIJK AAN ZEE", true);
        check(Same, "Wijk*", "Wijk aan Zee", true);
        check(Same, "*zee", "Wijk aan Zee", true);
        check(Same, "w*aan*e", "Wijk aan Zee", true);
        check(Same, "w*aan*aan*e", "Wijk aan Zee", false);
        check(Same, "ab*ba", "aba", false);
        check(Same, "Hübner", "HÜBNER", true);
        check(Same, "*", "", true);
        check(Same, "", "x", false);
        check(Exact, "Wijk", "wijk", false);
        check(Not, "Wijk", "wijk", false);
        check(Finds, "aan|of", "Wijk AAN Zee", true);
        check(Finds, "^aan", "Wijk aan Zee", false);
    }

    #[test]
    fn what_does_not_read_is_said() {
        let error = TextTest::new(Compare::Finds, "(").unwrap().unwrap_err();
        assert_eq!(error, "the regular expression does not read: unclosed group");
        assert!(TextTest::new(Compare::Less, "a").is_none());
    }
}
