use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;
use scoresheet_grammar::{TokenKind, ast};
use std::ops::Range;

declare_rule! {
    /// A comment without text.
    ///
    /// ## What it does
    /// Checks for `{}` and `{ }`.
    ///
    /// ## Why is this bad?
    /// An empty comment says nothing, but makes Black's next move need a number; it is often left over when the text of a
    /// comment is deleted.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {} 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the comment. It is unsafe, because comments belong to the annotator.
    ///
    /// ## References
    /// PGN standard, section 5.
    name: "empty-comment", group: Style, level: Info, fix: Always,
    hooks: [Hook::BraceComment(Which::Unusual, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    if !ast::comment_text(TokenKind::BraceComment, walk.text(range.clone())).trim().is_empty() {
        return;
    }
    let fix = Fix::unsafe_("Delete the comment", vec![delete(walk.game.text, range.clone())]);
    findings.push(RULE.finding(range, "The comment is empty").with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn comments_have_text() {
        check(
            &RULE,
            "
1. e4 {} e5 { } 2. Nf3 {[%clk 0:01:00]} {.} *
      ^^ The comment is empty
            ^^^ The comment is empty
",
        );
        check_fix(&RULE, "1. e4 {} 1... e5 { } *", "1. e4 1... e5 *");
    }
}
