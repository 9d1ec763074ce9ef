use std::ops::Range;

use scoresheet_grammar::{Event, GameView, TokenKind};

use crate::finding::{Edit, Finding, Fix};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_format::line_edits::delete;

declare_rule! {
    /// A NAG after the comment on its move.
    ///
    /// ## What it does
    /// Checks for NAGs that follow a comment instead of their move.
    ///
    /// ## Why is this bad?
    /// The NAG belongs to the move. chess.js, mliebelt's and kludwig's parsers reject a game with a NAG after a comment.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {best by test} $1 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 $1 {best by test} 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: the NAG still annotates the same move.
    ///
    /// ## References
    /// PGN standard, sections 8.2.3.8 and 8.2.4.
    name: "nag-after-comment", group: Portability, level: Warning, fix: Always, hooks: [Hook::Text(check)],
}

fn check(game: GameView, findings: &mut Findings) {
    if !may_have_nag_after_comment(game.text) {
        return;
    }
    // After a move: where its own NAGs end, and whether a comment has come since.
    let mut after_move: Option<(usize, bool)> = None;
    for (event, range) in game.tree.events() {
        after_move = match (event, after_move) {
            (Event::Token(TokenKind::San), _) => Some((range.end, false)),
            (Event::Token(kind), Some((end, _))) if kind.is_comment() => Some((end, true)),
            (Event::Token(TokenKind::Nag), Some((end, true))) => {
                findings.push(misplaced(game.text, range, end));
                Some((end, true))
            }
            (Event::Token(kind), Some((_, false))) if kind.is_annotation() => Some((range.end, false)),
            _ => None,
        };
    }
}

/// Whether a `$` follows a brace, or is first on its line in a game with line comments. In most games this saves
/// the search of the tokens.
fn may_have_nag_after_comment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut has_line_comment = None;
    memchr::memchr_iter(b'$', bytes).any(|dollar| {
        // Nearly all NAGs follow a move or another NAG after one space.
        if matches!(bytes[..dollar], [.., last, b' '] if last.is_ascii_alphanumeric()) {
            return false;
        }
        let before = bytes[..dollar].trim_ascii_end();
        let is_first_on_line = || bytes[before.len()..dollar].iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        before.ends_with(b"}")
            || is_first_on_line() && *has_line_comment.get_or_insert_with(|| memchr::memchr(b';', bytes).is_some())
    })
}

fn misplaced(text: &str, range: Range<usize>, place: usize) -> Finding {
    let nag = &text[range.clone()];
    let message =
        format!("{nag} follows a comment instead of its move: chess.js and two other parsers reject the game");
    let edits = vec![Edit::insert(place, format!(" {nag}")), delete(text, range.clone())];
    RULE.finding(range, message).with_fix(Fix::safe("Move the NAG to its move", edits))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scoresheet_grammar::Database;

    use super::RULE;
    use crate::findings::Findings;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn only_nags_after_comments_are_marked() {
        check(
            &RULE,
            "
1. e4 $1 $14 {a} $10 e5 {b} (1... c5 $2 {c} {d} $6) $3 2. Nf3 {$1} *
                 ^^^                            ^^
",
        );
    }

    #[test]
    fn they_go_to_their_move() {
        check_fix(&RULE, "1. e4 $1 {a} $10 e5 {b}\n$2 *", "1. e4 $1 $10 {a} e5 $2 {b}\n*");
    }

    proptest! {
        #[test]
        fn a_text_with_one_is_searched(parts in prop::collection::vec(prop::sample::select(PARTS), 0..24)) {
            let text = parts.concat();
            let file = Database::parse(&text);
            let mut found = Vec::new();
            for (start, game) in file.views() {
                let mut of_game = Findings::in_game();
                super::check(game, &mut of_game);
                found.extend(of_game.into_vec().into_iter().map(|finding| finding.range.start + start));
            }
            let asked: Vec<_> = findings(&RULE, &text).iter().map(|finding| finding.range.start).collect();
            prop_assert_eq!(asked, found, "{}", text);
        }
    }

    const PARTS: &[&str] = &[
        "e4 ",
        "Nf3 ",
        "1. ",
        "1... ",
        "{a} ",
        "{a}\n",
        ";a\n",
        "$1 ",
        "$14\n",
        "! ",
        "(",
        ") ",
        "* ",
        "1-0 ",
        "%a\n",
        "x ",
        "\n\n",
        "[Event \"a\"]\n",
        "} ",
        "{",
    ];
}
