//! The moves in an argument of a LaTeX command: whether there is nothing else among them, and the number that they begin with.

use super::scanner::{Scanner, Token};
use crate::step::MoveId;

/// Whether a text has nothing but moves, their numbers and NAGs, in characters that LaTeX leaves as they are.
pub(super) fn is_plain(text: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || " \t\r\n.+#=-!?/:$".contains(letter);
    let has_parameter = text.split('#').skip(1).any(|after| after.starts_with(|letter: char| letter.is_ascii_digit()));
    let has_mathematics =
        text.split('$').skip(1).any(|after| !after.starts_with(|letter: char| letter.is_ascii_digit()));
    // A paragraph ends at an empty line, and no argument with it.
    let has_paragraphs = text.trim().lines().any(|line| line.trim().is_empty());
    text.chars().all(is_allowed) && !has_parameter && !has_mathematics && !has_paragraphs
}

/// The text without its comments and without commands, of which the packages read those after a move as remarks.
pub(super) fn without_commands(text: &str) -> String {
    let mut scanner = Scanner::new(text);
    let mut moves = String::with_capacity(text.len());
    while let Some(token) = scanner.next() {
        match token {
            Token::Command(_) => {
                while scanner.rest().starts_with(['{', '['])
                    && scanner.optional().or_else(|| scanner.argument()).is_some()
                {}
                moves.push(' ');
            }
            Token::Character('{' | '}') => {}
            Token::Character('~') => moves.push(' '),
            Token::Character('$') if scanner.rest().starts_with(['d', 'D']) => scanner.go_to(scanner.at() + 1),
            Token::Character(letter) => moves.push(letter),
        }
    }
    moves
}

/// The number that moves begin with.
pub(super) fn first_move(text: &str) -> Option<MoveId> {
    let text = text.trim_start();
    let after = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = text[..text.len() - after.len()].parse().ok()?;
    let periods = after.len() - after.trim_start_matches('.').len();
    (periods > 0).then_some(MoveId { number, is_black: periods > 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_known() {
        for text in ["1. e4 e5 2.Nf3! $2\n3. O-O Qh4# 4. e8=Q+ 1/2-1/2", "", "\n 1. e4\n"] {
            assert!(is_plain(text), "{text}");
        }
        for text in [
            "#1",
            "1. e4 \\x",
            "$x$",
            "1. e4 $D",
            "1. e4 {a}",
            "(1. e4)",
            "1. e4 % a\n",
            "1. e4~e5",
            "1. e4\n\n1... e5",
        ] {
            assert!(!is_plain(text), "{text}");
        }
    }

    #[test]
    fn commands_are_left_out() {
        let text = "1. e4!\\wbetter{} e5 % a\n2. Nf3 \\xskakcomment{ a {b} }Nc6\\a[b] $D 3.~Bb5";
        assert_eq!(
            without_commands(text).split_whitespace().collect::<Vec<_>>().join(" "),
            "1. e4! e5 2. Nf3 Nc6 3. Bb5"
        );
    }

    #[test]
    fn the_first_number_is_read() {
        let first = |text| first_move(text).map(|first| (first.number, first.is_black));
        assert_eq!(first(" 12.Nf3"), Some((12, false)));
        assert_eq!(first("2... Nc6"), Some((2, true)));
        assert_eq!([first("e4"), first("12 e4"), first(""), first("99999999999. e4")], [None; 4]);
    }
}
