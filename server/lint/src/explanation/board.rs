//! Slips in the board of a FEN tag: what it may have meant.

use std::ops::Range;

use scoresheet_grammar::fen::parse_fen;

use super::costs::{self, Row};
use super::slip::{Candidate, Slip};
use crate::finding::Edit;

/// The ranks of a board.
const RANKS: usize = 8;

/// The squares of a rank.
const SQUARES: u32 = 8;

/// The most characters of a rank that are looked at.
const LONGEST_RANK: usize = 17;

/// What may be in a rank: empty squares first, as they are the likelier guess.
const IN_RANKS: &str = "12345678pnbrqkPNBRQK";

/// The pieces of a color that may be another one.
const PIECES: [&str; 2] = ["pnbrq", "PNBRQ"];

/// Boards with one slip undone that a FEN tag with its value at `fen` may mean, the likeliest first. If its ranks do not make a board, those that
/// do; else those with two ranks in the other order or with a piece of the other color, and if `has_pieces`, with another piece: those are many.
pub(super) fn other_boards(text: &str, fen: &Range<usize>, has_pieces: bool) -> Vec<(&'static Row, Candidate)> {
    let Some(inside) = text.get(fen.start + 1..fen.end - 1) else { return Vec::new() };
    let Some(board) = parse_fen(inside).placement else { return Vec::new() };
    let start = fen.start + 1 + board.start;
    let mut at = start;
    let mut ranks = Vec::new();
    for rank in inside[board].split('/') {
        ranks.push(at..at + rank.len());
        at += rank.len() + 1;
    }
    let mut wrong = ranks.iter().filter(|rank| width(&text[(*rank).clone()]) != Some(SQUARES));
    match (wrong.next(), wrong.next(), ranks.len()) {
        (Some(wrong), None, count) if text[wrong.clone()].is_ascii() && wrong.len() <= LONGEST_RANK => {
            let ranks = if count == RANKS { other_ranks(text, wrong) } else { Vec::new() };
            let halves = if count == RANKS - 1 { halves(text, wrong) } else { Vec::new() };
            [ranks, halves].concat()
        }
        (None, _, count) if count == RANKS - 1 => with_empty_rank(text, &ranks),
        (None, _, RANKS) => {
            let whole = start..at - 1;
            let pieces = if has_pieces { other_pieces(text, whole.clone()) } else { Vec::new() };
            [other_order(text, &ranks), other_colors(text, whole), pieces].concat()
        }
        _ => Vec::new(),
    }
}

/// One rank with another character, one more or one less.
fn other_ranks(text: &str, wrong: &Range<usize>) -> Vec<(&'static Row, Candidate)> {
    let rank = &text[wrong.clone()];
    let places = || (0..rank.len()).rev();
    let of_digits = places().filter(|place| rank.as_bytes()[*place].is_ascii_digit());
    let digits = of_digits.flat_map(|place| with_others(rank, place..place + 1, &IN_RANKS[..8]));
    let deleted = places().map(|place| format!("{}{}", &rank[..place], &rank[place + 1..]));
    let replaced = places().flat_map(|place| with_others(rank, place..place + 1, IN_RANKS));
    let inserted = (0..=rank.len()).rev().flat_map(|place| with_others(rank, place..place, IN_RANKS));
    let is_written_so = |rank: &String| !rank.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit));
    let all = digits.chain(deleted).chain(inserted).chain(replaced);
    let all = all.filter(|rank| width(rank) == Some(SQUARES) && is_written_so(rank));
    let candidate = |meant: String| Candidate::new(Edit::replace(wrong.clone(), meant), wrong.clone(), Slip::WrongRank);
    all.map(|meant| (&costs::RANK, candidate(meant))).collect()
}

/// A rank that is two without the slash between them, or with something else in its place.
fn halves(text: &str, wrong: &Range<usize>) -> Vec<(&'static Row, Candidate)> {
    let rank = &text[wrong.clone()];
    let is_rank = |half: &str| width(half) == Some(SQUARES);
    let of = |first: usize, second: usize| {
        let meant = format!("{}/{}", &rank[..first], &rank[second..]);
        let is_meant = is_rank(&rank[..first]) && is_rank(&rank[second..]);
        is_meant.then(|| Candidate::new(Edit::replace(wrong.clone(), meant), wrong.clone(), Slip::WrongRank))
    };
    let places = (1..rank.len()).flat_map(|place| [of(place, place), of(place, place + 1)]);
    places.flatten().map(|candidate| (&costs::RANK, candidate)).collect()
}

/// A board with an empty rank between two others; first beside another empty one, as the eye skips one of several.
fn with_empty_rank(text: &str, ranks: &[Range<usize>]) -> Vec<(&'static Row, Candidate)> {
    let (Some(first), Some(last)) = (ranks.first(), ranks.last()) else { return Vec::new() };
    let board = first.start..last.end;
    let before = ranks.iter().map(|rank| Edit::insert(rank.start, "8/"));
    let mut edits: Vec<Edit> = before.chain([Edit::insert(last.end, "/8")]).collect();
    edits.sort_by_key(|edit| !text[edit.range.start..].starts_with("8/"));
    edits.into_iter().map(|edit| (&costs::RANK, Candidate::new(edit, board.clone(), Slip::LostRank))).collect()
}

/// Two ranks next to each other in the other order.
fn other_order(text: &str, ranks: &[Range<usize>]) -> Vec<(&'static Row, Candidate)> {
    let swapped = ranks.windows(2).filter(|pair| text[pair[0].clone()] != text[pair[1].clone()]).map(|pair| {
        let both = pair[0].start..pair[1].end;
        let meant = format!("{}/{}", &text[pair[1].clone()], &text[pair[0].clone()]);
        Candidate::new(Edit::replace(both.clone(), meant), both, Slip::SwappedRanks)
    });
    swapped.map(|candidate| (&costs::RANKS_SWAPPED, candidate)).collect()
}

/// One piece in the other color.
fn other_colors(text: &str, board: Range<usize>) -> Vec<(&'static Row, Candidate)> {
    let swapped = board.filter(|place| text.as_bytes()[*place].is_ascii_alphabetic()).map(|place| {
        let letter = &text[place..place + 1];
        let is_black = letter.starts_with(|letter: char| letter.is_ascii_lowercase());
        let other = if is_black { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        Candidate::new(Edit::replace(place..place + 1, other), place..place + 1, Slip::WrongPiece)
    });
    swapped.map(|candidate| (&costs::PIECE_OF_OTHER_COLOR, candidate)).collect()
}

/// Another piece of the same color in place of one.
fn other_pieces(text: &str, board: Range<usize>) -> Vec<(&'static Row, Candidate)> {
    let replaced = board.flat_map(|place| {
        let letter = &text[place..place + 1];
        let others = PIECES.iter().find(|pieces| pieces.contains(letter)).copied().unwrap_or("");
        let others = others.chars().filter(move |other| !letter.starts_with(*other));
        others.map(move |other| {
            Candidate::new(Edit::replace(place..place + 1, other.to_string()), place..place + 1, Slip::WrongPiece)
        })
    });
    replaced.map(|candidate| (&costs::OTHER_PIECE, candidate)).collect()
}

/// A rank with each of some characters in place of a range.
fn with_others(rank: &str, range: Range<usize>, others: &str) -> Vec<String> {
    let (before, after) = (&rank[..range.start], &rank[range.end..]);
    others.chars().map(|other| format!("{before}{other}{after}")).collect()
}

/// How many squares a rank of a FEN has; nothing where something else is in it.
pub(crate) fn width(rank: &str) -> Option<u32> {
    let squares = |character: char| character.to_digit(10).or(IN_RANKS.contains(character).then_some(1));
    rank.chars().map(squares).sum()
}
