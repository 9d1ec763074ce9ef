use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A SubVariation tag without a Variation tag.
    ///
    /// ## What it does
    /// Checks for games with a SubVariation tag, which refines the name of the variation, but without Variation.
    ///
    /// ## Why is this bad?
    /// Programs show the name of the opening from its parts, Opening, Variation and SubVariation, and leave out what follows a gap.
    ///
    /// ## Example
    /// ```pgn
    /// [Opening "Sicilian"]
    /// [SubVariation "English attack"]
    ///
    /// 1. e4 c5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Opening "Sicilian"]
    /// [Variation "English attack"]
    ///
    /// 1. e4 c5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 9.3.2 and 9.3.3.
    name: "subvariation-without-variation", group: Style, level: Info, fix: None, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let Some(tag) = walk.tag("SubVariation").filter(|tag| value(tag).is_some()) else { return };
    if walk.tag("Variation").and_then(value).is_none() {
        let message = "SubVariation refines Variation, which this game does not have";
        findings.push(RULE.finding(tag.range.clone(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_tag_is_marked() {
        check(
            &RULE,
            r#"
[SubVariation "English attack"]
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ SubVariation refines Variation, which this game does not have

*

[Variation "Najdorf"]
[SubVariation "English attack"]

*

[SubVariation ""]

*
"#,
        );
    }
}
