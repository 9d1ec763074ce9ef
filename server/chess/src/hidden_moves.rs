//! Moves of the game that are in a comment by mistake.

use scoresheet_grammar::{Event, Parser, TokenKind, Tree};

use crate::replay::Replay;

/// Whether a line comment, given with its semicolon, has nothing but moves with which the game goes on from where `replay` is: `1. e4 e5; 2. Nf3`.
/// Linear in the comment.
pub fn hides_next_moves(replay: &Replay, comment: &str) -> bool {
    let words = comment.strip_prefix(';').unwrap_or(comment);
    replay.has_moved() && only_moves(words).is_some_and(|moves| replay.goes_on_with(&moves))
}

/// Returns the moves of a text that holds moves, numbers, signs, punctuation and comments only. Linear in the text.
pub fn only_moves(words: &str) -> Option<Vec<&str>> {
    let mut tree = Tree::default();
    let words = words.trim_start();
    let range = Parser::new(&words.replace([',', ';'], " ")).next_game(&mut tree)?;
    if range.end < words.len() || !tree.faults().is_empty() {
        return None;
    }
    let mut depth = 0_usize;
    let mut moves = Vec::new();
    for (event, range) in tree.events() {
        match event {
            Event::Token(TokenKind::VariationOpen) => depth += 1,
            Event::Token(TokenKind::VariationClose) => depth = depth.saturating_sub(1),
            Event::Token(TokenKind::San) if depth == 0 => moves.push(&words[range]),
            _ => {}
        }
    }
    (!moves.is_empty()).then_some(moves)
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Games;

    use super::*;
    use crate::replay::Step;

    #[test]
    fn only_moves_are_hidden() {
        for (text, is_hidden) in [
            ("1. e4 e5; 2. Nf3 Nc6 *", true),
            ("1. e4 e5; 2. Nf3, Nc6; 3. Bb5\n3... a6 *", true),
            ("1. e4 ; e5 is best\n1... e5 *", false),
            ("1. e4 e5 2. Nf3 ; 2. f4 exf4\n2... Nc6 *", false),
            ("; 1. e4\n1. e4 *", false),
        ] {
            let game = Games::new(text).next().unwrap();
            let mut replay = Replay::new(game.view());
            let comment = loop {
                match replay.advance() {
                    Some((Step::Token(TokenKind::LineComment), range)) => break range,
                    Some(_) => {}
                    None => panic!("no comment in {text}"),
                }
            };
            assert_eq!(hides_next_moves(&replay, &text[comment]), is_hidden, "{text}");
        }
    }
}
