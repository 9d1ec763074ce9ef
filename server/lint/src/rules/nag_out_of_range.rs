use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};

declare_rule! {
    /// A NAG above 255.
    ///
    /// ## What it does
    /// Checks for NAGs with a number above 255.
    ///
    /// ## Why is this bad?
    /// The numbers range from 0 to 255; no program defines a larger one, and some store them in one byte.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 $999 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 $99 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.2.4 and 10.
    name: "nag-out-of-range", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    if annotation.nag > Some(255) {
        let range = annotation.range.clone();
        let message = format!("{} is not a NAG: the numbers range from $0 to $255", walk.text(range.clone()));
        findings.push(RULE.finding(range, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_numbers_end_at_255() {
        check(
            &RULE,
            "
1. e4 $256 $255 e5 $0 (1... c5 $99999999999) *
      ^^^^ $256 is not a NAG: the numbers range from $0 to $255
                               ^^^^^^^^^^^^ $99999999999 is not a NAG: the numbers range from $0 to $255
",
        );
    }
}
