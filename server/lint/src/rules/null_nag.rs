use crate::finding::{Finding, Fix};
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// The NAG `$0`, which says nothing.
    ///
    /// ## What it does
    /// Finds `$0`.
    ///
    /// ## Why is this bad?
    /// The standard reserves it for programs that need a placeholder in memory, and wants it in no file. kludwig's parser refuses it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 $0 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Nothing is lost without it. Before the first move and in a game with a syntax fault it is not deleted
    /// unasked, for it may be what tells that moves begin.
    ///
    /// ## References
    /// PGN standard, section 10.
    name: "null-nag", group: Style, level: Info, fix: Always, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Vec<Finding>) {
    if annotation.nag != Some(0) {
        return;
    }
    let range = annotation.range.clone();
    let message = format!("{} is a placeholder that says nothing", walk.text(range.clone()));
    let edits = vec![delete(walk.game.text, range.clone())];
    // Before the first move, or behind a fault, it may be what tells that the moves begin.
    let fix = if walk.replay.has_moved() && walk.reads_cleanly() {
        Fix::safe("Delete it", edits)
    } else {
        Fix::unsafe_("Delete it", edits)
    };
    findings.push(RULE.finding(range, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_placeholder_goes() {
        check(
            &RULE,
            "
1. e4 $0 $10 e5 $000 *
      ^^ $0 is a placeholder that says nothing
                ^^^^ $000 is a placeholder that says nothing
",
        );
        check_fix(&RULE, "1. e4 $0 $10 e5 $000 *", "1. e4 $10 e5 *");
    }
}
