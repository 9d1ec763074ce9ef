use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{VariationEnd, Walk};

declare_rule! {
    /// A variation that holds comments but no moves.
    ///
    /// ## What it does
    /// Checks for variations such as `({ better was d4 })`.
    ///
    /// ## Why is this bad?
    /// A variation must have at least one move; some programs reject the game. The comment says the same without the
    /// parentheses.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 ({ or d4 }) 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 { or d4 } 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix removes the parentheses and keeps the comments. There is no fix where the variation also holds NAGs or move
    /// numbers.
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "comment-only-variation", group: Style, level: Info, fix: Sometimes, hooks: [Hook::Variation(check)],
}

fn check(variation: &VariationEnd, walk: &Walk, findings: &mut Findings) {
    if variation.moves + variation.variations > 0 || variation.comments == 0 {
        return;
    }
    let range = variation.range.clone();
    let message = "This variation has no moves; what it says needs no parentheses";
    let finding = RULE.finding(range.clone(), message);
    let text = walk.text(range.clone());
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).map(str::trim);
    let only_comment = inside.filter(|inside| inside.starts_with('{') && inside.find('}') == Some(inside.len() - 1));
    findings.push(match only_comment {
        Some(comment) => finding.with_fix(Fix::safe("Remove the parentheses", vec![Edit::replace(range, comment)])),
        None => finding,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_comment_stays() {
        check(
            &RULE,
            "
1. e4 ({ or d4 }) e5 (1... c5 {Sicilian}) () *
      ^^^^^^^^^^^ This variation has no moves; what it says needs no parentheses
",
        );
        check_fix(&RULE, "1. e4 ( {or d4} ) e5 *", "1. e4 {or d4} e5 *");
    }

    #[test]
    fn no_fix_would_lose_a_nag() {
        let found = crate::testing::findings(&RULE, "1. e4 ({or d4} $6 {perhaps}) e5 *");
        assert!(found[0].fixes.is_empty());
    }
}
