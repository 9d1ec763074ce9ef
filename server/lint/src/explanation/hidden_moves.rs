//! Moves of the game that a semicolon has made a comment.

use std::ops::Range;

use scoresheet_chess::piece_letters::Language;
use scoresheet_chess::replay::{Fitting, TriedMove, is_check};
use scoresheet_grammar::{TokenKind, ast, token_at};
use shakmaty::Position;
use shakmaty::variant::VariantPosition;

use crate::suspicious_comment::{begins_moves, wink};

/// How many moves at the beginning of a comment must be legal, so that they are those of the game and not an example.
const FEWEST_LEGAL: usize = 4;

/// How many moves in a comment are looked at.
const MOST_MOVES: usize = 40;

/// How many tokens after a comment are looked at for the next move: there may be many comments.
const MOST_BETWEEN: usize = 16;

/// For each word, so many moves must be in the comment: prose has words between its moves.
const MOVES_PER_WORD: usize = 4;

/// Whether a line comment holds the next moves of the game, though not all of them need to fit: the first ones are legal at `position`, before
/// the move with this number, and what follows the comment does not fit there. Linear in the comment.
pub(crate) fn hides_moves(
    text: &str,
    comment: &Range<usize>,
    position: &VariantPosition,
    number: u32,
    languages: &[&'static Language],
) -> bool {
    let inside = comment.start + wink(&text[comment.clone()]).max(1)..comment.end;
    if !begins_moves(&text[inside.clone()]) || goes_on_without(text, comment.end, position, number, languages) {
        return false;
    }
    let mut position = position.clone();
    let (mut at, mut depth, mut moves, mut words) = (inside.start, 0_usize, 0, 0);
    let mut legal = None;
    while moves < MOST_MOVES
        && let Some((kind, range)) = token_at(text, at).filter(|(_, range)| range.start < inside.end)
    {
        at = range.end;
        match kind {
            TokenKind::VariationOpen => depth += 1,
            TokenKind::VariationClose => depth = depth.saturating_sub(1),
            TokenKind::Word | TokenKind::Unknown => words += 1,
            TokenKind::San if depth == 0 => {
                let fitting = TriedMove::read(&text[range], languages).fit(&position, is_check(&position));
                match fitting {
                    Fitting::One(action, _) if legal.is_none() => position.play_unchecked(action),
                    _ => legal = legal.or(Some(moves)),
                }
                moves += 1;
            }
            _ => {}
        }
    }
    legal.unwrap_or(moves) >= FEWEST_LEGAL && MOVES_PER_WORD * words <= moves
}

/// Whether the game goes on after byte `at` with the move that is to be made at a position, whatever the comment before it holds; also where no
/// move is near.
fn goes_on_without(
    text: &str,
    mut at: usize,
    position: &VariantPosition,
    number: u32,
    languages: &[&'static Language],
) -> bool {
    for _ in 0..MOST_BETWEEN {
        let Some((kind, range)) = token_at(text, at) else { return false };
        at = range.end;
        match kind {
            TokenKind::MoveNumber => return ast::move_number(&text[range]).number <= number,
            TokenKind::San => {
                let fitting = TriedMove::read(&text[range], languages).fit(position, is_check(position));
                return !matches!(fitting, Fitting::None);
            }
            kind if kind.is_termination() => return false,
            kind if kind.is_comment() || kind.is_annotation() || kind == TokenKind::Whitespace => {}
            _ => return true,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use scoresheet_chess::piece_letters;

    use super::*;

    #[test]
    fn moves_of_the_game_are_told_from_examples() {
        let hides = |text: &str| {
            let start = text.find(';').unwrap();
            let end = text.find('\n').unwrap_or(text.len());
            hides_moves(text, &(start..end), &VariantPosition::default(), 1, &[piece_letters::english()])
        };
        assert!(hides("; 1. e4 e5 2. Nf3 Nc6 3. Bj5 a6 *"));
        assert!(hides("; 1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 *"));
        assert!(!hides("; 1. e4 e5 2. Nf3 Nc6\n1. d4 d5 *"));
        assert!(!hides("; 1. e4 e5 2. Nf3 Nc6\nd4 d5 *"));
        assert!(!hides("; 1. e4 e5 *"));
        assert!(!hides("; 1. e4 is best, and e5 the answer, then Nf3 and Nc6 *"));
    }
}
