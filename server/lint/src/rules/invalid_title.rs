use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::similar_words::in_other_capitals;
use scoresheet_chess::tag_docs::{SITE_TITLES, TITLES};

declare_rule! {
    /// A title other than FIDE's.
    ///
    /// ## What it does
    /// Checks for WhiteTitle and BlackTitle tags other than GM, IM, FM, CM, WGM, WIM, WFM, WCM, and `-` for a player without a
    /// title. Common titles of other federations and sites, such as NM, LM, SIM and BOT, are accepted.
    ///
    /// ## Why is this bad?
    /// Programs that show titles look for these abbreviations.
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
    /// Correcting the case of a title and abbreviating a full title is safe. Other values have no fix.
    ///
    /// ## References
    /// PGN standard, section 9.1.1.
    name: "invalid-title", group: Style, level: Info, fix: Sometimes,
    hooks: [Hook::TagNamed(&["WhiteTitle", "BlackTitle"], check)],
}

/// Full titles in lower case, and their abbreviations.
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

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag) else { return };
    for item in value
        .items()
        .filter(|item| item.text != "?" && !TITLES.contains(&item.text) && !SITE_TITLES.contains(&item.text))
    {
        let message =
            format!("{} is not a FIDE title: the titles are {}, or - for none", item.text, TITLES[1..].join(", "));
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
             ^^^ Dr. is not a FIDE title: the titles are GM, IM, FM, CM, WGM, WIM, WFM, WCM, or - for none
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
