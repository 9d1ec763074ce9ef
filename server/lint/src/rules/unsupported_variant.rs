use super::fixes::perhaps_write;
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::Setup;
use scoresheet_chess::variants::{VariantKind, similar_variant};

declare_rule! {
    /// A game of an unknown variant, whose moves are not checked.
    ///
    /// ## What it does
    /// Checks for Variant tags that name neither chess, Chess960 nor one of the variants of Lichess. The moves are read and
    /// kept, but their legality is not checked. A name that is one typo away from a known one is a warning, any other is only
    /// informational.
    ///
    /// ## Why is this bad?
    /// It is not, unless the name is misspelled. The finding tells you that missing findings about the moves mean nothing.
    ///
    /// ## Example
    /// ```pgn
    /// [Variant "Seirawan"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// If a known variant is meant, write its name:
    /// ```pgn
    /// [Variant "Crazyhouse"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: the variant meant is a guess, and the moves are then read by its rules.
    ///
    /// ## References
    /// The standard knows no variants.
    name: "unsupported-variant", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let Setup { variant: VariantKind::Unknown(name), .. } = walk.replay.setup() else { return };
    let Some(tag) = walk.tags.iter().find(|tag| matches!(tag.name, "Variant" | "variant")) else { return };
    let range = tag.inner_range();
    if let Some(known) = similar_variant(name) {
        let message =
            format!("The variant {name} is unknown, so the moves were not checked; probably {known} is meant");
        return findings.push(RULE.finding(range.clone(), message).with_fix(perhaps_write(range, known)));
    }
    let message = format!("The variant {name} is unknown, so the moves were not checked");
    let finding = Finding { level: Level::Info, ..RULE.finding(range, message) };
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, findings};

    #[test]
    fn misspelled_names_are_repaired() {
        let game = |variant: &str| format!("[Variant \"{variant}\"]\n\n1. e4 *");
        check(
            &RULE,
            "
[Variant \"Crazyhose\"]
          ^^^^^^^^^ The variant Crazyhose is unknown, so the moves were not checked; probably Crazyhouse is meant

*
",
        );
        check_fix(&RULE, &game("Crazyhose"), &game("Crazyhouse"));
        check_applicability(&RULE, &game("Crazyhose"), Applicability::Unsafe);
    }

    #[test]
    fn the_value_is_marked() {
        check(
            &RULE,
            r#"
[Variant "Foo"]
          ^^^ The variant Foo is unknown, so the moves were not checked

1. e9 *
"#,
        );
        let level = |name: &str| findings(&RULE, &format!("[Variant \"{name}\"]\n\n*"))[0].level;
        assert_eq!((level("Foo"), level("Crazyhose")), (Level::Info, Level::Warning));
        check(&RULE, "[Variant \"chess 960\"]\n\n*");
    }
}
