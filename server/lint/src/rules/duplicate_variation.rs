use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{VariationEnd, Walk};
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// Two variations of the same move with the same moves.
    ///
    /// ## What it does
    /// Checks for variations of the same move that have the same moves, or of which one is the beginning of the other.
    ///
    /// ## Why is this bad?
    /// Most often the variation was copied or merged, and one of the two is left over.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 (1... c5 2. Nf3 d6) (1... c5 2. Nf3) 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the variation that adds nothing: one that is no longer than the other and has no comments or variations.
    /// It is unsafe.
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "duplicate-variation", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::Variation(check)],
}

fn check(variation: &VariationEnd, walk: &Walk, findings: &mut Findings) {
    let is_readable = |variation: &VariationEnd| variation.moves > 0 && variation.played.len() == variation.moves;
    if !is_readable(variation) {
        return;
    }
    let is_repeated = |earlier: &&VariationEnd| is_readable(earlier) && one_begins_the_other(earlier, variation);
    let Some(earlier) = walk.siblings(variation).find(is_repeated) else { return };
    let message = match variation.moves.cmp(&earlier.moves) {
        std::cmp::Ordering::Equal => "This variation has the same moves as another variation of this move",
        std::cmp::Ordering::Less => "This variation is the beginning of another variation of this move",
        std::cmp::Ordering::Greater => "This variation begins with all the moves of another variation of this move",
    };
    let parenthesis = variation.range.start..variation.range.start + 1;
    let finding = RULE.finding(parenthesis, message);
    let finding = finding.with_related(earlier.range.clone(), "the other variation");
    let adds_nothing = |variation: &VariationEnd, other: &VariationEnd| {
        variation.moves <= other.moves && variation.comments + variation.variations == 0
    };
    let superfluous = [(variation, earlier), (earlier, variation)];
    let superfluous = superfluous.into_iter().find(|(variation, other)| adds_nothing(variation, other));
    findings.push(match superfluous {
        Some((superfluous, _)) => {
            let edit = delete(walk.game.text, superfluous.range.clone());
            finding.with_fix(Fix::unsafe_("Delete the variation that adds nothing", vec![edit]))
        }
        None => finding,
    });
}

fn one_begins_the_other(one: &VariationEnd, other: &VariationEnd) -> bool {
    one.played.iter().zip(&other.played).all(|(one, other)| one == other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn variations_in_one_place_are_compared() {
        check(
            &RULE,
            "
1. e4 e5 (1... c5 2. Nf3 (2. c3) (2. c3 d5) d6) (1... c7c5! 2. Nf3 d6) (1... c5) ({a} 1... c5 2. Nf3 d6 3. d4) *
                                 ^ This variation begins with all the moves of another variation of this move
                                                ^ This variation has the same moves as another variation of this move
                                                                       ^ This variation is the beginning of another variation of this move
                                                                                 ^ This variation begins with all the moves of another variation of this move
",
        );
        check(
            &RULE,
            "1. e4 (1. d4 d5) (1. d4 Nf6) e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 (2. c3) (2. Kd5) (2. Kd5) () () *",
        );
    }

    #[test]
    fn the_one_that_adds_nothing_goes() {
        check_fix(&RULE, "1. e4 (1. d4 d5) (1. d4) e5 *", "1. e4 (1. d4 d5) e5 *");
        check_fix(&RULE, "1. e4 (1. d4) (1. d4 {a} d5) e5 *", "1. e4 (1. d4 {a} d5) e5 *");
        let found = findings(&RULE, "1. e4 (1. d4 {a}) (1. d4 {b} d5) e5 *");
        assert!(found[0].fixes.is_empty());
    }
}
