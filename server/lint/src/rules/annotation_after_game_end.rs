use std::ops::Range;

use scoresheet_grammar::{Event, Fault, FaultKind};

use super::braced::hides_moves;
use super::unexpected_text::quote;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::nag;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A variation or a NAG after the termination marker.
    ///
    /// ## What it does
    /// Checks for variations, NAGs and suffixes after the termination marker of their game.
    ///
    /// ## Why is this bad?
    /// The game is over at its marker. Programs drop what follows, or read it as the beginning of another game.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 * (1... c5)
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 (1... c5) *
    /// ```
    ///
    /// ## Fix safety
    /// The fix moves the text before the marker. It is unsafe: the annotation becomes one of the last move.
    ///
    /// ## References
    /// PGN standard, sections 8.2.4 to 8.2.6.
    name: "annotation-after-game-end", group: Suspicious, level: Warning, fix: Always,
    hooks: [Hook::Fault(FaultKind::TextBetweenGames, check)],
}

fn check(fault: &Fault, walk: &Walk, findings: &mut Findings) {
    let range = fault.span();
    let Some(marker) = marker_of_annotation(walk, &range) else { return };
    let text = walk.text(range.clone());
    let (what, end) = (if text.starts_with('(') { "variation" } else { "annotation" }, walk.text(marker.clone()));
    let message = format!("The {what} {} is after {end}, the end of its game", quote(text));
    let edits = vec![Edit::insert(marker.start, format!("{} ", text.trim())), delete(walk.game.text, range.clone())];
    findings.push(RULE.finding(range, message).with_fix(Fix::unsafe_(format!("Put it before {end}"), edits)));
}

/// The marker of the game to which a text after it belongs, if it is a variation or annotations.
pub(super) fn marker_of_annotation(walk: &Walk, range: &Range<usize>) -> Option<Range<usize>> {
    let text = walk.text(range.clone()).trim();
    if !belongs_to_moves(text) {
        return None;
    }
    // Moves after the end of the game may have a marker of their own.
    let before = walk.game.tree.events().take_while(|(_, token)| token.start < range.start);
    let markers = before.filter(|(event, _)| matches!(event, Event::Token(kind) if kind.is_termination()));
    markers.last().map(|(_, marker)| marker)
}

/// Whether a text is variations with moves and annotations, at least one of these, and comments on them.
fn belongs_to_moves(text: &str) -> bool {
    let mut rest = text;
    let mut has_any = false;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' => variation(rest).filter(|length| hides_moves(&rest[..*length])),
            '{' => rest.find('}').map(|end| end + 1),
            _ => Some(rest.find(|letter: char| letter.is_whitespace() || "({".contains(letter)).unwrap_or(rest.len()))
                .filter(|length| is_annotation(&rest[..*length])),
        };
        let Some(length) = length else { return false };
        has_any |= first != '{';
        rest = rest[length..].trim_start();
    }
    has_any
}

/// The length of the parenthesis at the beginning of a text.
fn variation(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    let end = text.char_indices().find(|(_, letter)| {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        open == 0
    });
    end.map(|(end, _)| end + 1)
}

fn is_annotation(word: &str) -> bool {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    nag::from_suffix(word).is_some() || word.strip_prefix('$').is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn what_belongs_to_the_moves_is_marked() {
        check(
            &RULE,
            "
1. e4 e5 1-0 $4
             ^^ The annotation $4 is after 1-0, the end of its game

1. d4 d5 *
(1... Nf6 2. c4)
^^^^^^^^^^^^^^^^ The variation (1... Nf6 2. c4) is after *, the end of its game

1. d4 d5 * (sic)

1. d4 d5 * {better} 0-1

(Here ends the round)
",
        );
    }

    #[test]
    fn it_goes_before_the_marker() {
        check_fix(&RULE, "1. e4 e5 1-0 $4\n", "1. e4 e5 $4 1-0\n");
        check_fix(&RULE, "1. e4 e5 *\n(1... c5 (1... e6))\n", "1. e4 e5 (1... c5 (1... e6)) *\n");
        check_fix(&RULE, "1. e4 * e5 * $4\n", "1. e4 * e5 $4 *\n");
        check_fix(&RULE, "1. e4 e5 1-0 (1... c5) $4\n", "1. e4 e5 (1... c5) $4 1-0\n");
        check_fix(&RULE, "1. e4 e5 1-0 $4 (1... c5)(1... e6)\n", "1. e4 e5 $4 (1... c5)(1... e6) 1-0\n");
        check_fix(&RULE, "1. e4 e5 1-0 (1... c5) {a (b}\n", "1. e4 e5 (1... c5) {a (b} 1-0\n");
    }
}
