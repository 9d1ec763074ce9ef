use scoresheet_grammar::{Event, FaultKind, TokenKind};

use super::comment_contradicts_result::tells_result;
use super::cut_off_move::has_cut_off_move;
use super::unclosed_comment::has_unclosed_comment;
use crate::finding::{Edit, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::hidden_moves::only_moves;
use scoresheet_chess::results;
use scoresheet_format::line_edits::line_end;

declare_rule! {
    /// A game without a termination marker.
    ///
    /// ## What it does
    /// Checks for games whose moves are not followed by `1-0`, `0-1`, `1/2-1/2` or `*`.
    ///
    /// ## Why is this bad?
    /// The marker ends the game. pgn-extract drops a game without it, kludwig's parser rejects it, and kokopu and chess.js
    /// reject it if another game follows.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it writes the value of the Result tag, or `*` if there is none.
    ///
    /// ## References
    /// PGN standard, section 8.2.6.
    name: "missing-termination-marker", group: Portability, level: Warning, fix: Always, hooks: [Hook::End(check)],
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    // An unclosed comment has probably swallowed the marker; of a text that is cut off more is missing.
    if !end.is_game || end.termination.is_some() || has_unclosed_comment(walk.game.tree) || has_cut_off_move(walk.game)
    {
        return;
    }
    if is_in_line_comment(walk, end.last_token_end) {
        return;
    }
    let marker = stated_result(walk);
    let at = end.last_token_end;
    if is_in_words(walk, at, marker) {
        return;
    }
    let line_end = line_end(walk.game.text);
    let gap = match last_token(walk, at) {
        // Text among the tag pairs extends to the end of its line, and so may an unclosed tag pair.
        Some(
            TokenKind::TagOpen
            | TokenKind::TagName
            | TokenKind::TagValue
            | TokenKind::BrokenTagValue
            | TokenKind::TagClose
            | TokenKind::Text,
        ) => format!("{line_end}{line_end}"),
        Some(TokenKind::LineComment | TokenKind::EscapeLine) => line_end.to_owned(),
        _ => " ".to_owned(),
    };
    let last = walk.game.text[..at].chars().next_back().map_or(0, char::len_utf8);
    let message =
        "The game has no termination marker (1-0, 0-1, 1/2-1/2 or *) at its end: pgn-extract drops such a game";
    let fix = Fix::safe(format!("Write {marker}"), vec![Edit::insert(at, format!("{gap}{marker}"))]);
    findings.push(RULE.finding(at - last..at, message).with_fix(fix));
}

/// Whether the game ends, at byte `end`, with words without braces that tell its result: another rule reports them, and the marker is missing once they
/// are a comment.
fn is_in_words(walk: &Walk, end: usize, result: &str) -> bool {
    let of_faults = walk.game.tree.faults().iter().filter(|fault| fault.kind == FaultKind::UnexpectedText);
    let words = of_faults.map(|fault| fault.span()).find(|span| span.end == end);
    // Where slips are undone, the words are a comment already.
    let comment = || walk.since_move.comment.clone().filter(|comment| walk.is_repaired && comment.end == end);
    let words = words.or_else(comment).map(|words| walk.text(words).trim_matches(['{', '}']));
    words.is_some_and(|words| tells_result(words, result))
}

/// Whether the game ends, at byte `end`, with a line comment that swallowed its last moves and the marker.
fn is_in_line_comment(walk: &Walk, end: usize) -> bool {
    let last = walk.game.tree.events().find(|(event, range)| matches!(event, Event::Token(_)) && range.end == end);
    let Some((Event::Token(TokenKind::LineComment), range)) = last else { return false };
    let words = walk.text(range.start + 1..range.end);
    let has_marker = words.split_whitespace().next_back().and_then(results::canonical).is_some();
    has_marker && only_moves(words).is_some_and(|moves| walk.replay.goes_on_with(&moves))
}

/// The result in the Result tag, `*` where there is none.
pub(super) fn stated_result(walk: &Walk) -> &'static str {
    walk.tag("Result").and_then(|tag| results::canonical(&tag.value())).unwrap_or("*")
}

fn last_token(walk: &Walk, end: usize) -> Option<TokenKind> {
    let mut events = walk.game.tree.events();
    events.find_map(|(event, range)| match event {
        Event::Token(kind) if range.end == end => Some(kind),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_end_is_marked() {
        check(
            &RULE,
            r#"
[Event "E"]

1. e4 e5
       ^ The game has no termination marker (1-0, 0-1, 1/2-1/2 or *) at its end: pgn-extract drops such a game

[Event "F"]
          ^

[Event "G"]

*
"#,
        );
    }

    #[test]
    fn one_that_was_swallowed_or_misspelled_is_there() {
        check(&RULE, "1. e4 {oops e5 *");
        for (result, words) in
            [("0-1", "Black won"), ("1-0", "White wins."), ("1/2-1/2", "draw agreed"), ("1/2-1/2", "Draw")]
        {
            check(&RULE, &format!("[Result \"{result}\"]\n\n1. e4 e5 2. Nf3 {words}"));
        }
        check(&RULE, "1. e4 e5 1–0");
        check(&RULE, "1. e4 (1. d4 *");
        check(&RULE, "no game at all");
        check(&RULE, "; from an archive\n\n[Event \"E\"]\n\n*");
    }

    #[test]
    fn the_result_is_written() {
        let fixed = |before, after| check_fix(&RULE, before, after);
        fixed("1. e4 e5\n", "1. e4 e5 *\n");
        fixed("[Result \"1-0\"]\n\n1. e4 {won}\n", "[Result \"1-0\"]\n\n1. e4 {won} 1-0\n");
        fixed("[Result \"1/2\"]\r\n\r\n1. e4 ; end\r\n", "[Result \"1/2\"]\r\n\r\n1. e4 ; end\r\n1/2-1/2\r\n");
        fixed("[Result \"0-1\"] foo\n", "[Result \"0-1\"] foo\n\n0-1\n");
        fixed("[Result \"0-1\"]\n", "[Result \"0-1\"]\n\n0-1\n");
        fixed("[Result \"0-1\"]\n[Site\n", "[Result \"0-1\"]\n[Site\n\n0-1\n");
        fixed("1. e4 e5 (1... c5)\n", "1. e4 e5 (1... c5) *\n");
    }
}
