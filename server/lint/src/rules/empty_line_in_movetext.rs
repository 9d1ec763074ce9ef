use std::ops::Range;

use scoresheet_grammar::{Event, FaultKind, GameView, NodeKind, OddEmptyLines, TokenKind};

use crate::finding::{Edit, Finding, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::line_ends::line_ends;
use scoresheet_chess::replay::may_be_piece;
use scoresheet_format::line_edits::line_end;

declare_rule! {
    /// An empty line in the movetext, or more than one before it.
    ///
    /// ## What it does
    /// Checks for empty lines that moves follow: any within the movetext, and more than one between the tag pairs and the
    /// movetext. Empty lines inside comments are fine: every tested program reads them.
    ///
    /// ## Why is this bad?
    /// An empty line ends the movetext. python-chess goes by that: it silently drops the moves after the empty line, or makes a
    /// separate game of them. Empty lines around text that is no movetext, as the header of a page, are reported with that text.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5
    ///
    /// 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5
    /// 2. Nf3 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it deletes the empty line and keeps the moves. After a tag value without a closing quote it is unsafe: the empty
    /// line is what ends the value. Between a letter and a square (`N`, an empty line, `f3`) it is, too: they would become one move. So it is
    /// after a termination marker in a variation, where another game may begin.
    ///
    /// ## References
    /// PGN standard, section 8.2.1.
    name: "empty-line-in-movetext", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    // After the last empty line only the next move matters.
    let mut last = match game.tree.odd_empty_lines() {
        OddEmptyLines::Nowhere => return,
        OddEmptyLines::BeforeMovetext => None,
        OddEmptyLines::InMovetext => last_empty_line(game.text),
    };
    let mut previous_end = None;
    // How many line ends there may be before the next token: two before the movetext, one in it.
    let mut most = 0;
    // An empty line does harm only if a move follows it.
    let mut pending = Vec::new();
    let unreadable = unreadable_places(game);
    // A value without a closing quote goes on in the next lines, up to an empty one.
    let mut has_broken_value = false;
    let mut depth = 0_usize;
    let mut has_marker_inside = false;
    // What shares a line with the last tag pair is reported, and the empty line after it is a part of that slip.
    let mut shares_tag_line = false;
    for (event, range) in game.tree.events() {
        has_broken_value |= event == Event::Token(TokenKind::BrokenTagValue);
        has_marker_inside |= depth > 0 && matches!(event, Event::Token(kind) if kind.is_termination());
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth = depth.saturating_sub(1),
            Event::Leave(NodeKind::TagSection) => {
                (previous_end, most) = (Some(range.end), 2);
                // Where the movetext has none, only the lines right after the tags matter.
                last.get_or_insert(range.end);
            }
            Event::Enter(NodeKind::Movetext) => most = most.max(1),
            Event::Leave(NodeKind::Movetext) => return,
            Event::Token(_) if pending.is_empty() && last.is_some_and(|last| previous_end > Some(last)) => return,
            Event::Token(kind) if most > 0 => {
                if let Some(end) = previous_end
                    && most == 2
                {
                    shares_tag_line = !game.text[end..range.start].contains(['\n', '\r']);
                }
                // A line end is at least one byte long.
                if let Some(end) = previous_end
                    && range.start - end > most
                    && !shares_tag_line
                {
                    let gap = end..range.start;
                    let found = check_gap(game.text, gap.clone(), most, has_broken_value || has_marker_inside);
                    pending.extend(found.filter(|_| !is_beside(game.text, &gap, &unreadable)));
                }
                if kind == TokenKind::San {
                    findings.extend(pending.drain(..));
                }
                shares_tag_line &= depth > 0 || !matches!(kind, TokenKind::San | TokenKind::MoveNumber);
                (previous_end, most) = (Some(range.end), 1);
            }
            _ => {}
        }
    }
}

/// Where text is that is no movetext, as the header of a page, in order.
fn unreadable_places(game: GameView) -> Vec<usize> {
    let is_text = |kind| matches!(kind, FaultKind::UnexpectedText | FaultKind::UnexpectedCharacter);
    let mut places: Vec<usize> =
        game.tree.faults().iter().filter(|fault| is_text(fault.kind)).map(|fault| fault.span().start).collect();
    places.sort_unstable();
    places
}

/// Whether one of these places is on the line before or after a gap with an empty line: what is there is reported, and the empty lines around it
/// are a part of that slip. Linear in both lines.
fn is_beside(text: &str, gap: &Range<usize>, places: &[usize]) -> bool {
    if places.is_empty() {
        return false;
    }
    let is_line_end = ['\n', '\r'];
    let start = text[..gap.start].rfind(is_line_end).map_or(0, |end| end + 1);
    let end = text[gap.end..].find(is_line_end).map_or(text.len(), |length| gap.end + length);
    let first = places.partition_point(|place| *place < start);
    places.get(first).is_some_and(|place| *place < end)
}

/// The start of the last line of mere white space that text follows.
fn last_empty_line(text: &str) -> Option<usize> {
    let bytes = text.trim_end().as_bytes();
    let mut end = bytes.len();
    loop {
        let line_break = memchr::memrchr2(b'\n', b'\r', &bytes[..end]);
        let start = line_break.map_or(0, |line_break| line_break + 1);
        // Nothing between `\r` and `\n` is a line.
        let is_line = line_break.is_none_or(|line_break| !bytes[line_break..].starts_with(b"\r\n"));
        if is_line && !bytes[start..end].iter().any(u8::is_ascii_graphic) {
            return Some(start);
        }
        end = line_break?;
    }
}

fn check_gap(text: &str, gap: Range<usize>, most: usize, may_part_games: bool) -> Option<Finding> {
    let superfluous = line_ends(&text[gap.clone()]).nth(most)?;
    let place = gap.start + superfluous.start;
    let (message, level) = match most {
        1 => ("An empty line in the movetext: python-chess ends the game here", Level::Warning),
        // Some programs write one into every game.
        _ => ("A second empty line before the movetext: python-chess ends the game here", Level::Info),
    };
    let last_line = gap.start + text[gap.clone()].rfind(['\n', '\r']).map_or(0, |last| last + 1);
    let first_line_end = gap.start + text[gap.clone()].find(['\n', '\r']).unwrap_or(0);
    let edit = Edit::replace(first_line_end..last_line, line_end(text).repeat(most));
    let begins_square = text[gap.end..].starts_with(|first| matches!(first, 'a'..='h' | 'x'));
    let may_join_move = text[..gap.start].ends_with(['N', 'D']) && (begins_square || may_be_piece(&text[gap.end..]));
    let is_unsafe = may_part_games || may_join_move;
    let fix = if is_unsafe { Fix::unsafe_ } else { Fix::safe }("Delete the empty line", vec![edit]);
    let finding = RULE.finding(place..place, message);
    Some(Finding { level, ..finding }.with_fix(fix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check_applicability, check_fix, findings};

    #[test]
    fn superfluous_lines_go() {
        check_fix(
            &RULE,
            "[Event \"x\"]\r\n\r\n\r\n1. e4 {a\r\n\r\nb}\r\n \r\n\r\n  e5\r\n*\r\n\r\n\r\n",
            "[Event \"x\"]\r\n\r\n1. e4 {a\r\n\r\nb}\r\n  e5\r\n*\r\n\r\n\r\n",
        );
        check_fix(&RULE, "1. e4\n\n%x\n\ne5 *", "1. e4\n%x\ne5 *");
        check_fix(&RULE, "1. e4 [Foo \"x\"\n\n] e5 *", "1. e4 [Foo \"x\"\n] e5 *");
    }

    #[test]
    fn the_line_that_ends_a_broken_value_may_be_needed() {
        check_applicability(&RULE, "1. e4 [Round \"1]\n\ne5 *\nE\"]", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 [Round \"1\"]\n\ne5 *\nE\"]", Applicability::Safe);
    }

    #[test]
    fn the_line_between_a_letter_and_a_square_may_be_needed() {
        check_applicability(&RULE, "1. e4 e5 2. N\n\nf3 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e5 N\n\n2. Nf3 *", Applicability::Safe);
    }

    #[test]
    fn the_first_superfluous_line_is_the_place() {
        let found = findings(&RULE, "[Event \"x\"]\n\n\n1. e4\n\n\ne5 *");
        let places: Vec<_> = found.iter().map(|finding| finding.range.clone()).collect();
        assert_eq!(places, [13..13, 20..20]);
    }

    #[test]
    fn empty_lines_around_other_text_are_a_part_of_that_slip() {
        let header = "1. e4 e5\n\n12 KASPAROV – KARPOV\n\n2. Nf3 Nc6 *";
        assert!(findings(&RULE, header).is_empty());
        assert_eq!(findings(&RULE, &header.replace("\n\n2. Nf3", "\n\n2. Nf3\n\n")).len(), 1);
    }

    #[test]
    fn an_empty_line_after_what_shares_a_line_with_a_tag_is_a_part_of_that_slip() {
        for on_line in ["{a}", "; a", "{a} {b}", "$1", "(1. d4)"] {
            let text = format!("[Event \"x\"] {on_line}\n\n1. e4 e5 *");
            assert!(findings(&RULE, &text).is_empty(), "{text}");
            assert_eq!(findings(&RULE, &text.replace("e4 e5", "e4\n\ne5")).len(), 1, "{text}");
        }
    }

    #[test]
    fn many_gaps_on_a_line_are_looked_at_once() {
        let text = format!("1. e4 e5\n\n{}\n\n2. Nf3 *", "zz    ".repeat(50_000));
        assert!(findings(&RULE, &text).is_empty());
    }

    #[test]
    fn other_empty_lines_are_no_fault() {
        for text in
            ["[Event \"x\"]\n\n[Site \"y\"]\n\n1. e4 *\n\n{a}\n\n\n", "\n\n1. e4 *", "{a}\n\n[Event \"x\"]\n\n*"]
        {
            assert!(findings(&RULE, text).is_empty(), "{text:?}");
        }
    }
}
