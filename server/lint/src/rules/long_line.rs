use scoresheet_grammar::{GameView, TokenKind};

use super::overlong_line;
use super::token_map::TokenMap;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::line_ends::lines;

declare_rule! {
    /// A line of 80 or more characters.
    ///
    /// ## What it does
    /// Checks for lines of movetext with more than 79 characters. Lines with a tag pair or an escape line, and lines that are a
    /// single long word, cannot be broken and are not reported. Lines of more than 254 characters are reported by
    /// `overlong-line`.
    ///
    /// ## Why is this bad?
    /// Lines of export format have fewer than 80 characters, so that every editor shows them whole. `scoresheet format` breaks
    /// longer ones.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
    /// O-O *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 4.3 and 8.2.1.
    name: "long-line", group: Pedantic, level: Hint, fix: None, hooks: [Hook::Text(check)],
}

/// In characters: fewer than 80 (section 8.2.1).
const MOST: usize = 79;

fn check(game: GameView, findings: &mut Findings) {
    let mut long = lines(game.text).filter(|line| line.len() > MOST).peekable();
    if long.peek().is_none() {
        return;
    }
    let tokens = TokenMap::of(game);
    for line in long {
        let text = &game.text[line.clone()];
        let Some((beyond, _)) = text.char_indices().nth(MOST) else { continue };
        let length = text.chars().count();
        let beyond = line.start + beyond;
        let may_be_long = |kind: TokenKind| {
            matches!(
                kind,
                TokenKind::TagValue | TokenKind::BrokenTagValue | TokenKind::TagClose | TokenKind::EscapeLine
            )
        };
        let is_exempt = length > overlong_line::MOST
            || tokens.at(beyond).is_some_and(|(kind, _)| may_be_long(*kind))
            || is_one_word(text);
        if !is_exempt {
            let message = format!("The line has {length} characters; lines of export format have fewer than 80");
            findings.push(RULE.finding(beyond..line.end, message));
        }
    }
}

/// Whether a line cannot be broken. A `[%...]` command counts as one word.
fn is_one_word(line: &str) -> bool {
    let mut rest = line.trim();
    while let Some((word, after)) = rest.split_once("[%") {
        if word.contains(' ') {
            return false;
        }
        rest = after.split_once(']').map_or("", |(_, rest)| rest);
    }
    !rest.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::findings;

    #[test]
    fn lines_that_can_be_broken_are_marked() {
        let cases = [
            (format!("{{{}}} 1. e4 *", "a ".repeat(30)), 0),
            (format!("{{{}}} 1. e4 *", "a ".repeat(40)), 1),
            (format!("{{\n{}\n}} 1. e4 *", "a".repeat(100)), 0),
            (format!("{{[%cal {}]}} *", "Ga1a8, ".repeat(20)), 1),
            (format!("{{\n[%cal {}]\n}} *", "Ga1a8, ".repeat(20)), 0),
            (format!("[Event \"{}\"]\n\n*", "x".repeat(100)), 0),
            (format!("% {}\n*", "x ".repeat(50)), 0),
            (format!("{{{}}} 1. e4 *", "a ".repeat(200)), 0),
        ];
        for (text, count) in cases {
            assert_eq!(findings(&RULE, &text).len(), count, "{text}");
        }
    }
}
