use super::fixes::perhaps_delete;
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_chess::nag;

declare_rule! {
    /// Two annotations of one move that cannot both be true.
    ///
    /// ## What it does
    /// Checks for contradictions among the NAGs, suffixes and signs of a move. A move is not both good (`$1`, `$3`) and a
    /// mistake (`$2`, `$4`); a position is not better for both sides (`$14`, `$16`, `$18`, `$20` and the next number for
    /// Black), nor drawish (`$10`, `$11`) and clearly better for one side.
    ///
    /// ## Why is this bad?
    /// One of the two is probably a typo: the numbers for White and Black are adjacent.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 $1 $2 e5 *
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
    /// PGN standard, section 10.
    name: "contradictory-nags", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    let Some(number) = annotation.nag else { return };
    let contradicts =
        |earlier: &&Annotation| earlier.nag.is_some_and(|earlier| nag::are_contradictory(earlier, number));
    let Some(first) = walk.annotations.iter().find(contradicts) else { return };
    if findings.only_counts(&RULE, &annotation.range) {
        return;
    }
    let with_meaning = |annotation: &Annotation| {
        let meaning = annotation.nag.and_then(|number| nag::meaning(u16::try_from(number).ok()?));
        let text = walk.text(annotation.range.clone());
        meaning.map_or_else(|| text.to_owned(), |meaning| format!("{text} ({meaning})"))
    };
    let message = format!("{} contradicts {}", with_meaning(annotation), with_meaning(first));
    let without = |annotation: &Annotation| perhaps_delete(walk, annotation.range.clone());
    let finding = RULE.finding(annotation.range.clone(), message);
    let finding = finding.with_related(first.range.clone(), "the annotation that it contradicts");
    findings.push(finding.with_fix(without(annotation)).with_fix(without(first)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn one_of_two_is_wrong() {
        check(
            &RULE,
            "
1. e4! $1 $2 e5 $14 {word} $15 2. Nf3 ± = Nc6 $18 $10 *
          ^^ $2 (a mistake) contradicts ! (a good move)
                           ^^^ $15 (Black is slightly better) contradicts $14 (White is slightly better)
                                        ^ = (a drawish position) contradicts ± (White is clearly better)
                                                  ^^^ $10 (a drawish position) contradicts $18 (White is winning)
",
        );
    }

    #[test]
    fn what_goes_together_is_left_in_peace() {
        for both in
            ["$1 $3", "$2 $4", "$1 $14", "$5 $6", "$14 $16", "$10 $14", "$13 $16", "$22 $23", "$1 $1", "$136 $137"]
        {
            check(&RULE, &format!("1. e4 {both} e5 *"));
        }
        check(&RULE, "1. e4 $1 (1. d4 $2) e5 $2 *");
    }

    #[test]
    fn the_later_goes_first() {
        check_fix(&RULE, "1. e4 $1 $2 e5 *", "1. e4 $1 e5 *");
    }
}
