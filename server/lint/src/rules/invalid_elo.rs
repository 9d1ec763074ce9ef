use scoresheet_grammar::ast::Tag;

use super::tag_values::{Value, value};
use crate::finding::{Finding, Level};
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A rating that is no number.
    ///
    /// ## What it does
    /// Checks WhiteElo, BlackElo, WhiteUSCF and BlackUSCF: a rating is a whole number, `-` for a player without one,
    /// or `?` where it is unknown. `0` for no rating is pedantry; `1500?` and `1500P` for a provisional one are a matter of
    /// style.
    ///
    /// ## Why is this bad?
    /// Programs that compute with ratings drop the value or read another number.
    ///
    /// ## Example
    /// ```pgn
    /// [WhiteElo "abt. 2600"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [WhiteElo "2600"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Leaving out the sign for a provisional rating takes something away, so it is never done unasked. Other values have no
    /// fix.
    ///
    /// ## References
    /// PGN standard, sections 9.1.2 and 9.1.3.
    name: "invalid-elo", group: Suspicious, level: Warning, fix: Sometimes,
    hooks: [Hook::TagNamed(&["WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF"], check)],
}

/// No player and no program has had a higher one.
const HIGHEST: u32 = 4500;

fn check(tag: &Tag, _: &Walk, findings: &mut Vec<Finding>) {
    let Some(value) = value(tag) else { return };
    // The one rating of nearly every game, at once.
    if rating(value.text).is_some_and(is_possible) {
        return;
    }
    findings.extend(value.items().filter_map(|item| finding(&item)));
}

fn finding(item: &Value) -> Option<Finding> {
    let (level, message) = match item.text {
        "-" | "?" => return None,
        "0" | "na" | "++++" | "----" => (Level::Hint, "A player without a rating has - as rating".to_owned()),
        text => match (rating(text), without_mark(text)) {
            (Some(rating), _) if is_possible(rating) => return None,
            (Some(_), _) => (Level::Warning, format!("No player has a rating of {text}")),
            (None, Some(_)) => (Level::Info, "A rating is a whole number, without marks".to_owned()),
            (None, None) => (Level::Warning, format!("{text} is no rating: a rating is a whole number, or - for none")),
        },
    };
    let mut finding = RULE.finding(item.range.clone(), message);
    finding.level = level;
    finding.fixes.extend(without_mark(item.text).map(|number| item.perhaps_replaced_by(number)));
    Some(finding)
}

fn rating(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_possible(rating: u32) -> bool {
    (1..=HIGHEST).contains(&rating)
}

/// The number of `1500?`, `1500P` and `~1500`.
fn without_mark(text: &str) -> Option<&str> {
    let number = text.trim_end_matches(['?', 'P', 'p', 'E', '*']).trim_start_matches('~').trim();
    (number != text && rating(number).is_some_and(is_possible)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[WhiteElo "GM"]
           ^^ GM is no rating: a rating is a whole number, or - for none
[BlackElo "28611"]
           ^^^^^ No player has a rating of 28611
[WhiteUSCF "2100:1500?:-"]
                 ^^^^^ A rating is a whole number, without marks
[BlackUSCF ""]

1. e4 *
"#,
        );
        for rating in ["2861", "-", "?", "2500:-:2100", "90", ""] {
            check(&RULE, &format!("[WhiteElo \"{rating}\"]\n\n*"));
        }
    }

    #[test]
    fn habits_of_sites_are_no_warnings() {
        for (rating, level) in [("0", Level::Hint), ("1500?", Level::Info), ("x", Level::Warning)] {
            assert_eq!(findings(&RULE, &format!("[WhiteElo \"{rating}\"]\n\n*"))[0].level, level, "{rating}");
        }
    }

    #[test]
    fn the_number_stays() {
        check_fix(&RULE, "[WhiteElo \"1500?\"]\n\n*", "[WhiteElo \"1500\"]\n\n*");
    }
}
