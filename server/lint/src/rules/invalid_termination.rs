use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::similar_words::{closest, in_other_capitals};
use scoresheet_chess::tag_docs::TERMINATIONS;

declare_rule! {
    /// A Termination that the standard does not list.
    ///
    /// ## What it does
    /// Checks for Termination tags other than abandoned, adjudication, death, emergency, normal, rules infraction, time forfeit
    /// and unterminated. The values of Lichess (`Time forfeit`), chess.com (`Adams won by resignation`) and engine matches are
    /// reported, too.
    ///
    /// ## Why is this bad?
    /// Archives require these words, in lower case. Most programs show any value.
    ///
    /// ## Example
    /// ```pgn
    /// [Termination "Time forfeit"]
    ///
    /// 1. e4 e5 1-0
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Termination "time forfeit"]
    ///
    /// 1. e4 e5 1-0
    /// ```
    ///
    /// ## Fix safety
    /// Writing lower case is safe. Correcting a typo is unsafe: it is likely, not certain.
    ///
    /// ## References
    /// PGN standard, section 9.8.1.
    name: "invalid-termination", group: Pedantic, level: Hint, fix: Sometimes,
    hooks: [Hook::TagNamed(&["Termination"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag).filter(|value| !TERMINATIONS.contains(&value.text)) else { return };
    let words = || TERMINATIONS.iter().copied();
    let finding = if let Some(word) = in_other_capitals(value.text, words()) {
        let message = format!("The reason {word} must be in lower case");
        RULE.finding(value.range.clone(), message).with_fix(value.replaced_by(word))
    } else {
        let message = format!("{} is not one of the reasons {}", value.text, TERMINATIONS.join(", "));
        let mut finding = RULE.finding(value.range.clone(), message);
        finding.fixes.extend(closest(value.text, words()).map(|word| value.perhaps_replaced_by(word)));
        finding
    };
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[Termination "Normal"]
              ^^^^^^ The reason normal must be in lower case

1. e4 *

[Termination "Adams won on time"]
              ^^^^^^^^^^^^^^^^^ Adams won on time is not one of the reasons abandoned, adjudication...

1. e4 *

[Termination "rules infraction"]

1. e4 *
"#,
        );
    }

    #[test]
    fn slips_are_corrected() {
        check_fix(&RULE, "[Termination \"Abandoned\"]\n\n*", "[Termination \"abandoned\"]\n\n*");
        check_fix(&RULE, "[Termination \"time forefit\"]\n\n*", "[Termination \"time forfeit\"]\n\n*");
        check_applicability(&RULE, "[Termination \"norml\"]\n\n*", Applicability::Unsafe);
    }
}
