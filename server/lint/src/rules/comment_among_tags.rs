use std::ops::Range;

use scoresheet_grammar::{Event, NodeKind, TokenKind};

use super::near_tag_pair::as_tag_pair;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_format::line_edits::{delete, line_end};
use scoresheet_format::tag_edits::{end_with_remarks, movetext_start};

declare_rule! {
    /// A comment among the tag pairs.
    ///
    /// ## What it does
    /// Checks for comments in braces between tag pairs, or directly above the first one. One finding covers all of a game.
    ///
    /// ## Why is this bad?
    /// Comments belong to the moves. python-chess loses a tag with a comment after it, and all tags after a line with a comment.
    ///
    /// ## Example
    /// ```pgn
    /// [White "Anderssen, Adolf"]
    /// {played in London}
    /// [Black "Kieseritzky, Lionel"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [White "Anderssen, Adolf"]
    /// [Black "Kieseritzky, Lionel"]
    ///
    /// {played in London}
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix moves the comments in front of the moves, where all programs read them. Where a comment is nearly a tag pair, the fix writes that.
    /// Both are unsafe: other programs read the tags after it as another game.
    ///
    /// ## References
    /// PGN standard, sections 5 and 8.
    name: "comment-among-tags", group: Portability, level: Warning, fix: Always, hooks: [Hook::Tags(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let comments = comments(walk);
    let Some(first) = comments.first() else { return };
    if let Some((comment, fix)) =
        comments.iter().find_map(|comment| Some((comment, as_tag_pair(comment.clone(), walk)?)))
    {
        let message = "This comment is nearly a tag pair: a tag pair is in brackets";
        return findings.push(RULE.finding(comment.clone(), message).with_fix(fix));
    }
    let text = walk.game.text;
    let is_after_tag = walk.tags.iter().any(|tag| {
        tag.range.end <= first.start && text[tag.range.end..first.start].trim_matches([' ', '\t']).is_empty()
    });
    let lost = if is_after_tag { "the tag before it" } else { "the tags after it" };
    let message = format!("This comment is among the tag pairs: python-chess loses {lost}");
    let words: Vec<&str> = comments.iter().map(|comment| walk.text(comment.clone())).collect();
    let line_end = line_end(text);
    let words = words.join(line_end);
    let mut edits: Vec<Edit> = comments.iter().map(|comment| delete(text, comment.clone())).collect();
    edits.push(match (movetext_start(walk.game), walk.tags.last()) {
        (0, Some(last)) => Edit::insert(end_with_remarks(walk.game, last), format!("{line_end}{line_end}{words}")),
        (start, _) => Edit::insert(start, format!("{words}{line_end}")),
    });
    findings.push(RULE.finding(first.clone(), message).with_fix(Fix::unsafe_("Put it in front of the moves", edits)));
}

/// The comments between the tag pairs and directly above them.
fn comments(walk: &Walk) -> Vec<Range<usize>> {
    let (Some(first), Some(last)) = (walk.tags.first(), walk.tags.last()) else { return Vec::new() };
    // Of nearly all games, this is all that is looked at.
    let mut gaps = walk.tags.windows(2).map(|pair| pair[0].range.end..pair[1].range.start);
    let is_possible = |gap: Range<usize>| walk.text(gap).contains('{');
    if !is_possible(0..first.range.start) && !gaps.any(is_possible) {
        return Vec::new();
    }
    let events = walk
        .game
        .tree
        .events()
        .take_while(|(event, range)| *event != Event::Enter(NodeKind::Movetext) && range.start < last.range.start);
    let comments = events.filter(|(event, _)| *event == Event::Token(TokenKind::BraceComment)).map(|(_, range)| range);
    let mut comments: Vec<Range<usize>> = comments.collect();
    // Above the tags, only those without an empty line before the first tag pair.
    let mut next = first.range.start;
    let above = comments.partition_point(|comment| comment.start < next);
    let is_directly_above = |comment: &&Range<usize>| {
        let is_near = is_line_end(walk.text(comment.end..next));
        next = comment.start;
        is_near
    };
    let near = comments[..above].iter().rev().take_while(is_directly_above).count();
    comments.drain(..above - near);
    comments
}

/// Whether a text is white space without an empty line.
fn is_line_end(text: &str) -> bool {
    text.trim().is_empty() && text.replace("\r\n", "\n").matches(['\n', '\r']).count() < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, findings};

    #[test]
    fn the_first_one_is_marked() {
        check(
            &RULE,
            r#"
[Event "E"]
{a}
^^^ This comment is among the tag pairs: python-chess loses the tags after it
[Site "S"] {b}
[White "W"]

{c} 1. e4 *
"#,
        );
        check(
            &RULE,
            r#"
[Event "E"] {a}
            ^^^ This comment is among the tag pairs: python-chess loses the tag before it
[Site "S"]
; d
[White "W"] {c}

1. e4 *
"#,
        );
        assert!(findings(&RULE, "{a}\n\n[Event \"{E}\"]\n[Site \"{S}\"]\n\n*").is_empty());
    }

    #[test]
    fn they_are_put_in_front_of_the_moves() {
        let after = "[Event \"E\"]\n[Site \"S\"]\n\n{a}\n1. e4 *";
        for before in [
            "{a}\n[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *",
            "[Event \"E\"]\n{a}\n[Site \"S\"]\n\n1. e4 *",
            "[Event \"E\"] {a}\n[Site \"S\"]\n\n1. e4 *",
        ] {
            check_fix(&RULE, before, after);
            check_applicability(&RULE, before, Applicability::Unsafe);
        }
        let both = "{x}\n\n{a}\n[Event \"E\"] {b}\n{c}\n[Site \"S\"]\n";
        check_fix(&RULE, both, "{x}\n\n[Event \"E\"]\n[Site \"S\"]\n\n{a}\n{b}\n{c}\n");
    }

    #[test]
    fn one_that_is_nearly_a_tag_pair_becomes_one() {
        let before = "[Event \"E\"]\n{Site \"S\"}\n[White \"W\"]\n\n1. e4 *";
        check_fix(&RULE, before, "[Event \"E\"]\n[Site \"S\"]\n[White \"W\"]\n\n1. e4 *");
        check_applicability(&RULE, before, Applicability::Unsafe);
    }
}
