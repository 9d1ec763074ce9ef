use crate::finding::Finding;
use crate::lint::Walk;
use crate::replay::Setup;
use crate::rule::{Hook, declare_rule};
use crate::variants::VariantKind;

declare_rule! {
    /// A game by rules that are not known here, so that its moves are not checked.
    ///
    /// ## What it does
    /// Reports a Variant tag that names neither chess, Chess960 nor one of the variants of Lichess. The moves are read and kept
    /// as they are; whether they are legal is not asked.
    ///
    /// ## Why is this bad?
    /// It is not. The finding only says that silence about the moves means nothing.
    ///
    /// ## Example
    /// ```pgn
    /// [Variant "Seirawan"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// A variant that is known, if it is meant:
    /// ```pgn
    /// [Variant "Crazyhouse"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// The standard knows no variants.
    static UNSUPPORTED_VARIANT = {
        name: "unsupported-variant", group: Style, level: Info, fix: None, hooks: [Hook::Tags(check)],
    }
}

fn check(walk: &Walk, findings: &mut Vec<Finding>) {
    let Setup { variant: VariantKind::Unknown(name), .. } = walk.replay.setup() else { return };
    let Some(tag) = walk.tags.iter().find(|tag| matches!(tag.name, "Variant" | "variant")) else { return };
    let message = format!("The rules of {name} are not known here, so the moves were not checked");
    findings.push(Finding::new(&UNSUPPORTED_VARIANT, tag.inner_range(), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_value_is_marked() {
        check(
            &UNSUPPORTED_VARIANT,
            r#"
[Variant "Foo"]
          ^^^ The rules of Foo are not known here, so the moves were not checked

1. e9 *
"#,
        );
        check(&UNSUPPORTED_VARIANT, "[Variant \"chess 960\"]\n\n*");
    }
}
