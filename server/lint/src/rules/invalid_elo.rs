use scoresheet_grammar::ast::Tag;

use super::tag_values::{Value, value};
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A rating that is not a number.
    ///
    /// ## What it does
    /// Checks for WhiteElo, BlackElo, WhiteUSCF and BlackUSCF tags, and those of other federations and servers (WhiteFIDE, WhiteICCF, WhiteDWZ ...), whose
    /// value is not a whole number, `-` for a player without
    /// a rating, or `?` for an unknown one. `0` for no rating is only a hint; `1500?` and `1500P` for a provisional rating are
    /// a matter of style.
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
    /// Removing the mark of a provisional rating is unsafe, because it loses information. Other values have no fix.
    ///
    /// ## References
    /// PGN standard, sections 9.1.2 and 9.1.3.
    name: "invalid-elo", group: Suspicious, level: Warning, fix: Sometimes,
    hooks: [Hook::TagNamed(RATINGS, check)],
}

/// The tags with ratings. Those of others than Elo and the USCF are formed in the same way (section 9.1.3).
const RATINGS: &[&str] = &[
    "WhiteElo",
    "BlackElo",
    "WhiteUSCF",
    "BlackUSCF",
    "WhiteFIDE",
    "BlackFIDE",
    "WhiteICCF",
    "BlackICCF",
    "WhiteDWZ",
    "BlackDWZ",
    "WhiteBCF",
    "BlackBCF",
    "WhiteECF",
    "BlackECF",
    "WhiteCFC",
    "BlackCFC",
    "WhiteACF",
    "BlackACF",
    "WhiteICC",
    "BlackICC",
    "WhiteFICS",
    "BlackFICS",
    "WhiteRating",
    "BlackRating",
];

/// Higher than any rating of a player or program.
const HIGHEST: u32 = 4500;

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag) else { return };
    // The fast path: nearly every rating is a plain number.
    if rating(value.text).is_some_and(is_possible) {
        return;
    }
    findings.extend(value.items().filter_map(|item| finding(&item)));
}

fn finding(item: &Value) -> Option<Finding> {
    let (level, message) = match item.text {
        "-" | "?" => return None,
        "0" | "na" | "++++" | "----" => (Level::Hint, "The rating of a player without one is written -".to_owned()),
        text => match (rating(text), without_mark(text)) {
            (Some(rating), _) if is_possible(rating) => return None,
            (Some(_), _) => (Level::Warning, format!("{text} is not a plausible rating")),
            (None, Some(_)) => (Level::Info, "A rating must be a whole number without marks".to_owned()),
            (None, None) => (Level::Warning, format!("{text} is not a rating, which is a whole number, or - for none")),
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
           ^^ GM is not a rating, which is a whole number, or - for none
[BlackElo "28611"]
           ^^^^^ 28611 is not a plausible rating
[WhiteUSCF "2100:1500?:-"]
                 ^^^^^ A rating must be a whole number without marks
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
