use scoresheet_grammar::{Event, GameView, TokenKind};

use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};

declare_rule! {
    /// An escape line.
    ///
    /// ## What it does
    /// Checks for lines that begin with `%`. The standard hides them from programs that read PGN. Lines that begin with
    /// `% scoresheet:` are not reported.
    ///
    /// ## Why is this bad?
    /// Not all programs support them: chess.js, kokopu, mliebelt's and kludwig's parsers reject a file with an escape line.
    ///
    /// ## Example
    /// ```pgn
    /// % board 5
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [Board "5"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 6.
    name: "escape-line", group: Portability, level: Info, fix: None, hooks: [Hook::Text(check)],
}

/// What follows `%` on the lines that suppress findings.
const OWN: &str = "scoresheet:";

fn check(game: GameView, findings: &mut Findings) {
    if memchr::memchr(b'%', game.text.as_bytes()).is_none() {
        return;
    }
    for (event, range) in game.tree.events() {
        if event != Event::Token(TokenKind::EscapeLine) {
            continue;
        }
        // Another rule reports the markers of a conflict, which are hidden from the game, too.
        let Some(line) = game.text[range.clone()].strip_prefix('%') else { continue };
        if line.trim_start().starts_with(OWN) {
            continue;
        }
        let message = "chess.js, kokopu and others reject a file with an escape line (% in the first column)";
        findings.push(RULE.finding(range, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn lines_of_others_are_marked() {
        check(
            &RULE,
            "
% scoresheet: allow illegal-move
[Event \"100%\"]
% x
^^^ chess.js, kokopu and others reject a file with...

1. e4 {
% in a comment}
%
^ chess.js...
e5 *
",
        );
    }
}
