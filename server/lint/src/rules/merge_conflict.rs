use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A conflict that a merge left in the file.
    ///
    /// ## What it does
    /// Checks for the markers that version control systems write where two versions of a file differ and they cannot decide: `<<<<<<<`, `=======` and
    /// `>>>>>>>` at the start of a line. The game is checked as in the first version.
    ///
    /// ## Why is this bad?
    /// Other programs read the moves of both versions one after another, and the markers as annotations.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5
    /// <<<<<<< HEAD
    /// 2. Nf3 Nc6 *
    /// =======
    /// 2. Nc3 Nf6 *
    /// >>>>>>> vienna
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5
    /// 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## Fix safety
    /// There is no fix for a conflict: only the writer knows which version is right. A marker that is left alone is deleted. That fix is unsafe, as what
    /// is around it may be of two versions.
    ///
    /// ## References
    /// [How conflicts are presented](https://git-scm.com/docs/git-merge#_how_conflicts_are_presented).
    name: "merge-conflict", group: Correctness, level: Error, fix: Sometimes,
    hooks: [Hook::Fault(FaultKind::MergeConflict, check), Hook::Fault(FaultKind::ConflictMarker, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    if fault.kind == FaultKind::MergeConflict {
        let message = "A merge left a conflict here: choose one of the two versions, and delete the markers";
        return findings.push(RULE.finding(span, message));
    }
    let message = format!("{:?} is the marker of a conflict that a merge left", walk.text(span.clone()).trim_end());
    let fix = Fix::unsafe_("Delete the line", vec![delete(walk.game.text, span.clone())]);
    findings.push(RULE.finding(span, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_first_marker_is_marked() {
        check(
            &RULE,
            r#"
[White "Ann"]
<<<<<<< HEAD
^^^^^^^^^^^^ A merge left a conflict here: choose one of the two versions, and delete the markers
[Black "Bob"]
=======
[Black "Ben"]
>>>>>>> names

1. e4 e5
<<<<<<< HEAD
^^^^^^^^^^^^ A merge left a conflict here: choose one of the two versions, and delete the markers
2. Nf3
||||||| base
2. Nf
=======
2. Nc3
>>>>>>> vienna
2... Nc6 *
"#,
        );
        check(&RULE, "1. e4 *\n=======\n\n1. d4 *");
    }

    #[test]
    fn a_marker_that_is_left_alone_is_deleted() {
        for marker in ["=======", "<<<<<<< HEAD", ">>>>>>> branch"] {
            check_fix(&RULE, &format!("1. e4\n{marker}\ne5 *"), "1. e4\ne5 *");
            check_fix(
                &RULE,
                &format!("[White \"A\"]\n{marker}\n[Black \"B\"]\n\n*"),
                "[White \"A\"]\n[Black \"B\"]\n\n*",
            );
        }
    }
}
