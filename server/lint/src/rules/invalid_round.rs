use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A Round that is not made of numbers.
    ///
    /// ## What it does
    /// Checks for Round tags other than numbers separated by periods (`3`, `3.1`), `?` for unknown, or `-` where there are no
    /// rounds.
    ///
    /// ## Why is this bad?
    /// Programs sort the games of an event by these numbers. The name of a round, such as "Final", belongs in the Stage tag.
    ///
    /// ## Example
    /// ```pgn
    /// [Round "Round 3"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Round "3"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Removing the word "Round" and other characters around the number is safe. Other values have no fix.
    ///
    /// ## References
    /// PGN standard, section 8.1.1.4.
    name: "invalid-round", group: Style, level: Info, fix: Sometimes, hooks: [Hook::TagNamed(&["Round"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag).filter(|value| !is_round(value.text)) else { return };
    let message =
        "The value of Round must be numbers separated by periods, ? if it is unknown, or - if there are no rounds";
    let finding = RULE.finding(value.range.clone(), message);
    findings.push(match repaired(value.text) {
        Some(round) => finding.with_fix(value.replaced_by(round)),
        None => finding,
    });
}

/// Parts of a round may be unknown.
fn is_round(text: &str) -> bool {
    let is_part = |part: &str| part == "?" || !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text == "-" || text.split('.').all(is_part)
}

/// The numbers in `Round 3`, `(3)`, `#3` and `3.`.
fn repaired(text: &str) -> Option<&str> {
    let words = ["round", "rd", "r"];
    let lower = text.to_ascii_lowercase();
    let word = words.into_iter().find(|word| lower.starts_with(word)).map_or(0, str::len);
    let rest = text.get(word..)?.trim_matches([' ', '.', '#', ':', '(', ')']);
    let has_number = rest.contains(|character: char| character.is_ascii_digit());
    (has_number && is_round(rest)).then_some(rest)
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
[Round "Final"]
        ^^^^^ The value of Round must be numbers separated by periods, ? if it is unknown, or - if there are no rounds

1. e4 *
"#,
        );
        for round in ["1", "3.1", "4.1.2", "-", "?", "?.1", "", "0.?.77"] {
            check(&RULE, &format!("[Round \"{round}\"]\n\n*"));
        }
    }

    #[test]
    fn the_number_stays() {
        for (before, after) in
            [("Round 3", "3"), ("(3)", "3"), ("R3.1", "3.1"), ("#12", "12"), ("Rd. 4", "4"), ("5.", "5")]
        {
            check_fix(&RULE, &format!("[Round \"{before}\"]\n\n*"), &format!("[Round \"{after}\"]\n\n*"));
        }
    }
}
