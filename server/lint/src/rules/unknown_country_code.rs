use scoresheet_grammar::ast::Tag;

use super::tag_values::{Value, value};
use crate::finding::Finding;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::tag_docs::countries;

declare_rule! {
    /// Three letters that are not a country code.
    ///
    /// ## What it does
    /// Checks for a word of three capital letters at the end of a Site tag, or in the country tags of ChessBase (EventCountry,
    /// WhiteTeamCountry, BlackTeamCountry, WhiteCountry, BlackCountry), that is not a country code. Known codes are those of
    /// the standard, the current ones of the Olympic Committee and of FIDE, and those of former countries. A Site without a
    /// code is accepted.
    ///
    /// ## Why is this bad?
    /// Programs that show a flag or count by country do not recognise it.
    ///
    /// ## Example
    /// ```pgn
    /// [Site "Baden-Baden DEU"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Site "Baden-Baden GER"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Replacing an ISO 3166 code by the code of the Olympic Committee is safe, because each names one country. Other codes
    /// have no fix.
    ///
    /// ## References
    /// PGN standard, sections 8.1.1.2 and 15.
    name: "unknown-country-code", group: Pedantic, level: Hint, fix: Sometimes,
    hooks: [Hook::TagNamed(&["Site"], check_site), Hook::TagNamed(COUNTRY_TAGS, check_country)],
}

const COUNTRY_TAGS: &[&str] = &["EventCountry", "WhiteTeamCountry", "BlackTeamCountry", "WhiteCountry", "BlackCountry"];

fn check_site(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(site) = value(tag) else { return };
    let Some((place, code)) = site.text.rsplit_once(' ') else { return };
    let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    let has_place = place.contains(char::is_lowercase);
    if is_code && has_place {
        let start = site.range.end - code.len();
        findings.extend(finding(&Value { text: code, range: start..site.range.end }));
    }
}

fn check_country(tag: &Tag, _: &Walk, findings: &mut Findings) {
    findings.extend(value(tag).as_ref().and_then(finding));
}

fn finding(code: &Value) -> Option<Finding> {
    if countries::name(code.text).is_some() {
        return None;
    }
    let finding = |message: String| RULE.finding(code.range.clone(), message);
    Some(match countries::of_iso(code.text) {
        Some(known) => finding(format!("The code of {} is {known}, not {}", countries::name(known)?, code.text))
            .with_fix(code.replaced_by(known)),
        None => finding(format!("{} is not a country code", code.text)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_code_is_marked() {
        check(
            &RULE,
            r#"
[Site "Wijk aan Zee NLX"]
                    ^^^ NLX is not a country code
[EventCountry "DEU"]
               ^^^ The code of Germany is GER, not DEU

1. e4 *
"#,
        );
        for site in ["Riga LAT", "Leningrad URS", "New York City, NY USA", "ICC", "FICS ABC", "London", "Elista", "?"] {
            check(&RULE, &format!("[Site \"{site}\"]\n\n*"));
        }
        check_fix(&RULE, "[Site \"Bern CHE\"]\n\n*", "[Site \"Bern SUI\"]\n\n*");
    }
}
