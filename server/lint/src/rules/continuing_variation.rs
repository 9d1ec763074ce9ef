use std::ops::Range;

use scoresheet_grammar::{Event, TokenKind, ast};

use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{VariationEnd, Walk};
use scoresheet_format::line_edits::replace;

declare_rule! {
    /// A variation after the last move that continues the line.
    ///
    /// ## What it does
    /// Checks for variations after the last move of a line whose first move is the next one: by its number, or because it has none and can only
    /// be played there. Its moves are checked from the position after the last move.
    ///
    /// ## Why is this bad?
    /// A variation replaces the move before it. Other programs play its moves from the position before that move, where they are illegal.
    /// ChessBase and other programs that keep games as trees write such variations for what might have followed.
    ///
    /// ## Example
    /// ```pgn
    /// 1. f3 e5 2. g4 (2... Qh4#) 0-1
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. f3 e5 2. g4 Qh4# 0-1
    /// ```
    ///
    /// ## Fix safety
    /// The fixes are unsafe: one makes the moves a part of the line, as if they had been played; the other makes them a comment.
    ///
    /// ## References
    /// PGN standard, section 8.2.5.
    name: "continuing-variation", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::Variation(check)],
}

fn check(variation: &VariationEnd, walk: &Walk, findings: &mut Findings) {
    // The others replace its first move once it is a part of the line. After a mate, its first move is illegal.
    if !variation.continues || walk.siblings(variation).len() > 0 || variation.played.is_empty() {
        return;
    }
    let inside = Inside::of(variation, walk);
    let what = if walk.is_in_variation() { "line" } else { "game" };
    let message = match &inside {
        Some(inside) => format!(
            "This variation continues the {what} with {} instead of replacing its last move",
            walk.text(inside.first.clone())
        ),
        None => format!("This variation continues the {what} instead of replacing its last move"),
    };
    let mut finding = RULE.finding(variation.range.start..variation.range.start + 1, message);
    if let Some(inside) = &inside {
        finding = finding.with_related(inside.all.end..variation.range.end, "the variation ends here");
        // A comment is no way out for moves that could be kept once the variation before them is part of the line.
        let continuation = inside.as_continuation(variation, walk);
        let comment = continuation.is_some().then(|| inside.as_comment(variation, walk)).flatten();
        finding.fixes.extend(continuation.into_iter().chain(comment));
    }
    findings.push(finding);
}

/// The tokens inside a closed variation.
struct Inside {
    /// The number at its very beginning.
    number: Option<Range<usize>>,
    /// The first move.
    first: Range<usize>,
    /// From the first token to the last.
    all: Range<usize>,
    /// Whether it may stand where the parentheses are: it has no termination marker, and no comment or escape line to the end of a line.
    is_plain: bool,
    /// Whether another variation follows on the same move.
    has_sibling: bool,
    /// Whether a move or one of its annotations is right before it.
    follows_move: bool,
}

impl Inside {
    fn of(variation: &VariationEnd, walk: &Walk) -> Option<Inside> {
        let open = variation.range.start;
        let close = walk.game.text[..variation.range.end].strip_suffix(')')?.len();
        let (mut number, mut first, mut all) = (None, None, None::<Range<usize>>);
        let (mut is_plain, mut follows_move, mut last) = (true, false, None);
        for (event, range) in walk.game.tree.events() {
            let Event::Token(kind) = event else { continue };
            if range.start == open {
                follows_move = matches!(last, Some(TokenKind::San | TokenKind::Nag | TokenKind::Suffix));
            }
            last = Some(kind);
            if range.start <= open {
                continue;
            }
            if range.start >= close {
                break;
            }
            match kind {
                TokenKind::MoveNumber if all.is_none() => number = Some(range.clone()),
                TokenKind::San if first.is_none() => first = Some(range.clone()),
                TokenKind::LineComment | TokenKind::EscapeLine | TokenKind::UnclosedComment => is_plain = false,
                _ if kind.is_termination() => is_plain = false,
                _ => {}
            }
            all = Some(all.map_or(range.start, |all| all.start)..range.end);
        }
        let after = walk.text(variation.range.end..walk.game.text.len()).trim_start();
        Some(Inside { number, first: first?, all: all?, is_plain, has_sibling: after.starts_with('('), follows_move })
    }

    /// The fix that removes the parentheses, and the number where it is that of Black's move right after White's.
    fn as_continuation(&self, variation: &VariationEnd, walk: &Walk) -> Option<Fix> {
        if !self.is_plain || self.has_sibling && variation.moves > 1 {
            return None;
        }
        let is_black = |number: &Range<usize>| ast::move_number(walk.text(number.clone())).periods > 1;
        let is_repeated = self.follows_move
            && self
                .number
                .as_ref()
                .is_some_and(|number| is_black(number) && walk.text(number.end..self.first.start).trim().is_empty());
        let start = if is_repeated { self.first.start } else { self.all.start };
        let text = walk.game.text;
        let edits =
            vec![replace(text, variation.range.start..start, ""), replace(text, self.all.end..variation.range.end, "")];
        Some(Fix::unsafe_("Remove the parentheses, so that the moves continue the line", edits))
    }

    /// The fix that makes the moves a comment.
    fn as_comment(&self, variation: &VariationEnd, walk: &Walk) -> Option<Fix> {
        if !self.is_plain || walk.text(self.all.clone()).contains(['{', '}']) {
            return None;
        }
        let Range { start, end } = variation.range;
        let edits = vec![Edit::replace(start..start + 1, "{"), Edit::replace(end - 1..end, "}")];
        Some(Fix::unsafe_("Turn the variation into a comment", edits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Level;
    use crate::testing::{all_findings, check, check_fix, findings, warnings};

    #[test]
    fn the_parenthesis_is_marked() {
        check(
            &RULE,
            "
1. f3 e5 2. g4 (2... Qh4#) 0-1
               ^ This variation continues the game with Qh4# instead of replacing its last move

1. e4 e5 (1... c5 2. Nf3 (2... d6)) *
                         ^ This variation continues the line with d6 instead of replacing its last move
",
        );
        check(&RULE, "1. e4 e5 (1... c5) 2. Nf3 (2. f4) *");
        let after_mate = all_findings(crate::rules::RULES, "1. f3 e5 2. g4 Qh4# (3. Kf2) 0-1");
        let errors: Vec<_> = after_mate.iter().filter(|finding| finding.level == Level::Error).collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].message.contains("White is checkmated") && errors[0].fixes.is_empty(), "{errors:?}");
    }

    #[test]
    fn a_variation_may_end_with_any_character() {
        assert_eq!(findings(&RULE, "1. f3 e5 2. g4 (2... Qh4 \u{b1}").len(), 1);
    }

    #[test]
    fn the_moves_continue_the_line() {
        let fixed = |before: &str, after: &str| check_fix(&RULE, before, after);
        fixed("1. f3 e5 2. g4 (2... Qh4#) 0-1", "1. f3 e5 2. g4 Qh4# 0-1");
        fixed("1. f3 e5 2. g4 $4 ( 2... Qh4# ) 0-1", "1. f3 e5 2. g4 $4 Qh4# 0-1");
        fixed("1. f3 e5 2. g4(2... Qh4#)0-1", "1. f3 e5 2. g4 Qh4# 0-1");
        fixed("1. f3 e5 2. g4 {mates} (2... Qh4#) 0-1", "1. f3 e5 2. g4 {mates} 2... Qh4# 0-1");
        fixed("1. f3 e5 2. g4 ({now} 2... Qh4#) 0-1", "1. f3 e5 2. g4 {now} 2... Qh4# 0-1");
        fixed("1. f3 e5 2. g4 (2. d4) (2... Qh4#) 0-1", "1. f3 e5 2. g4 (2. d4) 2... Qh4# 0-1");
        fixed("1. e4 e5 (2. Nf3 Nc6 (2... d6 3. d4)) *", "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) *");
    }

    #[test]
    fn of_several_the_first_one_is_marked() {
        let fixes = |text: &str| findings(&RULE, text).iter().map(|finding| finding.fixes.len()).collect::<Vec<_>>();
        assert_eq!(fixes("1. e4 e5 (2. Nf3) (2. Nc3) *"), [2]);
        assert_eq!(fixes("1. e4 e5 (2. Nf3 Nc6) (2. Nc3) *"), [0]);
        assert_eq!(fixes("1. e4 e5 (2. Nf3 {a} 1-0) *"), [0]);
    }

    #[test]
    fn it_is_the_only_finding() {
        for text in
            ["1. f3 e5 2. g4 (2... Qh4#) 0-1", "1. e4 e5 (2. Nf3 Nc6) *", "1. e4 (1. d4 d5 (2. c4 dxc4)) 1... c5 *"]
        {
            assert_eq!(warnings(text), ["continuing-variation"], "{text}");
        }
    }
}
