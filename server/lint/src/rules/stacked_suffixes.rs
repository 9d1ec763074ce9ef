use super::contradictory_nags::are_contradictory;
use crate::finding::{Finding, Fix};
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// Two marks that judge one move.
    ///
    /// ## What it does
    /// Finds moves with more than one of `!`, `?`, `!!`, `??`, `!?`, `?!` and `$1` to `$6`. The same mark twice is left to `duplicate-nag`,
    /// praise beside blame to `contradictory-nags`, and `!!!` to `invalid-suffix`.
    ///
    /// ## Why is this bad?
    /// A move has one suffix at most, and each of the six says how good it is. Programs that show one only drop the other.
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
    /// Only the annotator knows which of the two was meant, so neither is deleted unasked.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.8: at most one suffix annotation may appear per move.
    name: "stacked-suffixes", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Vec<Finding>) {
    let judgement = |annotation: &Annotation| annotation.nag.filter(|number| (1..=6).contains(number));
    let Some(number) = judgement(annotation) else { return };
    let mut earlier = walk.annotations.iter().filter_map(|earlier| Some((judgement(earlier)?, earlier))).peekable();
    let Some((_, first)) = earlier.peek().copied() else { return };
    if earlier.any(|(earlier, _)| earlier == number || are_contradictory(earlier, number)) {
        return;
    }
    let text = walk.text(annotation.range.clone());
    let message = format!("{text} judges the move a second time: {} has done so", walk.text(first.range.clone()));
    let without = |annotation: &Annotation| {
        let title = format!("Delete {}", walk.text(annotation.range.clone()));
        Fix::unsafe_(title, vec![delete(walk.game.text, annotation.range.clone())])
    };
    let finding = RULE.finding(annotation.range.clone(), message);
    let finding = finding.with_related(first.range.clone(), "the first judgement");
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
        ^ ! judges the move a second time: !? has done so
                       ^^ $6 judges the move a second time: $2 has done so
",
        );
    }

    #[test]
    fn the_earlier_goes_first() {
        check_fix(&RULE, "1. e4 $5 $1 e5 *", "1. e4 $1 e5 *");
    }
}
