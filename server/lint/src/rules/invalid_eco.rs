use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::finding::{Finding, Level};
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// An ECO code that the Encyclopaedia of Chess Openings does not have.
    ///
    /// ## What it does
    /// Checks the tag ECO: a letter from A to E and two digits (`B33`), perhaps with a solidus and two more (`B33/07`). The finer
    /// codes of Scid (`B12l`, `D26h1`) and small letters can be understood and are less than warnings; `?` and `-` for an unknown
    /// opening are left in peace.
    ///
    /// ## Why is this bad?
    /// Programs that sort by openings do not find the game.
    ///
    /// ## Example
    /// ```pgn
    /// [ECO "G20"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [ECO "C20"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Capitals, and zeros for the letter O, are certain: the fix is safe. Other values have no fix.
    ///
    /// ## References
    /// PGN standard, section 9.4.1.
    name: "invalid-eco", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::TagNamed(&["ECO"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Vec<Finding>) {
    let Some(value) = value(tag).filter(|value| !is_code(value.text) && !matches!(value.text, "?" | "-")) else {
        return;
    };
    let text = value.text;
    let repaired = repaired(text);
    let (level, message) = if matches!(text, "???" | "0") {
        (Level::Hint, "An unknown opening has no ECO tag".to_owned())
    } else if is_fine_code(text) {
        (Level::Hint, format!("{text} is a code of Scid: ECO codes are a letter and two digits"))
    } else if repaired.as_ref().is_some_and(|code| code.eq_ignore_ascii_case(text)) {
        (Level::Info, "The letter of an ECO code is a capital".to_owned())
    } else {
        (Level::Warning, format!("{text} is no ECO code: those are a letter from A to E and two digits"))
    };
    let mut finding = RULE.finding(value.range.clone(), message);
    finding.level = level;
    finding.fixes.extend(repaired.map(|code| value.replaced_by(&code)));
    findings.push(finding);
}

/// `XDD` or `XDD/DD`.
pub(super) fn is_code(text: &str) -> bool {
    let (code, rest) = text.split_at_checked(3).unwrap_or((text, ""));
    let is_plain =
        matches!(code.as_bytes(), [b'A'..=b'E', tens, units] if tens.is_ascii_digit() && units.is_ascii_digit());
    let is_rest = matches!(rest.as_bytes(), [] | [b'/', b'0'..=b'9', b'0'..=b'9']);
    is_plain && is_rest
}

/// Codes of Scid have a small letter and perhaps a digit behind them.
fn is_fine_code(text: &str) -> bool {
    let (code, rest) = text.split_at_checked(3).unwrap_or((text, ""));
    is_code(code) && matches!(rest.as_bytes(), [b'a'..=b'z'] | [b'a'..=b'z', b'0'..=b'9'])
}

fn repaired(text: &str) -> Option<String> {
    let (letter, digits) = text.split_at_checked(1)?;
    let code = format!("{}{}", letter.to_ascii_uppercase(), digits.replace(['O', 'o'], "0"));
    (is_code(&code) && code != text).then_some(code)
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
[ECO "F12"]
      ^^^ F12 is no ECO code: those are a letter from A to E and two digits

1. e4 *
"#,
        );
        for code in ["A00", "E99", "B33/07", "?", "-", ""] {
            check(&RULE, &format!("[ECO \"{code}\"]\n\n*"));
        }
    }

    #[test]
    fn what_can_be_understood_is_no_warning() {
        let cases = [
            ("B12l", Level::Hint),
            ("D26h1", Level::Hint),
            ("???", Level::Hint),
            ("b12", Level::Info),
            ("Ruy Lopez", Level::Warning),
            ("é12", Level::Warning),
            ("B1", Level::Warning),
        ];
        for (code, level) in cases {
            assert_eq!(findings(&RULE, &format!("[ECO \"{code}\"]\n\n*"))[0].level, level, "{code}");
        }
    }

    #[test]
    fn certain_codes_are_written() {
        for (before, after) in [("b12", "B12"), ("C6O", "C60")] {
            check_fix(&RULE, &format!("[ECO \"{before}\"]\n\n*"), &format!("[ECO \"{after}\"]\n\n*"));
        }
    }
}
