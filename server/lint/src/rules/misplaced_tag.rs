use scoresheet_grammar::{Fault, FaultKind};

use super::fixes::perhaps_write;
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
    /// The fix moves the tag pair to the others, or makes a comment of it if the game has a tag of this name. It is unsafe, because the tag may belong to another game.
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
    let message = "A tag pair among the moves: tag pairs must come before the movetext";
    let finding = RULE.finding(span.clone(), message);
    // Of two tags with one name, one would be lost.
    if walk.tags.iter().any(|other| other.range.end <= span.start && begins_with_name(tag, other.name))
        && !tag.contains('}')
    {
        return findings.push(finding.with_fix(perhaps_write(span, format!("{{{tag}}}"))));
    }
    let insert = match walk.tags.last() {
        Some(last) => Edit::insert(end_with_remarks(walk.game, last), format!("{line_end}{tag}")),
        None => Edit::insert(movetext_start(walk.game), format!("{tag}{line_end}{line_end}")),
    };
    let delete = delete(text, span.clone());
    findings.push(finding.with_fix(Fix::unsafe_("Move the tag pair to the others", vec![insert, delete])));
}

/// Whether a tag pair has this name.
fn begins_with_name(tag: &str, name: &str) -> bool {
    let after = tag.trim_start_matches('[').trim_start().strip_prefix(name);
    after.is_some_and(|after| after.trim_start().starts_with('"'))
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
        check_fix(&RULE, "[Event \"E\"]\n\n1. e4 [Event \"F\"] e5 *", "[Event \"E\"]\n\n1. e4 {[Event \"F\"]} e5 *");
        check_fix(&RULE, "1. e4 [Foo \"x\"] e5 *", "[Foo \"x\"]\n\n1. e4 e5 *");
    }
}
