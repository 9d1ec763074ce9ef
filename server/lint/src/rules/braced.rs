//! What braces around words would hide: moves that belong to the game.

use scoresheet_chess::results::RESULTS;
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{TokenKind, token_at};

/// A move is not longer, in bytes: `Qa1xb2=Q+`, with room for letters of several bytes.
const LONGEST_MOVE: usize = 12;

/// The length of the move that the first word of a text begins with, where other characters follow it in the word: 3 in `Nc6xyz`. None where
/// there is no such move, or the word is nothing more than it.
pub(super) fn leading_move(text: &str) -> Option<usize> {
    let word = text.split_whitespace().next().filter(|word| text.starts_with(word))?;
    let lengths = word.char_indices().map(|(at, _)| at).take_while(|at| *at <= LONGEST_MOVE);
    lengths.filter(|length| is_move(&word[..*length])).last()
}

/// Whether braces around a text would hide moves of the game: more moves than words, a move that something else runs into, or moves and the
/// end of a game. A result without moves may be that of another game that is cited, and moves in a command (`[%brsp Nxd4]`) are none of the game.
pub(super) fn hides_moves(text: &str) -> bool {
    let (mut moves, mut words, mut has_ending) = (0, 0, false);
    for word in outside_commands(text).into_iter().flat_map(str::split_whitespace) {
        let word = word.trim_start_matches(['(', '"', '\'']).trim_end_matches(|end| ".,;:!?)\"'".contains(end));
        if word.contains('*') || RESULTS.iter().any(|result| word.starts_with(result)) {
            has_ending = true;
        }
        let word = word.trim_start_matches(|digit: char| digit.is_ascii_digit()).trim_start_matches('.');
        if is_move(word) {
            moves += 1;
        } else if names_move(word) {
            return true;
        } else if word.chars().filter(|letter| letter.is_alphabetic()).count() > 1 {
            words += 1;
        }
    }
    moves > words || has_ending && moves > 0
}

/// The parts of a text that are in no command.
fn outside_commands(text: &str) -> Vec<&str> {
    let mut start = 0;
    let mut parts = Vec::new();
    for command in commands(text, 0).filter(|command| command.is_closed) {
        parts.push(&text[start..command.range.start]);
        start = command.range.end;
    }
    parts.push(&text[start..]);
    parts
}

/// Whether a text is a move and nothing more. `ed` and the like are words as often.
fn is_move(text: &str) -> bool {
    names_move(text) && token_at(text, 0) == Some((TokenKind::San, 0..text.len()))
}

/// Whether a text names a square, or castles.
fn names_move(text: &str) -> bool {
    let names_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    text.as_bytes().windows(2).any(names_square) || ["O-O", "0-0", "o-o"].iter().any(|castling| text.contains(castling))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_a_word_begins_with() {
        for (text, length) in [
            ("Nc6allow-file all", Some(3)),
            ("e5\u{23a}", Some(2)),
            ("Nb8-c6-e", Some(6)),
            ("e4t text", Some(2)),
            ("e4", None),
            ("best e5x", None),
            (" e5x", None),
            ("bed", None),
        ] {
            assert_eq!(leading_move(text), length, "{text}");
        }
    }

    #[test]
    fn words_may_name_moves_and_not_hide_them() {
        for text in [
            "the main line is Nc6 here",
            "[%eval +0.36][%brsp Nxd4]",
            "best",
            "good, and e5!",
            "3. the best (e4)",
            "+0.35",
            "1/2-1/2 Smith-Jones",
        ] {
            assert!(!hides_moves(text), "{text}");
        }
        for text in [
            "e4 e5",
            "best e4 d5",
            "all d5x",
            "Nc6 * good",
            "O-Oe and more",
            "good e4 1-0",
            "[%clk 1:00] e4 [%clk 2:00]",
        ] {
            assert!(hides_moves(text), "{text}");
        }
    }
}
