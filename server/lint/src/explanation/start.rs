//! Start positions that a FEN tag may mean that gives none: with one slip in it undone.

use std::ops::Range;
use std::rc::Rc;

use super::costs::{self, Row};
use super::line::{Line, line_of};
use super::slip::{Candidate, How, Slip, Undone};
use super::walk::{Head, Text, Wanted};
use crate::finding::Edit;

/// How many moves of the game are read to tell the positions apart.
const MOVES: usize = 60;

/// So many must be legal, or all, to speak for another rank. A side to move that makes the position a legal one needs no other evidence.
const FEWEST_MOVES: usize = 3;

/// A position is set up in the time in which so many tokens are read.
const TOKENS_PER_POSITION: usize = 4;

/// The most characters of a rank that are looked at.
const LONGEST_RANK: usize = 12;

/// What may be in a rank: empty squares first, as they are the likelier guess.
const IN_RANKS: &str = "12345678pnbrqkPNBRQK";

/// The head at the start of a game whose FEN tag gives no position, and the slip in the tag: the position from which most of the moves can be
/// played.
pub(super) fn mended(text: &Text) -> Option<(Head, Undone)> {
    let fen = text.fen.clone()?;
    let mut best: Option<(usize, Head, Undone)> = None;
    for (row, candidate) in other_side(text.text, &fen).into_iter().chain(other_ranks(text.text, &fen)) {
        // The tags are read anew for each.
        text.spend(TOKENS_PER_POSITION);
        text.spend_on_bytes(text.beginning.at);
        if text.budget.get() == 0 {
            return None;
        }
        let Some(line) = line_of(&candidate.edit.applied_to(&text.text[..text.beginning.at])) else { continue };
        if !(text.is_reported)(&candidate) {
            return None;
        }
        let (legal, is_all) = legal_moves(text, &line);
        let is_enough = legal >= FEWEST_MOVES || is_all || candidate.slip == Slip::WrongSideToMove;
        if is_enough && best.as_ref().is_none_or(|(most, ..)| legal > *most) {
            let head = Head { line, cost: row.cost, ..text.beginning.clone() };
            let range = candidate.range.clone();
            best = Some((legal, head, Undone { row, cost: row.cost, range, how: How::Edit(candidate) }));
        }
    }
    best.map(|(_, head, undone)| (head, undone))
}

/// How many moves of the game can be played, one after another, and whether that is all of it.
fn legal_moves(text: &Text, line: &Rc<Line>) -> (usize, bool) {
    let mut head = Head { line: Rc::clone(line), ..text.beginning.clone() };
    let mut moves = 0;
    let stop = text.read_on(&mut head, Wanted { from: 0, moves: MOVES, end: usize::MAX }, |_, token| {
        moves += usize::from(token.kind == scoresheet_grammar::TokenKind::San);
    });
    (moves, stop.is_over())
}

/// The other side to move: the one that the tag has not may be in check.
fn other_side(text: &str, fen: &Range<usize>) -> Option<(&'static Row, Candidate)> {
    let place = fen.start + text[fen.clone()].find(' ')? + 1;
    let other = match text.as_bytes().get(place)? {
        b'w' => "b",
        b'b' => "w",
        _ => return None,
    };
    let side = place..place + 1;
    Some((&costs::SIDE, Candidate::new(Edit::replace(side.clone(), other), side, Slip::WrongSideToMove)))
}

/// If one rank has too many or too few squares: that rank with another character, one more or one less.
fn other_ranks(text: &str, fen: &Range<usize>) -> Vec<(&'static Row, Candidate)> {
    let Some(inside) = text.get(fen.start + 1..fen.end - 1) else { return Vec::new() };
    let board = &inside[..inside.find(' ').unwrap_or(inside.len())];
    let mut at = fen.start + 1;
    let mut wrong = Vec::new();
    for rank in board.split('/') {
        if width(rank) != Some(8) {
            wrong.push(at..at + rank.len());
        }
        at += rank.len() + 1;
    }
    let [wrong] = wrong.as_slice() else { return Vec::new() };
    let rank = &text[wrong.clone()];
    if !rank.is_ascii() || rank.len() > LONGEST_RANK {
        return Vec::new();
    }
    let places = || (0..rank.len()).rev();
    let of_digits = places().filter(|place| rank.as_bytes()[*place].is_ascii_digit());
    let digits = of_digits.flat_map(|place| with_others(rank, place..place + 1, &IN_RANKS[..8]));
    let deleted = places().map(|place| format!("{}{}", &rank[..place], &rank[place + 1..]));
    let replaced = places().flat_map(|place| with_others(rank, place..place + 1, IN_RANKS));
    let inserted = (0..=rank.len()).rev().flat_map(|place| with_others(rank, place..place, IN_RANKS));
    let all = digits.chain(deleted).chain(replaced).chain(inserted).filter(|rank| width(rank) == Some(8));
    let candidate = |meant: String| Candidate::new(Edit::replace(wrong.clone(), meant), wrong.clone(), Slip::WrongRank);
    all.map(|meant| (&costs::RANK, candidate(meant))).collect()
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
