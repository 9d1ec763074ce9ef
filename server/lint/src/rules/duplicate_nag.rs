use crate::finding::{Finding, Fix};
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_chess::nag;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// The same annotation twice on one move.
    ///
    /// ## What it does
    /// Finds a NAG, suffix or sign that says what another one of the same move has said: `$1 $1`, `e4! $1`.
    ///
    /// ## Why is this bad?
    /// The second says nothing new; perhaps another number was meant.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 $1 $1 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 $1 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the second one; what it says is still there. In a game with a syntax fault this is not done unasked.
    ///
    /// ## References
    /// PGN standard, section 8.2.4.
    name: "duplicate-nag", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Vec<Finding>) {
    let Some(number) = annotation.nag.filter(|number| *number > 0) else { return };
    let Some(first) = walk.annotations.iter().find(|earlier| earlier.nag == Some(number)) else { return };
    let range = annotation.range.clone();
    let text = walk.text(range.clone());
    let meaning = u16::try_from(number).ok().and_then(nag::meaning);
    let message = match meaning {
        Some(meaning) => format!("{text} says again what stands here already: {meaning}"),
        None => format!("{text} stands here twice"),
    };
    let edits = vec![delete(walk.game.text, range.clone())];
    // Behind a fault it may be what tells that moves go on.
    let fix = if walk.reads_cleanly() { Fix::safe("Delete it", edits) } else { Fix::unsafe_("Delete it", edits) };
    let finding = RULE.finding(range, message).with_fix(fix);
    findings.push(finding.with_related(first.range.clone(), "it is said here"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_second_is_marked() {
        check(
            &RULE,
            "
1. e4! $1 e5 $1 {word} $1 (1... c5 $1) 2. Nf3 $1 2... Nc6 $200 $200 *
       ^^ $1 says again what stands here already: a good move
                       ^^ $1 says again what stands here already: a good move
                                                               ^^^^ $200 stands here twice
",
        );
        check(&RULE, "1. e4 $1 (1. d4 $1) e5 $1 2. Nf3 $0 $0 *");
    }

    #[test]
    fn it_is_deleted() {
        check_fix(&RULE, "1. e4! $1 e5 $14 ⩲ *", "1. e4! e5 $14 *");
    }
}
