use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::finding::Finding;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::similar_words::in_other_capitals;
use scoresheet_chess::tag_docs::{SITE_TITLES, TITLES};

declare_rule! {
    /// A title that is none of FIDE's.
    ///
    /// ## What it does
    /// Checks WhiteTitle and BlackTitle: GM, IM, FM, CM, WGM, WIM, WFM, WCM, or `-` for a player without a title. Titles of other
    /// federations and of sites that are in use, such as NM, LM, SIM and BOT, are left in peace.
    ///
    /// ## Why is this bad?
    /// Programs that show titles know them by these abbreviations.
    ///
    /// ## Example
    /// ```pgn
    /// [WhiteTitle "Grandmaster"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [WhiteTitle "GM"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// A title in other letters or in full is certain: the fix is safe.
    ///
    /// ## References
    /// PGN standard, section 9.1.1.
    name: "invalid-title", group: Style, level: Info, fix: Sometimes,
    hooks: [Hook::TagNamed(&["WhiteTitle", "BlackTitle"], check)],
}

/// Titles in full, in small letters, and their abbreviations.
const IN_FULL: [(&str, &str); 9] = [
    ("candidate master", "CM"),
    ("fide master", "FM"),
    ("grand master", "GM"),
    ("grandmaster", "GM"),
    ("international grandmaster", "GM"),
    ("international master", "IM"),
    ("no title", "-"),
    ("none", "-"),
    ("untitled", "-"),
];

fn check(tag: &Tag, _: &Walk, findings: &mut Vec<Finding>) {
    let Some(value) = value(tag) else { return };
    for item in value
        .items()
        .filter(|item| item.text != "?" && !TITLES.contains(&item.text) && !SITE_TITLES.contains(&item.text))
    {
        let message = format!("{} is no title of FIDE: those are {}, or - for none", item.text, TITLES[1..].join(", "));
        let finding = RULE.finding(item.range.clone(), message);
        findings.push(match meant(item.text) {
            Some(title) => finding.with_fix(item.replaced_by(title)),
            None => finding,
        });
    }
}

fn meant(text: &str) -> Option<&'static str> {
    let titles = TITLES.iter().chain(SITE_TITLES).copied();
    let lower = text.to_ascii_lowercase();
    let in_full = || IN_FULL.iter().find(|(words, _)| *words == lower).map(|(_, title)| *title);
    in_other_capitals(text, titles).or_else(in_full)
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
[WhiteTitle "Dr."]
             ^^^ Dr. is no title of FIDE: those are GM, IM, FM, CM, WGM, WIM, WFM, WCM, or - for none
[BlackTitle "GM:gm:-"]
                ^^

1. e4 *

[WhiteTitle "-"]
[BlackTitle "NM"]

1. e4 *
"#,
        );
    }

    #[test]
    fn certain_titles_are_written() {
        for (before, after) in [("gm", "GM"), ("Bot", "BOT"), ("International Master", "IM"), ("none", "-")] {
            check_fix(&RULE, &format!("[WhiteTitle \"{before}\"]\n\n*"), &format!("[WhiteTitle \"{after}\"]\n\n*"));
        }
    }
}
