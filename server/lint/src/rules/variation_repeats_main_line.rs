use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{VariationEnd, Walk};
use scoresheet_chess::replay::Step;
use scoresheet_grammar::NodeKind;

/// More tokens than usually come between a variation and the next move, unless there are many more variations.
const FAR: usize = 1_000;

declare_rule! {
    /// A variation that begins with the move that it should replace.
    ///
    /// ## What it does
    /// Checks for variations whose first move is the move before the variation. Where no move follows in the main line, such a
    /// variation shows how the game might have continued, and is only informational.
    ///
    /// ## Why is this bad?
    /// A variation is played in place of the move before it. One that begins with the same move is no alternative: often it was
    /// meant for the next move, or a move was typed twice.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 (2. Nf3 d6) 2... Nc6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 (2... d6) *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "variation-repeats-main-line", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Variation(check)],
}

fn check(variation: &VariationEnd, walk: &Walk, findings: &mut Findings) {
    let Some((Some(replaced), place)) = &variation.replaces else { return };
    if variation.played.first() != Some(replaced) {
        return;
    }
    let san = walk.text(place.clone());
    let message = format!("The variation should replace {san} but begins with the same move");
    let parenthesis = variation.range.start..variation.range.start + 1;
    let level = if goes_on(walk) { Level::Warning } else { Level::Info };
    let finding = Finding { level, ..RULE.finding(parenthesis, message) };
    findings.push(finding.with_related(place.clone(), "the move that it repeats"));
}

/// Whether a move follows in the line that the variation belongs to.
fn goes_on(walk: &Walk) -> bool {
    let mut ahead = walk.replay.look_ahead();
    let mut depth = 0_usize;
    for _ in 0..FAR {
        match ahead.advance() {
            Some((Step::Move, _)) if depth == 0 => return true,
            Some((Step::Enter(NodeKind::Variation), _)) => depth += 1,
            Some((Step::Leave(NodeKind::Variation), _)) if depth > 0 => depth -= 1,
            Some((Step::Leave(_), _)) | None => return false,
            Some(_) => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, findings};

    #[test]
    fn what_might_have_followed_is_for_information() {
        let level = |text: &str| findings(&RULE, text)[0].level;
        assert_eq!(level("1. e4 e5 (1... e5 2. Nf3) {and wins} (1... c5 2. c3) 1-0"), Level::Info);
        assert_eq!(level("1. d4 (1. e4 e5 (1... e5 2. Nf3)) d5 *"), Level::Info);
        assert_eq!(level("1. e4 e5 (1... e5 2. Nf3) (1... c5) 2. d4 *"), Level::Warning);
    }

    #[test]
    fn a_variation_is_another_way_to_play() {
        check(
            &RULE,
            "
1. e4 (1. e2e4 c5) e5 (1... c5 (c7c5) 2. Nf3 d6) ({word} 1... $1 e5 2. d4) 2. Nf3 *
      ^ The variation should replace e4 but begins with the same move
                               ^ The variation should replace c5 but begins with the same move
                                                 ^ The variation should replace e5 but begins with the same move
",
        );
        check(&RULE, "(1. e4) 1. e4 (1. d4) e5 (1. e4) 2. Kd5 (2. Kd5) -- (--) *");
    }
}
