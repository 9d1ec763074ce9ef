use scoresheet_grammar::{Fault, FaultKind};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::{delete, line_end};
use scoresheet_format::tag_edits::{end_with_remarks, movetext_start};

declare_rule! {
    /// A tag pair among the moves.
    ///
    /// ## What it does
    /// Checks for tag pairs between the moves of a game.
    ///
    /// ## Why is this bad?
    /// Tag pairs come before the movetext. Other programs begin a new game here, drop the tag, or reject the file.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 [Opening "King's Pawn"] e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Opening "King's Pawn"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix moves the tag pair to the others. It is unsafe, because the tag may belong to another game.
    ///
    /// ## References
    /// PGN standard, section 8.
    name: "misplaced-tag", group: Correctness, level: Error, fix: Always,
    hooks: [Hook::Fault(FaultKind::MisplacedTag, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let span = fault.span();
    let text = walk.game.text;
    let (tag, line_end) = (walk.text(span.clone()), line_end(text));
    let insert = match walk.tags.last() {
        Some(last) => Edit::insert(end_with_remarks(walk.game, last), format!("{line_end}{tag}")),
        None => Edit::insert(movetext_start(walk.game), format!("{tag}{line_end}{line_end}")),
    };
    let delete = delete(text, span.clone());
    let message = "A tag pair among the moves: tag pairs must come before the movetext";
    let fix = Fix::unsafe_("Move the tag pair to the others", vec![insert, delete]);
    findings.push(RULE.finding(span, message).with_fix(fix));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_pair_is_marked() {
        check(
            &RULE,
            r#"
1. e4 [Foo "x"] e5 *
      ^^^^^^^^^ A tag pair among the moves: tag pairs must come before the movetext
"#,
        );
    }

    #[test]
    fn it_joins_the_others() {
        check_fix(&RULE, "[Event \"E\"]\n\n1. e4 [Foo \"x\"] e5 *", "[Event \"E\"]\n[Foo \"x\"]\n\n1. e4 e5 *");
        check_fix(&RULE, "1. e4 [Foo \"x\"] e5 *", "[Foo \"x\"]\n\n1. e4 e5 *");
    }
}
