use scoresheet_chess::look_alikes::digit_of;
use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::finding::Level;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// An ECO code that the Encyclopaedia of Chess Openings does not have.
    ///
    /// ## What it does
    /// Checks for ECO tags that are not a letter from A to E and two digits (`B33`), optionally followed by a slash and two
    /// more digits (`B33/07`). Scid's finer codes (`B12l`, `D26h1`) and lower-case letters are reported at a lower level; `?`
    /// and `-` for an unknown opening are accepted.
    ///
    /// ## Why is this bad?
    /// Programs that sort by opening do not find the game.
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
    /// Writing a capital letter, or zeros for the letter O, is safe. A code without its spaces, or with digits for other letters that look
    /// like them, is a guess. Other values have no fix.
    ///
    /// ## References
    /// PGN standard, section 9.4.1.
    name: "invalid-eco", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::TagNamed(&["ECO"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag).filter(|value| !is_code(value.text) && !matches!(value.text, "?" | "-")) else {
        return;
    };
    let text = value.text;
    let repaired = repaired(text);
    let (level, message) = if matches!(text, "???" | "0") {
        (Level::Hint, "The ECO tag is omitted when the opening is unknown".to_owned())
    } else if is_fine_code(text) {
        (Level::Hint, format!("{text} is a Scid code; an ECO code is a letter and two digits"))
    } else if repaired.as_ref().is_some_and(|code| code.eq_ignore_ascii_case(text)) {
        (Level::Info, "The letter of an ECO code must be a capital".to_owned())
    } else if text.contains('/') {
        let message = format!(
            "{text} is not an ECO code with a subcode, which are a letter and two digits, and two more digits: B33/07"
        );
        (Level::Warning, message)
    } else {
        (Level::Warning, format!("{text} is not an ECO code, which is a letter from A to E and two digits"))
    };
    let mut finding = RULE.finding(value.range.clone(), message);
    finding.level = level;
    match repaired {
        Some(code) => finding.fixes.push(value.replaced_by(&code)),
        None => finding.fixes.extend(read_as_code(text).map(|code| value.perhaps_replaced_by(&code))),
    }
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

/// Scid's codes add a lower-case letter and sometimes a digit.
fn is_fine_code(text: &str) -> bool {
    let (code, rest) = text.split_at_checked(3).unwrap_or((text, ""));
    is_code(code) && matches!(rest.as_bytes(), [b'a'..=b'z'] | [b'a'..=b'z', b'0'..=b'9'])
}

fn repaired(text: &str) -> Option<String> {
    let (letter, digits) = text.split_at_checked(1)?;
    let code = format!("{}{}", letter.to_ascii_uppercase(), digits.replace(['O', 'o'], "0"));
    (is_code(&code) && code != text).then_some(code)
}

/// The code for which a scanner read this, or which someone wrote with a space.
fn read_as_code(text: &str) -> Option<String> {
    let mut written = text.chars().filter(|character| !character.is_whitespace());
    let letter = match written.next()? {
        '8' | 'ß' => 'B',
        '4' => 'A',
        '0' => 'D',
        letter => letter.to_ascii_uppercase(),
    };
    let code: String = std::iter::once(Some(letter)).chain(written.map(digit_of)).collect::<Option<_>>()?;
    is_code(&code).then_some(code)
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
      ^^^ F12 is not an ECO code, which is a letter from A to E and two digits

1. e4 *

[ECO "C44/1"]
      ^^^^^ C44/1 is not an ECO code with a subcode, which are a letter and two digits, and two more digits: B33/07

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
