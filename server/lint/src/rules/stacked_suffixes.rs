use super::fixes::perhaps_delete;
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_chess::nag::are_contradictory;

declare_rule! {
    /// Two marks that evaluate one move.
    ///
    /// ## What it does
    /// Checks for moves with more than one of `!`, `?`, `!!`, `??`, `!?`, `?!` and `$1` to `$6`. The same mark twice is
    /// reported by `duplicate-nag`, a good and a bad mark by `contradictory-nags`, and `!!!` by `invalid-suffix`.
    ///
    /// ## Why is this bad?
    /// A move has at most one suffix, and each of the six says how good the move is. Programs that show only one drop the
    /// other.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 $5 $1 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 $1 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fixes are unsafe: only the annotator knows which of the two was meant.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.8: at most one suffix annotation may appear per move.
    name: "stacked-suffixes", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    let judgement = |annotation: &Annotation| annotation.nag.filter(|number| (1..=6).contains(number));
    let Some(number) = judgement(annotation) else { return };
    let mut earlier = walk.annotations.iter().filter_map(|earlier| Some((judgement(earlier)?, earlier))).peekable();
    let Some((_, first)) = earlier.peek().copied() else { return };
    if earlier.any(|(earlier, _)| earlier == number || are_contradictory(earlier, number)) {
        return;
    }
    let text = walk.text(annotation.range.clone());
    let message = format!("{text} is a second evaluation of the move, after {}", walk.text(first.range.clone()));
    let without = |annotation: &Annotation| perhaps_delete(walk, annotation.range.clone());
    let finding = RULE.finding(annotation.range.clone(), message);
    let finding = finding.with_related(first.range.clone(), "the first evaluation");
    findings.push(finding.with_fix(without(first)).with_fix(without(annotation)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn a_move_is_judged_once() {
        check(
            &RULE,
            "
1. e4!? ! e5 $2 {word} $6 (1... c5! $14 $7) 2. Nf3! $1 $2 $3 *
        ^ ! is a second evaluation of the move, after !?
                       ^^ $6 is a second evaluation of the move, after $2
",
        );
    }

    #[test]
    fn the_earlier_goes_first() {
        check_fix(&RULE, "1. e4 $5 $1 e5 *", "1. e4 $1 e5 *");
    }
}
