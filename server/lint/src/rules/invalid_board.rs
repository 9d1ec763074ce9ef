use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A Board tag that is not a number.
    ///
    /// ## What it does
    /// Checks for Board tags, which give the board in a team match or a simultaneous exhibition, with other values than a
    /// number.
    ///
    /// ## Why is this bad?
    /// Programs sort the games of a match by this number.
    ///
    /// ## Example
    /// ```pgn
    /// [Board "Board 4"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Board "4"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Removing the word "Board" is safe. Other values have no fix.
    ///
    /// ## References
    /// PGN standard, section 9.2.5.
    name: "invalid-board", group: Style, level: Info, fix: Sometimes, hooks: [Hook::TagNamed(&["Board"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag).filter(|value| !matches!(value.text, "?" | "-") && !is_number(value.text)) else {
        return;
    };
    let finding = RULE.finding(value.range.clone(), "The value of Board must be a whole number");
    let word = value.text.get(..5).filter(|word| word.eq_ignore_ascii_case("board")).unwrap_or("");
    let number = value.text[word.len()..].trim_matches([' ', '#', '.']);
    findings.push(if is_number(number) { finding.with_fix(value.replaced_by(number)) } else { finding });
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[Board "top"]
        ^^^ The value of Board must be a whole number

1. e4 *

[Board "12"]

1. e4 *
"#,
        );
        check_fix(&RULE, "[Board \"Board #4\"]\n\n*", "[Board \"4\"]\n\n*");
    }
}
