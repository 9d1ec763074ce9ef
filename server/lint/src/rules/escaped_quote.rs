use scoresheet_grammar::ast::Tag;

use crate::finding::{Edit, Finding, Fix};
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A quote in a tag value.
    ///
    /// ## What it does
    /// Reports tag values with `\"` in them. One finding speaks of all quotes of a value.
    ///
    /// ## Why is this bad?
    /// It is the right way to write a quote. But chess.js and kludwig's parser do not know it and refuse the file.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "5th \"Mikis\" Open"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "5th 'Mikis' Open"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix writes apostrophes. The value is another one then, so it is never applied unasked.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "escaped-quote", group: Pedantic, level: Hint, fix: Always, hooks: [Hook::Tag(check)],
}

fn check(tag: &Tag, walk: &Walk, findings: &mut Vec<Finding>) {
    let inner = tag.inner_range();
    let value = walk.text(inner.clone());
    if !tag.is_quoted || !value.contains("\\\"") {
        return;
    }
    let mut quotes = Vec::new();
    let mut characters = value.char_indices();
    while let Some((at, character)) = characters.next() {
        // `\\` is a backslash, and what follows it stands for itself.
        if character == '\\' && characters.next().is_some_and(|(_, escaped)| escaped == '"') {
            quotes.push(inner.start + at..inner.start + at + 2);
        }
    }
    let Some(first) = quotes.first().cloned() else { return };
    let message = "chess.js and kludwig's parser refuse a file with \\\" in a tag value";
    let edits = quotes.into_iter().map(|quote| Edit::replace(quote, "'")).collect();
    findings.push(RULE.finding(first, message).with_fix(Fix::unsafe_("Write apostrophes", edits)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_first_quote_is_marked() {
        check(
            &RULE,
            r#"
[Event "a \"b\" c"]
          ^^ chess.js and kludwig's parser refuse a file with \" in a tag value
[Site "a\\"]

*
"#,
        );
        check_fix(&RULE, r#"[Event "\\\"b\""] *"#, r#"[Event "\\'b'"] *"#);
    }
}
