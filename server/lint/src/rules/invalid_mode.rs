use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::finding::Level;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::similar_words::in_other_capitals;
use scoresheet_chess::tag_docs::PLAYING_MODES;

declare_rule! {
    /// A Mode that the standard does not list.
    ///
    /// ## What it does
    /// Checks for Mode tags other than OTB (over the board), PM (paper mail), EM (electronic mail), ICS (Internet chess server)
    /// and TC (other telecommunication). The standard gives these as examples, so another word is only a hint; other spellings
    /// of the five are a matter of style.
    ///
    /// ## Why is this bad?
    /// Programs that separate games over the board from others look for these abbreviations.
    ///
    /// ## Example
    /// ```pgn
    /// [Mode "Over the board"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Mode "OTB"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Correcting the case and abbreviating full words is safe. Other values have no fix.
    ///
    /// ## References
    /// PGN standard, section 9.9.2.
    name: "invalid-mode", group: Style, level: Info, fix: Sometimes, hooks: [Hook::TagNamed(&["Mode"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag).filter(|value| !PLAYING_MODES.contains(&value.text)) else { return };
    let message = format!("{} is not one of the modes {}", value.text, PLAYING_MODES.join(", "));
    let mut finding = RULE.finding(value.range.clone(), message);
    match meant(value.text) {
        Some(mode) => finding.fixes.push(value.replaced_by(mode)),
        None => finding.level = Level::Hint,
    }
    findings.push(finding);
}

fn meant(text: &str) -> Option<&'static str> {
    in_other_capitals(text, PLAYING_MODES.iter().copied()).or(match text.to_ascii_lowercase().as_str() {
        "over the board" | "over-the-board" => Some("OTB"),
        "paper mail" => Some("PM"),
        "e-mail" | "email" | "electronic mail" => Some("EM"),
        "internet chess server" => Some("ICS"),
        _ => None,
    })
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
[Mode "otb"]
       ^^^ otb is not one of the modes OTB, PM, EM, ICS, TC

1. e4 *
"#,
        );
        check_fix(&RULE, "[Mode \"E-mail\"]\n\n*", "[Mode \"EM\"]\n\n*");
        assert_eq!(findings(&RULE, "[Mode \"ONLINE\"]\n\n*")[0].level, Level::Hint);
    }
}
