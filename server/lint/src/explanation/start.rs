//! Start positions that a FEN tag may mean: with one slip in it undone.

use std::ops::Range;
use std::rc::Rc;

use scoresheet_grammar::ast::MoveNumber;
use scoresheet_grammar::fen::parse_fen;
use scoresheet_grammar::{TokenKind, ast};

use super::board::other_boards;
use super::costs::{self, Row};
use super::line::{Line, line_of};
use super::slip::{Candidate, How, Slip, Undone};
use super::walk::{Head, Text, Token, Wanted};
use crate::finding::Edit;

/// How many moves of the game are read to tell the positions apart.
const MOVES: usize = 60;

/// So many must be legal, or all, to speak for another board. A side to move that makes the position a legal one needs no other evidence.
const FEWEST_MOVES: usize = 3;

/// A position is set up in the time in which so many tokens are read.
const TOKENS_PER_POSITION: usize = 4;

/// The head at the start of a game whose FEN tag gives no position, and the slip in the tag: the position from which most of the moves can be
/// played.
pub(super) fn mended(text: &Text) -> Option<(Head, Undone)> {
    let fen = text.fen.clone()?;
    let whole = unwrapped(text.text, &fen).into_iter().chain(other_sides(text.text, &fen));
    let (row, head, candidate) = best(text, whole.chain(other_boards(text.text, &fen, true)), FEWEST_MOVES)?;
    let range = candidate.range.clone();
    Some((Head { cost: row.cost, ..head }, Undone { row, cost: row.cost, range, how: How::Edit(candidate) }))
}

/// Another board than that of the FEN tag from which more of the moves can be played, and the head at the start of the game from there.
pub(super) fn other_board(text: &Text, has_pieces: bool) -> Option<(&'static Row, Head, Candidate)> {
    let fen = text.fen.clone()?;
    let (legal, _) = legal_moves(text, &text.beginning.line);
    best(text, other_boards(text.text, &fen, has_pieces).into_iter(), legal + FEWEST_MOVES)
}

/// The candidate after which most of the moves can be played: all of them, or so many at least.
fn best(
    text: &Text,
    candidates: impl Iterator<Item = (&'static Row, Candidate)>,
    fewest: usize,
) -> Option<(&'static Row, Head, Candidate)> {
    let mut best = None;
    let mut most = None;
    for (row, candidate) in candidates {
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
        // A side that cannot be read is for the moves to say.
        let is_side = candidate.slip == Slip::WrongSideToMove
            && text.text.get(candidate.range.clone()).is_some_and(|side| matches!(side, "w" | "b"));
        let needs_moves = !is_side && !matches!(candidate.slip, Slip::WrappedFen | Slip::WrongRank);
        // Which rank is lost is a guess, and so is that it was empty.
        let is_guess = candidate.slip == Slip::LostRank;
        let is_enough = legal >= fewest && !is_guess
            || is_all && (legal > 0 || !needs_moves)
            || is_side
            || candidate.slip == Slip::WrappedFen;
        if is_enough && most.is_none_or(|most| legal > most) {
            most = Some(legal);
            best = Some((row, Head { line, ..text.beginning.clone() }, candidate));
        }
    }
    best
}

/// How many moves of the game can be played, one after another, and whether that is all of it.
fn legal_moves(text: &Text, line: &Rc<Line>) -> (usize, bool) {
    let mut head = Head { line: Rc::clone(line), ..text.beginning.clone() };
    let mut moves = 0;
    let stop = text.read_on(&mut head, Wanted { from: 0, moves: MOVES, end: usize::MAX }, |_, token| {
        moves += usize::from(token.kind == TokenKind::San);
    });
    (moves, stop.is_over())
}

/// The value on one line, with nothing where a line break is in the board.
fn unwrapped(text: &str, fen: &Range<usize>) -> Option<(&'static Row, Candidate)> {
    let value = &text[fen.clone()];
    let (first, last) = (value.find(['\r', '\n'])?, value.rfind(['\r', '\n'])?);
    let before = value[..first].trim_end().len();
    let after = value.len() - value[last..].trim_start().len();
    let joined: String = value[before..after].split(['\r', '\n']).map(str::trim).collect();
    let edit = Edit::replace(fen.start + before..fen.start + after, joined);
    Some((&costs::WRAPPED_FEN, Candidate::new(edit, fen.clone(), Slip::WrappedFen)))
}

/// A FEN with all its fields, where some are missing: another side to move and other castling rights than none, where those are among them, and
/// the number of the first move.
pub(super) fn completed(inside: &str, side: &str, rights: &str, number: Option<u32>) -> Option<String> {
    let fen = parse_fen(inside);
    let normal = fen.normalized()?;
    let mut fields: Vec<String> = normal.split(' ').map(str::to_owned).collect();
    if fen.turn.is_none() {
        fields[1] = side.to_owned();
    }
    if fen.castling.is_none() && !rights.is_empty() {
        fields[2] = rights.to_owned();
    }
    if let (None, Some(number), Some(last)) = (&fen.fullmove, number, fields.last_mut()) {
        *last = number.to_string();
    }
    Some(fields.join(" "))
}

/// The other side to move, as the one that the tag has may be impossible; either, where the tag has none that can be read.
pub(super) fn other_sides(text: &str, fen: &Range<usize>) -> Vec<(&'static Row, Candidate)> {
    let Some(inside) = text.get(fen.start + 1..fen.end - 1) else { return Vec::new() };
    let Some(side) = parse_fen(inside).turn else { return Vec::new() };
    let others: &[&str] = match &inside[side.clone()] {
        "w" => &["b"],
        "b" => &["w"],
        _ => &["w", "b"],
    };
    let side = fen.start + 1 + side.start..fen.start + 1 + side.end;
    let candidate =
        |other: &&str| Candidate::new(Edit::replace(side.clone(), *other), side.clone(), Slip::WrongSideToMove);
    others.iter().map(|other| (&costs::SIDE, candidate(other))).collect()
}

impl Text<'_> {
    /// The first number of the movetext, if nothing but comments comes before it.
    pub(super) fn number_of_first_move(&self) -> Option<MoveNumber> {
        self.first_number().map(|token| ast::move_number(&self.text[token.range]))
    }

    /// The token of that number.
    pub(super) fn first_number(&self) -> Option<Token> {
        let mut at = self.beginning.at;
        loop {
            let token = self.token(at)?;
            match token.kind {
                TokenKind::MoveNumber => return Some(token),
                kind if kind.is_comment() || kind == TokenKind::EscapeLine => at = token.range.end,
                _ => return None,
            }
        }
    }
}
