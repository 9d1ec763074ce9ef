use std::ops::Range;

use scoresheet_grammar::{Event, TokenKind};

use crate::finding::{Applicability, Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::line_end;

declare_rule! {
    /// A tag pair on the same line as another one or the moves.
    ///
    /// ## What it does
    /// Checks for tag pairs, comments and moves that follow a tag pair on its line. One finding covers all of a line.
    ///
    /// ## Why is this bad?
    /// Some programs read line by line, as the standard allows. python-chess reads such a line as one tag pair and silently
    /// loses the moves on it.
    ///
    /// ## Example
    /// ```pgn
    /// [Event "Club match"] [Site "Berne SUI"] [Date "2024.05.04"] [Round "1"]
    /// [White "Meier, Anna"] [Black "Huber, Beat"] [Result "*"] 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Event "Club match"]
    /// [Site "Berne SUI"]
    /// [Date "2024.05.04"]
    /// [Round "1"]
    /// [White "Meier, Anna"]
    /// [Black "Huber, Beat"]
    /// [Result "*"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe, as here a line end means the same as a space. It is unsafe where it deletes a lone `;`, and after a tag pair without its `]`: what follows may be a part of its
    /// value.
    ///
    /// ## References
    /// PGN standard, sections 3.2.3, 8.1 and 8.2.1.
    name: "shared-tag-line", group: Portability, level: Warning, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let text = walk.game.text;
    let first = findings.len();
    for pair in walk.tags.windows(2) {
        let gap = pair[0].range.end..pair[1].range.start;
        if text[gap.clone()].trim_start_matches([' ', '\t']).starts_with(';') {
            line_comment(pair[0].range.end, text, findings);
        }
        // Other rules report text and comments between them, with a line of its own for each.
        let has_remark = !text[gap.clone()].trim_ascii().is_empty();
        if !has_remark && !has_line_end(&text[gap.clone()]) {
            add(findings, first, pair[1].range.clone(), TAG_PAIRS, Edit::replace(gap, line_end(text)), text);
            let fix = findings.since(first).last_mut().and_then(|last| last.fixes.first_mut());
            if let Some(fix) = fix.filter(|_| !text[pair[0].range.clone()].ends_with(']')) {
                fix.applicability = Applicability::Unsafe;
            }
        }
    }
    let Some(end) = walk.tags.last().map(|tag| tag.range.end) else { return };
    if text[end..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r']) {
        return;
    }
    let mut events = walk.game.tree.events().skip_while(|(event, range)| !is_token(*event) || range.start < end);
    let Some((Event::Token(kind), range)) = events.next() else { return };
    if kind == TokenKind::LineComment && text[range.start + 1..range.end].trim().is_empty() {
        return line_comment(end, text, findings);
    }
    let message = match kind {
        TokenKind::San | TokenKind::MoveNumber | TokenKind::Termination => MOVES,
        kind if kind.is_comment() => COMMENT,
        _ => return,
    };
    if !has_line_end(&text[end..range.start]) {
        let edit = Edit::replace(end..range.start, line_end(text).repeat(2));
        // The empty line is before the comments then.
        let is_comment = kind.is_comment();
        let after = is_comment.then(|| gap_after_comments(range.end, events)).flatten();
        let after = after.filter(|gap| has_empty_line(&text[gap.clone()]));
        let after = after.map(|gap| Edit::replace(gap, line_end(text)));
        add(findings, first, range, message, edit, text);
        let fix = findings.since(first).last_mut().and_then(|last| last.fixes.first_mut());
        fix.into_iter().for_each(|fix| fix.edits.extend(after.clone()));
    }
}

/// What is between the comments of which the first ends at byte `end` and the next token, which is among those that follow.
fn gap_after_comments(end: usize, following: impl Iterator<Item = (Event, Range<usize>)>) -> Option<Range<usize>> {
    let mut end = end;
    for (event, range) in following {
        match event {
            Event::Token(kind) if kind.is_comment() => end = range.end,
            Event::Token(_) => return Some(end..range.start),
            _ => {}
        }
    }
    None
}

/// Reports the comment to the line end that follows the tag pair that ends at byte `end`: alone on a line, python-chess skips it.
fn line_comment(end: usize, text: &str, findings: &mut Findings) {
    let start = text.len() - text[end..].trim_start_matches([' ', '\t']).len();
    let line = text[start..].split(['\n', '\r']).next().unwrap_or("").trim_end();
    let fix = match line[1..].trim().is_empty() {
        true => Fix::unsafe_("Delete the ;", vec![Edit::delete(end..start + line.len())]),
        false => Fix::safe("Start a new line", vec![Edit::replace(end..start, line_end(text))]),
    };
    findings.push(RULE.finding(start..start + line.len(), LINE_COMMENT).with_fix(fix));
}

const TAG_PAIRS: &str = "This tag pair is on the same line as another: python-chess reads them as one";
const LINE_COMMENT: &str = "This comment is on the same line as a tag pair: python-chess loses the tag";
const COMMENT: &str = "This comment is on the same line as a tag pair: python-chess loses both";
const MOVES: &str = "The moves begin on the same line as a tag pair: python-chess loses those on it";

/// Add a finding that `edit` repairs, or the edit to the finding on the same line, of those from place `first` on.
fn add(findings: &mut Findings, first: usize, range: Range<usize>, message: &str, edit: Edit, text: &str) {
    // From the last edit on is enough, and stays short on a line of many tag pairs.
    let last_edit = |other: &Finding| other.fixes.first()?.edits.last().map(|edit| edit.range.end);
    let is_of_line = |other: &Finding| last_edit(other).is_some_and(|end| !has_line_end(&text[end..range.start]));
    match findings.since(first).last_mut().filter(|last| is_of_line(last)).and_then(|last| last.fixes.first_mut()) {
        Some(fix) => fix.edits.push(edit),
        None => {
            let fix = Fix::safe("Start a new line", vec![edit]);
            findings.push(RULE.finding(range, message).with_fix(fix));
        }
    }
}

fn has_empty_line(white_space: &str) -> bool {
    white_space.replace("\r\n", "\n").matches(['\n', '\r']).count() > 1
}

fn has_line_end(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'\n' | b'\r'))
}

fn is_token(event: Event) -> bool {
    matches!(event, Event::Token(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_applicability, check_fix, findings};

    #[test]
    fn what_follows_a_tag_pair_is_marked() {
        check(
            &RULE,
            r#"
[Event "x"] [Site "y"]
            ^^^^^^^^^^ This tag pair is on the same line as...
[Round "1"]{a} 1. e4
           ^^^ This comment...
2. d4 *
"#,
        );
    }

    #[test]
    fn each_gets_its_line() {
        let before = "[Event \"x\"][Site \"y\"]\r\n[Round \"1\"][White \"w\"]  1. e4 *\r\n";
        let after = "[Event \"x\"]\r\n[Site \"y\"]\r\n[Round \"1\"]\r\n[White \"w\"]\r\n\r\n1. e4 *\r\n";
        check_fix(&RULE, before, after);
    }

    #[test]
    fn comments_get_their_line() {
        let fixed = |before: &str, after: &str| {
            check_fix(&RULE, &format!("[Event \"x\"]{before}"), &format!("[Event \"x\"]{after}"))
        };
        fixed(";\n[Site \"y\"]\n\n1. e4 *", "\n[Site \"y\"]\n\n1. e4 *");
        fixed("; a\n[Site \"y\"]\n\n1. e4 *", "\n; a\n[Site \"y\"]\n\n1. e4 *");
        fixed(" ;\n\n1. e4 *", "\n\n1. e4 *");
        fixed(" {a}\n\n1. e4 *", "\n\n{a}\n1. e4 *");
        fixed(" {a} {b}\n\n1. e4 *", "\n\n{a} {b}\n1. e4 *");
        fixed(" {a} 1. e4 *", "\n\n{a} 1. e4 *");
        check(
            &RULE,
            "\n[Event \"x\"]; y\n           ^^^ This comment is on the same line as a tag pair: python-chess loses the tag\n[Site \"z\"]\n\n*\n",
        );
    }

    #[test]
    fn no_text_between_two_is_lost() {
        for text in ["[Event \"x\"] a [Site \"y\"]\n\n*", "[Event \"x\"] {a} [Site \"y\"]\n\n*"] {
            assert!(findings(&RULE, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_may_be_part_of_a_value_is_not_moved_by_a_safe_fix() {
        let text = |end: &str| format!("[Site \"FICS{end} [FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *");
        check_applicability(&RULE, &text(""), Applicability::Unsafe);
        check_applicability(&RULE, &text("\"]"), Applicability::Safe);
    }

    #[test]
    fn other_lines_are_free() {
        for text in ["[Event \"x\"]\n[Site \"y\"]\n1. e4 *", "1. e4 *", "[Event \"x\"]\n{a} {b} *"] {
            assert!(findings(&RULE, text).is_empty(), "{text:?}");
        }
    }
}
