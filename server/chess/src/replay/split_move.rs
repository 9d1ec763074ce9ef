//! Moves with something between the piece letter and the square: `N?c6`, `N {a comment} c6`. Other programs read a novelty sign and a
//! pawn move.

use std::ops::Range;

use scoresheet_grammar::{TokenKind, token_at};
use shakmaty::Move;
use shakmaty::variant::VariantPosition;

use super::notes::Notes;
use super::resolve::{Resolution, resolve};
use super::written::read_plain;

/// How many tokens, white space included, may be between the letter and the rest of its move: three notes.
const MOST_BETWEEN: usize = 7;

/// Whether a token is a piece letter that is also the sign of a novelty.
#[inline]
pub(super) fn is_letter(text: &str) -> bool {
    text == "N"
}

/// Whether the letter of a move with a space after it (`N f3`) may be a sign that belongs to the move before it: only after a number it is none.
/// `range` is the move's, in bytes of the game.
pub fn may_begin_with_sign(game: &str, range: Range<usize>) -> bool {
    let begins_like_sign = ["N ", "D "].iter().any(|sign| game[range.clone()].starts_with(sign));
    begins_like_sign && !game[..range.start].trim_end().ends_with(['.', '…'])
}

/// Whether a move begins with a hyphen that runs into what is before it, so that both may be one garbled word: `01-f3`. `range` is the move's, in bytes of
/// the game.
pub fn begins_in_word(game: &str, range: Range<usize>) -> bool {
    game[range.clone()].starts_with('-') && game[..range.start].ends_with(char::is_alphanumeric)
}

/// Whether a move with these notes may be another one: its rest after a letter and a space (`Q h4`) or before a capital (`NBd7`) is a legal move, too,
/// and other programs leave the letter out; or nobody knows which letter of it is too many (`dD4`). `position` is the one before the move.
pub(super) fn may_be_another(position: &VariantPosition, in_check: bool, written: &str, notes: Notes) -> bool {
    if notes.has_any(Notes::UPPER_CASE_FILE) && notes.has_any(Notes::REDUNDANT_DISAMBIGUATION) {
        return true;
    }
    if !notes.has_any(Notes::INNER_SPACE.and(Notes::UPPER_CASE_FILE)) {
        return false;
    }
    let rest = written.get(1..).unwrap_or_default().trim_start();
    let plain = read_plain(rest.as_bytes());
    plain.is_some_and(|plain| matches!(resolve(position, in_check, &plain), Resolution::One(..)))
}

/// Whether a letter that is taken for a sign may be the piece of a move whose rest follows after annotations, comments or periods: `D $14 e5`. `after` is
/// the text after the letter.
pub fn may_be_piece(after: &str) -> bool {
    // `N;xb2`: the rest of the move was taken for a comment.
    if let Some(comment) = after.strip_prefix([';', '{']) {
        return begins_with_square(comment.strip_prefix('x').unwrap_or(comment));
    }
    let mut at = 0;
    for _ in 0..=MOST_BETWEEN {
        let Some((kind, range)) = token_at(after, at) else { return false };
        if !may_be_between(kind) {
            return kind == TokenKind::San
                && after[range].starts_with(|first| matches!(first, 'a'..='h' | 'x' | '1'..='8'));
        }
        at = range.end;
    }
    false
}

fn begins_with_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8', ..])
}

/// Whether a token may be between a letter and the rest of its move: a note on a move, the beginning of one, an en passant mark, a period,
/// a sign without a meaning, white space.
fn may_be_between(kind: TokenKind) -> bool {
    let is_note = kind.is_annotation() || kind.is_comment() || kind == TokenKind::StrayDollar;
    is_note
        || matches!(
            kind,
            TokenKind::Angle
                | TokenKind::Unknown
                | TokenKind::Whitespace
                | TokenKind::Periods
                | TokenKind::EnPassantMark
        )
}

/// Whether nothing is between a letter at byte `letter` of the game and the rest of its move at byte `rest` but annotations, periods,
/// comments and line ends.
fn is_apart_only(text: &str, letter: usize, rest: usize) -> bool {
    let mut at = letter + 1;
    for _ in 0..=MOST_BETWEEN {
        let Some((kind, range)) = token_at(text, at) else { return false };
        if range.start == rest {
            return true;
        }
        if !may_be_between(kind) {
            return false;
        }
        at = range.end;
    }
    false
}

/// Returns the move of a knight whose letter is at byte `letter` of the game and whose rest is at `rest`, if it is legal in `position`. `in_check` says
/// whether the side to move is in check.
pub fn whole_move(
    position: &VariantPosition,
    in_check: bool,
    text: &str,
    letter: usize,
    rest: Range<usize>,
) -> Option<Move> {
    let (written, rest) = (&text[rest.clone()], rest.start);
    if !written.starts_with(|first: char| first.is_ascii_lowercase()) || !is_apart_only(text, letter, rest) {
        return None;
    }
    // A move by both squares may have a dash between them.
    let whole = read_plain(format!("N{}", written.replace('-', "")).as_bytes())?;
    match resolve(position, in_check, &whole) {
        Resolution::One(action, _) => Some(action),
        _ => None,
    }
}
