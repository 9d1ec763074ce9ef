use scoresheet_grammar::ast::Tag;

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// An escaped quote in a tag value.
    ///
    /// ## What it does
    /// Checks for `\"` in tag values. One finding covers all quotes of a value.
    ///
    /// ## Why is this bad?
    /// The standard writes a quote this way, but chess.js and kludwig's parser do not support it and reject the file.
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
    /// The fix writes apostrophes. It is unsafe, because it changes the value.
    ///
    /// ## References
    /// PGN standard, section 7.
    name: "escaped-quote", group: Pedantic, level: Hint, fix: Always, hooks: [Hook::Tag(check)],
}

fn check(tag: &Tag, walk: &Walk, findings: &mut Findings) {
    let inner = tag.inner_range();
    let value = walk.text(inner.clone());
    if !tag.is_quoted || !value.contains("\\\"") {
        return;
    }
    let mut quotes = Vec::new();
    let mut characters = value.char_indices();
    while let Some((at, character)) = characters.next() {
        // `\\` is a backslash; the character after it is not escaped.
        if character == '\\' && characters.next().is_some_and(|(_, escaped)| escaped == '"') {
            quotes.push(inner.start + at..inner.start + at + 2);
        }
    }
    let Some(first) = quotes.first().cloned() else { return };
    let message = "chess.js and kludwig's parser reject a file with \\\" in a tag value";
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
          ^^ chess.js and kludwig's parser reject a file with \" in a tag value
[Site "a\\"]

*
"#,
        );
        check_fix(&RULE, r#"[Event "\\\"b\""] *"#, r#"[Event "\\'b'"] *"#);
    }
}
