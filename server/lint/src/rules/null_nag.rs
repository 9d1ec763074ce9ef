use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// The NAG `$0`, which has no meaning.
    ///
    /// ## What it does
    /// Checks for `$0`.
    ///
    /// ## Why is this bad?
    /// The standard reserves it for programs that need a placeholder in memory; it does not belong in a file. kludwig's parser
    /// rejects it.
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
    /// Deleting it is safe. Before the first move and in a game with a syntax error the fix is unsafe, because the NAG may show
    /// that the movetext has begun.
    ///
    /// ## References
    /// PGN standard, section 10.
    name: "null-nag", group: Style, level: Info, fix: Always, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    if annotation.nag != Some(0) {
        return;
    }
    let range = annotation.range.clone();
    let message = format!("{} is a placeholder without a meaning", walk.text(range.clone()));
    let edits = vec![delete(walk.game.text, range.clone())];
    // Before the first move, or after a syntax error, it may be what shows that the movetext has begun.
    let is_safe = walk.replay.has_moved() && walk.reads_cleanly();
    let fix = if is_safe { Fix::safe } else { Fix::unsafe_ }("Delete the NAG", edits);
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
      ^^ $0 is a placeholder without a meaning
                ^^^^ $000 is a placeholder without a meaning
",
        );
        check_fix(&RULE, "1. e4 $0 $10 e5 $000 *", "1. e4 $10 e5 *");
    }
}
