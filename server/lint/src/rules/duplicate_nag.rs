use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_chess::nag;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// The same annotation twice on one move.
    ///
    /// ## What it does
    /// Checks for NAGs, suffixes and signs that repeat another one of the same move: `$1 $1`, `e4! $1`.
    ///
    /// ## Why is this bad?
    /// The second one adds nothing; perhaps another number was meant.
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
    /// The fix deletes the second one and is safe: the first one says the same. In a game with a syntax error it is unsafe.
    ///
    /// ## References
    /// PGN standard, section 8.2.4.
    name: "duplicate-nag", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    let Some(number) = annotation.nag.filter(|number| *number > 0) else { return };
    let Some(first) = walk.annotations.iter().find(|earlier| earlier.nag == Some(number)) else { return };
    if findings.only_counts(&RULE, &annotation.range) {
        return;
    }
    let range = annotation.range.clone();
    let text = walk.text(range.clone());
    let meaning = u16::try_from(number).ok().and_then(nag::meaning);
    let message = match meaning {
        Some(meaning) => format!("{text} repeats an annotation of this move: {meaning}"),
        None => format!("{text} occurs twice on this move"),
    };
    let edits = vec![delete(walk.game.text, range.clone())];
    // After a syntax error it may be what shows that the movetext continues.
    let fix = if walk.reads_cleanly() { Fix::safe } else { Fix::unsafe_ }("Delete the duplicate", edits);
    let finding = RULE.finding(range, message).with_fix(fix);
    findings.push(finding.with_related(first.range.clone(), "the first annotation"));
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
       ^^ $1 repeats an annotation of this move: a good move
                       ^^ $1 repeats an annotation of this move: a good move
                                                               ^^^^ $200 occurs twice on this move
",
        );
        check(&RULE, "1. e4 $1 (1. d4 $1) e5 $1 2. Nf3 $0 $0 *");
    }

    #[test]
    fn it_is_deleted() {
        check_fix(&RULE, "1. e4! $1 e5 $14 ⩲ *", "1. e4! e5 $14 *");
    }
}
