use std::ops::Range;

use scoresheet_grammar::TokenKind;

use super::spelling::misspelled;
use crate::finding::Fix;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// The words `e.p.` after a capture.
    ///
    /// ## What it does
    /// Checks for `e.p.` and `ep`, attached to a move or separate.
    ///
    /// ## Why is this bad?
    /// PGN has no mark for capturing en passant. pgn-extract and pgn-reader lose the moves after `exd6e.p.`; chess.js,
    /// kludwig's parser and kokopu reject it, and `exd6 e.p.` as well.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 a6 2. e5 d5 3. exd6 e.p. exd6 *
    /// ```
    /// ```pgn
    /// 1. e4 a6 2. e5 d5 3. exd6e.p. exd6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 a6 2. e5 d5 3. exd6 exd6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix deletes the words and keeps the move: the position shows which captures are en passant. It is safe after a move, but not
    /// after a letter: `N e.p. e5` may be a move in pieces.
    ///
    /// ## References
    /// PGN standard, section 8.2.3.3.
    name: "en-passant-suffix", group: Portability, level: Warning, fix: Always,
    hooks: [Hook::Played(Notes::EN_PASSANT_SUFFIX, check_move), Hook::Token(TokenKind::EnPassantMark, check_token)],
}

fn check_move(_: Notes, walk: &Walk, findings: &mut Findings) {
    let (range, text) = (walk.replay.ply().range.clone(), walk.move_text());
    let suffix = text.rfind('e').map_or(range.clone(), |start| range.start + start..range.end);
    findings.push(misspelled(&RULE, walk, suffix, message(walk)));
}

fn check_token(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    let whole = with_parentheses(walk.game.text, range.clone());
    let is_after_letter = walk.text(0..whole.start).trim_end().ends_with(|last: char| last.is_ascii_uppercase());
    let (title, edits) = ("Delete e.p.", vec![delete(walk.game.text, whole)]);
    // Before the first move it may be the only text that separates one game from the next.
    let has_move = walk.replay.ply().range.end > 0;
    let fix = if has_move && !is_after_letter { Fix::safe(title, edits) } else { Fix::unsafe_(title, edits) };
    findings.push(RULE.finding(range, message(walk)).with_fix(fix));
}

/// The words with the parentheses around them that hold nothing else.
fn with_parentheses(text: &str, words: Range<usize>) -> Range<usize> {
    let (before, after) = (text[..words.start].trim_end(), text[words.end..].trim_start());
    if before.ends_with('(') && after.starts_with(')') { before.len() - 1..text.len() - after.len() + 1 } else { words }
}

fn message(walk: &Walk) -> &'static str {
    if walk.replay.last_move().is_some_and(|action| action.is_en_passant()) {
        "PGN has no e.p.: the position shows that the capture is en passant"
    } else {
        "PGN has no e.p., and the move before it is not a capture en passant"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix};

    #[test]
    fn glued_or_alone() {
        check(
            &RULE,
            "
1. e4 a6 2. e5 d5 3. exd6e.p. (3. exd6 e.p. exd6) exd6 e.p. *
                         ^^^^ PGN has no e.p.: the position shows that the capture is en passant
                                       ^^^^ PGN has no e.p.: the position shows that the capture is en passant
                                                       ^^^^ PGN has no e.p., and the move before it is not a capture en passant
",
        );
        check_applicability(&RULE, "1. e4 N e.p.e5 *", Applicability::Unsafe);
        check_applicability(&RULE, "1. e4 e.p. e5 *", Applicability::Safe);
        check_fix(&RULE, "1. e4 a6 2. e5 d5 3. exd6ep exd6 *", "1. e4 a6 2. e5 d5 3. exd6 exd6 *");
        check_fix(&RULE, "1. e4 a6 2. e5 d5 3. exd6 (e.p.) exd6 *", "1. e4 a6 2. e5 d5 3. exd6 exd6 *");
        check_fix(&RULE, "1. e4 a6 2. e5 d5 3. exd6\ne.p. exd6 *", "1. e4 a6 2. e5 d5 3. exd6\nexd6 *");
    }
}
