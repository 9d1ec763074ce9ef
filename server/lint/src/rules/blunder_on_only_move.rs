use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_chess::replay::{Outcome, has_single_legal_move};

declare_rule! {
    /// A move marked as a mistake although it was the only legal move.
    ///
    /// ## What it does
    /// Checks for moves with `?`, `??`, `?!` or their NAGs in positions with only one legal move.
    ///
    /// ## Why is this bad?
    /// A forced move is no mistake. The mark probably belongs to the previous move.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 f6 2. Qh5+ g6 $4 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 f6 $4 2. Qh5+ g6 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 8.2.3.8 and 10.
    name: "blunder-on-only-move", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    let is_blame = matches!(annotation.nag, Some(2 | 4 | 6));
    let is_played = matches!(walk.replay.ply().outcome, Outcome::Played { .. });
    if !is_blame || !is_played || walk.since_move.comment.is_some() {
        return;
    }
    if walk.replay.position_before().is_some_and(has_single_legal_move) {
        let (mark, san) = (walk.text(annotation.range.clone()), walk.move_text());
        let message = format!("{mark} calls {san} a mistake, but it is the only legal move");
        findings.push(RULE.finding(annotation.range.clone(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn a_forced_move_is_no_mistake() {
        check(
            &RULE,
            "
1. e4 f6 2. Qh5+ g6?? {forced} (2... g6 $2 3. Qxg6+ hxg6 ?!) 3. Qxg6+ hxg6? $6 *
                   ^^ ?? calls g6 a mistake, but it is the only legal move
                                        ^^ $2 calls g6 a mistake, but it is the only legal move
                                                         ^^ ?! calls hxg6 a mistake, but it is the only legal move
                                                                          ^ ? calls hxg6 a mistake, but it is the only legal move
                                                                            ^^ $6 calls hxg6 a mistake, but it is the only legal move
",
        );
        check(
            &RULE,
            "
1. e4 f6 2. Qh5+ g6
$4 *
^^ $4 calls g6 a mistake, but it is the only legal move
",
        );
        check(&RULE, "1. e4 f6? 2. Qh5+! g6 ! 3. Qxg6+?? hxg6 $1 {a} $4 (2... $4 g6 $1) Kd8?? *");
    }
}
