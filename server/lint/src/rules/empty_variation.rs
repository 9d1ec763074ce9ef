use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{VariationEnd, Walk};
use scoresheet_chess::nag;
use scoresheet_format::line_edits::{delete, replace};
use std::ops::Range;

declare_rule! {
    /// A variation without moves.
    ///
    /// ## What it does
    /// Checks for `()`, also with spaces, move numbers or NAGs between the parentheses.
    ///
    /// ## Why is this bad?
    /// A variation must have at least one move. pgn-extract and pgn-reader keep an empty one; mliebelt's and kludwig's parsers
    /// reject the game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 () 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Deleting the variation is safe after a move if it holds nothing but spaces. Otherwise the fix is unsafe: it would delete
    /// a number or NAG, or the only text that separates one game from the next. Of `(!)` the mark stays; that is unsafe, too.
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "empty-variation", group: Suspicious, level: Warning, fix: Always, hooks: [Hook::Variation(check)],
}

fn check(variation: &VariationEnd, walk: &Walk, findings: &mut Findings) {
    if variation.moves + variation.comments + variation.variations > 0 {
        return;
    }
    let range = variation.range.clone();
    let inside = walk.text(range.clone()).strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    // Words in it are a note, which another rule reports.
    if inside.is_some_and(|inside| inside.contains(char::is_alphabetic)) {
        return;
    }
    let mark = inside.map(str::trim).filter(|inside| is_mark(inside));
    if let Some(mark) = mark.filter(|_| !variation.is_before_first_move) {
        let message = format!("{mark} is in parentheses, so that other programs read a variation without moves");
        // Directly after its move.
        let before = walk.game.text[..range.start].trim_end();
        let is_move = before.ends_with(|last: char| last.is_ascii_alphanumeric() || matches!(last, '+' | '#'));
        let start = if is_move { before.len() } else { range.start };
        let edit = replace(walk.game.text, start..range.end, mark);
        let fix = Fix::unsafe_(format!("Write {mark}"), vec![edit]);
        return findings.push(RULE.finding(range, message).with_fix(fix));
    }
    let is_empty = inside.is_some_and(|inside| inside.trim().is_empty());
    let edits = vec![delete(walk.game.text, range.clone())];
    // Before the first move it may be the only text that separates one game from the next.
    let is_safe = is_empty && !variation.is_before_first_move;
    let fix = if is_safe { Fix::safe } else { Fix::unsafe_ }("Delete the empty variation", edits);
    findings.push(RULE.finding(range, "The variation has no moves").with_fix(fix));
}

/// Whether nothing else than the mark at `range` is in its parentheses: `(!)`, `(+/-)`.
pub(super) fn is_alone_in_parentheses(text: &str, range: &Range<usize>) -> bool {
    let (before, after) = (&text[..range.start], &text[range.end..]);
    is_mark(&text[range.clone()]) && before.trim_end().ends_with('(') && after.trim_start().starts_with(')')
}

/// Whether a text is a mark of `!` and `?`, a sign that has a NAG, or a NAG.
fn is_mark(text: &str) -> bool {
    let is_suffix = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'!' | b'?'));
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_suffix || nag::from_glyph(text, true).is_some() || text.strip_prefix('$').is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Applicability, Level};
    use crate::testing::{all_findings, check, check_applicability, check_fix};

    #[test]
    fn empty_parentheses_go() {
        check(
            &RULE,
            "
1. e4 ( ) e5 ({a word}) ((2. Nf3)) *
      ^^^ The variation has no moves
",
        );
        check_fix(&RULE, "1. e4 () e5\n( ) 2. Nf3 *", "1. e4 e5\n2. Nf3 *");
        check_applicability(&RULE, "1. e4 () e5 *", Applicability::Safe);
        check_applicability(&RULE, "1. e4 (1. $6) e5 *", Applicability::Unsafe);
    }

    #[test]
    fn a_mark_in_parentheses_stays() {
        check(
            &RULE,
            "
1. e4 (!) e5 (1... c5 (?!)) 2. Nf3 *
      ^^^ ! is in parentheses, so that other programs read a variation without moves
                      ^^^^ ?! is in parentheses, so that other programs read a variation without moves
",
        );
        check_fix(&RULE, "1. e4 (!) e5(??) *", "1. e4! e5?? *");
        check_fix(&RULE, "1. e4 (+/-) e5 ($14) *", "1. e4 +/- e5 $14 *");
        for mark in ["!", "+/-", "$14"] {
            let found = all_findings(crate::rules::RULES, &format!("1. e4 ({mark}) e5 *"));
            assert_eq!(found.iter().filter(|finding| finding.level >= Level::Warning).count(), 1, "{mark}");
        }
    }

    #[test]
    fn before_the_first_move_it_may_part_two_games() {
        check_applicability(&RULE, "[Event \"E\"]\n()\n[Event \"F\"]\n", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 () e5 *", Applicability::Safe);
    }
}
